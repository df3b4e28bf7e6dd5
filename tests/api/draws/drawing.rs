//! The results of locked draws.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::sleep;
use waffle_beacon::local::LocalBeacon;
use waffle_domain::draw::digest::Digest;
use waffle_domain::draw::entries::Entries;
use waffle_domain::draw::locked::{DrawResult, LockedDraw};
use waffle_test_databases::{Cluster, StopMode, TestDatabase};
use waffle_tests::{TestApp, faults, refusal, refused};

use super::{beacon, drawn, draws, ledger, lock, on_sale_by, round, settings, sold, without_relays};

/// The algorithm's result for a draw as it is published.
fn decided(draw: &Value, beacon: &LocalBeacon) -> DrawResult {
    let locked = LockedDraw {
        waffle_id: draw["waffle_id"].as_str().unwrap().parse().unwrap(),
        number: i32::try_from(draw["number"].as_i64().unwrap()).unwrap(),
        entries: Entries::parse(draw["entries"].as_str().unwrap()).unwrap(),
        winners: usize::try_from(draw["item_count"].as_u64().unwrap()).unwrap(),
        alternates: usize::try_from(draw["alternates"].as_u64().unwrap()).unwrap(),
        one_win_per_handle: draw["one_win_per_handle"].as_bool().unwrap(),
        chain: Digest::parse(draw["chain"].as_str().unwrap()).unwrap(),
        round: round(&draw["round"]),
    };
    let signature = beacon.sign(locked.round);
    locked.decide(&beacon.chain().verify(locked.round, signature).unwrap()).unwrap()
}

#[tokio::test]
async fn a_locked_draw_is_drawn_by_itself_as_the_algorithm_says_and_everybody_sees_it() {
    let (beacon, app, seller, waffle) = on_sale_by("mia", "waffle_manager").await;
    seller.patch(&waffle.admin_api(""), &json!({"item_count": 2})).await;
    lock(&seller, &waffle, json!({"one_win_per_handle": true})).await;
    let mut watcher = app.watching(&waffle).await;
    let draw = drawn(&app, &waffle, 62).await;
    let result = decided(&app.get(&waffle.api("/draws/1")).await.json(), &beacon);
    let handles: Vec<String> = result.winners.iter().map(|entry| entry.handle.to_string()).collect();
    assert_eq!(
        [&draw["winning_spot_numbers"], &draw["winning_social_handles"], &draw["signature"], &draw["randomness"]],
        [&json!(result.numbers()), &json!(handles), &json!(result.signature), &json!(result.randomness)]
    );
    assert_eq!(draw["drawn_at"], "2026-06-01T12:01:02Z");
    let detail = app.becomes(&waffle.api(""), |answer| answer.json()["status"] == "completed").await.json();
    assert_eq!(
        (&detail["status"], &detail["winning_spot_numbers"]),
        (&json!("completed"), &draw["winning_spot_numbers"])
    );
    let mut told = Vec::new();
    while told.last() != Some(&json!("waffle_completed")) {
        told.push(watcher.next().await["type"].clone());
    }
    let expected = ["spot_update", "spot_update", "spot_update", "spot_update", "spot_update", "winner", "winner"];
    assert_eq!(told[..7], expected.map(|kind| json!(kind)));
    assert_eq!(ledger(&app, &waffle).await, ["locked", "drawn"]);
    let owner = app.seller().await;
    let log = owner.get("/api/admin/audit?action=set_winner").await.json();
    assert_eq!((&log["entries"][0]["admin_id"], &log["entries"][0]["admin_username"]), (&Value::Null, &Value::Null));
    // Afterwards everything works as after any draw.
    let path = format!("/api/admin/spots/{}/pay", waffle.spot(6));
    assert_eq!(seller.post(&path, &json!({})).await.status, 200);
}

