//! What ends a program that hangs in one input: nothing within it can.

use std::process::abort;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use crate::corpus::Corpus;

/// How long one input may take, on a machine that does other things as well.
const PATIENCE: Duration = Duration::from_mins(1);

#[derive(Default)]
struct Watched {
    runs: AtomicU64,
    input: Mutex<Vec<u8>>,
}

/// Watches the runs of a target until it is dropped.
pub(crate) struct Watchdog {
    watched: Arc<Watched>,
    _until_dropped: Sender<()>,
}

impl Watchdog {
    pub(crate) fn start(target: &str) -> Self {
        let (until_dropped, dropped) = channel::<()>();
        let watched = Arc::new(Watched::default());
        let (target, seen) = (target.to_owned(), Arc::clone(&watched));
        thread::spawn(move || {
            let mut before = u64::MAX;
            while dropped.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                let runs = seen.runs.load(Ordering::Relaxed);
                if runs == before {
                    let input = seen.input.lock().unwrap().clone();
                    let path = Corpus::of(&target).keep(&input);
                    eprintln!("{target} hangs\n  in: {}\n  kept: {}", input.escape_ascii(), path.display());
                    abort();
                }
                before = runs;
            }
        });
        Self { watched, _until_dropped: until_dropped }
    }

    /// Notes the input that is tried now.
    pub(crate) fn note(&self, input: &[u8]) {
        let mut noted = self.watched.input.lock().unwrap();
        noted.clear();
        noted.extend_from_slice(input);
        self.watched.runs.fetch_add(1, Ordering::Relaxed);
    }
}
