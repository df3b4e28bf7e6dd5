//! Replacing one winner of a draw, and winners who have another handle afterwards.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use tokio::join;
use waffle_beacon::local::LocalBeacon;
use waffle_test_databases::TestDatabase;
use waffle_tests::{Answer, PASSWORD, Seller, TestApp, Waffle, answer, bearer, faults, refusal, refused};

use super::{beacon, drawn, draws, ledger, lock, on_sale_by, settings, sold, with_beacon};

/// Holdings are what the spots say.
const SOUND: &str = "NOT EXISTS (
    SELECT FROM holdings h WHERE (h.won, h.lost, h.paid) <> (
        SELECT count(*) FILTER (WHERE s.status = 'winner'), count(*) FILTER (WHERE s.status = 'loser'),
            count(*) FILTER (WHERE s.status = 'paid')
        FROM spots s WHERE s.waffle_id = h.waffle_id AND s.claimed_by_handle = h.handle))";

/// What the page of a draw says if a winner has another handle now.
const RENAMED: &str = "winner’s handle has changed";

/// A waffle of which two spots of five have won, with two alternates and prizes.
async fn decided(app: &TestApp, seller: &Seller) -> (Waffle, Value) {
    let waffle = sold(app, seller).await;
    seller.patch(&waffle.admin_api(""), &json!({"item_count": 2})).await;
    lock(seller, &waffle, json!({"alternates": 2, "prizes": ["Box", "Card"]})).await;
    let draw = drawn(app, &waffle, 62).await;
    (waffle, draw)
}

/// The same on a new server, whose seller has this role.
async fn decided_by(role: &str) -> (LocalBeacon, TestApp, Seller, Waffle, Value) {
    let (beacon, app) = with_beacon().await;
    let seller = app.seller_as("mia", role).await;
    let (waffle, draw) = decided(&app, &seller).await;
    (beacon, app, seller, waffle, draw)
}

fn of(spot: &Value) -> Value {
    json!({"spot_number": spot, "reason": "He did not answer."})
}

async fn status(app: &TestApp, waffle: &Waffle, number: &Value) -> Value {
    let spots = app.get(&waffle.api("/spots")).await.json();
    let spot = spots.as_array().unwrap().iter().find(|spot| spot["number"] == *number);
    spot.unwrap()["status"].clone()
}

#[tokio::test]
async fn the_next_alternate_wins_in_a_winners_place_and_all_others_stay() {
    let (_beacon, app, seller, waffle, draw) = decided_by("waffle_manager").await;
    let (winners, next) = (&draw["winning_spot_numbers"], &draw["alternate_spot_numbers"]);
    // Paid too late for the draw: neither winner nor loser, before and after.
    seller.pay(waffle.spot(6)).await;
    let mut watcher = app.watching(&waffle).await;
    let path = waffle.admin_api("/draws/1/replace");
    let detail = seller.post(&path, &of(&winners[0])).await.ok().json();
    assert_eq!(
        [&detail["winning_spot_numbers"], &detail["winning_prizes"], &detail["status"], &detail["message"]],
        [
            &json!([next[0], winners[1]]),
            &json!(["Box", "Card"]),
            &json!("completed"),
            &json!(format!("Spot {} wins in the place of spot {}.", next[0], winners[0])),
        ]
    );
    assert_eq!(status(&app, &waffle, &winners[0]).await, "loser");
    assert_eq!(status(&app, &waffle, &next[0]).await, "winner");
    assert_eq!(status(&app, &waffle, &json!(6)).await, "paid");
    let told = [watcher.next().await, watcher.next().await, watcher.next().await];
    assert_eq!([0, 1, 2].map(|at: usize| &told[at]["type"]), ["spot_update", "spot_update", "winner_changed"]);
    assert_eq!(told[2]["winning_spot_numbers"], detail["winning_spot_numbers"]);
    assert_eq!(told[2]["winning_prizes"], json!(["Box", "Card"]));
    for said in [&told[2], &detail] {
        assert_eq!((&said["won_by"], &said["draws_before"]), (&json!("draw_replaced"), &json!(0)));
    }
    assert_eq!(draws(&app, &waffle).await["draws"], json!([draw]), "the draw itself never changes");
    let entry = draws(&app, &waffle).await["ledger"][2].clone();
    assert_eq!(
        [&entry["kind"], &entry["number"], &entry["reason"], &entry["winning_spot_numbers"]],
        [&json!("replaced"), &json!(1), &json!("He did not answer."), &detail["winning_spot_numbers"]]
    );
    assert_eq!(entry["winning_social_handles"], detail["winning_social_handles"]);
    // The alternate may withdraw too, in any place, until none is left.
    assert_eq!(seller.post(&path, &of(&next[0])).await.json()["winning_spot_numbers"], json!([next[1], winners[1]]));
    assert_eq!(refusal(&seller.post(&path, &of(&winners[1])).await), refused(409, "no_alternate"));
    assert_eq!(ledger(&app, &waffle).await, ["locked", "drawn", "replaced", "replaced"]);
    app.holds(SOUND).await;
    app.holds("(SELECT drawn_count FROM waffles) = 5").await;
}

