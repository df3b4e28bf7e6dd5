use serde_json::{Value, json};
use waffle_service::config::{Draw, Environment};

use super::{Published, VerifyError, Wrong, verify};

/// The contract's example with three winners, as it would be published.
fn published() -> Value {
    json!({
        "waffle_id": "0192f5a0-7c1e-7abc-8def-0123456789ab",
        "slug": "golden-camera",
        "number": 1,
        "state": "drawn",
        "reason": null,
        "locked_at": "2023-09-15T10:59:01.250Z",
        "round": 657_413,
        "round_at": "2023-09-15T11:00:03Z",
        "chain": "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
        "entries": "1 anna\n2 ben\n3 anna\n5 cleo\n8 dario_69\n13 anna\n21 eve.x\n",
        "entries_count": 7,
        "entries_sha256": "a4b29a52403c84af96b79026335dcc350bed9ee1ebc1e8ecb360d261d415e757",
        "excluded": [4],
        "item_count": 3,
        "one_win_per_handle": false,
        "algorithm": "waffle-draw-v1",
        "signature": "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be\
                      41076862b98fad56e91a6b85b89cd97b",
        "randomness": "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587",
        "winning_spot_numbers": [13, 8, 3],
        "winning_social_handles": ["anna", "dario_69", "anna"],
        "alternates": 2,
        "alternate_spot_numbers": [1, 21],
        "alternate_social_handles": ["anna", "eve.x"],
        "drawn_at": "2023-09-15T11:00:04.5Z",
        "voided_at": null,
    })
}

fn verified(published: &Value) -> (Result<(), VerifyError>, String) {
    let draw = Draw::load(&Environment::default()).unwrap();
    let mut out = Vec::new();
    let result = verify(published.to_string().as_bytes(), &draw, &mut out);
    (result, String::from_utf8(out).unwrap())
}

/// The complaint about a draw of which one field was changed.
fn complaint(field: &str, value: impl Into<Value>) -> String {
    let mut draw = published();
    draw[field] = value.into();
    let (result, said) = verified(&draw);
    assert!(!said.contains("OK"), "{said}");
    result.expect_err(field).to_string()
}

#[test]
fn a_good_draw_is_reported_step_by_step() {
    let (result, said) = verified(&published());
    result.unwrap();
    let expected = "\
draw         1 of the waffle 0192f5a0-7c1e-7abc-8def-0123456789ab (\"golden-camera\")
entries      7, with the hash a4b29a52403c84af96b79026335dcc350bed9ee1ebc1e8ecb360d261d415e757
winners      3, one win per handle: no
locked       2023-09-15T10:59:01.250Z, 61 s before the round
round        657413 of the chain 52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971, \
at 2023-09-15T11:00:03Z
chain        drand's quicknet: nobody knows its rounds beforehand
signature    b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b, \
which is that of the chain's key for this round
randomness   fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587
seed         7df79c023f40315396f5914c11256ec6ac19de0df8e1faefe0ea5edec981a53a
winner 1     spot 13, anna
winner 2     spot 8, dario_69
winner 3     spot 3, anna
alternate 1  spot 1, anna
alternate 2  spot 21, eve.x
OK: the entries, the round and the algorithm make exactly these winners.
";
    assert_eq!(said, expected);
}

