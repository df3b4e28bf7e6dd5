//! Calendar months in UTC.

use std::fmt;

use chrono::{DateTime, Datelike, NaiveDate, NaiveTime, Utc};
use serde::{Serialize, Serializer};

use super::period::Range;

/// A calendar month in UTC, written `2026-11`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Month {
    year: i32,
    month: u32,
}

/// Nothing happened before this month, so a range that begins earlier is cut here.
const EARLIEST: Month = Month { year: 1970, month: 1 };

impl Month {
    /// Returns the month of a moment.
    pub fn of(moment: DateTime<Utc>) -> Self {
        Self { year: moment.year(), month: moment.month() }
    }

    /// Returns the first moment of the month.
    pub fn start(self) -> DateTime<Utc> {
        let day = NaiveDate::from_ymd_opt(self.year, self.month, 1).unwrap_or(NaiveDate::MAX);
        day.and_time(NaiveTime::MIN).and_utc()
    }

    /// Returns the month that is `months` earlier.
    pub fn earlier(self, months: u32) -> Self {
        (0..months).fold(self, |month, _| month.previous())
    }

    fn previous(self) -> Self {
        if self.month == 1 { Self { year: self.year - 1, month: 12 } } else { Self { month: self.month - 1, ..self } }
    }

    /// Returns the first moment after the month.
    pub fn end(self) -> DateTime<Utc> {
        self.next().start()
    }

    fn next(self) -> Self {
        if self.month == 12 { Self { year: self.year + 1, month: 1 } } else { Self { month: self.month + 1, ..self } }
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.year, self.month)
    }
}

impl Serialize for Month {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Lists the months of a range without gaps, earliest first: from its beginning, or else from the first event, to its
/// end, but not beyond `now`.
pub fn months(range: &Range, first_event: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Vec<Month> {
    let Some(start) = range.start().or(first_event) else { return Vec::new() };
    let last_moment = range.end().map_or(now, |end| now.min(end - chrono::TimeDelta::microseconds(1)));
    let last = Month::of(last_moment);
    std::iter::successors(Some(Month::of(start).max(EARLIEST)), |month| Some(month.next()))
        .take_while(|month| *month <= last)
        .collect()
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, Utc};

    use super::{Month, months};
    use crate::report::period::Range;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn listed(from: &str, to: &str, first: Option<&str>) -> Vec<String> {
        let range = Range::parse(from, to).unwrap();
        let months = months(&range, first.map(at), at("2026-03-15T12:00:00Z"));
        months.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn gaps_are_filled_across_the_year() {
        assert_eq!(listed("2025-11-30", "2026-02-01", None), ["2025-11", "2025-12", "2026-01", "2026-02"]);
        assert_eq!(listed("2026-01-31", "2026-01-31", None), ["2026-01"]);
    }

    #[test]
    fn open_ends_reach_from_the_first_event_to_now() {
        assert_eq!(listed("", "", Some("2026-01-31T23:59:59Z")), ["2026-01", "2026-02", "2026-03"]);
        assert_eq!(listed("", "2026-02-28", Some("2026-02-01T00:00:00Z")), ["2026-02"]);
        assert_eq!(listed("2026-03-01", "", None), ["2026-03"]);
        assert!(listed("", "", None).is_empty(), "nothing ever happened");
    }

    #[test]
    fn the_future_and_the_distant_past_are_left_out() {
        assert_eq!(listed("2026-03-01", "9999-12-31", None), ["2026-03"]);
        assert!(listed("2026-04-01", "2026-05-01", None).is_empty());
        assert_eq!(listed("0001-01-01", "1970-02-01", None), ["1970-01", "1970-02"]);
    }

    #[test]
    fn a_month_knows_where_it_begins_and_what_was_before() {
        let month = Month::of(at("2026-01-31T23:59:59Z"));
        assert_eq!(month.start(), at("2026-01-01T00:00:00Z"));
        assert_eq!(month.earlier(11).to_string(), "2025-02");
        assert_eq!(serde_json::to_value(month).unwrap(), "2026-01");
    }
}
