//! How winners were found, after how many other results, and why those were cleared.

use serde_json::{Value, json};
use waffle_test_databases::TestDatabase;
use waffle_tests::{Seller, TestApp, Waffle, faults, refusal, refused};

use super::{beacon, drawn, draws, ledger, lock, on_sale, on_sale_by, settings, sold};

/// What the API says of the winners, in the detail and in the list.
async fn told(app: &TestApp, waffle: &Waffle) -> Value {
    let of = |waffle: &Value| json!([waffle["won_by"], waffle["draws_before"]]);
    let (detail, list) = (app.get(&waffle.api("")).await.json(), app.get("/api/waffles").await.json());
    assert_eq!(of(&list[0]), of(&detail), "{list}");
    of(&detail)
}

async fn done(seller: &Seller, waffle: &Waffle, path: &str, body: Value) -> Value {
    seller.post(&waffle.admin_api(path), &body).await.ok().json()
}

#[tokio::test]
async fn every_result_says_how_it_was_found_and_how_many_came_before_on_every_server() {
    let beacon = beacon().await;
    let database = TestDatabase::create().await.unwrap();
    let settings = settings(&beacon);
    let app = TestApp::on(&database.url(), &settings).await;
    let elsewhere = TestApp::on(&database.url(), &settings).await;
    let seller = app.seller().await;
    let waffle = sold(&app, &seller).await;
    assert_eq!(told(&app, &waffle).await, json!([null, 0]));
    lock(&seller, &waffle, json!({})).await;
    drawn(&app, &waffle, 62).await;
    assert_eq!(told(&app, &waffle).await, json!(["draw", 0]));

    let number = |number: i32| json!({"winning_spot_numbers": [number]});
    let cleared = done(&seller, &waffle, "/clear-winner", json!({"reason": "The camera fell."})).await;
    assert_eq!((&cleared["won_by"], &cleared["draws_before"]), (&Value::Null, &json!(1)));
    let picked = done(&seller, &waffle, "/winner", number(1)).await;
    assert_eq!((&picked["won_by"], &picked["draws_before"]), (&json!("hand"), &json!(1)));
    done(&seller, &waffle, "/change-winner", json!({"winning_spot_numbers": [4], "reason": "Anna gave it back."}))
        .await;
    assert_eq!(told(&app, &waffle).await, json!(["hand", 2]));
    lock(&seller, &waffle, json!({"reason": "Ben did not answer.", "delay_seconds": 30})).await;
    assert_eq!(told(&app, &waffle).await, json!(["hand", 2]), "until it is drawn");
    drawn(&app, &waffle, 33).await;
    for server in [&app, &elsewhere] {
        server.becomes(&waffle.api(""), |answer| answer.json()["draws_before"] == 3).await;
        assert_eq!(told(server, &waffle).await, json!(["draw", 3]));
    }
    let entries = draws(&elsewhere, &waffle).await["ledger"].clone();
    let reasons: Vec<Value> =
        entries.as_array().unwrap().iter().map(|entry| json!([entry["kind"], entry["reason"]])).collect();
    assert_eq!(
        reasons,
        [
            json!(["locked", null]),
            json!(["drawn", null]),
            json!(["cleared", "The camera fell."]),
            json!(["set_by_hand", null]),
            json!(["changed_by_hand", "Anna gave it back."]),
            json!(["locked", "Ben did not answer."]),
            json!(["drawn", null]),
        ]
    );
}

