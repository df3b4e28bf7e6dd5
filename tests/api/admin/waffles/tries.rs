//! `GET /api/admin/waffles/:id/tries`

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{sleep, timeout};
use waffle_tests::{Seller, TestApp, Waffle, faults, refusal, refused};

/// Reads the list as soon as it has as many entries.
async fn tries(seller: &Seller, waffle: &Waffle, query: &str, entries: usize) -> Vec<Value> {
    let read = async {
        loop {
            let answer = seller.get(&waffle.admin_api(&format!("/tries{query}"))).await.ok().json();
            let listed = answer["entries"].as_array().unwrap();
            if listed.len() == entries {
                return listed.clone();
            }
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(Duration::from_secs(10), read).await.expect("it is written down")
}

#[tokio::test]
async fn what_buyers_did_not_get_is_listed_newest_first_with_by_how_much_they_were_late() {
    let (app, seller, waffle) = TestApp::selling_by(("mia", "waffle_manager"), "Box", 9).await;
    assert_eq!(tries(&seller, &waffle, "", 0).await, [Value::Null; 0]);
    app.claims(&waffle, &[7], "anna").await;
    app.clock.advance(Duration::from_millis(80));
    assert_eq!(app.claim(&waffle, &[7, 8], "@Ben").await.status, 409);
    tries(&seller, &waffle, "", 2).await;
    app.clock.advance(Duration::from_secs(1));
    assert_eq!(app.claim(&waffle, &[7], "cleo").await.status, 409);

    let all = tries(&seller, &waffle, "", 3).await;
    let entry = |place: usize, at: &str, spot: i32, handle: &str, late: Option<i64>| {
        let id = &all[place]["id"];
        json!({"id": id, "at": at, "spot_number": spot, "social_handle": handle, "late_by_ms": late})
    };
    let (first, then) = ("2026-06-01T12:00:00.080Z", "2026-06-01T12:00:01.080Z");
    let expected =
        [entry(0, then, 7, "cleo", Some(1_080)), entry(1, first, 8, "ben", None), entry(2, first, 7, "ben", Some(80))];
    assert_eq!(all, expected);

    assert_eq!(tries(&seller, &waffle, "?spot=8", 1).await, expected[1..2]);
    assert_eq!(tries(&seller, &waffle, "?handle=@BEN", 2).await, expected[1..]);
    assert_eq!(tries(&seller, &waffle, "?limit=1", 1).await, expected[..1]);
    let after = |place: usize| format!("?limit=1&before={}", all[place]["id"]);
    assert_eq!(tries(&seller, &waffle, &after(0), 1).await, expected[1..2]);
    assert_eq!(tries(&seller, &waffle, &after(1), 1).await, expected[2..]);
    assert_eq!(tries(&seller, &waffle, &after(2), 0).await, [Value::Null; 0]);
}

#[tokio::test]
async fn what_a_buyer_did_not_get_is_found_by_the_handle_that_all_spots_got() {
    let (app, seller, waffle) = TestApp::selling_by(("mia", "waffle_manager"), "Box", 9).await;
    app.claims(&waffle, &[7], "anna").await;
    app.claims(&waffle, &[1, 2], "bne").await;
    assert_eq!(app.claim(&waffle, &[7], "bne").await.status, 409);
    let before = tries(&seller, &waffle, "?handle=bne", 1).await;
    let rename = async |numbers: &[u32]| {
        let to = json!({"spot_ids": waffle.spots(numbers), "social_handle": "ben"});
        seller.post(&waffle.admin_api("/rename"), &to).await.ok();
    };
    rename(&[2]).await;
    assert_eq!(tries(&seller, &waffle, "?handle=bne", 1).await, before, "the rest is still that handle's");
    rename(&[1]).await;
    let mut expected = before[0].clone();
    expected["social_handle"] = json!("ben");
    assert_eq!(tries(&seller, &waffle, "?handle=ben", 1).await, [expected]);
    assert_eq!(tries(&seller, &waffle, "?handle=bne", 0).await, [Value::Null; 0]);
}

#[tokio::test]
async fn what_can_not_be_a_part_of_the_list_is_refused() {
    let (_app, seller, waffle) = TestApp::selling("Box", 5).await;
    let read = async |query: &str| seller.get(&waffle.admin_api(&format!("/tries{query}"))).await;
    for bad in ["?limit=x", "?before=x"] {
        assert_eq!(refusal(&read(bad).await), refused(400, "bad_query"), "{bad}");
    }
    for (bad, field) in [("?spot=0", "spot"), ("?spot=10001", "spot"), ("?handle=a%20b", "handle")] {
        assert_eq!(faults(&read(bad).await), [field], "{bad}");
    }
}
