//! What a seller does by hand: taking payments back, giving time, renaming, merging, and looking at sources.

use serde_json::{Value, json};
use waffle_tests::{Answer, Seller, TestApp, Waffle, answer, faults, refusal, refused};

fn numbers(list: &Value) -> Vec<i64> {
    list.as_array().unwrap().iter().map(|spot| spot["number"].as_i64().unwrap()).collect()
}

/// Claims a spot from an address.
async fn claim_from(app: &TestApp, waffle: &Waffle, spot: i64, handle: &str, address: &str) -> Answer {
    let claim = json!({"waffle_id": waffle.id, "spots": [spot], "social_handle": handle});
    answer(app.claiming(&claim).header("x-forwarded-for", address)).await
}

async fn activity(seller: &Seller, waffle: &Waffle, query: &str) -> Vec<Value> {
    let entries = seller.get(&waffle.admin_api(&format!("/activity{query}"))).await.json();
    entries["entries"].as_array().unwrap().iter().map(|entry| entry["reason"].clone()).collect()
}

#[tokio::test]
async fn a_payment_is_taken_back_while_the_waffle_is_active() {
    let (app, seller, waffle) = TestApp::selling_by(("mia", "waffle_manager"), "Box", 6).await;
    app.claim(&waffle, &[1, 2, 3], "anna").await;
    seller.pay(waffle.spot(1)).await;
    seller.pay(waffle.spot(2)).await;
    let mut watcher = app.watching(&waffle).await;
    let path = waffle.admin_api("/spots/unpay");
    let body = json!({"spot_ids": [waffle.spot(1), waffle.spot(3), 0]});
    let unpaid = seller.post(&path, &body).await.ok().json();
    let spot = json!({"id": waffle.spot(1), "number": 1, "status": "pending", "claimed_by_handle": "anna"});
    let skipped = json!([{"id": 0, "reason": "not_found"}, {"id": waffle.spot(3), "reason": "spot_not_paid"}]);
    let mut answer = unpaid;
    answer["skipped"].as_array_mut().unwrap().sort_by_key(|skipped| skipped["id"].as_i64());
    assert_eq!(answer, json!({"unpaid": [spot], "skipped": skipped}));
    assert_eq!(watcher.next().await["spot"], spot);
    assert_eq!(activity(&seller, &waffle, "?spot=1").await, [json!("unpaid"), Value::Null, Value::Null]);
    for faulty in [json!({}), json!({"spot_ids": []}), json!({"spot_ids": vec![1; 3_001]})] {
        assert_eq!(refusal(&seller.post(&path, &faulty).await), refused(400, "validation_failed"));
    }
    assert_eq!(seller.post(&path, &json!({"spot_ids": vec![waffle.spot(3); 3_000]})).await.status, 200);
    seller.post(&waffle.admin_api("/winner"), &json!({"winning_spot_numbers": [2]})).await;
    assert_eq!(refusal(&seller.post(&path, &body).await), refused(409, "waffle_not_active"));
}

#[tokio::test]
async fn buyers_get_more_time_to_pay() {
    let (app, seller, waffle) = TestApp::selling_by(("mia", "waffle_manager"), "Box", 6).await;
    app.claim(&waffle, &[1], "anna").await;
    let path = waffle.admin_api("/spots/extend");
    for minutes in [1, 43_200] {
        let body = json!({"spot_ids": [waffle.spot(1), waffle.spot(2)], "minutes": minutes});
        let extended = seller.post(&path, &body).await.json();
        let skipped = json!([{"id": waffle.spot(2), "reason": "spot_not_pending"}]);
        assert_eq!((numbers(&extended["extended"]), &extended["skipped"]), (vec![1], &skipped));
        let shown = app.get(&waffle.api("/spots")).await.json()[0]["pay_by"].clone();
        assert_eq!((&extended["extended"][0]["pay_by"], shown.is_string()), (&shown, true));
    }
    app.holds(
        "(SELECT pay_by - now() FROM spots WHERE number = 1)
            BETWEEN interval '43200 minutes' AND interval '43201 minutes'",
    )
    .await;
    for minutes in [0, -1, 43_201, i64::MAX] {
        assert_eq!(
            faults(&seller.post(&path, &json!({"spot_ids": [waffle.spot(1)], "minutes": minutes})).await)[0],
            "minutes",
            "{minutes}"
        );
    }
}

