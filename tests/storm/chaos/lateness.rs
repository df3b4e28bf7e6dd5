//! Whether the test itself is slow.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use tokio::time::{Instant, sleep};

/// How long it takes until a task runs whose time has come. What buyers see is that much slower.
#[derive(Clone, Default)]
pub(super) struct Late(Arc<AtomicU64>);

impl Late {
    const EVERY: Duration = Duration::from_millis(50);

    pub(super) async fn measure(self) {
        loop {
            let due = Instant::now() + Self::EVERY;
            sleep(Self::EVERY).await;
            let late = due.elapsed().as_millis();
            self.0.fetch_max(u64::try_from(late).unwrap_or(u64::MAX), Relaxed);
        }
    }

    /// The longest since this was asked last.
    pub(super) fn most(&self) -> Duration {
        Duration::from_millis(self.0.swap(0, Relaxed))
    }
}
