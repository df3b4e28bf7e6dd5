//! A private PostgreSQL for the demo, tests and benchmarks. No server in production uses it.
//!
//! It needs PostgreSQL's programs but no running server: a [`Cluster`] listens on a free port of 127.0.0.1 with a
//! separate password. It ends with the process that owns it, even if that is killed.

mod binaries;
mod cluster;
mod stop_with_parent;
mod user;

use std::path::PathBuf;

pub use cluster::{Cluster, StopMode};

/// The environment variable with the address of the server that all test programs share. A test program that runs
/// without it starts a server itself.
pub const TEST_POSTGRES: &str = "WAFFLE_TEST_POSTGRES";

/// Why there is no private PostgreSQL.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// PostgreSQL is not installed, or too old.
    #[error("PostgreSQL 14 or later is not installed; install it with: {command}")]
    NotInstalled {
        /// How to install it on this machine.
        command: String,
    },
    /// The data was written by a version that is not installed.
    #[error("the data was written by PostgreSQL {major}, which is not installed; install it, or start with empty data")]
    OtherVersion {
        /// The version that wrote the data.
        major: u32,
    },
    /// PostgreSQL refuses to run as root, and there is no other user to run it as.
    #[error("PostgreSQL does not run as root, and there is no user `postgres` or `nobody` to run it as")]
    NoUnprivilegedUser,
    /// Another process runs a PostgreSQL in the folder.
    #[error("{folder} is in use by another process", folder = .0.display())]
    InUse(PathBuf),
    /// The folder can't be used.
    #[error("cannot use {folder} for PostgreSQL: {source}", folder = .folder.display())]
    Folder {
        folder: PathBuf,
        /// The operating system's message.
        source: std::io::Error,
    },
    /// PostgreSQL reported a failure.
    #[error("PostgreSQL could not {what}: {log}")]
    Failed {
        /// The step that failed.
        what: &'static str,
        /// The end of its log.
        log: String,
    },
    /// PostgreSQL did not answer in time.
    #[error("PostgreSQL did not answer in time")]
    TimedOut,
    /// The process that runs PostgreSQL has ended.
    #[error("the private PostgreSQL has ended")]
    KeeperGone,
    /// The name would need quoting.
    #[error("`{0}` is no database name: use a-z, 0-9 and _")]
    DatabaseName(String),
    /// The server refused a statement.
    #[error(transparent)]
    Sql(#[from] sqlx::Error),
    /// The operating system refused something.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}
