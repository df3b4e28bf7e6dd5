//! Open HTTP connections. The shutdown waits for them, except for those of watchers, which may never read what they
//! get.

use std::{cell::Cell, sync::Arc};

use tokio::sync::watch;

/// Counts connections. Clones share the count.
#[derive(Debug, Clone)]
pub struct Connections(Arc<watch::Sender<usize>>);

/// A connection, counted until it is closed or becomes a watcher's.
#[derive(Debug)]
pub struct Connection {
    all: Connections,
    counted: Cell<bool>,
}

impl Default for Connections {
    fn default() -> Self {
        Self(Arc::new(watch::Sender::new(0)))
    }
}

impl Connections {
    /// Counts a new connection.
    pub fn open(&self) -> Connection {
        self.0.send_modify(|count| *count += 1);
        Connection { all: self.clone(), counted: Cell::new(true) }
    }

    /// Resolves when no counted connection is left.
    pub async fn are_gone(&self) {
        // The sender lives as long as `self`, so waiting can't fail.
        let _ = self.0.subscribe().wait_for(|count| *count == 0).await;
    }
}

impl Connection {
    /// Stops counting the connection, since it carries no requests from now on.
    pub fn becomes_a_watchers(&self) {
        if self.counted.replace(false) {
            self.all.0.send_modify(|count| *count -= 1);
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.becomes_a_watchers();
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[tokio::test]
    async fn connections_that_close_or_become_watchers_do_not_count() {
        let connections = Connections::default();
        let (ends, watches) = (connections.open(), connections.open());
        let gone = || connections.are_gone().now_or_never().is_some();
        drop(ends);
        assert!(!gone());
        watches.becomes_a_watchers();
        assert!(gone());
        let other = connections.open();
        drop(watches);
        assert!(!gone(), "a watcher's connection counts no more");
        drop(other);
        assert!(gone());
    }
}
