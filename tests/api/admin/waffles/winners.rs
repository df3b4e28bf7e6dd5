//! `POST /api/admin/waffles/:id/winner`, `/clear-winner` and `/change-winner`

use serde_json::{Value, json};
use waffle_tests::{Seller, TestApp, Waffle, each, faults, refusal, refused};

/// Spots 1 to 3 are anna's and paid, 4 is ben's and paid, 5 is ben's and pending, 6 is free; two items.
async fn prepare(app: &TestApp, seller: &Seller) -> Waffle {
    let waffle = seller.waffle("Box", 6).await;
    seller.patch(&waffle.admin_api(""), &json!({"item_count": 2})).await.ok();
    app.claim(&waffle, &[1, 2, 3], "anna").await;
    app.claim(&waffle, &[4, 5], "ben").await;
    seller.pays(&waffle, 1..=4).await;
    waffle
}

async fn ready() -> (TestApp, Seller, Waffle) {
    let (app, seller) = TestApp::with_seller().await;
    let waffle = prepare(&app, &seller).await;
    (app, seller, waffle)
}

fn numbers(numbers: &[i64]) -> Value {
    json!({ "winning_spot_numbers": numbers })
}

fn statuses(spots: &[Value]) -> Vec<&str> {
    spots.iter().map(|spot| spot["status"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_draw_completes_the_waffle_and_everyone_sees_it_in_order() {
    let (app, seller) = TestApp::with_seller_as("mia", "waffle_manager").await;
    let waffle = prepare(&app, &seller).await;
    let mut watcher = app.watching(&waffle).await;

    let body = seller.post(&waffle.admin_api("/winner"), &numbers(&[4, 2])).await.ok().json();
    assert_eq!(body["status"], "completed");
    assert_eq!(body["completed_at"], "2026-06-01T12:00:00Z");
    assert_eq!(
        (&body["winning_spot_numbers"], &body["winning_social_handles"]),
        (&json!([4, 2]), &json!(["ben", "anna"]))
    );
    assert!(body["message"].is_string() && body["share_message"].is_null());
    assert_eq!(statuses(&app.spots(&waffle).await), ["loser", "winner", "loser", "winner", "pending", "available"]);
    assert_eq!(body["paid_count"], 4);

    let seen = watcher.next_many(7).await;
    let kinds: Vec<_> = seen.iter().map(|message| message["type"].as_str().unwrap()).collect();
    let spot = "spot_update";
    assert_eq!(kinds, [spot, spot, spot, spot, "winner", "winner", "waffle_completed"]);
    let seqs: Vec<i64> = seen.iter().map(|message| message["seq"].as_i64().unwrap()).collect();
    assert!(seqs.windows(2).all(|pair| pair[1] == pair[0] + 1), "{seqs:?}");
    let winner = &seen[4];
    let spot = json!({"id": waffle.spot(4), "number": 4, "status": "winner", "claimed_by_handle": "ben"});
    assert_eq!((&winner["spot"], &winner["social_handle"]), (&spot, &json!("ben")));
    assert_eq!((&winner["waffle_id"], &winner["slug"]), (&json!(waffle.id), &json!(waffle.slug)));
    assert_eq!(seen[6]["winning_spot_numbers"], json!([4, 2]));
    assert_eq!(seen[6]["winning_social_handles"], json!(["ben", "anna"]));
    assert_eq!(app.get(&waffle.api("")).await.json()["status"], "completed");
}

#[tokio::test]
async fn a_changed_draw_makes_the_former_winners_losers() {
    let (app, seller, waffle) = ready().await;
    seller.post(&waffle.admin_api("/winner"), &numbers(&[1, 2])).await;
    // A spot paid after the draw is neither winner nor loser, until the draw is changed.
    assert_eq!(seller.pay(waffle.spot(5)).await.status, 200);
    assert_eq!(app.spots(&waffle).await[4]["status"], "paid");
    let completed_at = app.get(&waffle.api("")).await.json()["completed_at"].clone();

    let mut watcher = app.watching(&waffle).await;
    let changed = seller.post(&waffle.admin_api("/change-winner"), &numbers(&[5, 1])).await.ok().json();
    assert_eq!(statuses(&app.spots(&waffle).await), ["winner", "loser", "loser", "loser", "winner", "available"]);
    assert_eq!(changed["completed_at"], completed_at);
    let told = json!(watcher.next_many(3).await);
    assert_eq!(each(&told, "type"), ["spot_update", "spot_update", "winner_changed"]);
}

#[tokio::test]
async fn a_cleared_draw_opens_the_waffle_again() {
    let (app, seller, waffle) = ready().await;
    seller.post(&waffle.admin_api("/winner"), &numbers(&[1, 2])).await;
    assert_eq!(refusal(&app.claim(&waffle, &[6], "cleo").await), refused(409, "waffle_not_active"));
    let body = seller.post(&waffle.admin_api("/clear-winner"), &json!({})).await.ok().json();
    assert_eq!((&body["status"], &body["completed_at"]), (&json!("active"), &Value::Null));
    assert_eq!((&body["winning_spot_numbers"], &body["winning_social_handles"]), (&json!([]), &json!([])));
    assert_eq!(statuses(&app.spots(&waffle).await), ["paid", "paid", "paid", "paid", "pending", "available"]);
    assert_eq!(app.claim(&waffle, &[6], "cleo").await.status, 200);
}

#[tokio::test]
async fn an_archived_waffle_is_drawn_too() {
    let (app, seller, waffle) = ready().await;
    app.archives(&waffle).await;
    for (path, winners) in [("/winner", &[1, 2]), ("/change-winner", &[3, 4]), ("/clear-winner", &[0, 0])] {
        let done = seller.post(&waffle.admin_api(path), &numbers(winners)).await;
        assert_eq!((done.status.as_u16(), &done.json()["archived"]), (200, &json!(true)), "{path}");
    }
}

#[tokio::test]
async fn numbers_at_fault_are_named_and_leave_no_trace() {
    let (app, seller, waffle) = ready().await;
    for (faulty, named) in [(&[][..], "0"), (&[1, 5], "5"), (&[1, -1], "-1")] {
        let refusal_of = seller.post(&waffle.admin_api("/winner"), &numbers(faulty)).await;
        let body = refusal_of.json();
        assert_eq!(faults(&refusal_of)[0], "winning_spot_numbers", "{faulty:?}");
        assert!(body["error"].as_str().unwrap().contains(named), "{faulty:?}: {body}");
    }
    for (path, code) in [("/clear-winner", "waffle_not_completed"), ("/change-winner", "waffle_not_completed")] {
        assert_eq!(refusal(&seller.post(&waffle.admin_api(path), &numbers(&[1, 2])).await), refused(409, code));
    }
    seller.post(&waffle.admin_api("/winner"), &numbers(&[1, 2])).await;
    let again = seller.post(&waffle.admin_api("/winner"), &numbers(&[1, 2])).await;
    assert_eq!(refusal(&again), refused(409, "waffle_not_active"));
    let changed = seller.post(&waffle.admin_api("/change-winner"), &numbers(&[1, 5])).await;
    assert_eq!(faults(&changed), ["winning_spot_numbers"]);
    assert_eq!(statuses(&app.spots(&waffle).await), ["winner", "winner", "loser", "loser", "pending", "available"]);
}
