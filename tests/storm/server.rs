//! The program, run as an operator runs it.

use std::{
    process::Stdio,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, Command},
};

/// The password of the first account.
pub(crate) const PASSWORD: &str = "cherry-iron-42";

/// A server process, killed when dropped.
pub(crate) struct Server {
    child: Child,
    /// Host and port.
    pub(crate) address: String,
    /// How long it took from launch to listening.
    start: Duration,
    log: Arc<Mutex<Vec<String>>>,
}

impl Server {
    pub(crate) async fn start(database_url: &str, settings: &[(&str, &str)]) -> Self {
        let begun = Instant::now();
        let mut command = Command::new(env!("CARGO_BIN_EXE_waffle-under-test"));
        command
            .env_clear()
            .env("DATABASE_URL", database_url)
            .env("JWT_SECRET", "a secret of thirty-two characters")
            .env("ADMIN_PASSWORD", PASSWORD)
            .env("TRUSTED_PROXIES", "127.0.0.1/32")
            .env("WAFFLE__SERVER__LISTEN", "127.0.0.1:0")
            .env("WAFFLE__AUTH__BCRYPT_COST", "4")
            // More threads than small machines get, so that what runs side by side on large ones does here.
            .env("WAFFLE__SERVER__ACTOR_THREADS", "3")
            .env("WAFFLE__CLAIMS__LANES", "3")
            .envs(settings.iter().copied())
            .kill_on_drop(true)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        while let Some(line) = lines.next_line().await.unwrap() {
            let Some((_, rest)) = line.split_once("address=http://") else { continue };
            let address = rest.split(' ').next().unwrap().to_owned();
            let log = Arc::new(Mutex::new(vec![line]));
            let kept = Arc::clone(&log);
            tokio::spawn(async move {
                while let Ok(Some(line)) = lines.next_line().await {
                    kept.lock().unwrap().push(line);
                }
            });
            return Self { child, address, start: begun.elapsed(), log };
        }
        panic!("it ended before it listened: {:?}", child.wait().await);
    }

    /// Two seconds on an idle machine; more if this one was already slow to start the server.
    pub(crate) fn two_seconds(&self) -> Duration {
        Duration::from_secs(2).max(self.start * 5)
    }

    /// Kills it without a chance to clean up, like a crash.
    pub(crate) async fn kill(&mut self) {
        self.child.kill().await.unwrap();
    }

    /// Suspends it together with whatever connections and locks it holds.
    pub(crate) async fn freeze(&self) {
        self.signal("STOP").await;
    }

    /// Resumes it.
    pub(crate) async fn wake(&self) {
        self.signal("CONT").await;
    }

    /// Asks it to stop, and waits until it has.
    pub(crate) async fn stop(&mut self) {
        self.terminate().await;
        self.ended().await;
    }

    /// Asks it to stop.
    pub(crate) async fn terminate(&self) {
        self.signal("TERM").await;
    }

    /// Waits for it to exit, which must be within 15 s and with success.
    pub(crate) async fn ended(&mut self) {
        let ended = tokio::time::timeout(Duration::from_secs(15), self.child.wait()).await;
        assert_eq!(ended.expect("an end within 15 s").unwrap().code(), Some(0));
    }

    async fn signal(&self, name: &str) {
        let id = self.child.id().expect("a running server").to_string();
        assert!(Command::new("kill").args(["-s", name, &id]).status().await.unwrap().success());
    }

    /// The lines of its log that have this level.
    pub(crate) fn logged(&self, level: &str) -> Vec<String> {
        self.log.lock().unwrap().iter().filter(|line| line.contains(level)).cloned().collect()
    }
}