#[tokio::test]
async fn alternates_are_drawn_after_the_winners_and_prizes_and_the_clock_are_public() {
    let (beacon, app, seller, waffle) = on_sale_by("mia", "waffle_manager").await;
    seller.patch(&waffle.admin_api(""), &json!({"item_count": 2})).await;
    let locked = lock(&seller, &waffle, json!({"alternates": 10, "prizes": [" Box ", "Card"]})).await;
    assert_eq!(
        [&locked["alternates"], &locked["alternate_spot_numbers"], &locked["prizes"], &locked["clock"]],
        [&json!(10), &json!([]), &json!(["Box", "Card"]), &json!("checked")]
    );
    let draw = drawn(&app, &waffle, 62).await;
    let result = decided(&app.get(&waffle.api("/draws/1")).await.json(), &beacon);
    assert_eq!(result.alternates.len(), 3, "there are five entries");
    assert_eq!(
        [&draw["alternate_spot_numbers"], &draw["alternate_social_handles"], &draw["winning_spot_numbers"]],
        [&json!(result.alternate_numbers()), &json!(result.alternate_handles()), &json!(result.numbers())]
    );
    assert_eq!(app.get(&waffle.api("")).await.json()["winning_spot_numbers"], draw["winning_spot_numbers"]);
}

#[tokio::test]
async fn a_completed_waffle_is_drawn_again_for_a_reason() {
    let (beacon, app, seller, waffle) = on_sale_by("mia", "waffle_manager").await;
    lock(&seller, &waffle, json!({})).await;
    drawn(&app, &waffle, 62).await;
    let again = waffle.admin_api("/draws");
    for without in [json!({}), json!({"reason": " "})] {
        assert_eq!(faults(&seller.post(&again, &without).await)[0], "reason");
    }
    let mut watcher = app.watching(&waffle).await;
    let second = lock(&seller, &waffle, json!({"reason": "The winner left.", "delay_seconds": 30})).await;
    assert_eq!((&second["number"], &second["entries_count"]), (&json!(2), &json!(5)), "winner and losers take part");
    let ids = json!({"spot_ids": [waffle.spot(1)], "social_handle": "zoe"});
    for (path, body) in [
        ("/change-winner", json!({"winning_spot_numbers": [1]})),
        ("/clear-winner", json!({})),
        ("/spots/pay", ids.clone()),
        ("/spots/unpay", ids.clone()),
        ("/rename", ids),
        ("/buyers/ben/pay", json!({})),
    ] {
        let tried = seller.post(&waffle.admin_api(path), &body).await;
        assert_eq!(refusal(&tried), refused(409, "draw_locked"), "{path}");
        assert_eq!(tried.json()["round_at"], second["round_at"], "{path}");
    }
    let second = drawn(&app, &waffle, 33).await;
    assert_eq!(second["reason"], "The winner left.");
    let result = decided(&app.get(&waffle.api("/draws/2")).await.json(), &beacon);
    assert_eq!(second["winning_spot_numbers"], json!(result.numbers()));
    assert_eq!(watcher.next().await["type"], "draw_locked");
    let mut last = json!(null);
    while last != "winner_changed" {
        last = watcher.next().await["type"].clone();
    }
    assert_eq!(app.get(&waffle.api("")).await.header("x-locked-draw"), "none");
    assert_eq!(ledger(&app, &waffle).await, ["locked", "drawn", "locked", "drawn"]);
}

