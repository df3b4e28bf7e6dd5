//! The limit on open files, which bounds the connections.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Raises the limit as far as the system allows, and returns how many sockets may be open: as many as `wanted`, unless
/// they would leave less than a quarter of the files for everything else.
pub(super) fn sockets(wanted: usize) -> usize {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    let files = if setrlimit(Resource::Nofile, raised).is_ok() { limit.maximum } else { limit.current };
    let room = files.map_or(usize::MAX, |files| usize::try_from(files / 4 * 3).unwrap_or(usize::MAX));
    if room < wanted {
        log::info!("the limit on open files allows fewer watchers than live.sockets: allowed={room}");
    }
    wanted.min(room)
}
