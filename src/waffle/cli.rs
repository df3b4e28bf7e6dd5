//! The command line.

use std::{mem, pin::pin, process::ExitCode};

use clap::{Parser, Subcommand};
use waffle_service::clock::Clock;
use waffle_service::config::{Config, Environment, LogFormat};

use crate::account::{self, AccountError};
use crate::demo::{self, DemoError};
use crate::doctor;
use crate::logging;
use crate::server::{self, StartError};
use crate::verify::{self, VerifyError};
use crate::watch;

/// The exit code for a bad configuration.
const MISCONFIGURED: u8 = 2;

/// A server for limited spot drops: numbered spots at a fixed price, claimed live.
#[derive(Debug, Parser)]
#[command(
    name = "waffle",
    version,
    after_help = "Settings come from the environment; config/default.toml lists them all."
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve (the default): needs a database and three secrets in the environment, and says which.
    Serve,
    /// Try everything on this machine: needs nothing but PostgreSQL's programs, and brings sample waffles.
    Demo(demo::Options),
    /// Compute a published draw again, and say whether it is right (0) or not (1); docs/DRAW.md explains the steps.
    Verify(verify::Options),
    /// List accounts, create one, or let one in again: for the night when no one can sign in.
    #[command(subcommand)]
    Account(account::Command),
    /// Examine configuration, database, machine, proxy and beacon, and say what to do; 1 if something is wrong.
    Doctor(doctor::Options),
    /// Follow a board as it changes, one line an event, or as JSON for scripts and bots; 1 if there is no such board.
    Watch(watch::Options),
}

/// Runs the command line. Returns 0 after a shutdown, for a draw that is right and if the doctor finds nothing wrong, 1
/// if the start fails, for the opposites of these and without a board to follow, and 2 if the command line or the
/// configuration is wrong.
pub fn run() -> ExitCode {
    let environment = Environment::of_process();
    match Arguments::parse().command.unwrap_or(Command::Serve) {
        Command::Serve => serve(&environment),
        Command::Demo(options) => match demo::run(&options, environment.clone()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error @ DemoError::Configuration(_)) => give_up(&error, LogFormat::of(&environment), MISCONFIGURED),
            Err(error) => give_up(&error, LogFormat::of(&environment), 1),
        },
        Command::Verify(options) => match verify::run(&options, &environment) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error @ VerifyError::Configuration(_)) => complain(&error, MISCONFIGURED),
            Err(error) => complain(&error, 1),
        },
        Command::Account(command) => match account::run(&command, &environment) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error @ AccountError::Configuration(_)) => complain(&error, MISCONFIGURED),
            Err(error) => complain(&error, 1),
        },
        Command::Doctor(options) => match doctor::run(&options, &environment) {
            Ok(true) => ExitCode::SUCCESS,
            Ok(false) => ExitCode::from(1),
            Err(error) => complain(&error, 1),
        },
        Command::Watch(options) => match watch::run(&options) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => complain(&error, 1),
        },
    }
}

fn serve(environment: &Environment) -> ExitCode {
    let config = match Config::load(environment) {
        Ok(config) => config,
        Err(error) => return give_up(&error, LogFormat::of(environment), MISCONFIGURED),
    };
    if let Err(error) = logging::start(&config.log) {
        return give_up(&error, config.log.format, 1);
    }
    for warning in &config.warnings {
        log::warn!("{warning}");
    }
    let system = actix_web::rt::System::new();
    let outcome = system.block_on(async {
        let clock = Clock::system();
        let mut stop = pin!(waffle_http::shutdown::signals()?);
        let server = tokio::select! {
            server = server::build(&config, &clock) => server?,
            () = &mut stop => return Ok(()),
        };
        server.run(stop).await?;
        Ok::<(), ServeError>(())
    });
    // Dropping it would wait for a lookup of the database's name that is still running, until the resolver gives up.
    mem::forget(system);
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => give_up(&error, config.log.format, 1),
    }
}

#[derive(Debug, thiserror::Error)]
enum ServeError {
    #[error(transparent)]
    Start(#[from] StartError),
    #[error("The operating system refused something: {0}.")]
    System(#[from] std::io::Error),
}

/// Says why a server can't run, where its log would be, whatever the filter hides.
fn give_up(error: &dyn std::error::Error, format: LogFormat, code: u8) -> ExitCode {
    eprintln!("{}", logging::last_line(error, format));
    ExitCode::from(code)
}

fn complain(error: &dyn std::error::Error, code: u8) -> ExitCode {
    eprintln!("{error}");
    ExitCode::from(code)
}

#[cfg(test)]
mod manual;
#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Arguments::command().debug_assert();
        assert!(matches!(Arguments::try_parse_from(["waffle", "serve"]).unwrap().command, Some(Command::Serve)));
        assert!(Arguments::try_parse_from(["waffle"]).unwrap().command.is_none());
        assert!(Arguments::try_parse_from(["waffle", "sell"]).is_err());
    }
}
