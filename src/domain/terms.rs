//! The terms of a waffle: when and how its spots may be claimed, and when they must be paid.

use std::ops::RangeInclusive;

use chrono::{DateTime, DurationRound, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use waffle_language::{Text, say};

use crate::change::{Change, replace};
use crate::invalid::{Findings, Invalid};

/// How long buyers may be given to pay, in minutes: up to 30 days.
pub const PAY_WITHIN_MINUTES: RangeInclusive<i64> = 5..=43_200;
/// For how many hours after the deadline "I have paid" may keep spots: up to 30 days.
pub const GRACE_HOURS: RangeInclusive<i64> = 1..=720;
/// How many spots of a waffle a handle may be allowed to hold.
pub const SPOTS_PER_HANDLE: RangeInclusive<i64> = 1..=10_000;

/// Declares the terms: the field of a waffle, what a seller sends for it, and how that is checked.
///
/// ```ignore
/// terms! {
///     /// How long a claim may stay unpaid, in minutes.
///     pay_within_minutes: Option<i32>, sent as Change<Option<i64>> => minutes_to_pay;
/// }
/// // is the field in `Terms` and, with its `#[schema]`, in `TermsDraft`, and
/// TermsEdit { pay_within_minutes: draft.pay_within_minutes.and_then(|sent| findings.keep(minutes_to_pay(sent))) }
/// replace(&mut terms.pay_within_minutes, edit.pay_within_minutes.into_option(), "pay_within_minutes", changed);
/// // and its name for the row and the form:
/// with_terms! { bind! { query; } } // is bind! { query; pay_within_minutes }
/// ```
///
/// The dollar in front is for `with_terms!`, in whose definition it would otherwise be this macro's.
macro_rules! terms {
    ($dollar:tt $(
        $(#[doc = $about:literal])+ $(#[schema($($schema:tt)+)])?
        $field:ident: $type:ty, sent as $sent:ty => $check:expr;
    )+) => {
        /// When and how spots may be claimed, and when they must be paid. By default there are no restrictions.
        #[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
        pub struct Terms {
            $($(#[doc = $about])+ pub $field: $type,)+
        }

        /// When and how spots may be claimed, and how soon they are to be paid.
        // What a seller sends, before it is checked; this text is the API's.
        #[derive(Debug, Clone, Default, Deserialize, ToSchema)]
        #[schema(as = TermsFields)]
        pub struct TermsDraft {
            $($(#[doc = $about])+ #[serde(default)] $(#[schema($($schema)+)])? pub $field: $sent,)+
        }

        /// A checked change of terms; `To(None)` clears a field.
        #[derive(Debug, Clone, PartialEq, Eq, Default)]
        pub struct TermsEdit {
            $($field: Change<$type>,)+
        }

        impl TermsEdit {
            /// Checks a draft, and adds all invalid fields to the findings.
            pub fn parse(draft: &TermsDraft, findings: &mut Findings) -> Self {
                Self { $($field: Change::from(draft.$field.clone()).and_then(|sent| findings.keep($check(sent))),)+ }
            }

            /// Changes the terms, and adds the names of the fields that changed.
            pub fn apply(self, terms: &mut Terms, changed: &mut Vec<&'static str>) {
                $(replace(&mut terms.$field, self.$field.into_option(), stringify!($field), changed);)+
            }
        }

        /// Calls a macro with what it is given and the names of all terms.
        #[macro_export]
        macro_rules! with_terms {
            ($dollar name:ident! { $dollar ($dollar given:tt)* }) => {
                $dollar name! { $dollar ($dollar given)* $($field),+ }
            };
        }
    };
}

terms! {
    $
    /// Buyers can't claim before this; `null`: no such limit.
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-06-01T18:00:00Z")]
    opens_at: Option<DateTime<Utc>>, sent as Change<Option<String>> => opening;
    /// Buyers can't claim for the moment.
    claims_paused: bool, sent as Option<bool> => Ok;
    /// Left out of the public lists; the link still works.
    unlisted: bool, sent as Option<bool> => Ok;
    /// How long a claim may stay unpaid, in minutes; `null`: as long as the buyer likes. It holds for claims made from
    /// then on.
    #[schema(value_type = Option<i64>, minimum = 5, maximum = 43_200, example = 30)]
    pay_within_minutes: Option<i32>, sent as Change<Option<i64>> => |minutes| {
        within("pay_within_minutes", minutes, &PAY_WITHIN_MINUTES, say!("fault-minutes-to-pay"))
    };
    /// The most spots that a handle may hold; `null`: as many as there are.
    #[schema(value_type = Option<i64>, minimum = 1, maximum = 10_000, example = 5)]
    max_spots_per_handle: Option<i32>, sent as Change<Option<i64>> => |most| {
        within("max_spots_per_handle", most, &SPOTS_PER_HANDLE, say!("fault-spots-per-buyer"))
    };
    /// For how many hours after the deadline "I have paid" keeps spots; `null`: until the seller has looked. Changes
    /// apply to later notes only.
    #[schema(value_type = Option<i64>, minimum = 1, maximum = 720, example = 24)]
    says_paid_grace_hours: Option<i32>, sent as Change<Option<i64>> => |hours| {
        within("says_paid_grace_hours", hours, &GRACE_HOURS, say!("fault-grace-hours"))
    };
    /// Whether receipts ask each buyer for a few cents more, so that payments can be distinguished.
    distinct_amounts: bool, sent as Option<bool> => Ok;
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

fn opening(text: Option<String>) -> Result<Option<DateTime<Utc>>, Invalid> {
    let Some(text) = text else { return Ok(None) };
    // As precise as the database, so that the value reads back equal.
    let moment = DateTime::parse_from_rfc3339(&text)
        .ok()
        .and_then(|moment| moment.to_utc().duration_trunc(TimeDelta::microseconds(1)).ok());
    moment.map(Some).ok_or_else(|| Invalid::field("opens_at", say!("fault-opening")))
}

fn within(
    field: &str,
    value: Option<i64>,
    range: &RangeInclusive<i64>,
    sentence: Text,
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
    use crate::invalid::{Findings, Invalid};

    fn parsed(draft: &TermsDraft) -> Result<Terms, Vec<String>> {
        let mut findings = Findings::default();
        let edit = TermsEdit::parse(draft, &mut findings);
        let names = |invalid: Invalid| invalid.0.into_iter().map(|fault| fault.field).collect::<Vec<_>>();
        findings.into_result().map_err(names)?;
        let mut terms = Terms::default();
        edit.apply(&mut terms, &mut Vec::new());
        Ok(terms)
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
