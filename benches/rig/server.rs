//! A server under test: a release build, as a separate process.

use std::{
    env,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
};

use super::{
    process::{self, Used},
    stage::Stage,
};

/// The password of the first account.
pub const PASSWORD: &str = "cherry-iron-42";
/// No limit for clients that all come from one machine.
const SETTINGS: [(&str, &str); 6] = [
    ("JWT_SECRET", "a secret of thirty-two characters"),
    ("ADMIN_PASSWORD", PASSWORD),
    ("WAFFLE__SERVER__LISTEN", "127.0.0.1:0"),
    ("WAFFLE__AUTH__BCRYPT_COST", "4"),
    ("WAFFLE__RATE_LIMIT__CLAIMS_PER_MINUTE", "0"),
    // Slow statements on a busy machine are not worth a line.
    ("RUST_LOG", "info,sqlx=error"),
];
/// The same, for builds that know these settings.
const NEWER_SETTINGS: [(&str, &str); 2] =
    [("WAFFLE__LIVE__SOCKETS", "1000000"), ("WAFFLE__LIVE__SOCKETS_PER_ADDRESS", "1000000")];

/// A running server, killed on drop.
pub struct Server {
    child: Child,
    /// Host and port.
    pub address: String,
    postmaster: u32,
}

impl Server {
    /// Starts this build as in production, but without limits for each client.
    pub async fn start(stage: &Stage, database: &str, extra: &[(&str, &str)]) -> Self {
        Self::of_build(&this_build(), stage, database, extra).await
    }

    /// Starts any build. An older one may not know the newer settings.
    pub async fn of_build(build: &Path, stage: &Stage, database: &str, extra: &[(&str, &str)]) -> Self {
        stage.cluster.create_database(database).await.unwrap();
        Self::on(build, stage, database, extra).await
    }

    /// Starts this build on a database that another server has used.
    pub async fn again(stage: &Stage, database: &str) -> Self {
        Self::on(&this_build(), stage, database, &[]).await
    }

    async fn on(build: &Path, stage: &Stage, database: &str, extra: &[(&str, &str)]) -> Self {
        let command = |settings: &[(&str, &str)]| {
            let mut command = Command::new(build);
            command.arg("serve").env_clear().env("DATABASE_URL", stage.url(database)).current_dir(stage.folder());
            command.envs(SETTINGS).envs(settings.iter().copied()).envs(extra.iter().copied());
            // What the caller sets wins, so that settings can be compared.
            command.envs(env::vars().filter(|(name, _)| name.starts_with("WAFFLE__")));
            command
        };
        if let Some(server) = Self::run(command(&NEWER_SETTINGS), stage).await {
            return server;
        }
        Self::run(command(&[]), stage).await.expect("a server that listens")
    }

    /// Runs a command that says where it listens. Returns `None` if it ends without that.
    pub async fn run(mut command: Command, stage: &Stage) -> Option<Self> {
        let mut child = command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
        let line = tokio::task::spawn_blocking(move || {
            let line = lines.by_ref().find(|line| line.contains("address=http://"));
            // It should have nothing more to say, so show whatever it says.
            thread::spawn(move || lines.for_each(|line| eprintln!("{line}")));
            line
        });
        let Some(line) = line.await.unwrap() else {
            child.wait().unwrap();
            return None;
        };
        let address = line.split_once("http://").unwrap().1.split(' ').next().unwrap().to_owned();
        Some(Self { child, address, postmaster: stage.postmaster() })
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Returns the CPU time used so far by the server, by PostgreSQL and by this process.
    pub fn used(&self) -> Used {
        Used::now(self.id(), self.postmaster)
    }

    /// Returns the server's memory in megabytes.
    pub fn megabytes(&self) -> f64 {
        process::megabytes(self.id())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the program of this build.
pub fn this_build() -> PathBuf {
    crate::program::program()
}

/// Returns the program of another build to compare with this one, if there is one.
pub fn other_build() -> Option<PathBuf> {
    env::var_os("WAFFLE_BENCH_AGAINST").filter(|path| !path.is_empty()).map(PathBuf::from)
}
