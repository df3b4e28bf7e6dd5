//! Days and times, as a language writes them.

use chrono::{DateTime, Datelike, NaiveDateTime, SecondsFormat, Utc};
use fluent_bundle::FluentArgs;
use serde::{Deserialize, Serialize};

use crate::language::Language;
use crate::messages::{Style, write};
use crate::number::marks;

/// How exactly a time is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Precision {
    /// `17:44`
    #[default]
    Minutes,
    /// `17:44:09`
    Seconds,
    /// `17:44:09.42`, or with the language's decimal mark
    Hundredths,
}

/// A moment in UTC, for machines and for people. Scripts show it in the visitor's own zone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    /// RFC 3339 with `Z`.
    pub iso: String,
    /// Where it is shown in a zone that is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub there: Option<There>,
}

/// A moment by the clocks of a place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct There {
    /// What its clocks show.
    pub local: NaiveDateTime,
    /// The place, such as `New York`.
    pub city: String,
}

impl From<DateTime<Utc>> for Moment {
    fn from(at: DateTime<Utc>) -> Self {
        Self { iso: at.to_rfc3339_opts(SecondsFormat::Secs, true), there: None }
    }
}

impl Moment {
    /// Writes it to the minute: `20 Nov 2026, 17:44 UTC`, or `Tue 24 Nov 2026, 20:00 (New York)`.
    pub fn write(&self, language: Language) -> String {
        match &self.there {
            Some(There { local, city }) => parts(language, "moment-there", *local, "%H:%M", city),
            None => utc(language, self.at(), Precision::Minutes),
        }
    }

    /// Writes the day, where the hour doesn't matter: `20 Nov 2026`.
    pub fn day(&self, language: Language) -> String {
        parts(language, "moment-day", self.at().naive_utc(), "", "")
    }

    fn at(&self) -> DateTime<Utc> {
        self.iso.parse().unwrap_or_default()
    }
}

/// Writes a moment in UTC: `20 Nov 2026, 17:44:09 UTC`. What is more exact is cut off.
pub fn utc(language: Language, at: DateTime<Utc>, precision: Precision) -> String {
    let clock = match precision {
        Precision::Minutes => "%H:%M".to_owned(),
        Precision::Seconds => "%H:%M:%S".to_owned(),
        Precision::Hundredths => {
            let hundredths = at.timestamp_subsec_millis() / 10 % 100;
            format!("%H:%M:%S{}{hundredths:02}", marks(language).decimal)
        }
    };
    parts(language, "moment-utc", at.naive_utc(), &clock, "")
}

/// Writes a moment by the clocks of a place that the page names elsewhere. `clock` is how the time is written, such as
/// `%H:%M:%S`.
pub fn clock(language: Language, local: NaiveDateTime, clock: &str) -> String {
    parts(language, "moment-local", local, clock, "")
}

/// Puts the parts of a moment in the language's order.
fn parts(language: Language, key: &str, at: NaiveDateTime, clock: &str, city: &str) -> String {
    let name = |key: &str, place: u32| {
        let names = write(language, Style::Plain, key, None);
        names.split(' ').nth(place as usize).unwrap_or_default().to_owned()
    };
    let mut args = FluentArgs::with_capacity(6);
    args.set("weekday", name("moment-weekdays", at.weekday().num_days_from_monday()));
    args.set("day", at.day().to_string());
    args.set("month", name("moment-months", at.month0()));
    args.set("year", at.year().to_string());
    args.set("time", at.format(clock).to_string());
    args.set("city", city);
    write(language, Style::Plain, key, Some(&args))
}

#[cfg(test)]
mod tests {
    use super::{Precision, utc};
    use crate::language::{ENGLISH, Language};

    #[test]
    fn a_moment_is_written_as_exactly_as_it_is_wanted() {
        let at = "2026-11-20T20:00:01.429999Z".parse().unwrap();
        let written = [Precision::Minutes, Precision::Seconds, Precision::Hundredths].map(|it| utc(ENGLISH, at, it));
        assert_eq!(written, ["20 Nov 2026, 20:00 UTC", "20 Nov 2026, 20:00:01 UTC", "20 Nov 2026, 20:00:01.42 UTC"]);
        let german = Language::parse("de").unwrap();
        assert_eq!(utc(german, at, Precision::Hundredths), "20. Nov. 2026, 20:00:01,42 UTC");
    }
}
