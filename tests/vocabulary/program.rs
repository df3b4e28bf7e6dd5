//! The program, run as an operator runs it.

use std::{
    env,
    path::PathBuf,
    process::{ExitStatus, Output, Stdio},
    time::{Duration, Instant},
};

use tokio::{
    io::{AsyncBufReadExt, AsyncRead, BufReader},
    process::{Child, Command},
    sync::watch,
    task::JoinHandle,
    time::timeout,
};

use crate::sign_in::PASSWORD;

/// How long it may take to stop.
const SHUTDOWN: Duration = Duration::from_secs(15);

/// The program that was built together with the test that runs.
pub fn program() -> PathBuf {
    let test = env::current_exe().unwrap();
    test.parent().and_then(|folder| folder.parent()).unwrap().join("waffle-under-test")
}

/// A command that runs the program with no settings at all.
pub fn waffle() -> Command {
    let mut command = Command::new(program());
    command.env_clear().kill_on_drop(true).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A command that runs the program with the settings that it needs.
pub fn configured(database_url: &str) -> Command {
    let mut command = waffle();
    command
        .env("DATABASE_URL", database_url)
        .env("JWT_SECRET", "a secret of thirty-two characters")
        .env("ADMIN_PASSWORD", PASSWORD)
        .env("WAFFLE__SERVER__LISTEN", "127.0.0.1:0")
        .env("WAFFLE__AUTH__BCRYPT_COST", "4");
    command
}

/// Everything that a program printed before it ended.
pub fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// A server process, killed when dropped.
pub struct Server {
    child: Child,
    /// Host and port; empty until it listens.
    pub address: String,
    /// How long it took from launch to listening.
    start: Duration,
    log: watch::Receiver<String>,
    readers: [JoinHandle<()>; 2],
}

impl Server {
    /// Starts one of several servers with some further settings.
    pub async fn start(database_url: &str, settings: &[(&str, &str)]) -> Self {
        let mut command = configured(database_url);
        command
            .env("TRUSTED_PROXIES", "127.0.0.1/32")
            // More threads than small machines get, so that work runs in parallel here as on large ones.
            .env("WAFFLE__SERVER__ACTOR_THREADS", "3")
            .env("WAFFLE__CLAIMS__LANES", "3")
            .envs(settings.iter().copied());
        Self::listening(command).await
    }

    /// Runs a command, and waits until it listens.
    pub async fn listening(command: Command) -> Self {
        let begun = Instant::now();
        let mut server = Self::spawn(command);
        server.address = server.serves("address").await;
        server.start = begun.elapsed();
        server
    }

    /// Runs a command.
    pub fn spawn(mut command: Command) -> Self {
        let mut child = command.spawn().unwrap();
        let (kept, log) = watch::channel(String::new());
        let readers = [keep(child.stdout.take().unwrap(), kept.clone()), keep(child.stderr.take().unwrap(), kept)];
        Self { child, address: String::new(), start: Duration::ZERO, log, readers }
    }

    /// Waits until the log contains these words, and returns what follows them, up to a space.
    pub async fn says(&self, words: &str) -> String {
        self.finds(words, |log| after(log, words)).await
    }

    /// Waits until the log has an address as this field, as text or as JSON, and returns it without the scheme.
    pub async fn serves(&self, field: &str) -> String {
        let (text, json) = (format!("{field}=http://"), format!("\"{field}\":\"http://"));
        let found = self.finds(field, |log| after(log, &text).or_else(|| after(log, &json))).await;
        found.split('"').next().unwrap_or_default().to_owned()
    }

    async fn finds(&self, words: &str, find: impl Fn(&str) -> Option<String>) -> String {
        let mut log = self.log.clone();
        let said = log.wait_for(|log| find(log).is_some()).await.ok().and_then(|log| find(&log));
        said.unwrap_or_else(|| panic!("it ended before it said {words}: {}", self.log()))
    }

    /// Its log so far.
    pub fn log(&self) -> String {
        self.log.borrow().clone()
    }

    /// The lines of its log that have this level, or contain these words.
    pub fn logged(&self, level: &str) -> Vec<String> {
        self.log.borrow().lines().filter(|line| line.contains(level)).map(str::to_owned).collect()
    }

    /// The id of its process.
    pub fn id(&self) -> u32 {
        self.child.id().expect("a running server")
    }

    /// Two seconds on an idle machine; more if this one was already slow to start the server.
    pub fn two_seconds(&self) -> Duration {
        Duration::from_secs(2).max(self.start * 5)
    }

    /// Kills it without a chance to clean up, like a crash.
    pub async fn kill(&mut self) {
        self.child.kill().await.unwrap();
    }

    /// Suspends it together with whatever connections and locks it holds.
    pub async fn freeze(&self) {
        self.signal("STOP").await;
    }

    /// Resumes it.
    pub async fn wake(&self) {
        self.signal("CONT").await;
    }

    /// Asks it to stop, and waits until it has.
    pub async fn stop(&mut self) {
        self.terminate().await;
        self.ended().await;
    }

    /// Asks it to stop.
    pub async fn terminate(&self) {
        self.signal("TERM").await;
    }

    /// Waits for it to exit, which must be within 15 s and with success, and for the end of its log.
    pub async fn ended(&mut self) {
        self.ended_within(SHUTDOWN).await;
    }

    /// The same for a program that may take longer.
    pub async fn ended_within(&mut self, limit: Duration) {
        let ended = timeout(limit, self.exit()).await;
        let status = ended.unwrap_or_else(|_| panic!("no end within {limit:?}: {}", self.log()));
        assert_eq!(status.code(), Some(0), "{}", self.log());
    }

    /// Waits for it to exit, and for the end of its log.
    pub async fn exit(&mut self) -> ExitStatus {
        let status = self.child.wait().await.unwrap();
        for reader in &mut self.readers {
            if !reader.is_finished() {
                reader.await.unwrap();
            }
        }
        status
    }

    /// Sends it a signal.
    pub async fn signal(&self, name: &str) {
        assert!(Command::new("kill").args(["-s", name, &self.id().to_string()]).status().await.unwrap().success());
    }
}

/// What follows these words, up to a space.
fn after(log: &str, words: &str) -> Option<String> {
    let (_, rest) = log.split_once(words)?;
    rest.find([' ', '\n']).map(|end| rest[..end].to_owned())
}

fn keep(stream: impl AsyncRead + Unpin + Send + 'static, log: watch::Sender<String>) -> JoinHandle<()> {
    tokio::spawn(async move {
        let (mut stream, mut line) = (BufReader::new(stream), Vec::new());
        while stream.read_until(b'\n', &mut line).await.is_ok_and(|read| read > 0) {
            log.send_modify(|log| *log += &String::from_utf8_lossy(&line));
            line.clear();
        }
    })
}