#[tokio::test]
async fn what_is_not_paid_in_time_is_released_by_one_of_the_servers_and_listed() {
    let (app, other) = TestApp::two_servers().await;
    let seller = app.seller().await;
    let waffle = seller.waffle("Box", 6).await;
    seller.patch(&waffle.admin_api(""), &json!({"pay_within_minutes": 30})).await;
    app.claim(&waffle, &[1, 2], "anna").await;
    app.claim(&waffle, &[3], "ben").await;
    seller.pay(waffle.spot(2)).await;
    let mut watchers = Vec::new();
    for app in [&app, &other] {
        let watcher = app.watching(&waffle).await;
        watchers.push(watcher);
    }
    assert_eq!(seller.get(&waffle.admin_api("/expired")).await.json(), json!({"entries": []}));
    // Deadlines use the database's clock.
    app.sql("UPDATE spots SET pay_by = now() - interval '1 second' WHERE number = 1").await;
    app.sql("UPDATE waffles SET next_pay_by = now() - interval '1 second'").await;
    let free = json!({"id": waffle.spot(1), "number": 1, "status": "available", "claimed_by_handle": null});
    for watcher in &mut watchers {
        assert_eq!(watcher.next().await["spot"], free);
        watcher.ping().await;
    }
    assert_eq!(activity(&seller, &waffle, "").await.iter().filter(|reason| **reason == "expired").count(), 1);
    let listed = seller.get(&waffle.admin_api("/expired")).await.json();
    let at = listed["entries"][0]["spots"][0]["expired_at"].clone();
    let expired = |free: bool| {
        let spots = json!([{"number": 1, "expired_at": at, "free": free}]);
        json!({"entries": [{"social_handle": "anna", "spots": spots}]})
    };
    assert_eq!(listed, expired(true));
    // Restored by assigning what is still free.
    seller.post(&waffle.admin_api("/assign"), &json!({"social_handle": "anna", "spots": [1]})).await;
    assert_eq!(seller.get(&waffle.admin_api("/expired")).await.json(), expired(false));
    assert_eq!(activity(&seller, &waffle, "?spot=1").await, [json!("assigned"), json!("expired"), Value::Null]);
    app.sql("UPDATE events SET at = at - interval '7 days 1 second' WHERE reason = 'expired'").await;
    assert_eq!(seller.get(&waffle.admin_api("/expired")).await.json(), json!({"entries": []}));
}

#[tokio::test]
async fn spots_get_another_handle() {
    let (app, seller) = TestApp::with_seller_as("mia", "waffle_manager").await;
    let (waffle, elsewhere) = (seller.waffle("Box", 6).await, seller.waffle("Other", 6).await);
    app.claim(&waffle, &[1, 2], "ana").await;
    seller.pay(waffle.spot(1)).await;
    let path = waffle.admin_api("/rename");
    let to = |handle: &str, spots: &[i64]| json!({"spot_ids": spots, "social_handle": handle});
    let before = app.get(&waffle.api("/spots")).await.json();
    let renamed = seller.post(&path, &to("@Anna", &[waffle.spot(1), waffle.spot(2)])).await;
    assert_eq!((renamed.status.as_u16(), numbers(&renamed.json()["renamed"])), (200, vec![1, 2]));
    let mut expected = before;
    for place in 0..2 {
        expected[place]["claimed_by_handle"] = json!("anna");
    }
    assert_eq!(app.get(&waffle.api("/spots")).await.json(), expected, "status and times stay");
    let free = seller.post(&path, &to("ben", &[waffle.spot(1), waffle.spot(3)])).await;
    assert_eq!(refusal(&free), refused(409, "spot_not_releasable"));
    let foreign = seller.post(&path, &to("ben", &[waffle.spot(1), elsewhere.spot(1)])).await;
    assert_eq!(refusal(&foreign), refused(404, "not_found"));
    assert_eq!(app.get(&waffle.api("/spots")).await.json(), expected, "all or none");
    for (body, field) in [(to("a b", &[waffle.spot(1)]), "social_handle"), (to("ben", &[]), "spot_ids")] {
        assert_eq!(seller.post(&path, &body).await.json()["fields"][0]["field"], field);
    }
    assert_eq!(activity(&seller, &waffle, "?handle=anna").await.len(), 2);
    let before = seller.activity(&waffle, "?handle=ana").await;
    let [moved, .., claimed] = before.as_slice() else { panic!("{before:?}") };
    assert_eq!((before.len(), &moved["from_handle"], &moved["social_handle"]), (5, &json!("ana"), &json!("anna")));
    assert_eq!(claimed.get("from_handle"), None, "only what got another handle says which it had");
    assert_eq!(app.get("/api/buyers/anna/stats").await.json()["total_spots_claimed"], 2);
}

