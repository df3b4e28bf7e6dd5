//! What all benchmarks of the server are based on: a database, servers as separate processes, and loads that take as
//! little of the machine as they can, since they share it with what they measure.

#![expect(clippy::cast_precision_loss, reason = "numbers for people")]

pub mod claims;
pub mod crowd;
pub mod frames;
pub mod http;
pub mod latencies;
pub mod process;
pub mod seller;
pub mod server;
pub mod stage;

use std::env;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Returns the whole number in an environment variable.
pub fn number(name: &str, default: u64) -> u64 {
    env::var(name).map_or(default, |text| text.parse().expect("a whole number"))
}

/// Returns whether a goal was met, for the end of a line.
pub fn verdict(met: bool) -> &'static str {
    if met { "met" } else { "MISSED" }
}

/// Raises the limit on open files as far as the system allows, for this process and its children. Returns the limit.
pub fn raise_open_files() -> usize {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    let files = if setrlimit(Resource::Nofile, raised).is_ok() { limit.maximum } else { limit.current };
    files.map_or(1_000_000, |files| usize::try_from(files).expect("a number of files"))
}