#[tokio::test]
async fn only_a_winner_is_replaced_and_for_a_reason() {
    let (_beacon, app, seller, waffle, draw) = decided_by("admin").await;
    let path = waffle.admin_api("/draws/1/replace");
    let winner = &draw["winning_spot_numbers"][0];
    for (body, field) in [
        (of(&draw["alternate_spot_numbers"][0]), "spot_number"),
        (of(&json!(i64::MAX)), "spot_number"),
        (json!({"reason": "Why not?"}), "spot_number"),
        (json!({"spot_number": winner}), "reason"),
        (json!({"spot_number": winner, "reason": "x".repeat(501)}), "reason"),
    ] {
        assert_eq!(faults(&seller.post(&path, &body).await)[0], field, "{body}");
    }
    let elsewhere = waffle.admin_api("/draws/2/replace");
    assert_eq!(refusal(&seller.post(&elsewhere, &of(winner)).await), refused(404, "not_found"));
    assert_eq!(ledger(&app, &waffle).await, ["locked", "drawn"]);
}

#[tokio::test]
async fn a_winner_is_replaced_only_while_the_draws_result_stands() {
    let (_beacon, _app, seller, waffle, draw) = decided_by("admin").await;
    let winners = &draw["winning_spot_numbers"];
    let path = waffle.admin_api("/draws/1/replace");
    let again = lock(&seller, &waffle, json!({"reason": "Once more."})).await;
    let locked = seller.post(&path, &of(&winners[0])).await;
    assert_eq!((refusal(&locked), &locked.json()["round_at"]), (refused(409, "draw_locked"), &again["round_at"]));
    seller.post(&waffle.admin_api("/draws/2/void"), &json!({"reason": "No."})).await;
    let void = waffle.admin_api("/draws/2/replace");
    assert_eq!(refusal(&seller.post(&void, &of(&winners[0])).await), refused(409, "draw_not_standing"));
    // As other changes of the winners, it works on an archived waffle.
    seller.post(&waffle.admin_api("/archive"), &json!({})).await;
    assert_eq!(seller.post(&path, &of(&winners[0])).await.status, 200);
    seller.post(&waffle.admin_api("/unarchive"), &json!({})).await;
    let picked = json!({"winning_spot_numbers": winners, "reason": "By hand."});
    let by_hand = seller.post(&waffle.admin_api("/change-winner"), &picked).await;
    assert_eq!(by_hand.json()["winning_prizes"], Value::Null, "only a draw names prizes");
    assert_eq!(refusal(&seller.post(&path, &of(&winners[0])).await), refused(409, "draw_not_standing"));
    seller.post(&waffle.admin_api("/clear-winner"), &json!({"reason": "All of it."})).await;
    assert_eq!(refusal(&seller.post(&path, &of(&winners[0])).await), refused(409, "draw_not_standing"));
}

/// Two servers on one database.
async fn two(database: &TestDatabase, beacon: &LocalBeacon) -> [TestApp; 2] {
    let settings = settings(beacon);
    [TestApp::on(&database.url(), &settings).await, TestApp::on(&database.url(), &settings).await]
}

/// The winners in the answer that says that it is done: the other server may not know of them yet.
fn won(answers: [&Answer; 2]) -> Value {
    let done = answers.into_iter().find(|answer| answer.status == 200);
    done.unwrap().json()["winning_spot_numbers"].clone()
}