#[tokio::test]
async fn two_handles_of_one_person_become_one_everywhere() {
    let (app, seller) = TestApp::with_seller_as("mia", "admin").await;
    let (one, other) = (seller.waffle("One", 6).await, seller.waffle("Other", 6).await);
    app.claim(&one, &[1, 2], "old").await;
    app.claim(&one, &[3], "new").await;
    app.claim(&other, &[4], "old").await;
    seller.pay(other.spot(4)).await;
    seller.post(&other.admin_api("/winner"), &json!({"winning_spot_numbers": [4]})).await;
    let mut watcher = app.watching(&one).await;
    let path = "/api/admin/users/@Old/merge";
    let counts = json!({"spots": 3, "waffles": 2, "wins": 1});
    let none = json!({"spots": 0, "waffles": 0, "wins": 0});
    assert_eq!(seller.post(path, &json!({"into": "new", "dry_run": true})).await.json(), counts);
    assert_eq!(app.get(&one.api("/spots")).await.json()[0]["claimed_by_handle"], "old");
    let merged = seller.post(path, &json!({"into": "@New"})).await;
    assert_eq!((merged.status.as_u16(), merged.json()), (200, counts));
    for spot in [1, 2] {
        let told = watcher.next().await["spot"].clone();
        assert_eq!((&told["number"], &told["claimed_by_handle"]), (&json!(spot), &json!("new")));
    }
    assert_eq!(app.get(&other.api("")).await.json()["winning_social_handles"], json!(["new"]));
    assert_eq!(app.get("/api/buyers/new/stats").await.json()["total_wins"], 1);
    assert_eq!(seller.get("/api/admin/users?search=old").await.json()["total"], 0);
    assert_eq!(seller.post(path, &json!({"into": "new"})).await.json(), none);
    for (path, body, field) in [
        ("/api/admin/users/new/merge", json!({"into": "NEW"}), "into"),
        ("/api/admin/users/new/merge", json!({}), "into"),
        ("/api/admin/users/a%20b/merge", json!({"into": "new"}), "handle"),
    ] {
        assert_eq!(faults(&seller.post(path, &body).await)[0], field, "{path} {body}");
    }
    assert_eq!(activity(&seller, &one, "?spot=1").await[0], "merged");
    assert_eq!(seller.activity(&one, "?spot=1").await[0]["from_handle"], "old");
}

