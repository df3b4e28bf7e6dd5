//! How much CPU time a claim costs, a figure that other work on the machine hardly disturbs. Linux only; 0 elsewhere.

use std::{fs, time::Duration};

/// One tick of the counters in `/proc`.
const TICK: Duration = Duration::from_millis(10);

/// Returns the CPU time that a server and its database sessions have used so far.
pub(crate) fn used(server: u32, database: &str) -> Duration {
    let session = format!("postgres: waffle {database} ");
    let Ok(processes) = fs::read_dir("/proc") else { return Duration::ZERO };
    let processes = processes.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok());
    let ticks = processes.filter_map(|id| {
        let command = fs::read_to_string(format!("/proc/{id}/cmdline")).ok()?;
        (id == server || command.starts_with(&session)).then(|| ticks(id)).flatten()
    });
    TICK * ticks.sum()
}

/// Returns the ticks that a process has spent in user and system mode.
fn ticks(id: u32) -> Option<u32> {
    let line = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // Skip past the process name, which may contain anything.
    let mut fields = line.rsplit_once(") ")?.1.split(' ').skip(11);
    Some(fields.next()?.parse::<u32>().ok()? + fields.next()?.parse::<u32>().ok()?)
}
