//! The server, a process of its own.

use std::env;
use std::fs::read_to_string;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::thread;

use waffle_private_postgres::Cluster;

/// A running server, killed on drop.
pub(crate) struct Server {
    child: Child,
    /// Host and port.
    pub(crate) address: String,
}

impl Server {
    /// Starts a server as in production, but with as many sockets as one client wants.
    pub(crate) async fn start(cluster: &Cluster) -> Self {
        let program = env::var("WAFFLE_BENCH_SERVER").unwrap_or_else(|_| env!("CARGO_BIN_EXE_waffle").to_owned());
        let mut command = Command::new(program);
        command
            .env_clear()
            .env("DATABASE_URL", cluster.url("waffle"))
            .env("JWT_SECRET", "a secret of thirty-two characters")
            .env("ADMIN_PASSWORD", "waffle-iron-42")
            .env("WAFFLE__SERVER__LISTEN", "127.0.0.1:0")
            .env("WAFFLE__AUTH__BCRYPT_COST", "4")
            .env("WAFFLE__LIVE__SOCKETS_PER_ADDRESS", "1000000");
        let mut child = command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let address = tokio::task::spawn_blocking(move || {
            let line = lines.by_ref().map(Result::unwrap).find(|line| line.contains("address=http://"));
            let address = line.expect("a server that listens").split_once("http://").unwrap().1.to_owned();
            // It should have nothing more to say, so show whatever it says.
            thread::spawn(move || lines.map_while(Result::ok).for_each(|line| eprintln!("{line}")));
            address.split(' ').next().unwrap().to_owned()
        });
        Self { child, address: address.await.unwrap() }
    }

    /// Tells what it has used so far, where the system says.
    pub(crate) fn used(&self) -> String {
        let file = |name: &str| read_to_string(format!("/proc/{}/{name}", self.child.id())).unwrap_or_default();
        let ticks: u64 = file("stat").split(' ').skip(13).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
        let status = file("status");
        let memory = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or("?").trim();
        format!("{} ms of processor, {memory} resident", ticks * 10)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
