//! The terms of a waffle: when and how its spots may be claimed, and when they must be paid.

use std::ops::RangeInclusive;

use chrono::{DateTime, DurationRound, TimeDelta, Utc};

use crate::change::Change;
use crate::invalid::{Findings, Invalid};

/// How long buyers may be given to pay, in minutes: up to 30 days.
pub const PAY_WITHIN_MINUTES: RangeInclusive<i64> = 5..=43_200;
/// For how many hours after the deadline "I have paid" may keep spots: up to 30 days.
pub const GRACE_HOURS: RangeInclusive<i64> = 1..=720;
/// How many spots of a waffle a handle may be allowed to hold.
pub const SPOTS_PER_HANDLE: RangeInclusive<i64> = 1..=10_000;

/// When and how spots may be claimed, and when they must be paid. By default there are no restrictions.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Terms {
    /// Buyers can't claim before this.
    pub opens_at: Option<DateTime<Utc>>,
    /// Buyers can't claim for the moment.
    pub claims_paused: bool,
    /// Left out of the public lists; the link still works.
    pub unlisted: bool,
    /// How long a claim may stay unpaid, in minutes. Applies to claims from now on.
    pub pay_within_minutes: Option<i32>,
    /// The most spots that a handle may hold.
    pub max_spots_per_handle: Option<i32>,
    /// For how many hours after the deadline "I have paid" keeps spots; `None`: until the seller has checked. Applies
    /// to reports from now on.
    pub says_paid_grace_hours: Option<i32>,
    /// Whether each buyer is asked for a few cents more, which tell payments apart.
    pub distinct_amounts: bool,
}

impl Terms {
    /// Returns whether buyers wait for the opening at a moment.
    pub fn waiting(&self, now: DateTime<Utc>) -> bool {
        self.opens_at.is_some_and(|opens_at| now < opens_at)
    }

    /// Returns the deadline for payment of a claim that is made at a moment.
    pub fn pay_by(&self, claimed_at: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.pay_within_minutes.map(|minutes| claimed_at + TimeDelta::minutes(minutes.into()))
    }
}

/// What a seller sends, before it is checked; `To(None)` clears a field.
#[derive(Debug, Clone, Default)]
pub struct TermsDraft {
    /// In RFC 3339.
    pub opens_at: Change<Option<String>>,
    pub claims_paused: Option<bool>,
    pub unlisted: Option<bool>,
    pub pay_within_minutes: Change<Option<i64>>,
    pub max_spots_per_handle: Change<Option<i64>>,
    pub says_paid_grace_hours: Change<Option<i64>>,
    pub distinct_amounts: Option<bool>,
}

/// A checked change of terms; `To(None)` clears a field.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TermsEdit {
    opens_at: Change<Option<DateTime<Utc>>>,
    claims_paused: Option<bool>,
    unlisted: Option<bool>,
    pay_within_minutes: Change<Option<i32>>,
    max_spots_per_handle: Change<Option<i32>>,
    says_paid_grace_hours: Change<Option<i32>>,
    distinct_amounts: Option<bool>,
}

impl TermsEdit {
    /// Checks a draft, and adds all invalid fields to the findings.
    pub fn parse(draft: &TermsDraft, findings: &mut Findings) -> Self {
        let opens_at = draft.opens_at.clone().and_then(|text| findings.keep(opening(text.as_deref())));
        let pay_within_minutes = draft.pay_within_minutes.and_then(|minutes| {
            let sentence = "Give buyers 5 to 43,200 minutes to pay, or none for as long as they like.";
            findings.keep(within("pay_within_minutes", minutes, &PAY_WITHIN_MINUTES, sentence))
        });
        let max_spots_per_handle = draft.max_spots_per_handle.and_then(|most| {
            let sentence = "Allow 1 to 10,000 spots per buyer, or none for as many as they like.";
            findings.keep(within("max_spots_per_handle", most, &SPOTS_PER_HANDLE, sentence))
        });
        let says_paid_grace_hours = draft.says_paid_grace_hours.and_then(|hours| {
            let sentence = "Keep spots 1 to 720 hours after the deadline, or none for as long as you like.";
            findings.keep(within("says_paid_grace_hours", hours, &GRACE_HOURS, sentence))
        });
        Self {
            opens_at,
            claims_paused: draft.claims_paused,
            unlisted: draft.unlisted,
            pay_within_minutes,
            max_spots_per_handle,
            says_paid_grace_hours,
            distinct_amounts: draft.distinct_amounts,
        }
    }

    /// Changes the terms, and adds the names of the fields that changed.
    pub fn apply(self, terms: &mut Terms, changed: &mut Vec<&'static str>) {
        replace(&mut terms.opens_at, self.opens_at.into_option(), "opens_at", changed);
        replace(&mut terms.claims_paused, self.claims_paused, "claims_paused", changed);
        replace(&mut terms.unlisted, self.unlisted, "unlisted", changed);
        replace(&mut terms.pay_within_minutes, self.pay_within_minutes.into_option(), "pay_within_minutes", changed);
        replace(
            &mut terms.max_spots_per_handle,
            self.max_spots_per_handle.into_option(),
            "max_spots_per_handle",
            changed,
        );
        replace(
            &mut terms.says_paid_grace_hours,
            self.says_paid_grace_hours.into_option(),
            "says_paid_grace_hours",
            changed,
        );
        replace(&mut terms.distinct_amounts, self.distinct_amounts, "distinct_amounts", changed);
    }

