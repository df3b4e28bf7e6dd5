//! The limit on open files, which bounds the connections.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Raises the limit as far as the system allows, and returns how many sockets may be open: as many as `wanted`, unless
/// they would leave less than a quarter of the files for everything else.
pub(super) fn sockets(wanted: usize) -> usize {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    let files = if setrlimit(Resource::Nofile, raised).is_ok() { limit.maximum } else { limit.current };
    let room = room(files);
    if room < wanted {
        log::info!(allowed = room; "the limit on open files allows fewer watchers than live.sockets");
    }
    wanted.min(room)
}

/// Returns how many files may be open once the limit is raised; none if there is no limit.
pub(crate) fn most() -> Option<u64> {
    getrlimit(Resource::Nofile).maximum
}

/// Returns how many sockets a limit on files leaves room for.
pub(crate) fn room(files: Option<u64>) -> usize {
    files.map_or(usize::MAX, |files| usize::try_from(files / 4 * 3).unwrap_or(usize::MAX))
}