#[tokio::test]
async fn who_draws_until_it_fits_has_to_say_why_also_after_clearing() {
    let (_beacon, app, seller, waffle) = on_sale_by("mia", "waffle_manager").await;
    lock(&seller, &waffle, json!({})).await;
    let why = json!({"reason": "A payment was marked by mistake."});
    done(&seller, &waffle, "/draws/1/void", why.clone()).await;
    lock(&seller, &waffle, json!({})).await;
    drawn(&app, &waffle, 62).await;
    done(&seller, &waffle, "/clear-winner", json!({})).await;
    for without in [json!({}), json!({"reason": " "})] {
        assert_eq!(faults(&seller.post(&waffle.admin_api("/draws"), &without).await)[0], "reason");
    }
    assert_eq!(lock(&seller, &waffle, why.clone()).await["reason"], why["reason"]);
    // What was picked by hand is a result as well.
    let other = sold(&app, &seller).await;
    done(&seller, &other, "/winner", json!({"winning_spot_numbers": [1]})).await;
    done(&seller, &other, "/clear-winner", json!({})).await;
    assert_eq!(refusal(&seller.post(&other.admin_api("/draws"), &json!({})).await), refused(400, "validation_failed"));
    lock(&seller, &other, why).await;
}

#[tokio::test]
async fn a_reason_is_optional_and_one_line_of_500_characters_at_most() {
    let (app, seller) = TestApp::with_seller().await;
    let waffle = sold(&app, &seller).await;
    done(&seller, &waffle, "/winner", json!({"winning_spot_numbers": [1]})).await;
    for faulty in ["x".repeat(501), "a\nb".into()] {
        let numbers = json!({"winning_spot_numbers": [2], "reason": faulty});
        for (path, body) in [("/change-winner", numbers), ("/clear-winner", json!({"reason": faulty}))] {
            assert_eq!(faults(&seller.post(&waffle.admin_api(path), &body).await)[0], "reason", "{path}");
        }
    }
    assert_eq!(ledger(&app, &waffle).await, ["set_by_hand"]);
}

#[tokio::test]
async fn a_result_that_a_lock_replaces_is_told_to_watchers_with_what_came_before() {
    let (_beacon, app, seller, waffle) = on_sale().await;
    let mut watcher = app.watching(&waffle).await;
    let mut next = async |kind: &str| loop {
        let message = watcher.next().await;
        if message["type"] == kind {
            return json!([message["won_by"], message["draws_before"]]);
        }
    };
    done(&seller, &waffle, "/winner", json!({"winning_spot_numbers": [1]})).await;
    assert_eq!(next("waffle_completed").await, json!(["hand", 0]));
    lock(&seller, &waffle, json!({"reason": "It was a test."})).await;
    drawn(&app, &waffle, 62).await;
    assert_eq!(next("winner_changed").await, json!(["draw", 1]));
    seller.patch(&waffle.admin_api(""), &json!({"title": "Another"})).await;
    let mut edited = watcher.next().await;
    assert_eq!(edited["type"], "waffle_updated");
    let edited = edited["waffle"].take();
    assert_eq!((&edited["won_by"], &edited["draws_before"]), (&json!("draw"), &json!(1)));
}

#[tokio::test]
async fn a_winner_who_is_replaced_is_said_and_is_no_other_result() {
    let (_beacon, app, seller, waffle) = on_sale().await;
    lock(&seller, &waffle, json!({"alternates": 1})).await;
    let draw = drawn(&app, &waffle, 62).await;
    let mut watcher = app.watching(&waffle).await;
    let winner = json!({"spot_number": draw["winning_spot_numbers"][0], "reason": "He did not answer."});
    done(&seller, &waffle, "/draws/1/replace", winner).await;
    let mut last = watcher.next().await;
    while last["type"] != "winner_changed" {
        last = watcher.next().await;
    }
    assert_eq!(json!([last["won_by"], last["draws_before"]]), json!(["draw_replaced", 0]));
    assert_eq!(told(&app, &waffle).await, json!(["draw_replaced", 0]));
    let board = app.get(&format!("/waffle/{}/board.txt", waffle.slug)).await.text();
    assert!(board.ends_with("\n★ Drawn by lot on a private chain, winner replaced\n"), "{board}");
    let again = lock(&seller, &waffle, json!({"reason": "He gave it back."})).await;
    drawn(&app, &waffle, 62).await;
    assert_eq!((&again["number"], told(&app, &waffle).await), (&json!(2), json!(["draw", 1])));
}