    /// Returns the terms of a new waffle.
    pub fn into_terms(self) -> Terms {
        let mut terms = Terms::default();
        self.apply(&mut terms, &mut Vec::new());
        terms
    }
}

/// Sets a field to a value, if there is one, and notes the field's name if that changes it.
pub(crate) fn replace<T: PartialEq>(
    field: &mut T,
    value: Option<T>,
    name: &'static str,
    changed: &mut Vec<&'static str>,
) {
    if let Some(value) = value.filter(|value| value != field) {
        *field = value;
        changed.push(name);
    }
}

fn opening(text: Option<&str>) -> Result<Option<DateTime<Utc>>, Invalid> {
    let Some(text) = text else { return Ok(None) };
    // As precise as the database, so that the value reads back equal.
    let moment = DateTime::parse_from_rfc3339(text)
        .ok()
        .and_then(|moment| moment.to_utc().duration_trunc(TimeDelta::microseconds(1)).ok());
    let sentence = "Write the time of the opening as in 2026-06-01T18:00:00Z, or leave it out.";
    moment.map(Some).ok_or_else(|| Invalid::field("opens_at", sentence))
}

fn within(
    field: &str,
    value: Option<i64>,
    range: &RangeInclusive<i64>,
    sentence: &str,
) -> Result<Option<i32>, Invalid> {
    let Some(value) = value else { return Ok(None) };
    let small = i32::try_from(value).ok().filter(|_| range.contains(&value));
    small.map(Some).ok_or_else(|| Invalid::field(field, sentence))
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta};

    use super::{Terms, TermsDraft, TermsEdit};
    use crate::change::Change;
    use crate::invalid::Findings;

    fn parsed(draft: &TermsDraft) -> Result<Terms, Vec<String>> {
        let mut findings = Findings::default();
        let edit = TermsEdit::parse(draft, &mut findings);
        match findings.into_result() {
            Ok(()) => Ok(edit.into_terms()),
            Err(invalid) => Err(invalid.0.into_iter().map(|fault| fault.field).collect()),
        }
    }

    #[test]
    fn numbers_inside_the_limits_are_taken_and_others_refused() {
        let all = &["pay_within_minutes", "max_spots_per_handle", "says_paid_grace_hours"][..];
        for (minutes, most, hours, faults) in [
            (5, 1, 1, &[][..]),
            (43_200, 10_000, 720, &[]),
            (4, 0, 0, all),
            (43_201, 10_001, 721, all),
            (i64::MAX, i64::MIN, i64::MAX, all),
        ] {
            let draft = TermsDraft {
                pay_within_minutes: Change::To(Some(minutes)),
                max_spots_per_handle: Change::To(Some(most)),
                says_paid_grace_hours: Change::To(Some(hours)),
                ..TermsDraft::default()
            };
            assert_eq!(parsed(&draft).err().unwrap_or_default(), faults, "{minutes} {most} {hours}");
        }
    }

    #[test]
    fn an_opening_is_a_moment_as_precise_as_the_database() {
        let opens = |text: &str| {
            let draft = TermsDraft { opens_at: Change::To(Some(text.to_owned())), ..TermsDraft::default() };
            parsed(&draft).map(|terms| terms.opens_at.map(|moment| moment.to_rfc3339()))
        };
        assert_eq!(opens("2026-06-01T20:00:00.1234567+02:00"), Ok(Some("2026-06-01T18:00:00.123456+00:00".into())));
        for wrong in ["", " ", "soon", "2026-06-01", "2026-06-01T18:00", "2026-13-01T18:00:00Z", "20:00"] {
            assert_eq!(opens(wrong), Err(vec!["opens_at".into()]), "{wrong}");
        }
    }

    #[test]
    fn unnamed_fields_stay_and_nothing_clears() {
        let mut terms = Terms { pay_within_minutes: Some(30), claims_paused: true, ..Terms::default() };
        let mut changed = Vec::new();
        let mut findings = Findings::default();
        TermsEdit::parse(&TermsDraft::default(), &mut findings).apply(&mut terms, &mut changed);
        assert!(changed.is_empty() && terms.claims_paused);
        let draft = TermsDraft {
            pay_within_minutes: Change::To(None),
            claims_paused: Some(true),
            unlisted: Some(true),
            ..TermsDraft::default()
        };
        TermsEdit::parse(&draft, &mut findings).apply(&mut terms, &mut changed);
        assert_eq!(changed, ["unlisted", "pay_within_minutes"]);
        assert_eq!(terms, Terms { claims_paused: true, unlisted: true, ..Terms::default() });
    }

    #[test]
    fn the_deadline_counts_from_the_claim() {
        let at = DateTime::UNIX_EPOCH;
        assert_eq!(Terms::default().pay_by(at), None);
        let terms = Terms { pay_within_minutes: Some(30), ..Terms::default() };
        assert_eq!(terms.pay_by(at), Some(at + TimeDelta::minutes(30)));
    }
}
