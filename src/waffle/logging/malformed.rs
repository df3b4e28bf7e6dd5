//! Bytes that are not an HTTP request: counted, and reported once a minute. The framework logs each of them as an error
//! before there is a request, so any client could flood the log; it does not say which client sent them.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use log::{Level, Record};

/// How long no line is written after the last one.
const QUIET: Duration = Duration::from_mins(1);

/// The counts.
pub(super) struct Malformed {
    all: AtomicU64,
    telling: Mutex<Telling>,
}

struct Telling {
    last: Option<Instant>,
    /// How many came since the last line.
    untold: u64,
}

/// The framework's reports of them.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Report {
    /// One more malformed request.
    One,
    /// Repeats what another report says.
    Echo,
}

impl Report {
    /// Recognizes one of the framework's reports; `None` for every other line.
    pub(super) fn of(record: &Record<'_>) -> Option<Self> {
        if record.level() != Level::Error || !record.target().starts_with("actix_http::h1::") {
            return None;
        }
        let text = record.args().to_string();
        if text.starts_with("stream error: request parse error") {
            return Some(Self::One);
        }
        text.starts_with("MAX_BUFFER_SIZE unprocessed data").then_some(Self::Echo)
    }
}

impl Malformed {
    pub(super) const fn new() -> Self {
        Self { all: AtomicU64::new(0), telling: Mutex::new(Telling { last: None, untold: 0 }) }
    }

    /// Counts one, and returns how many to report, unless the last line is less than a minute old.
    pub(super) fn note(&self, now: Instant) -> Option<u64> {
        self.all.fetch_add(1, Ordering::Relaxed);
        let mut telling = self.telling.lock().unwrap_or_else(PoisonError::into_inner);
        telling.untold += 1;
        if telling.last.is_some_and(|last| now.saturating_duration_since(last) < QUIET) {
            return None;
        }
        telling.last = Some(now);
        Some(std::mem::take(&mut telling.untold))
    }

    /// Returns how many there were since the start.
    pub(super) fn count(&self) -> u64 {
        self.all.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(target: &str, level: Level, text: &str) -> Option<Report> {
        Report::of(&Record::builder().target(target).level(level).args(format_args!("{text}")).build())
    }

    #[test]
    fn one_line_a_minute_reports_all_that_came_since_the_last() {
        let (malformed, begun) = (Malformed::new(), Instant::now());
        let told = |after: u64| malformed.note(begun + Duration::from_millis(after));
        assert_eq!(told(0), Some(1));
        assert_eq!([told(0), told(30_000), told(59_999)], [None; 3]);
        assert_eq!(told(60_000), Some(4));
        assert_eq!(told(119_999), None);
        assert_eq!(told(500_000), Some(2));
        assert_eq!(malformed.count(), 7);
    }

    #[test]
    fn only_lines_that_clients_cause_are_kept_from_the_log() {
        let dispatcher = "actix_http::h1::dispatcher";
        assert_eq!(
            report(dispatcher, Level::Error, "stream error: request parse error: invalid method"),
            Some(Report::One)
        );
        let too_much = "MAX_BUFFER_SIZE unprocessed data reached, closing";
        assert_eq!(report("actix_http::h1::decoder", Level::Error, too_much), Some(Report::Echo));
        for (target, level, text) in [
            (dispatcher, Level::Error, "stream error: internal error"),
            (dispatcher, Level::Debug, "stream error: request parse error"),
            ("waffle::server", Level::Error, "stream error: request parse error"),
        ] {
            assert_eq!(report(target, level, text), None, "{target} {level} {text}");
        }
    }
}
