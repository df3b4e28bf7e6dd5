//! Runs a command with a private PostgreSQL that lives as long as the command.
//!
//! `with-postgres COMMAND …` starts a throwaway server, puts its address into `WAFFLE_TEST_POSTGRES`, and exits with
//! the command's own exit code.

use std::env;
use std::os::unix::process::ExitStatusExt;
use std::process::{ExitCode, ExitStatus};

use tokio::process::Command;
use waffle_private_postgres::{Cluster, Error, TEST_POSTGRES};

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let mut arguments = env::args_os().skip(1);
    let Some(program) = arguments.next() else {
        eprintln!("usage: with-postgres COMMAND [ARGUMENT…]");
        return ExitCode::from(2);
    };
    let mut command = Command::new(program);
    command.args(arguments);
    match run(command).await {
        Ok(status) => exit_code(status),
        Err(error) => {
            eprintln!("with-postgres: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(mut command: Command) -> Result<ExitStatus, Error> {
    let cluster = Cluster::throwaway().await?;
    let status = command.env(TEST_POSTGRES, cluster.url("postgres")).status().await;
    cluster.stop().await?;
    Ok(status?)
}

fn exit_code(status: ExitStatus) -> ExitCode {
    // Like a shell: 128 plus the number of the signal.
    let code = status.code().or_else(|| status.signal().map(|signal| 128 + signal));
    code.and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from)
}