#[tokio::test]
async fn all_that_came_from_one_address_is_seen_and_released() {
    let (app, seller) = TestApp::with_seller_as("mia", "waffle_manager").await;
    let (waffle, other) = (seller.waffle("Box", 9).await, seller.waffle("Other", 9).await);
    for (number, address) in [(1, "2001:db8::1"), (2, "2001:db8::ffff"), (3, "203.0.113.9"), (4, "2001:db8:0:1::1")] {
        claim_from(&app, &waffle, number, &format!("bot{number}"), address).await;
    }
    claim_from(&app, &other, 1, "bot3", "203.0.113.9").await;
    seller.post(&waffle.admin_api("/assign"), &json!({"social_handle": "anna", "spots": [9]})).await;
    seller.pay(waffle.spot(2)).await;
    let listed = seller.get(&waffle.admin_api("/sources")).await.json();
    let entries = listed["entries"].as_array().unwrap();
    assert_eq!(entries.len(), 3, "one for each address, IPv6 by /64, and none for what was assigned");
    let both = entries.iter().find(|entry| entry["spots"] == 2).unwrap();
    assert_eq!((&both["handles"], &both["pending"]), (&json!(["bot1", "bot2"]), &json!(1)));
    assert_eq!((&both["first_at"], &both["last_at"]), (&json!("2026-06-01T12:00:00Z"), &json!("2026-06-01T12:00:00Z")));
    let elsewhere = seller.get(&other.admin_api("/sources")).await.json();
    let elsewhere = &elsewhere["entries"][0]["source"];
    assert!(entries.iter().all(|entry| entry["source"] != *elsewhere), "other for each waffle");
    let path = waffle.admin_api("/release-source");
    let released = seller.post(&path, &json!({"source": both["source"]})).await;
    assert_eq!((released.status.as_u16(), numbers(&released.json()["released"])), (200, vec![1]), "the paid one stays");
    assert_eq!(activity(&seller, &waffle, "?spot=1").await[0], "source_released");
    assert_eq!(refusal(&seller.post(&path, &json!({"source": elsewhere})).await), refused(404, "not_found"));
    for source in [json!("203.0.113.9"), json!(""), Value::Null] {
        let faulty = seller.post(&path, &json!({"source": source})).await;
        assert_eq!(refusal(&faulty), refused(400, "validation_failed"), "{source}");
    }
    // Nothing in the database reveals the address.
    app.holds("(SELECT count(*) FROM events WHERE source IS NOT NULL AND length(source) = 16) = 5").await;
}

#[tokio::test]
async fn a_merge_that_is_held_up_says_how_far_it_got_and_a_repeat_goes_on() {
    let (app, other) = TestApp::two_servers().await;
    let seller = app.seller().await;
    let mut waffles = Vec::new();
    for title in ["One", "Two", "Three", "Four", "Five"] {
        let waffle = seller.waffle(title, 6).await;
        app.claim(&waffle, &[1, 2], "old").await;
        waffles.push(waffle);
    }
    let (done, held) = (&waffles[0], &waffles[2]);
    let blocking = format!(
        "DO $$ BEGIN
             PERFORM FROM waffles WHERE id = '{}' FOR NO KEY UPDATE;
             WHILE NOT EXISTS (SELECT FROM blocked_handles) LOOP PERFORM pg_sleep(0.005); END LOOP;
         END $$",
        held.id
    );
    let (path, into) = ("/api/admin/users/old/merge", json!({"into": "new"}));
    let merging = async {
        let is_free = format!("SELECT FROM waffles WHERE id = '{}' FOR NO KEY UPDATE NOWAIT", held.id);
        while app.database().execute(&is_free).await.is_ok() {}
        let claiming = async {
            other.becomes(&done.api("/spots"), |spots| spots.json()[0]["claimed_by_handle"] == "new").await;
            claim_from(&other, done, 3, "ben", "203.0.113.9").await.status
        };
        let (interrupted, claimed) = tokio::join!(seller.post(path, &into), claiming);
        assert_eq!(claimed, 200, "others claim meanwhile");
        assert_eq!(refusal(&interrupted), refused(503, "outcome_unknown"));
        assert_ne!(interrupted.header("retry-after"), "");
        let said = interrupted.json()["error"].as_str().unwrap().to_owned();
        assert!(said.starts_with("4 of 5 waffles are done."), "{said}");
        app.database().execute("INSERT INTO blocked_handles VALUES ('go', NULL, now(), 'admin')").await.unwrap();
    };
    let (holding, ()) = tokio::join!(app.database().execute(&blocking), merging);
    holding.unwrap();
    let left = json!({"spots": 2, "waffles": 1, "wins": 0});
    assert_eq!(seller.post(path, &json!({"into": "new", "dry_run": true})).await.json(), left);
    let repeated = seller.post(path, &into).await;
    assert_eq!((repeated.status.as_u16(), repeated.json()), (200, left));
    assert_eq!(app.get(&held.api("/spots")).await.json()[0]["claimed_by_handle"], "new");
    assert_eq!(seller.get("/api/admin/users?search=old").await.json()["total"], 0);
    assert_eq!(app.get("/api/buyers/new/stats").await.json()["total_spots_claimed"], 10);
}
