//! The bodies of claims over the API.

use actix_web::ResponseError as _;
use serde::de::IgnoredAny;
use serde_json::json;
use waffle_api::claims::{NumberedClaim, RandomClaim};
use waffle_domain::claim::{Claim, Selection};
use waffle_http::error::HttpError;
use waffle_http::json;

use crate::engine::{Seen, Target};

pub(crate) const TARGET: Target = Target {
    words: &[
        "{\"waffle_id\": \"018f4e7a-3c1d-7cc0-9b7a-2f1d5a6b7c8d\", ",
        "\"spots\": ",
        "[3, 7]",
        "\"count\": ",
        "\"social_handle\": ",
        "\"@anna\"",
        "}",
        "{",
        "\"waffle_id\"",
        "\"spots\": [",
        "[[[[",
        "2.0",
        "1e2",
        "-0",
        "\"hunter2-secret\"",
        "\"hunter2-secret\": 1",
        "\\ud83d\\ude00",
        "00000000-0000-0000-0000-000000000000",
        "{018f4e7a3c1d7cc09b7a2f1d5a6b7c8d}",
    ],
    check,
};

/// Stands for something typed into the wrong field.
const SECRET: &str = "hunter2";

fn check(input: &[u8]) -> Seen {
    let numbered = json::parse::<NumberedClaim>(input).and_then(|body| body.check(None));
    let random = json::parse::<RandomClaim>(input).and_then(|body| body.check(None));
    for claim in [&numbered, &random] {
        match claim {
            Ok(claim) => check_claim(claim),
            Err(failure) => check_refusal(failure, input),
        }
    }
    match (numbered, random) {
        (Err(numbered), Err(random)) => {
            let fields =
                |failure: &HttpError| failure.fields().iter().map(|fault| fault.field.clone()).collect::<Vec<_>>();
            let length = |failure: &HttpError| failure.sentence().to_string().len();
            Seen::refused((length(&numbered), fields(&numbered), length(&random), fields(&random)))
        }
        (numbered, random) => Seen::accepted((numbered.map(size).ok(), random.map(size).ok())),
    }
}

fn size(claim: Claim) -> (usize, usize) {
    let wanted = match claim.selection {
        Selection::Numbers(numbers) => numbers.as_slice().len().min(50),
        Selection::Any(count) => count.ilog2() as usize,
    };
    (claim.handle.as_str().len(), wanted)
}

/// However it is written, it is the same claim as in the usual form.
fn check_claim(claim: &Claim) {
    let again = match &claim.selection {
        Selection::Numbers(numbers) => {
            let all = numbers.as_slice();
            assert!(!all.is_empty() && all[0] >= 1 && all.is_sorted_by(|one, next| one < next));
            let body = json!({"waffle_id": claim.waffle_id, "spots": all, "social_handle": claim.handle});
            json::parse::<NumberedClaim>(body.to_string().as_bytes()).and_then(|body| body.check(None))
        }
        Selection::Any(count) => {
            assert!((1..=Selection::MOST).contains(count));
            let body = json!({"waffle_id": claim.waffle_id, "count": count, "social_handle": claim.handle});
            json::parse::<RandomClaim>(body.to_string().as_bytes()).and_then(|body| body.check(None))
        }
    };
    let again = again.unwrap_or_else(|failure| panic!("{}", failure.sentence()));
    assert_eq!(again.fingerprint(), claim.fingerprint());
}

fn check_refusal(failure: &HttpError, input: &[u8]) {
    assert_eq!(failure.status_code(), 400);
    assert!(matches!(failure.code(), "malformed_json" | "validation_failed"), "{}", failure.code());
    let sentence = failure.sentence().to_string();
    assert!(!sentence.contains(SECRET), "{sentence}");
    assert!(sentence.len() < 500 && failure.fields().len() <= 3, "{sentence}");
    let is_object =
        str::from_utf8(input).is_ok_and(|text| serde_json::from_str::<json::Object<IgnoredAny>>(text).is_ok());
    assert!(is_object || failure.code() == "malformed_json", "no JSON object is none that can be judged");
}