#[test]
fn each_kind_of_tampering_is_found() {
    let other = "00".repeat(32);
    let signature_of_round_1000 = "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125\
                                   e342b73a8dd2bacbe47e4b6b63ed5e39";
    for (field, value, words) in [
        ("waffle_id", json!("0192f5a0-7c1e-7abc-8def-0123456789ac"), "the winners are the spots"),
        ("number", json!(2), "the winners are the spots"),
        ("round", json!(657_414), "the round appears at 2023-09-15T11:00:06Z"),
        ("round_at", json!("2023-09-15T11:00:06Z"), "but the draw says 2023-09-15T11:00:06Z"),
        ("locked_at", json!("2023-09-15T11:00:03Z"), "had appeared already"),
        ("chain", json!(other), "is configured"),
        ("entries", json!("1 anna\n2 ben\n3 anna\n5 cleo\n8 dario_69\n13 anna\n21 eve.y\n"), "the hash of the entries"),
        ("entries", json!("1 anna\n"), "the hash of the entries"),
        ("entries_sha256", json!(other), "the hash of the entries"),
        ("entries_count", json!(8), "there are 7 entries, but the draw says 8"),
        ("excluded", json!([4, 5]), "spot 5 is among the entries"),
        ("item_count", json!(2), "the winners are the spots"),
        ("item_count", json!(8), "not enough spots are paid: 7"),
        ("one_win_per_handle", json!(true), "the winners are the spots"),
        ("algorithm", json!("dice"), "\"dice\""),
        ("signature", json!(signature_of_round_1000), "not that of the chain's key"),
        ("signature", json!("00".repeat(48)), "no point"),
        ("signature", Value::Null, "has no signature"),
        ("randomness", json!(other), "the randomness is fc1873"),
        ("randomness", Value::Null, "has no randomness"),
        ("winning_spot_numbers", json!([13, 8, 2]), "[13, 8, 3], but the draw says [13, 8, 2]"),
        ("winning_spot_numbers", json!([8, 13, 3]), "the winners are the spots"),
        ("winning_spot_numbers", json!([13, 8]), "the winners are the spots"),
        ("winning_spot_numbers", Value::Null, "has no winners"),
        ("winning_social_handles", json!(["anna", "dario_69", "ben"]), "but the draw says"),
        ("alternates", json!(1), "the alternates are the spots"),
        ("alternate_spot_numbers", json!([1, 2]), "the alternates are the spots"),
        ("alternate_spot_numbers", json!([]), "the alternates are the spots"),
        ("alternate_social_handles", json!(["mallory", "ben"]), "the alternates are ["),
    ] {
        let complaint = complaint(field, value.clone());
        assert!(complaint.starts_with("WRONG: ") && complaint.contains(words), "{field} = {value}: {complaint}");
    }
}

#[test]
fn entries_that_were_forged_with_their_hash_change_the_winners() {
    let mut draw = published();
    let entries = "1 anna\n2 mallory\n3 anna\n5 cleo\n8 dario_69\n13 anna\n21 eve.x\n";
    draw["entries"] = entries.into();
    draw["entries_sha256"] = waffle_domain::draw::digest::sha256(entries.as_bytes()).to_string().into();
    let (result, _) = verified(&draw);
    assert!(matches!(result, Err(VerifyError::Wrong(Wrong::Differs { .. }))), "{result:?}");
    draw["entries"] = entries.trim_end().into();
    draw["entries_sha256"] = waffle_domain::draw::digest::sha256(entries.trim_end().as_bytes()).to_string().into();
    assert!(verified(&draw).0.unwrap_err().to_string().contains("Line 7"), "another way to write the same");
}

#[test]
fn a_draw_that_is_locked_or_void_is_reported_as_such() {
    assert!(complaint("state", "locked").starts_with("NOT DRAWN YET: this draw is locked"));
    assert!(complaint("state", "void").starts_with("VOID: this draw was given up"));
    let mut draw = published();
    draw["state"] = "locked".into();
    for nothing_yet in ["signature", "randomness", "winning_spot_numbers", "winning_social_handles"] {
        draw[nothing_yet] = Value::Null;
    }
    let (result, said) = verified(&draw);
    assert!(result.unwrap_err().to_string().contains("2023-09-15T11:00:03Z"));
    assert!(said.contains("entries      7") && said.contains("round        657413"), "{said}");
    draw["winning_spot_numbers"] = json!([]);
    draw["winning_social_handles"] = json!([]);
    assert!(verified(&draw).0.unwrap_err().to_string().starts_with("NOT DRAWN YET"));
}

#[test]
fn a_file_that_is_not_a_draw_is_refused() {
    for field in published().as_object().unwrap().keys() {
        let mut draw = published();
        draw[field] = json!({"an": "object"});
        let ignored = ["reason", "drawn_at", "voided_at"].contains(&field.as_str());
        assert_eq!(verified(&draw).0.is_ok(), ignored, "{field}");
    }
    assert!(matches!(verified(&json!([])).0, Err(VerifyError::NoDraw(_))));
    assert!(serde_json::from_value::<Published>(json!({})).is_err());
}

#[test]
fn nothing_in_a_file_reaches_the_terminal_as_it_is() {
    let mut draw = published();
    draw["slug"] = "\u{1b}[2Jfine".into();
    assert!(!verified(&draw).1.contains('\u{1b}'));
    for (field, value) in [
        ("algorithm", json!("\u{1b}[2J")),
        ("state", json!("\u{1b}[2J")),
        ("signature", json!("\u{1b}[2J")),
        ("winning_social_handles", json!(["\u{1b}[2J"])),
    ] {
        assert!(!complaint(field, value).contains('\u{1b}'), "{field}");
    }
}
