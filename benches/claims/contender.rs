//! The two servers under test, each a process of its own.

use std::{
    env,
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use waffle_private_postgres::Cluster;

use crate::{baseline, processor};

/// The password of the first account.
pub(crate) const PASSWORD: &str = "waffle-iron-42";

/// A running server, killed on drop.
pub(crate) struct Contender {
    child: Child,
    /// Host and port.
    pub(crate) address: String,
    database: &'static str,
}

impl Contender {
    /// Starts this server as in production, but without the rate limit on claims.
    pub(crate) async fn server(cluster: &Cluster) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_waffle"));
        command
            .env_clear()
            .env("DATABASE_URL", cluster.url("waffle"))
            .env("JWT_SECRET", "a secret of thirty-two characters")
            .env("ADMIN_PASSWORD", PASSWORD)
            .env("WAFFLE__SERVER__LISTEN", "127.0.0.1:0")
            .env("WAFFLE__AUTH__BCRYPT_COST", "4")
            .env("WAFFLE__RATE_LIMIT__CLAIMS_PER_MINUTE", "0");
        Self::start(command, "waffle").await
    }

    /// Starts the handler with one transaction per claim.
    pub(crate) async fn baseline(cluster: &Cluster, pool: u32) -> Self {
        let mut command = Command::new(env::current_exe().unwrap());
        command.args([baseline::ARGUMENT, &cluster.url("baseline"), &pool.to_string()]);
        Self::start(command, "baseline").await
    }

    async fn start(mut command: Command, database: &'static str) -> Self {
        let mut child = command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let address = tokio::task::spawn_blocking(move || {
            let line = lines.by_ref().map(Result::unwrap).find(|line| line.contains("address=http://"));
            let address = line.expect("a server that listens").split_once("http://").unwrap().1.to_owned();
            // It should have nothing more to say, so show whatever it says.
            thread::spawn(move || lines.map_while(Result::ok).for_each(|line| eprintln!("{line}")));
            address.split(' ').next().unwrap().to_owned()
        });
        Self { child, address: address.await.unwrap(), database }
    }

    /// Returns the CPU time that the server and its database have used so far.
    pub(crate) fn used(&self) -> Duration {
        processor::used(self.child.id(), self.database)
    }

    /// Reads a waffle, which loads it into memory.
    pub(crate) async fn load(&self, slug: &str) {
        let url = format!("http://{}/api/waffles/{slug}", self.address);
        reqwest::get(url).await.unwrap().error_for_status().unwrap();
    }
}

impl Drop for Contender {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
