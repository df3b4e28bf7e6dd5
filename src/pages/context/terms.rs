//! When and how spots may be claimed, as buyers read it and as sellers enter it.

use chrono::{DateTime, Utc};
use serde::Serialize;
use waffle_domain::terms::Terms;
use waffle_domain::timezone::TimeZone;
use waffle_language::{Text, say};

use crate::context::Moment;

/// The terms of a waffle, as its page shows them.
#[derive(Debug, Clone, Default, Serialize)]
pub struct TermsView {
    #[serde(flatten)]
    terms: Terms,
    /// When buyers can claim, if that is not from the start.
    opens: Option<Moment>,
    /// The same in milliseconds since 1970, rounded up, so that no claim comes too early.
    opens_ms: i64,
    /// Whether it was still in the future when the page was made.
    waiting: bool,
}

impl TermsView {
    /// Describes terms at a moment.
    pub fn new(terms: &Terms, now: DateTime<Utc>) -> Self {
        Self {
            terms: terms.clone(),
            opens: terms.opens_at.map(Moment::from),
            opens_ms: terms.opens_at.map(milliseconds).unwrap_or_default(),
            waiting: terms.waiting(now),
        }
    }

    /// Describes terms to a seller at a moment; the opening is in the seller's time zone.
    pub fn in_zone(terms: &Terms, now: DateTime<Utc>, zone: TimeZone) -> Self {
        Self { opens: terms.opens_at.map(|at| zone.named_moment(at)), ..Self::new(terms, now) }
    }
}

/// A moment in milliseconds since 1970, rounded up.
pub fn milliseconds(at: DateTime<Utc>) -> i64 {
    (at.timestamp_micros() + 999) / 1_000
}

/// Writes minutes in the largest unit that leaves no rest.
pub fn how_long(minutes: i64) -> Text {
    match minutes {
        days if days % 1_440 == 0 => say!("time-days", count = days / 1_440),
        hours if hours % 60 == 0 => say!("time-hours", count = hours / 60),
        minutes => say!("time-minutes", count = minutes),
    }
}

#[cfg(test)]
mod tests {
    use super::how_long;

    #[test]
    fn minutes_are_written_in_the_largest_unit() {
        for (minutes, words) in
            [(5, "5 minutes"), (60, "1 hour"), (90, "90 minutes"), (1_440, "1 day"), (43_200, "30 days")]
        {
            assert_eq!(how_long(minutes).to_string(), words);
        }
    }
}
