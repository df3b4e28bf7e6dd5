//! The fields of the waffle form that say when and how spots may be claimed.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use serde::Serialize;
use waffle_domain::change::Change;
use waffle_domain::invalid::{Findings, Invalid};
use waffle_domain::terms::{Terms, TermsDraft};
use waffle_domain::timezone::TimeZone;
use waffle_domain::with_terms;
use waffle_http::session::csrf_form::Fields;
use waffle_language::{ENGLISH, Language, plain, retyped, say};

use crate::context::Moment;
use crate::context::form::Form;

/// What a seller's form shows around the field for the opening.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Opening {
    /// The time zone of the field.
    pub zone: &'static str,
    /// The same, as the form sends it; empty where the script takes the device's instead.
    pub sent_zone: &'static str,
    /// The opening in the field, written with its zone.
    pub told: Option<Moment>,
    /// Whether it is saved: then the script writes it in the device's zone.
    pub saved: bool,
}

/// What a ticked checkbox sends.
const TICKED: &str = "yes";

/// The time zone that the form named: the account's, or the device's while the account has none but UTC. The page's
/// script sends it; without scripts it is the account's.
fn zone(fields: &Fields, account: TimeZone) -> Result<TimeZone, Invalid> {
    match fields.text("zone") {
        "" => Ok(account),
        name => TimeZone::parse(name).map_err(|_| Invalid::field("opens_at", say!("waffle-form-unknown-zone"))),
    }
}

/// Reads the fields: the opening in the form's time zone, and an empty field as none. `current` are the terms that the
/// form was made with.
pub(super) fn read(fields: &Fields, account: TimeZone, current: &Terms, findings: &mut Findings) -> TermsDraft {
    macro_rules! draft {
        ($fields:ident; $($term:ident),+) => {
            TermsDraft { $($term: FromField::from_field(&number($fields, stringify!($term))),)+ }
        };
    }
    let opens_at = opening(fields.text("opens_at").trim(), zone(fields, account), current, findings);
    TermsDraft { opens_at, ..with_terms! { draft! { fields; } } }
}

/// What a seller sends for a term, from the text of its field.
trait FromField {
    fn from_field(text: &str) -> Self;
}

impl FromField for Option<bool> {
    fn from_field(text: &str) -> Self {
        Some(text == TICKED)
    }
}

impl FromField for Change<Option<i64>> {
    fn from_field(text: &str) -> Self {
        Self::To((!text.is_empty()).then(|| whole(text)))
    }
}

impl FromField for Change<Option<String>> {
    fn from_field(text: &str) -> Self {
        Self::To((!text.is_empty()).then(|| text.to_owned()))
    }
}

/// A term as the text of its field.
trait ToField {
    fn to_field(&self) -> String;
}

impl ToField for bool {
    fn to_field(&self) -> String {
        if *self { TICKED } else { "" }.to_owned()
    }
}

impl<T: ToString> ToField for Option<T> {
    fn to_field(&self) -> String {
        self.as_ref().map(ToString::to_string).unwrap_or_default()
    }
}

fn opening(
    text: &str,
    zone: Result<TimeZone, Invalid>,
    current: &Terms,
    findings: &mut Findings,
) -> Change<Option<String>> {
    if text.is_empty() {
        return Change::To(None);
    }
    let Some(zone) = findings.keep(zone) else { return Change::Keep };
    // The form can't carry fractions of a second, nor which of the two hours at the end of summer time is meant.
    if current.opens_at.is_some_and(|opens_at| zone.local(opens_at) == text) {
        return Change::Keep;
    }
    let wrong = || Invalid::field("opens_at", say!("waffle-form-no-such-time", zone = zone.name()));
    let moment = findings.keep(zone.moment(text).ok_or_else(wrong));
    moment.map_or(Change::Keep, |moment| Change::To(Some(moment.to_rfc3339())))
}

/// If the account has no zone, the script uses the device's.
fn sent(zone: TimeZone) -> &'static str {
    if zone == TimeZone::UTC { "" } else { zone.name() }
}

/// The values of a waffle's form.
pub(super) fn stored(terms: &Terms, zone: TimeZone) -> Vec<(&'static str, String)> {
    macro_rules! values {
        ($terms:ident; $($term:ident),+) => {
            vec![$((stringify!($term), $terms.$term.to_field()),)+]
        };
    }
    let mut values = with_terms! { values! { terms; } };
    // Of two values of a field, the last one counts: the opening is written in the form's time zone.
    values.push(("opens_at", terms.opens_at.map(|moment| zone.local(moment)).unwrap_or_default()));
    values
}

/// The opening of a waffle.
pub(super) fn saved(terms: &Terms, zone: TimeZone) -> Opening {
    Opening { saved: true, ..opens(terms.opens_at, zone) }
}

/// The opening as typed.
pub(super) fn typed(fields: &Fields, account: TimeZone) -> Opening {
    let zone = zone(fields, account).unwrap_or(account);
    opens(zone.moment(fields.text("opens_at").trim()), zone)
}

fn opens(at: Option<DateTime<Utc>>, zone: TimeZone) -> Opening {
    let told = at.map(|at| zone.named_moment(at));
    Opening { zone: zone.name(), sent_zone: sent(zone), told, saved: false }
}

/// A number as it was typed, in the form that all languages share. The form says in which language it was shown.
pub(super) fn number<'a>(fields: &'a Fields, name: &str) -> Cow<'a, str> {
    plain(language(fields), fields.text(name).trim())
}

/// Writes numbers of a refused form as the language of its next page types them: they will be read in that one.
pub(super) fn retype(form: &mut Form, fields: &Fields, next: Language, names: &[&str]) {
    for name in names {
        form.set(name, retyped(language(fields), next, fields.text(name)));
    }
}

/// The language in which a form was shown.
fn language(fields: &Fields) -> Language {
    Language::parse(fields.text("lang")).unwrap_or(ENGLISH)
}

/// A whole number, with or without commas between thousands. Anything else becomes 0, which every field refuses.
pub(super) fn whole(text: &str) -> i64 {
    let mut groups = text.trim().split(',');
    let first = groups.next().unwrap_or_default();
    let grouped = groups.clone().all(|group| group.len() == 3) && (groups.next().is_none() || first.len() <= 3);
    if !grouped {
        return 0;
    }
    text.trim().replace(',', "").parse().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::whole;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (typed, number) in [("100", 100), (" 10,000 ", 10_000), ("2.5", 0), ("1,5", 0), ("", 0), ("1000,000", 0)] {
            assert_eq!(whole(typed), number, "{typed:?}");
        }
    }
}
