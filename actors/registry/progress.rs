//! How long to wait for a waffle that has to be loaded.

use std::pin::pin;
use std::sync::{Mutex, PoisonError};

use tokio::time::{Instant, timeout_at};
use waffle_domain::failure::Failure;
use waffle_domain::timeouts::{WAFFLE_LINE, WAFFLE_LOAD};

/// When a waffle was last looked up or loaded: it distinguishes a long queue from a database that is away.
#[derive(Default)]
pub(crate) struct Progress(Mutex<Option<Instant>>);

impl Progress {
    /// Waits for a waffle while others are loaded, up to 7 s; while none is, up to 1.9 s.
    pub(crate) async fn wait<T>(&self, work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
        let (mut work, asked) = (pin!(work), Instant::now());
        let mut until = patience(asked, self.last());
        loop {
            if let Ok(done) = timeout_at(until, &mut work).await {
                return done;
            }
            let longer = patience(asked, self.last());
            if longer <= until {
                return Err(Failure::unavailable("loading the waffle takes too long"));
            }
            until = longer;
        }
    }

    /// Notes that waffles were looked up or loaded.
    pub(crate) fn moves(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    fn last(&self) -> Option<Instant> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns until when to wait.
fn patience(asked: Instant, moved: Option<Instant>) -> Instant {
    let since = moved.map_or(asked, |moved| moved.max(asked));
    (since + WAFFLE_LOAD).min(asked + WAFFLE_LINE)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::Instant;
    use waffle_domain::timeouts::{WAFFLE_LINE, WAFFLE_LOAD};

    use super::patience;

    #[test]
    fn a_caller_waits_longer_while_the_queue_moves_but_not_for_ever() {
        let asked = Instant::now();
        let (second, milli) = (Duration::from_secs(1), Duration::from_millis(1));
        assert_eq!(patience(asked, None), asked + WAFFLE_LOAD);
        assert_eq!(patience(asked, asked.checked_sub(second)), asked + WAFFLE_LOAD);
        assert_eq!(patience(asked, Some(asked + second)), asked + second + WAFFLE_LOAD);
        let last = WAFFLE_LINE.saturating_sub(WAFFLE_LOAD);
        assert_eq!(patience(asked, Some(asked + last - milli)), asked + WAFFLE_LINE - milli);
        assert_eq!(patience(asked, Some(asked + last + milli)), asked + WAFFLE_LINE);
    }
}
