use serde_json::{Value, json};

use super::*;

fn body(failure: &Failure) -> Value {
    serde_json::to_value(failure.body()).unwrap()
}

#[test]
fn a_plain_failure_has_a_sentence_and_a_code_and_nothing_else() {
    let failure = Failure::conflict("waffle_not_active", "This waffle is completed.");
    assert_eq!(failure.status(), 409);
    assert_eq!(body(&failure), json!({"error": "This waffle is completed.", "code": "waffle_not_active"}));
}

#[test]
fn taken_spots_are_listed() {
    let body = body(&Failure::spots_taken([3, 7]));
    assert_eq!(body["taken"], json!([3, 7]));
    assert_eq!(body["error"], "Spots 3, 7 are already taken; nothing was claimed.");
}

#[test]
fn fields_are_listed_and_a_single_one_is_the_sentence() {
    let body = body(&Failure::invalid("count", "The count must be at least 1."));
    assert_eq!(body["error"], "The count must be at least 1.");
    assert_eq!(body["fields"], json!([{"field": "count", "message": "The count must be at least 1."}]));
}

#[test]
fn what_was_done_in_part_says_how_far_it_got() {
    let lost = Failure::database_unavailable().midway(2, 5, "waffles");
    assert_eq!(
        (lost.code(), lost.sentence()),
        ("outcome_unknown", "2 of 5 waffles are done. Repeat the request to go on with the others.",)
    );
    let unknown = Failure::outcome_unknown().midway(2, 5, "waffles");
    assert!(unknown.sentence().starts_with("At least 2 of 5 waffles are done."), "{}", unknown.sentence());
    let locked = body(&Failure::draw_locked(DateTime::UNIX_EPOCH).midway(2, 5, "waffles"));
    assert_eq!((&locked["code"], &locked["round_at"]), (&json!("draw_locked"), &json!("1970-01-01T00:00:00Z")));
    let said = "2 of 5 waffles are done. Then a draw was locked: wait until it is drawn. \
        Repeat the request to go on with the others.";
    assert_eq!(locked["error"], said);
}

#[test]
fn the_cause_is_for_the_log_alone() {
    let failure = Failure::internal("relation \"spots\" does not exist");
    assert_eq!(failure.to_string(), "internal: relation \"spots\" does not exist");
    assert!(!body(&failure).to_string().contains("spots"));
}
