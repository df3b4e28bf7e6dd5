//! The process between an owner and its PostgreSQL. It outlives the owner just long enough to clean up.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use crate::Error;
use crate::user::User;

const SCRIPT: &str = include_str!("stop_with_parent.sh");
/// Creating a cluster takes about a second, but much longer on a slow disk.
const CREATION_LIMIT: Duration = Duration::from_mins(2);
/// Longer than the limits in the script.
const COMMAND_LIMIT: Duration = Duration::from_secs(75);
const LOG_TAIL: usize = 2_000;

/// What the keeper needs to start.
pub(crate) struct Plan<'a> {
    pub(crate) bin: &'a Path,
    pub(crate) user: Option<User>,
    pub(crate) place: &'a Path,
    /// The locked folder of a durable cluster. Without it, the cluster is removed at the end.
    pub(crate) durable: Option<File>,
    /// The port of the primary, if the server is to be its standby.
    pub(crate) standby_of: Option<u16>,
    pub(crate) options: &'a str,
    /// The password of a new cluster, or the primary's.
    pub(crate) password: &'a str,
}

/// A running keeper. Dropping it stops PostgreSQL in the background; `end` waits for that.
pub(crate) struct Keeper {
    /// Closing this pipe signals the keeper that its owner is gone.
    commands: Option<ChildStdin>,
    replies: Receiver<String>,
    home: PathBuf,
    /// Held here too, so that the folder stays locked if the keeper dies first.
    lock: Option<File>,
}

impl Keeper {
    /// Starts the keeper, which creates the cluster unless it exists.
    pub(crate) fn start(plan: Plan<'_>) -> Result<Self, Error> {
        let kind = match (&plan.durable, plan.standby_of) {
            (Some(_), _) => "durable",
            (None, Some(_)) => "standby",
            (None, None) => "throwaway",
        };
        let lock = plan.durable.as_ref().map(File::try_clone).transpose()?;
        let mut command = Command::new("/bin/sh");
        command
            .args(["-c", SCRIPT, "waffle-postgres-keeper"])
            .args([plan.bin.as_os_str(), kind.as_ref(), plan.place.as_os_str(), plan.options.as_ref()])
            .arg(plan.standby_of.unwrap_or_default().to_string())
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_else(|| "/usr/bin:/bin".into()))
            .current_dir("/")
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(plan.durable.map_or_else(Stdio::null, Stdio::from));
        if let Some(user) = plan.user {
            command.uid(user.uid).gid(user.gid);
        }
        let mut child = command.spawn()?;
        let (sender, replies) = channel();
        let commands = child.stdin.take();
        thread::Builder::new().name("postgres-keeper".into()).spawn(move || forward(child, &sender))?;

        let mut keeper = Self { commands, replies, home: plan.place.to_owned(), lock };
        let reply = keeper.ask(plan.password, CREATION_LIMIT)?;
        let (outcome, home) = reply.split_once(' ').unwrap_or((&reply, ""));
        if kind != "durable" {
            keeper.home = home.into();
        }
        if outcome == "home" { Ok(keeper) } else { Err(keeper.failure("make a cluster")) }
    }

    /// Returns the folder that holds the cluster, its password and its log.
    pub(crate) fn home(&self) -> &Path {
        &self.home
    }

    /// Starts the server on a port of 127.0.0.1 and waits until it answers.
    pub(crate) fn start_server(&mut self, port: u16) -> Result<(), Error> {
        match self.ask(&format!("start {port}"), COMMAND_LIMIT)?.as_str() {
            "ready" => Ok(()),
            _ => Err(self.failure("start")),
        }
    }

    /// Stops the server, in one of the modes of `pg_ctl`, and waits until it is gone.
    pub(crate) fn stop_server(&mut self, mode: &str) -> Result<(), Error> {
        match self.ask(&format!("stop {mode}"), COMMAND_LIMIT)?.as_str() {
            "stopped" => Ok(()),
            _ => Err(self.failure("stop")),
        }
    }

    /// Stops PostgreSQL for good and waits until nothing of it is left.
    pub(crate) fn end(&mut self) -> Result<(), Error> {
        self.commands = None;
        self.lock = None;
        loop {
            match self.replies.recv_timeout(COMMAND_LIMIT) {
                Ok(_) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
                Err(RecvTimeoutError::Timeout) => return Err(Error::TimedOut),
            }
        }
    }

    fn ask(&mut self, line: &str, limit: Duration) -> Result<String, Error> {
        let commands = self.commands.as_mut().ok_or(Error::KeeperGone)?;
        writeln!(commands, "{line}").map_err(|_| Error::KeeperGone)?;
        self.replies.recv_timeout(limit).map_err(|error| {
            // Sends nothing more: a late reply would be taken for the reply to the next command.
            self.commands = None;
            match error {
                RecvTimeoutError::Timeout => Error::TimedOut,
                RecvTimeoutError::Disconnected => Error::KeeperGone,
            }
        })
    }

    fn failure(&self, what: &'static str) -> Error {
        let log = std::fs::read(self.home.join("log")).unwrap_or_default();
        let tail = &log[log.len().saturating_sub(LOG_TAIL)..];
        Error::Failed { what, log: String::from_utf8_lossy(tail).trim().to_owned() }
    }
}

fn forward(mut child: Child, replies: &Sender<String>) {
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).lines().map_while(io::Result::ok) {
            // The keeper no longer reads, but the child still has to be reaped.
            if replies.send(line).is_err() {
                break;
            }
        }
    }
    if let Err(error) = child.wait() {
        log::warn!(error:%; "cannot wait for the keeper of PostgreSQL");
    }
}
