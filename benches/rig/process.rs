//! What processes use: CPU time, a figure that other work on the machine hardly disturbs, and memory. Linux only; 0
//! elsewhere.

use std::{fs, process, time::Duration};

/// One tick of the counters in `/proc`.
const TICK: Duration = Duration::from_millis(10);

/// CPU time used so far, by whom.
#[derive(Clone, Copy, Default)]
pub struct Used {
    pub server: Duration,
    pub postgres: Duration,
    /// This process: the buyers and watchers.
    pub load: Duration,
}

impl Used {
    /// Reads the counters of a server and of a PostgreSQL, given by its first process.
    pub fn now(server: u32, postmaster: u32) -> Self {
        Self { server: ticks(server), postgres: family(postmaster), load: ticks(process::id()) }
    }

    pub fn since(self, before: Self) -> Self {
        Self {
            server: self.server.saturating_sub(before.server),
            postgres: self.postgres.saturating_sub(before.postgres),
            load: self.load.saturating_sub(before.load),
        }
    }

    /// Returns the load's share of all that was used, in per cent.
    pub fn load_share(self) -> f64 {
        let all = self.server + self.postgres + self.load;
        100.0 * self.load.as_secs_f64() / all.as_secs_f64().max(f64::MIN_POSITIVE)
    }
}

/// Returns the CPU time of each thread of a process, with the thread's name.
pub fn threads(id: u32) -> Vec<(u32, String, Duration)> {
    let tasks = fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten().flatten();
    let tasks = tasks.filter_map(|task| {
        let stat = fs::read_to_string(task.path().join("stat")).ok()?;
        let (head, tail) = stat.rsplit_once(") ")?;
        let (id, name) = head.split_once(" (")?;
        Some((id.parse().ok()?, name.to_owned(), own_time(tail)?))
    });
    let mut tasks: Vec<_> = tasks.collect();
    tasks.sort_unstable();
    tasks
}

/// Returns the memory of a process that is in RAM, in megabytes.
pub fn megabytes(id: u32) -> f64 {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kibibytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok());
    kibibytes.unwrap_or(0.0) * 1_024.0 / 1e6
}

fn ticks(id: u32) -> Duration {
    stat(id).and_then(|stat| own_time(&stat)).unwrap_or_default()
}

/// Returns the time of a process, of its children, and of those that have ended.
fn family(id: u32) -> Duration {
    let Ok(processes) = fs::read_dir("/proc") else { return Duration::ZERO };
    let processes = processes.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok());
    let children = processes.filter_map(stat).filter(|stat| stat.split(' ').nth(1) == Some(&id.to_string()));
    let children: Duration = children.filter_map(|stat| own_time(&stat)).sum();
    let ended = stat(id).and_then(|stat| time(&stat, 13)).unwrap_or_default();
    ticks(id) + ended + children
}

/// Returns what follows the name, which may contain anything.
fn stat(id: u32) -> Option<String> {
    let line = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    Some(line.rsplit_once(") ")?.1.to_owned())
}

fn own_time(stat: &str) -> Option<Duration> {
    time(stat, 11)
}

/// Returns the sum of the times in user and system mode, which are next to each other.
fn time(stat: &str, place: usize) -> Option<Duration> {
    let mut fields = stat.split(' ').skip(place);
    Some(TICK * (fields.next()?.parse::<u32>().ok()? + fields.next()?.parse::<u32>().ok()?))
}
