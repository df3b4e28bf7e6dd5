use chrono::DateTime;
use serde_json::{Value, json};
use utoipa::PartialSchema;

use super::*;
use crate::refusal::ErrorSchema;

fn body(failure: &Failure) -> Value {
    serde_json::from_str(&failure.json()).unwrap()
}

#[test]
fn a_plain_failure_has_a_sentence_and_a_code_and_nothing_else() {
    let failure = Failure::from(Refusal::WaffleNotCompleted);
    assert_eq!(failure.status(), 409);
    let sentence = "This waffle has no winners yet: draw them first.";
    assert_eq!(body(&failure), json!({"error": sentence, "code": "waffle_not_completed"}));
}

#[test]
fn taken_spots_are_listed() {
    let body = body(&Refusal::SpotsTaken { taken: vec![3, 7] }.into());
    assert_eq!(body["taken"], json!([3, 7]));
    assert_eq!(body["error"], "Spots 3, 7 are already taken; nothing was claimed.");
}

#[test]
fn fields_are_listed_and_a_single_one_is_the_sentence() {
    let body = body(&Failure::invalid("count", Text::verbatim("The count must be at least 1.")));
    assert_eq!(body["error"], "The count must be at least 1.");
    assert_eq!(body["fields"], json!([{"field": "count", "message": "The count must be at least 1."}]));
}

#[test]
fn details_follow_the_sentence_and_the_code() {
    let failure = Failure::from(Refusal::TooManySpots { held: 1, allowed: 1 });
    let sentence = "The limit is 1 spot, and you already hold 1; nothing was claimed.";
    assert_eq!(failure.json(), format!(r#"{{"error":"{sentence}","code":"too_many_spots","held":1,"allowed":1}}"#));
    let first_claim = body(&Failure::from(Refusal::TooManySpots { held: 0, allowed: 10 }));
    assert_eq!(first_claim["error"], "The limit is 10 spots; nothing was claimed.");
    let failure = Failure::from(Refusal::NotYours { number: 3 });
    let sentence = "Spot 3 is not yours to give back; nothing was done.";
    assert_eq!(body(&failure), json!({"error": sentence, "code": "not_yours"}), "the sentence alone needs it");
}

#[test]
fn the_description_shows_every_detail() {
    let schema = serde_json::to_value(ErrorSchema::schema()).unwrap();
    let described: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
    let (at, fields) = (DateTime::UNIX_EPOCH, vec![FieldError::new("count", Text::verbatim("Too low."))]);
    let details = [
        Refusal::NotOpenYet { opens_at: at },
        Refusal::DrawLocked { round_at: at },
        Refusal::SpotsTaken { taken: vec![1] },
        Refusal::TooManySpots { held: 1, allowed: 1 },
        Refusal::ValidationFailed { fields },
    ];
    for failure in details.map(Failure::from) {
        for name in body(&failure).as_object().unwrap().keys() {
            assert!(described.contains(&name), "{name}");
        }
    }
}

#[test]
fn the_database_gives_the_name_of_a_refusal() {
    let read = |json: Value| serde_json::from_value::<Refusal>(json).unwrap();
    for (name, refusal) in [
        ("no_waffle", Refusal::NoWaffle),
        ("waffle_not_active", Refusal::WaffleNotActive),
        ("claims_paused", Refusal::ClaimsPaused),
        ("handle_blocked", Refusal::HandleBlocked),
        ("key_reused", Refusal::KeyReused),
    ] {
        assert_eq!(read(json!({"code": name})), refusal);
    }
    let not_open = json!({"code": "not_open_yet", "opens_at": "1970-01-01T00:00:00Z"});
    assert_eq!(read(not_open), Refusal::NotOpenYet { opens_at: DateTime::UNIX_EPOCH });
    let too_many = json!({"code": "too_many_spots", "held": 2, "allowed": 3});
    assert_eq!(read(too_many), Refusal::TooManySpots { held: 2, allowed: 3 });
    assert!(serde_json::from_value::<Refusal>(json!({"code": "soap"})).is_err());
}

#[test]
fn what_was_done_in_part_says_how_far_it_got() {
    let lost = Failure::unavailable("gone").midway(2, 5, "waffles");
    assert_eq!(
        (lost.code(), &*lost.sentence().to_string()),
        ("outcome_unknown", "2 of 5 waffles are done. Repeat the request to continue with the rest.")
    );
    let unknown = Failure::outcome_unknown().midway(2, 5, "waffles");
    assert!(unknown.sentence().to_string().starts_with("At least 2 of 5 waffles are done."), "{}", unknown.sentence());
    let locked = body(&Failure::from(Refusal::DrawLocked { round_at: DateTime::UNIX_EPOCH }).midway(2, 5, "waffles"));
    assert_eq!((&locked["code"], &locked["round_at"]), (&json!("draw_locked"), &json!("1970-01-01T00:00:00Z")));
    let said = "2 of 5 waffles are done. Then a draw was locked: wait until it is drawn. \
        Repeat the request to continue with the rest.";
    assert_eq!(locked["error"], said);
}

#[test]
fn the_cause_is_for_the_log_alone() {
    let failure = Failure::internal("relation \"spots\" does not exist");
    assert_eq!(failure.to_string(), "internal: relation \"spots\" does not exist");
    assert!(!body(&failure).to_string().contains("spots"));
}