#[tokio::test]
async fn of_two_servers_that_replace_at_once_one_does() {
    let beacon = beacon().await;
    let database = TestDatabase::create().await.unwrap();
    let [one, other] = two(&database, &beacon).await;
    let seller = one.seller().await;
    other.clock.advance(Duration::from_secs(62));
    let (waffle, draw) = decided(&one, &seller).await;
    let winners = &draw["winning_spot_numbers"];
    let path = waffle.admin_api("/draws/1/replace");
    let elsewhere =
        async |spot: &Value| answer(bearer(&other, Method::POST, &path, &seller.token).json(&of(spot))).await;
    // The same winner: for the second request, it is not a winner any more.
    let body = of(&winners[0]);
    let (first, second) = join!(seller.post(&path, &body), elsewhere(&winners[0]));
    let mut statuses = [first.status.as_u16(), second.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 400], "{} {}", first.text(), second.text());
    // Two winners, and one alternate left.
    let standing = won([&first, &second]);
    let body = of(&standing[0]);
    let (first, second) = join!(seller.post(&path, &body), elsewhere(&standing[1]));
    let mut statuses = [first.status.as_u16(), second.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409], "{} {}", first.text(), second.text());
    let expected = won([&first, &second]);
    other.becomes(&waffle.api(""), |answer| answer.json()["winning_spot_numbers"] == expected).await;
    assert_eq!(ledger(&other, &waffle).await, ["locked", "drawn", "replaced", "replaced"]);
    database.execute(&format!("DO $test$ BEGIN ASSERT {SOUND}; END $test$")).await.unwrap();
}

#[tokio::test]
async fn a_winner_who_is_called_otherwise_later_stands_in_the_ledger_with_both_names() {
    let (_beacon, app) = with_beacon().await;
    let seller = app.seller_as("mia", "admin").await;
    let (waffle, _) = decided(&app, &seller).await;
    let picked = sold(&app, &seller).await;
    seller.post(&picked.admin_api("/winner"), &json!({"winning_spot_numbers": [1]})).await;
    // anna wins here, and is no winner on the third.
    let lost = sold(&app, &seller).await;
    seller.post(&lost.admin_api("/winner"), &json!({"winning_spot_numbers": [4]})).await;
    let before = app.get(&waffle.api("")).await.json();
    let page = async || app.get(&format!("/waffle/{}/draws/1", waffle.slug)).await.text();
    assert!(!page().await.contains(RENAMED));
    for (old, new) in [("anna", "zoe"), ("ben", "max")] {
        let path = format!("/api/admin/users/{old}/merge");
        assert_eq!(seller.post(&path, &json!({"into": new, "dry_run": true})).await.status, 200);
        assert_eq!(seller.post(&path, &json!({"into": new})).await.status, 200);
        assert_eq!(seller.post(&path, &json!({"into": new})).await.status, 200);
    }
    let rows = async |waffle: &Waffle| {
        let ledger = draws(&app, waffle).await["ledger"].clone();
        let rows = ledger.as_array().unwrap().iter().filter(|row| row["kind"] == "renamed");
        rows.map(|row| [&row["number"], &row["reason"], &row["winning_social_handles"]].map(Clone::clone))
            .collect::<Vec<_>>()
    };
    assert_eq!(rows(&picked).await, [[json!(null), json!("@anna became @zoe."), json!(["zoe"])]]);
    assert_eq!(rows(&lost).await, [[json!(null), json!("@ben became @max."), json!(["max"])]]);
    let (mut handles, mut expected) = (before["winning_social_handles"].clone(), Vec::new());
    for (old, new) in [("anna", "zoe"), ("ben", "max")] {
        let names = handles.as_array_mut().unwrap();
        if names.iter().any(|name| name == old) {
            names.iter_mut().filter(|name| *name == old).for_each(|name| *name = json!(new));
            expected.push([json!(1), json!(format!("@{old} became @{new}.")), json!(names)]);
        }
    }
    assert_eq!(rows(&waffle).await, expected);
    assert!(!expected.is_empty());
    assert_eq!(app.get(&waffle.api("")).await.json()["winning_social_handles"], handles);
    assert!(page().await.contains(RENAMED), "the draw's page has the old name");
}

/// A waffle whose first six spots six buyers paid for: two win, three are alternates, and no handle wins twice.
async fn decided_of_six(app: &TestApp, seller: &Seller) -> (Waffle, Value) {
    let waffle = seller.waffle("Box", 10).await;
    for (number, handle) in (1..).zip(["anna", "ben", "cleo", "dario", "eve", "finn"]) {
        app.claim(&waffle, &[number], handle).await;
    }
    seller.pays(&waffle, 1..=6).await;
    seller.patch(&waffle.admin_api(""), &json!({"item_count": 2})).await;
    lock(seller, &waffle, json!({"alternates": 3, "one_win_per_handle": true})).await;
    let draw = drawn(app, &waffle, 62).await;
    (waffle, draw)
}

