//! The time zone in which an admin reads dates.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, NaiveDateTime, TimeZone as _, Utc};
use serde::Serialize;
use waffle_language::{Moment, There, say};

use crate::invalid::Invalid;

/// An IANA time zone that exists, by its exact name (`Europe/Berlin`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeZone(chrono_tz::Tz);

impl TimeZone {
    /// The time zone of new accounts.
    pub const UTC: Self = Self(chrono_tz::Tz::UTC);

    /// Parses a name, ignoring white space around it.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        text.trim().parse().map(Self).map_err(|_| Invalid::field("timezone", say!("fault-timezone")))
    }

    /// Parses a name as typed by a person: in any case, with spaces or underscores.
    pub fn find(text: &str) -> Option<Self> {
        let name = text.trim().replace(' ', "_");
        let same = |zone: &&chrono_tz::Tz| zone.name().eq_ignore_ascii_case(&name);
        chrono_tz::TZ_VARIANTS.iter().find(same).copied().map(Self)
    }

    /// Lists the names of all zones, in alphabetical order.
    pub fn names() -> impl Iterator<Item = &'static str> {
        chrono_tz::TZ_VARIANTS.iter().map(|zone| zone.name())
    }

    /// Returns the IANA name.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// Returns the moment of a local time as forms write it (`2026-06-01T18:00`), the first of two when clocks go back.
    /// `None` if it is not a time, or is skipped when clocks go forward.
    pub fn moment(self, local: &str) -> Option<DateTime<Utc>> {
        let formats = ["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S%.f"];
        let local = formats.iter().find_map(|format| NaiveDateTime::parse_from_str(local, format).ok())?;
        self.0.from_local_datetime(&local).earliest().map(|moment| moment.to_utc())
    }

    /// Returns the local time of a moment as forms write it, with seconds only if there are some.
    pub fn local(self, moment: DateTime<Utc>) -> String {
        let seconds = if moment.timestamp() % 60 == 0 { "" } else { ":%S" };
        moment.with_timezone(&self.0).format(&format!("%Y-%m-%dT%H:%M{seconds}")).to_string()
    }

    /// Returns a moment that matters to the hour, as people read it with the zone's name: `Tue 24 Nov 2026, 20:00 (New
    /// York)`.
    pub fn named_moment(self, at: DateTime<Utc>) -> Moment {
        let there = There { local: at.with_timezone(&self.0).naive_local(), city: self.city() };
        Moment { there: Some(there), ..at.into() }
    }

    /// Returns the place that the zone is named after, as people write it: `New York`.
    pub fn city(self) -> String {
        let name = self.name();
        name.rsplit_once('/').map_or(name, |(_, city)| city).replace('_', " ")
    }

    /// Returns the rules of the zone, for turning UTC into local time.
    pub const fn rules(self) -> chrono_tz::Tz {
        self.0
    }
}

impl FromStr for TimeZone {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        Self::parse(text)
    }
}

impl fmt::Display for TimeZone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for TimeZone {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::TimeZone;

    #[test]
    fn names_of_the_iana_list_are_taken() {
        for name in ["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires"] {
            assert_eq!(TimeZone::parse(name).unwrap().name(), name);
        }
    }

    #[test]
    fn a_typed_name_is_found_in_any_case() {
        for typed in ["europe/berlin", " Europe/Berlin ", "EUROPE/BERLIN"] {
            assert_eq!(TimeZone::find(typed).unwrap().name(), "Europe/Berlin");
        }
        assert_eq!(TimeZone::find("america/new york").unwrap().name(), "America/New_York");
        assert_eq!(TimeZone::find("berlin"), None);
    }

    #[test]
    fn a_zone_is_known_by_its_city() {
        for (name, city) in
            [("America/Argentina/Buenos_Aires", "Buenos Aires"), ("Europe/Berlin", "Berlin"), ("UTC", "UTC")]
        {
            assert_eq!(TimeZone::parse(name).unwrap().city(), city);
        }
    }

    #[test]
    fn every_name_of_the_list_is_taken() {
        let names: Vec<_> = TimeZone::names().collect();
        assert!(names.len() > 400 && names.is_sorted(), "{}", names.len());
        for name in names {
            assert_eq!(TimeZone::parse(name).unwrap().name(), name);
        }
    }

    #[test]
    fn a_local_time_is_a_moment_unless_clocks_jump_over_it() {
        let berlin = TimeZone::parse("Europe/Berlin").unwrap();
        for (local, utc) in [
            ("2026-06-01T18:00", Some("2026-06-01T16:00:00+00:00")),
            ("2026-12-01T18:00:30", Some("2026-12-01T17:00:30+00:00")),
            ("2026-03-29T02:30", None),
            ("2026-10-25T02:30", Some("2026-10-25T00:30:00+00:00")),
            ("2026-06-01", None),
            ("soon", None),
            ("", None),
        ] {
            let moment = berlin.moment(local);
            assert_eq!(moment.map(|moment| moment.to_rfc3339()).as_deref(), utc, "{local}");
            if let Some(moment) = moment {
                assert_eq!(berlin.local(moment), local);
            }
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["", "Mars/Olympus", "+02:00", "europe/berlin x", "Europe/Berlin\0"] {
            assert!(TimeZone::parse(text).is_err(), "{text}");
        }
    }
}