#[tokio::test]
async fn where_no_relay_answers_an_admin_hands_the_round_in() {
    let (beacon, app) = without_relays().await;
    let seller = app.seller_as("mia", "waffle_manager").await;
    let waffle = sold(&app, &seller).await;
    let draw = lock(&seller, &waffle, json!({"delay_seconds": 30})).await;
    let path = waffle.admin_api("/draws/1/beacon");
    let number = draw["round"].as_u64().unwrap();
    let body = |number: u64, signed: u64| json!({"round": number, "signature": beacon.sign(round(&json!(signed)))});
    assert_eq!(refusal(&seller.post(&path, &body(number, number)).await), refused(409, "too_early"));
    app.clock.advance(Duration::from_secs(31));
    for (faulty, field) in [
        (body(number, number + 1), "signature"),
        (body(number + 1, number + 1), "round"),
        (json!({"round": number, "signature": "00"}), "signature"),
        (json!({"round": number, "signature": "c0".to_owned() + &"0".repeat(94)}), "signature"),
        (json!({"round": number}), "signature"),
        (json!({}), "round"),
    ] {
        assert_eq!(faults(&seller.post(&path, &faulty).await)[0], field, "{faulty}");
    }
    // Until then it stays locked.
    let pay = format!("/api/admin/spots/{}/pay", waffle.spot(6));
    assert_eq!(refusal(&seller.post(&pay, &json!({})).await), refused(409, "draw_locked"));
    let drawn = seller.post(&path, &body(number, number)).await;
    assert_eq!((drawn.status.as_u16(), &drawn.json()["state"]), (200, &json!("drawn")), "{}", drawn.text());
    let result = decided(&app.get(&waffle.api("/draws/1")).await.json(), &beacon);
    assert_eq!(drawn.json()["winning_spot_numbers"], json!(result.numbers()));
    assert_eq!(refusal(&seller.post(&path, &body(number, number)).await), refused(409, "draw_not_locked"));
    let nowhere = seller.post(&waffle.admin_api("/draws/2/beacon"), &body(number, number)).await;
    assert_eq!(refusal(&nowhere), refused(404, "not_found"));
}

#[tokio::test]
async fn of_several_servers_one_draws_also_what_was_locked_before_it_started() {
    let beacon = beacon().await;
    let database = TestDatabase::create().await.unwrap();
    let settings = settings(&beacon);
    let first = TestApp::on(&database.url(), &settings).await;
    let waffle = {
        let seller = first.seller().await;
        let waffle = sold(&first, &seller).await;
        lock(&seller, &waffle, json!({})).await;
        waffle
    };
    drop(first);
    let (one, other) = (TestApp::on(&database.url(), &settings).await, TestApp::on(&database.url(), &settings).await);
    one.clock.advance(Duration::from_secs(62));
    let draw = drawn(&other, &waffle, 62).await;
    assert_eq!(ledger(&one, &waffle).await, ["locked", "drawn"]);
    let winners = one.becomes(&waffle.api(""), |answer| answer.json()["status"] == "completed").await.json();
    assert_eq!(winners["winning_spot_numbers"], draw["winning_spot_numbers"]);
    assert_eq!(draws(&one, &waffle).await["draws"], json!([draw]));
}

#[tokio::test]
async fn a_round_that_appears_while_the_database_is_away_is_drawn_when_it_is_back() {
    let beacon = beacon().await;
    let cluster = Cluster::throwaway().await.unwrap();
    cluster.create_database("waffle").await.unwrap();
    let settings = settings(&beacon);
    let app = TestApp::on(&cluster.url("waffle"), &settings).await;
    let waffle = {
        let seller = app.seller().await;
        let waffle = sold(&app, &seller).await;
        lock(&seller, &waffle, json!({})).await;
        waffle
    };
    cluster.stop_server(StopMode::Immediate).await.unwrap();
    app.clock.advance(Duration::from_secs(62));
    // For long enough that the server has tried to draw.
    sleep(Duration::from_millis(2_500)).await;
    assert_eq!(app.get("/health").await.status, 503);
    cluster.start_server().await.unwrap();
    app.becomes("/health", |answer| answer.status == 200).await;
    let draw = drawn(&app, &waffle, 0).await;
    let result = decided(&app.get(&waffle.api("/draws/1")).await.json(), &beacon);
    assert_eq!(draw["winning_spot_numbers"], json!(result.numbers()));
    assert_eq!(ledger(&app, &waffle).await, ["locked", "drawn"]);
}
