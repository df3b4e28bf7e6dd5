//! The period that a report covers.

use chrono::{DateTime, NaiveDate, NaiveTime, SecondsFormat, TimeDelta, Utc};
use waffle_language::say;

use crate::invalid::{Invalid, checked};

/// A period of time; either end may be open.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Range {
    from: Option<Edge>,
    to: Option<Edge>,
}

/// One end of a range, which is part of the range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Edge {
    /// A whole day in UTC.
    Day(NaiveDate),
    Moment(DateTime<Utc>),
}

impl Range {
    /// An end of a range in the API's description: a day, or a moment as RFC 3339 writes it.
    pub const PATTERN: &str = concat!(
        "^([0-9]{4}-[0-9]{2}-[0-9]{2}",
        r"([Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2}))?)?$"
    );

    /// All of time.
    pub const ALL: Self = Self { from: None, to: None };

    /// Parses both ends, each `YYYY-MM-DD` (a whole day in UTC) or RFC 3339. Empty text leaves an end open.
    pub fn parse(from: &str, to: &str) -> Result<Self, Invalid> {
        let range = checked!(Self { from: Edge::parse("from", from), to: Edge::parse("to", to) })?;
        match (range.start(), range.end()) {
            (Some(start), Some(end)) if start >= end => Err(Invalid::field("to", say!("fault-period"))),
            _ => Ok(range),
        }
    }

    /// Returns the range from one day to another, both included.
    pub fn days(from: NaiveDate, to: NaiveDate) -> Self {
        Self { from: Some(Edge::Day(from)), to: Some(Edge::Day(to)) }
    }

    /// Returns the first moment; `None` if the range has no beginning.
    pub fn start(&self) -> Option<DateTime<Utc>> {
        self.from.map(|edge| match edge {
            Edge::Day(day) => midnight(day),
            Edge::Moment(moment) => moment,
        })
    }

    /// Returns the first moment after the range, in the microseconds that the database stores; `None` if the range has
    /// no end.
    pub fn end(&self) -> Option<DateTime<Utc>> {
        self.to.map(|edge| match edge {
            Edge::Day(day) => midnight(day) + TimeDelta::days(1),
            Edge::Moment(moment) => moment + TimeDelta::microseconds(1),
        })
    }

    /// Returns whether both ends are open.
    pub fn is_all(&self) -> bool {
        *self == Self::ALL
    }

    /// Returns the beginning as it was requested: a day, or a moment in UTC.
    pub fn from_text(&self) -> Option<String> {
        self.from.map(Edge::text)
    }

    /// Returns the end as it was requested.
    pub fn to_text(&self) -> Option<String> {
        self.to.map(Edge::text)
    }
}

impl Edge {
    fn parse(field: &str, text: &str) -> Result<Option<Self>, Invalid> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(None);
        }
        let refused = || Invalid::field(field, say!("fault-date"));
        let is_day = text.len() == 10
            && text.starts_with(|first: char| first.is_ascii_digit())
            && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
        if is_day {
            return NaiveDate::parse_from_str(text, "%Y-%m-%d").map(|day| Some(Self::Day(day))).map_err(|_| refused());
        }
        DateTime::parse_from_rfc3339(text).map(|moment| Some(Self::Moment(moment.to_utc()))).map_err(|_| refused())
    }

    fn text(self) -> String {
        match self {
            Self::Day(day) => day.format("%Y-%m-%d").to_string(),
            Self::Moment(moment) => moment.to_rfc3339_opts(SecondsFormat::AutoSi, true),
        }
    }
}

fn midnight(day: NaiveDate) -> DateTime<Utc> {
    day.and_time(NaiveTime::MIN).and_utc()
}

#[cfg(test)]
mod tests {
    use super::Range;

    fn edges(from: &str, to: &str) -> (Option<String>, Option<String>) {
        let range = Range::parse(from, to).unwrap();
        (range.start().map(|at| at.to_rfc3339()), range.end().map(|at| at.to_rfc3339()))
    }

    #[test]
    fn days_are_whole_and_inclusive() {
        let (start, end) = edges("2026-02-01", "2026-02-28");
        assert_eq!(start.as_deref(), Some("2026-02-01T00:00:00+00:00"));
        assert_eq!(end.as_deref(), Some("2026-03-01T00:00:00+00:00"));
        assert!(Range::parse("2026-02-01", "2026-02-01").is_ok(), "one day");
    }

    #[test]
    fn moments_are_inclusive_in_any_zone() {
        let (start, end) = edges("2026-02-01T01:00:00+01:00", "2026-02-01T00:00:00Z");
        assert_eq!(start.as_deref(), Some("2026-02-01T00:00:00+00:00"));
        assert_eq!(end.as_deref(), Some("2026-02-01T00:00:00.000001+00:00"));
    }

    #[test]
    fn an_open_end_stays_open() {
        assert!(Range::parse("", " ").unwrap().is_all());
        assert_eq!(edges("2026-01-01", "").1, None);
        assert_eq!(edges("", "2026-01-01").0, None);
    }

    #[test]
    fn a_range_is_shown_as_it_was_requested() {
        let range = Range::parse("2026-02-01", "2026-02-01T12:00:00.5+01:00").unwrap();
        assert_eq!(range.from_text().as_deref(), Some("2026-02-01"));
        assert_eq!(range.to_text().as_deref(), Some("2026-02-01T11:00:00.500Z"));
        assert_eq!(Range::ALL.from_text(), None);
    }

    #[test]
    fn a_text_that_is_no_date_is_refused_by_name() {
        for bad in [
            "yesterday",
            "2026-02-30",
            "2026-2-1",
            "02/01/2026",
            "20260201",
            "2026-13-01",
            "-026-01-01",
            "2026-02-01T00:00:00",
        ] {
            let refused = Range::parse(bad, "").unwrap_err().0.remove(0);
            assert_eq!(refused.field, "from", "{bad}");
            assert_eq!(refused.message.to_string(), "This is not a date. Enter one like 2026-11-20.");
            assert_eq!(Range::parse("", bad).unwrap_err().0[0].field, "to", "{bad}");
        }
        assert_eq!(Range::parse("x", "y").unwrap_err().0.len(), 2, "all at once");
        assert_eq!(Range::parse("2026-02-02", "2026-02-01").unwrap_err().0[0].field, "to");
    }
}
