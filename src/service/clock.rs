//! The clock: the only source of time, which is then passed on as a parameter.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::{Duration, Instant},
};

use chrono::{DateTime, TimeDelta, Utc};

/// A clock: the system's, or one that a test moves by hand. Clones stay in step.
#[derive(Clone, Debug)]
pub struct Clock {
    source: Source,
}

#[derive(Clone, Debug)]
enum Source {
    System { started: Instant },
    Manual { start: DateTime<Utc>, passed_micros: Arc<AtomicI64> },
}

impl Clock {
    /// Returns the system's clock.
    pub fn system() -> Self {
        Self { source: Source::System { started: Instant::now() } }
    }

    /// Returns a clock that stands still at `start` until [`advance`](Self::advance) moves it.
    pub fn manual(start: DateTime<Utc>) -> Self {
        Self { source: Source::Manual { start, passed_micros: Arc::default() } }
    }

    /// Returns the time of day in UTC, in whole microseconds, since PostgreSQL stores no more.
    pub fn now(&self) -> DateTime<Utc> {
        match &self.source {
            Source::System { .. } => system_now(),
            Source::Manual { start, passed_micros } => {
                *start + TimeDelta::microseconds(passed_micros.load(Ordering::SeqCst))
            }
        }
    }

    /// Returns the time since this clock was created. Never goes back, even if the system's time of day is set.
    pub fn elapsed(&self) -> Duration {
        match &self.source {
            Source::System { started } => started.elapsed(),
            Source::Manual { passed_micros, .. } => {
                Duration::from_micros(u64::try_from(passed_micros.load(Ordering::SeqCst)).unwrap_or(0))
            }
        }
    }

    /// Moves a manual clock and its clones forward. Does nothing to the system's clock.
    pub fn advance(&self, by: Duration) {
        if let Source::Manual { passed_micros, .. } = &self.source {
            passed_micros.fetch_add(i64::try_from(by.as_micros()).unwrap_or(i64::MAX), Ordering::SeqCst);
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "the one place where the system's time comes in")]
fn system_now() -> DateTime<Utc> {
    let now = Utc::now();
    now - TimeDelta::nanoseconds(i64::from(now.timestamp_subsec_nanos() % 1_000))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manual_clock_moves_with_its_clones_and_only_by_hand() {
        let clock = Clock::manual(DateTime::UNIX_EPOCH);
        let clone = clock.clone();
        assert_eq!(clone.now(), DateTime::UNIX_EPOCH);
        clock.advance(Duration::from_secs(90));
        assert_eq!(clone.now().to_rfc3339(), "1970-01-01T00:01:30+00:00");
        assert_eq!(clone.elapsed(), Duration::from_secs(90));
    }

    #[test]
    fn the_system_clock_returns_whole_microseconds() {
        let now = Clock::system().now();
        assert!(now > DateTime::UNIX_EPOCH);
        assert_eq!(now.timestamp_subsec_nanos() % 1_000, 0);
    }
}
