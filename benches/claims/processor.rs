//! How much processor time a claim costs: a figure that other work on the machine hardly disturbs. Linux only; elsewhere it is 0.

use std::{fs, time::Duration};

/// A tick of the counters in `/proc`.
const TICK: Duration = Duration::from_millis(10);

/// What a server and the sessions of its database have used so far.
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

/// Time in user and system mode.
fn ticks(id: u32) -> Option<u32> {
    let line = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name before may hold anything.
    let mut fields = line.rsplit_once(") ")?.1.split(' ').skip(11);
    Some(fields.next()?.parse::<u32>().ok()? + fields.next()?.parse::<u32>().ok()?)
}
