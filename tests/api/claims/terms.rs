//! When claims are taken, and what an admin may assign nevertheless.

use futures_util::future::join_all;
use serde_json::{Value, json};
use waffle_tests::{Answer, TestApp, answer, faults, refusal, refused};

/// Claims a spot, with a key if there is one.
async fn claim(app: &TestApp, waffle: &str, spot: i64) -> Answer {
    answer(app.claiming(&json!({"waffle_id": waffle, "spots": [spot], "social_handle": "anna"}))).await
}

#[tokio::test]
async fn nothing_is_claimed_before_the_opening_and_everything_after_it() {
    let (app, seller, waffle) = TestApp::selling("Box", 6).await;
    let edited = seller.patch(&waffle.admin_api(""), &json!({"opens_at": "2099-01-01T00:00:00Z"})).await.json();
    let early = claim(&app, &waffle.id, 1).await;
    assert_eq!((refusal(&early), &early.json()["opens_at"]), (refused(409, "not_open_yet"), &edited["opens_at"]));
    // Openings use the database's clock.
    app.sql("UPDATE waffles SET opens_at = now() + interval '1 second'").await;
    let any = json!({"waffle_id": waffle.id, "count": 2, "social_handle": "anna"});
    assert_eq!(refusal(&answer(app.claiming_random(&any)).await), refused(409, "not_open_yet"));
    app.holds("(SELECT count(*) FROM events WHERE kind = 'spot_update') = 0").await;
    app.sql("SELECT pg_sleep_until(opens_at) FROM waffles").await;
    assert_eq!(claim(&app, &waffle.id, 1).await.status, 200);
}

#[tokio::test]
async fn a_pause_refuses_claims_until_it_is_over() {
    let (app, seller, waffle) = TestApp::selling("Box", 6).await;
    seller.patch(&waffle.admin_api(""), &json!({"claims_paused": true})).await;
    assert_eq!(refusal(&claim(&app, &waffle.id, 1).await), refused(409, "claims_paused"));
    // A key may already have an answer, so only the database can decide.
    let keyed = app.claiming(&json!({"waffle_id": waffle.id, "spots": [1], "social_handle": "anna"}));
    assert_eq!(refusal(&answer(keyed.header("idempotency-key", "k")).await), refused(409, "claims_paused"));
    seller.patch(&waffle.admin_api(""), &json!({"claims_paused": false})).await;
    assert_eq!(claim(&app, &waffle.id, 1).await.status, 200);
}

#[tokio::test]
async fn a_seller_assigns_spots_before_the_opening_and_during_a_pause() {
    let (app, seller, waffle) = TestApp::selling_by(("mia", "waffle_manager"), "Box", 6).await;
    seller.patch(&waffle.admin_api(""), &json!({"claims_paused": true, "opens_at": "2099-01-01T00:00:00Z"})).await;
    let mut watcher = app.watching(&waffle).await;
    let path = waffle.admin_api("/assign");
    let assigned = seller.post(&path, &json!({"social_handle": "@Anna", "spots": [5, 2]})).await.ok();
    let spot = |number: usize| {
        json!({"id": waffle.spot(number), "number": number, "status": "pending",
        "claimed_by_handle": "anna"})
    };
    assert_eq!(assigned.json(), json!([spot(2), spot(5)]));
    assert_eq!((watcher.next().await["spot"].clone(), watcher.next().await["spot"].clone()), (spot(2), spot(5)));
    let taken = seller.post(&path, &json!({"social_handle": "ben", "spots": [1, 2]})).await;
    assert_eq!((refusal(&taken), &taken.json()["taken"]), (refused(409, "spots_taken"), &json!([2])));
    for (body, field) in [
        (json!({"social_handle": "ben"}), "spots"),
        (json!({"social_handle": "ben", "spots": [7]}), "spots"),
        (json!({"social_handle": "b b", "spots": [1]}), "social_handle"),
    ] {
        assert_eq!(faults(&seller.post(&path, &body).await)[0], field, "{body}");
    }

    let entries = seller.get(&waffle.admin_api("/activity?handle=Anna&spot=5")).await.json()["entries"].clone();
    let mut entries = entries.as_array().unwrap().clone();
    entries[0]["at"].take();
    let entry = json!({"seq": 3, "at": null, "spot_number": 5, "from_status": "available", "to_status": "pending",
        "social_handle": "anna", "admin_username": "mia", "reason": "assigned"});
    assert_eq!(entries, [entry]);
    for none in ["?spot=1", "?handle=ben", "?spot=5&handle=ben"] {
        let path = waffle.admin_api(&format!("/activity{none}"));
        assert_eq!(seller.get(&path).await.json()["entries"], json!([]), "{none}");
    }
    assert_eq!(seller.get(&waffle.admin_api("/activity?spot=10000")).await.status, 200);
    for bad in ["handle=a%20b", "handle=", "spot=0", "spot=-1", "spot=10001"] {
        let refused_part = seller.get(&waffle.admin_api(&format!("/activity?{bad}"))).await;
        assert_eq!(refusal(&refused_part), refused(400, "validation_failed"), "{bad}");
    }
}

