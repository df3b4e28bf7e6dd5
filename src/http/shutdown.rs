//! Shutdown: the signals that ask for it, and the flag that announces it.

use std::{future::Future, io, sync::Arc};

use tokio::{
    signal::unix::{SignalKind, signal},
    sync::watch,
};

/// Whether the server is shutting down. Clones share the flag.
#[derive(Debug, Clone)]
pub struct Shutdown(Arc<watch::Sender<bool>>);

impl Default for Shutdown {
    fn default() -> Self {
        Self(Arc::new(watch::Sender::new(false)))
    }
}

impl Shutdown {
    /// Returns whether the shutdown has begun.
    pub fn has_begun(&self) -> bool {
        *self.0.borrow()
    }

    /// Resolves when the shutdown begins, immediately if it has.
    pub async fn begun(&self) {
        // The sender lives as long as `self`, so waiting can't fail.
        let _ = self.0.subscribe().wait_for(|begun| *begun).await;
    }

    pub fn begin(&self) {
        self.0.send_replace(true);
    }
}

/// Listens for SIGTERM and SIGINT from now on; the future resolves at the first one.
pub fn signals() -> io::Result<impl Future<Output = ()>> {
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn everyone_is_told_before_and_after_it_begins() {
        let shutdown = Shutdown::default();
        assert!(!shutdown.has_begun());
        let clone = shutdown.clone();
        let early = tokio::spawn(async move { clone.begun().await });
        shutdown.begin();
        early.await.unwrap();
        shutdown.begun().await;
        assert!(shutdown.has_begun());
    }
}
