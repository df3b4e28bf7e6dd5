//! Resolves host names.

use std::io;
use std::net::ToSocketAddrs;
use std::sync::Arc;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use tokio::sync::{Semaphore, oneshot};

/// How many look-ups may run at the same time. A dead resolver blocks each of them for half a minute.
const AT_ONCE: usize = 8;

/// Asks the system's resolver on separate threads: a process that exits waits for the threads of its runtime, until the
/// resolver gives up.
#[derive(Debug)]
pub(crate) struct OwnThreads(Arc<Semaphore>);

impl Default for OwnThreads {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(AT_ONCE)))
    }
}

impl Resolve for OwnThreads {
    fn resolve(&self, name: Name) -> Resolving {
        let turn = Arc::clone(&self.0).try_acquire_owned();
        Box::pin(async move {
            let turn = turn.map_err(|_| io::Error::other("too many names are looked up already"))?;
            let (sender, found) = oneshot::channel();
            std::thread::Builder::new().name("resolver".to_owned()).spawn(move || {
                let found = (name.as_str(), 0).to_socket_addrs();
                drop(turn);
                // The caller may have stopped waiting.
                let _ = sender.send(found);
            })?;
            let found: Addrs = Box::new(found.await.map_err(io::Error::other)??);
            Ok(found)
        })
    }
}