#[tokio::test]
async fn an_alternate_who_was_merged_into_a_winner_is_passed_over_for_good_and_a_renamed_one_wins_with_both_names() {
    let (_beacon, app) = with_beacon().await;
    let seller = app.seller_as("mia", "admin").await;
    let (waffle, draw) = decided_of_six(&app, &seller).await;
    let (winners, names) = (&draw["winning_spot_numbers"], &draw["winning_social_handles"]);
    let (next, called) = (&draw["alternate_spot_numbers"], &draw["alternate_social_handles"]);
    for (old, into) in [(&called[0], &names[0]), (&called[1], &json!("zoe"))] {
        let merge = format!("/api/admin/users/{}/merge", old.as_str().unwrap());
        seller.post(&merge, &json!({"into": into})).await.ok();
    }
    let path = waffle.admin_api("/draws/1/replace");
    let replaced = seller.post(&path, &of(&winners[1])).await.json();
    assert_eq!(replaced["winning_spot_numbers"], json!([winners[0], next[1]]), "{replaced}");
    assert_eq!(ledger(&app, &waffle).await, ["locked", "drawn", "replaced", "renamed"]);
    let passed_over = format!(
        "He did not answer. (Alternate #{} was passed over: @{} became @{}, who wins already.)",
        next[0],
        called[0].as_str().unwrap(),
        names[0].as_str().unwrap()
    );
    assert_eq!(draws(&app, &waffle).await["ledger"][2]["reason"], passed_over);
    let page = app.get(&format!("/waffle/{}/draws", waffle.slug)).await.text();
    assert!(page.contains(&format!("Alternate #{} was passed over", next[0])), "{page}");
    let renamed = draws(&app, &waffle).await["ledger"][3].clone();
    let both = format!("@{} became @zoe.", called[1].as_str().unwrap());
    assert_eq!((&renamed["number"], &renamed["reason"]), (&json!(1), &json!(both)));
    assert_eq!(renamed["winning_social_handles"], json!([names[0], "zoe"]));
    let page = app.get(&format!("/waffle/{}/draws/1", waffle.slug)).await.text();
    assert!(page.contains("An alternate has taken a winner’s place since") && page.contains(RENAMED), "{page}");

    let replaced = seller.post(&path, &of(&next[1])).await.json();
    assert_eq!(replaced["winning_spot_numbers"], json!([winners[0], next[2]]), "{replaced}");
    assert_eq!(draws(&app, &waffle).await["ledger"][4]["reason"], "He did not answer.", "nobody was passed over");
    assert_eq!(refusal(&seller.post(&path, &of(&winners[0])).await), refused(409, "no_alternate"));
    assert_eq!(ledger(&app, &waffle).await, ["locked", "drawn", "replaced", "renamed", "replaced"]);
    app.holds(SOUND).await;
    app.holds(
        "(SELECT count(*) FROM audit_trail WHERE action = 'replace_winner' AND detail LIKE '%: He did not answer.')
            = 2",
    )
    .await;
}

#[tokio::test]
async fn the_address_of_a_deleted_waffle_that_had_a_ledger_is_never_anothers() {
    let (_beacon, app, seller, waffle) = on_sale_by("mia", "admin").await;
    seller.post(&waffle.admin_api("/winner"), &json!({"winning_spot_numbers": [1]})).await;
    let other = seller.waffle("Plain", 2).await;
    for gone in [&waffle, &other] {
        let sure = json!({"confirmation": "DELETE", "password": PASSWORD});
        answer(bearer(&app, Method::DELETE, &gone.admin_api(""), &seller.token).json(&sure)).await.ok();
    }
    let (one, another) = join!(seller.waffle("Box", 2), seller.waffle("Box", 2));
    let mut slugs = [one.slug, another.slug];
    slugs.sort();
    assert_eq!(slugs, ["box-2", "box-3"]);
    assert_eq!(refusal(&app.get(&waffle.api("/draws")).await), refused(404, "not_found"));
    assert_eq!(seller.waffle("Plain", 2).await.slug, "plain", "nobody has the address of a draw of it");
}
