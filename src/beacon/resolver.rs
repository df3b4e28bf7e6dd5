//! Finding addresses of hosts.

use std::io;
use std::net::ToSocketAddrs;
use std::sync::Arc;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use tokio::sync::{Semaphore, oneshot};

/// How many names may be looked up at once; a resolver that is dead keeps each of them for half a minute.
const AT_ONCE: usize = 8;

/// Asks the system, on threads of its own: a process waits at its end for those of its runtime, until the resolver
/// gives up.
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
                // Nobody may be waiting any more.
                let _ = sender.send(found);
            })?;
            let found: Addrs = Box::new(found.await.map_err(io::Error::other)??);
            Ok(found)
        })
    }
}
