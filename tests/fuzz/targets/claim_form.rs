//! The claim form, as a browser or another program posts it.

use uuid::Uuid;
use waffle_domain::claim::Selection;
use waffle_domain::idempotency_key::IdempotencyKey;
use waffle_http::form;
use waffle_pages::claim_form::TypedClaim;

use crate::engine::{Seen, Target};

pub(crate) const TARGET: Target = Target {
    words: &[
        "idempotency_key=k1",
        "&",
        "=",
        "social_handle=%40anna",
        "social_handle=",
        "numbers=3%2C+7",
        "numbers=",
        "spot=3",
        "spot=",
        "&spot=4294967295",
        "count=2",
        "count=",
        "pick=random",
        "pick=",
        "%",
        "%00",
        "%ff",
        "+",
        "%E2%80%93",
        "10-14",
        "-5",
    ],
    check,
};

const SPOTS: i32 = 500;

fn check(input: &[u8]) -> Seen {
    let fields: Vec<(String, String)> = match form::parse(input) {
        Ok(fields) => fields,
        Err(failure) => {
            assert_eq!(failure.code(), "malformed_form");
            let sentence = failure.sentence().to_string();
            assert!(sentence.len() < 300, "{sentence}");
            return Seen::refused(sentence.len());
        }
    };
    let typed = TypedClaim::from(fields);
    let kept = typed.kept_with_its_key();
    assert!(IdempotencyKey::parse(&kept.idempotency_key).is_ok());
    let shown = kept.social_handle.value.len() + kept.numbers.value.len() + kept.count.value.len();
    // Each byte that isn't valid may become three, and ", " may come between two.
    assert!(shown <= 4 * input.len() + 2, "{shown} of {}", input.len());
    match typed.read(Uuid::nil(), SPOTS) {
        Ok(wanted) => {
            let claim = wanted.claim;
            match &claim.selection {
                Selection::Numbers(numbers) => {
                    assert!(numbers.as_slice()[0] >= 1 && numbers.highest() <= SPOTS);
                    assert!(numbers.as_slice().is_sorted_by(|one, next| one < next));
                }
                Selection::Any(count) => assert!((1..=Selection::MOST).contains(count)),
            }
            assert!(claim.key.is_none_or(|key| key.as_str() == kept.idempotency_key), "the form's key is the claim's");
            Seen::accepted((
                claim.handle.as_str().len(),
                matches!(claim.selection, Selection::Any(_)),
                kept.numbers.value.len().min(99),
            ))
        }
        Err(invalid) => {
            let faults: Vec<_> =
                invalid.0.iter().map(|fault| (fault.field.clone(), fault.message.to_string().len().min(60))).collect();
            assert!(!faults.is_empty() && faults.len() <= 2);
            let form = typed.refused(invalid);
            let told = [&form.social_handle, &form.numbers, &form.count].map(|field| field.error.is_some());
            assert_eq!(told.iter().filter(|told| **told).count(), faults.len(), "each fault is told at its field");
            Seen::refused(faults)
        }
    }
}