#[tokio::test]
async fn a_deadline_holds_for_claims_made_from_then_on() {
    let (app, other) = TestApp::two_servers().await;
    let seller = app.seller().await;
    let waffle = seller.waffle("Box", 6).await;
    app.claim(&waffle, &[1], "anna").await;
    seller.patch(&waffle.admin_api(""), &json!({"pay_within_minutes": 30})).await;
    app.claim(&waffle, &[2], "anna").await;
    let spots = app.get(&waffle.api("/spots")).await.json();
    assert_eq!(spots[0]["pay_by"], Value::Null);
    let told = spots[1]["pay_by"].as_str().unwrap();
    let in_time = "pay_by BETWEEN now() + interval '29 minutes' AND now() + interval '30 minutes'";
    let holds = format!("SELECT {in_time} AND pay_by = '{told}' FROM spots WHERE number = 2");
    app.database().execute(&format!("DO $test$ BEGIN ASSERT ({holds}); END $test$")).await.unwrap();
    seller.pay(waffle.spot(2)).await;
    assert_eq!(app.get(&waffle.api("/spots")).await.json()[1]["pay_by"], Value::Null);
    let loaded = other.get(&waffle.api("/spots")).await.json();
    assert_eq!(loaded, app.get(&waffle.api("/spots")).await.json());
}

#[tokio::test]
async fn a_handle_claims_up_to_what_it_may_hold() {
    let (app, seller, waffle) = TestApp::selling("Box", 20).await;
    seller.patch(&waffle.admin_api(""), &json!({"max_spots_per_handle": 3})).await;
    let numbered = async |spots: &[i64]| {
        answer(app.claiming(&json!({"waffle_id": waffle.id, "spots": spots, "social_handle": "anna"}))).await
    };
    let any = async |count: i64, handle: &str| {
        let claim = json!({"waffle_id": waffle.id, "count": count, "social_handle": handle});
        answer(app.claiming_random(&claim)).await
    };
    let too_many = |answer: &Answer, held: i64| {
        assert_eq!(refusal(answer), refused(409, "too_many_spots"));
        assert_eq!((&answer.json()["held"], &answer.json()["allowed"]), (&json!(held), &json!(3)));
    };
    too_many(&numbered(&[1, 2, 3, 4]).await, 0);
    assert_eq!(numbered(&[1, 2]).await.status, 200);
    too_many(&numbered(&[3, 4]).await, 2);
    let rest = any(5, "anna").await;
    assert_eq!((&rest.json()["claimed_count"], &rest.json()["requested_count"]), (&json!(1), &json!(5)));
    too_many(&any(1, "anna").await, 3);
    let keyed = json!({"waffle_id": waffle.id, "count": 1, "social_handle": "anna"});
    too_many(&answer(app.claiming_random(&keyed).header("idempotency-key", "k")).await, 3);
    seller.release(waffle.spot(1)).await;
    assert_eq!(numbered(&[1]).await.status, 200);
    // Several at the same time by one handle, by number and at random.
    let all = join_all((0..6).map(|n| any(if n % 2 == 0 { 2 } else { 1 }, "ben"))).await;
    assert!(all.iter().all(|answer| answer.status == 200 || answer.status == 409));
    app.holds("(SELECT count(*) FROM spots WHERE claimed_by_handle = 'ben') = 3").await;
}
