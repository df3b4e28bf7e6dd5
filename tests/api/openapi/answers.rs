//! Whether answers that differ from their description are noticed. That every operation is called, and answers as it is
//! described, is shown by `admin/audit/every_action.rs`.

use reqwest::Method;
use serde_json::json;
use waffle_tests::described::{faults, operation};

#[test]
fn a_body_that_is_not_as_described_is_noticed() {
    let (_, described) = operation(&Method::POST, "/api/claims/random").unwrap();
    let schema = &described["responses"]["200"]["content"]["application/json"]["schema"];
    let good = json!({
        "claimed_count": 1, "requested_count": 2, "spot_numbers": [3], "message": "Claimed 1 of 2 requested spots",
    });
    assert_eq!(faults(schema, &good), [""; 0]);
    for (field, value) in [
        ("claimed_count", json!("1")),
        ("claimed_count", json!(-1)),
        ("claimed_count", json!(null)),
        ("spot_numbers", json!([3.5])),
        ("spot_numbers", json!({})),
        ("message", json!(7)),
        ("extra", json!(1)),
    ] {
        let mut bad = good.clone();
        bad[field] = value;
        let found = faults(schema, &bad);
        assert!(!found.is_empty() && found.iter().all(|fault| fault.contains(field)), "{bad}: {found:?}");
    }
    let mut lacking = good.clone();
    lacking.as_object_mut().unwrap().remove("message");
    assert_eq!(faults(schema, &lacking).len(), 1);
    assert_eq!(faults(schema, &json!([good])).len(), 2, "neither an object nor its fields");

    let (_, described) = operation(&Method::GET, "/api/waffles/box").unwrap();
    let refused = &described["responses"]["404"]["content"]["application/json"]["schema"];
    assert_eq!(faults(refused, &json!({"error": "No.", "code": "not_found"})), [""; 0]);
    assert_eq!(faults(refused, &json!({"error": "No.", "code": "gone"})).len(), 1, "another code");
    let time = json!({
        "id": "0197a1c4-8f1e-7c52-9d3b-5e8f0a6b2c41", "created_at": "2026-06-01T12:00:00+02:00", "status": "open",
    });
    let shown = &described["responses"]["200"]["content"]["application/json"]["schema"];
    let found = faults(shown, &time).join("\n");
    assert!(found.contains("created_at") && found.contains("status") && !found.contains("body.id"), "{found}");
}
