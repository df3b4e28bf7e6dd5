//! Locking and voiding: what is fixed, and what is refused in the meantime.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use waffle_store::pools::options;
use waffle_test_databases::inspection::{lock_waffle, until_waiting};
use waffle_tests::{PASSWORD, answer, bearer, faults, refusal, refused};

use super::{draws, ledger, lock, on_sale, on_sale_by};

#[tokio::test]
async fn the_delay_begins_when_the_entries_are_fixed() {
    let (_beacon, app, seller, waffle) = on_sale().await;
    let options = options(&app.database_url()).unwrap();
    let held = lock_waffle(&options, waffle.id.parse().unwrap()).await.unwrap();
    let locking = lock(&seller, &waffle, json!({"delay_seconds": 30}));
    let meanwhile = async {
        until_waiting(&options, 1).await.unwrap();
        app.clock.advance(Duration::from_secs(20));
        held.release().await.unwrap();
    };
    let (draw, ()) = tokio::join!(locking, meanwhile);
    assert_eq!(
        (&draw["locked_at"], &draw["round_at"]),
        (&json!("2026-06-01T12:00:20Z"), &json!("2026-06-01T12:00:52Z"))
    );
}

#[tokio::test]
async fn a_lock_fixes_the_entries_and_the_round_and_tells_everybody() {
    let (beacon, app, seller, waffle) = on_sale_by("mia", "waffle_manager").await;
    let mut watcher = app.watching(&waffle).await;
    let draw = lock(&seller, &waffle, json!({"exclude": [2, 9]})).await;
    let entries = app.get(&waffle.api("/draws/1/entries.txt")).await;
    assert_eq!(entries.text(), "1 anna\n3 anna\n4 ben\n5 ben\n");
    assert!(entries.header("content-type").starts_with("text/plain"));
    assert_eq!((entries.header("cache-control"), entries.header("etag")), ("no-store", ""));
    let hash = waffle_domain::draw::digest::sha256(entries.text().as_bytes()).to_string();
    // Noon is in the middle of a round; the one at or after a minute later has the number 1,021.
    assert_eq!(
        draw,
        json!({
            "number": 1, "state": "locked", "reason": null, "locked_at": "2026-06-01T12:00:00Z", "round": 1_021,
            "round_at": "2026-06-01T12:01:01Z", "chain": beacon.chain().hash().to_string(), "entries_count": 4,
            "entries_sha256": hash, "excluded": [2], "item_count": 1, "one_win_per_handle": false,
            "algorithm": "waffle-draw-v1", "signature": null, "randomness": null, "winning_spot_numbers": [],
            "winning_social_handles": [], "drawn_at": null, "voided_at": null, "alternates": 0,
            "alternate_spot_numbers": [], "alternate_social_handles": [], "prizes": null, "clock": "checked",
            "private_chain": true,
        })
    );
    let told = watcher.next().await;
    assert_eq!((&told["type"], &told["slug"], &told["draw"]), (&json!("draw_locked"), &json!(waffle.slug), &draw));
    assert!(told["seq"].is_i64());
    let about = app.get(&waffle.api("")).await;
    assert_eq!(about.header("x-event-seq"), told["seq"].to_string());
    let expected = format!("number=1, entries=4, round=1021, at=1780315261, chain={}", beacon.chain().hash());
    assert_eq!(about.header("x-locked-draw"), expected);
    let entry = json!({"kind": "locked", "at": "2026-06-01T12:00:00Z", "number": 1, "winning_spot_numbers": [],
        "winning_social_handles": [], "reason": null});
    assert_eq!(draws(&app, &waffle).await, json!({"draws": [draw], "ledger": [entry]}));
    let one = app.get(&waffle.api("/draws/1")).await.json();
    assert_eq!(
        (&one["entries"], &one["waffle_id"], &one["round"]),
        (&json!(entries.text()), &json!(waffle.id), &json!(1_021))
    );
    for path in ["/draws", "/draws/1"] {
        let first = app.get(&waffle.api(path)).await;
        assert_eq!(first.header("cache-control"), "no-cache", "{path}");
        let again = app.request(Method::GET, &waffle.api(path)).header("if-none-match", first.header("etag"));
        assert_eq!(answer(again).await.status, 304, "{path}");
    }
    for path in ["/draws/2", "/draws/2/entries.txt", "/draws/0"] {
        assert_eq!(refusal(&app.get(&waffle.api(path)).await), refused(404, "not_found"), "{path}");
    }
    assert_eq!(refusal(&app.get("/api/waffles/nothing/draws").await), refused(404, "not_found"));
}

#[tokio::test]
async fn a_lock_is_judged_by_the_row_and_not_by_an_old_copy_of_it() {
    let (_beacon, app, seller, waffle) = on_sale().await;
    lock(&seller, &waffle, json!({})).await;
    seller.post(&waffle.admin_api("/draws/1/void"), &json!({"reason": "A mistake."})).await;
    seller.post(&waffle.admin_api("/archive"), &json!({})).await;
    // This server does not know yet: nothing is archived any more, there are two items, and there was a result.
    app.sql("UPDATE waffles SET archived = false, item_count = 2, draws_before = 1").await;
    let path = waffle.admin_api("/draws");
    let refused_field = async |body: Value| {
        let answer = seller.post(&path, &body).await;
        assert_eq!(refusal(&answer), refused(400, "validation_failed"), "{body}: {}", answer.text());
        answer.json()["fields"][0]["field"].clone()
    };
    assert_eq!(refused_field(json!({})).await, "reason");
    assert_eq!(refused_field(json!({"reason": "Again.", "prizes": ["Box"]})).await, "prizes");
    let locked = lock(&seller, &waffle, json!({"reason": "Again.", "prizes": ["Box", "Card"]})).await;
    assert_eq!((&locked["number"], &locked["item_count"]), (&json!(2), &json!(2)));
}

#[tokio::test]
async fn while_it_is_locked_nothing_changes_the_entries_and_selling_goes_on() {
    let (_beacon, app, seller, waffle) = on_sale_by("olga", "super_admin").await;
    let round_at = lock(&seller, &waffle, json!({})).await["round_at"].clone();
    let spots = app.get(&waffle.api("/spots")).await.json();
    let ids = |number| json!({"spot_ids": [waffle.spot(number)]});
    let numbers = json!({"winning_spot_numbers": [1]});
    let rename = json!({"spot_ids": [waffle.spot(6)], "social_handle": "zoe"});
    let sure = json!({"confirmation": "DELETE", "password": PASSWORD});
    for (method, path, body) in [
        (Method::POST, format!("/api/admin/spots/{}/pay", waffle.spot(6)), json!({})),
        (Method::POST, format!("/api/admin/spots/{}/release", waffle.spot(1)), json!({})),
        (Method::POST, waffle.admin_api("/spots/pay"), ids(6)),
        (Method::POST, waffle.admin_api("/spots/unpay"), ids(1)),
        (Method::POST, waffle.admin_api("/rename"), rename),
        (Method::POST, "/api/admin/users/anna/merge".into(), json!({"into": "zoe"})),
        (Method::POST, waffle.admin_api("/winner"), numbers.clone()),
        (Method::POST, waffle.admin_api("/archive"), json!({})),
        (Method::DELETE, waffle.admin_api(""), sure),
        (Method::PATCH, waffle.admin_api(""), json!({"item_count": 2})),
        (Method::POST, waffle.admin_api("/draws"), json!({})),
    ] {
        let tried = answer(bearer(&app, method, &path, &seller.token).json(&body)).await;
        assert_eq!((refusal(&tried), &tried.json()["round_at"]), (refused(409, "draw_locked"), &round_at), "{path}");
    }
    assert_eq!(app.get(&waffle.api("/spots")).await.json(), spots);
    let buyers = waffle.admin_api("/buyers/ben/pay");
    assert_eq!(refusal(&seller.post(&buyers, &json!({})).await), refused(409, "draw_locked"));
    // The database refuses it by itself, too.
    for statement in [
        "UPDATE spots SET status = 'pending', paid_at = NULL WHERE number = 1",
        "UPDATE spots SET status = 'paid', paid_at = now() WHERE number = 6",
        "UPDATE spots SET claimed_by_handle = 'zoe' WHERE number = 1",
        "UPDATE waffles SET item_count = 2",
        "UPDATE waffles SET archived = true",
        "DELETE FROM waffles",
        "UPDATE draws SET entries = '1 zoe'",
        "UPDATE draws SET round_at = now()",
        "UPDATE draws SET state = 'void', voided_at = now(), alternates = 3",
        "UPDATE draws SET state = 'void', voided_at = now(), prizes = '{Box}'",
        "DELETE FROM draws",
        "TRUNCATE draws",
        "UPDATE draw_ledger SET reason = 'x'",
        "DELETE FROM draw_ledger",
        "TRUNCATE draw_ledger",
    ] {
        let refused = format!(
            "DO $test$ BEGIN {statement}; RAISE 'done'; EXCEPTION WHEN restrict_violation THEN RETURN; END $test$"
        );
        app.sql(&refused).await;
    }
    app.claim(&waffle, &[7], "dora").await;
    seller.release(waffle.spot(6)).await;
    seller.patch(&waffle.admin_api(""), &json!({"title": "Another"})).await;
    assert_eq!(app.get(&waffle.api("/draws/1/entries.txt")).await.text().lines().count(), 5);
}

#[tokio::test]
async fn what_can_not_be_locked_says_why() {
    let (_beacon, app, seller, waffle) = on_sale_by("mia", "admin").await;
    let path = waffle.admin_api("/draws");
    let wrong = json!({
        "delay_seconds": 29, "exclude": [11], "reason": "x".repeat(501), "alternates": 11, "prizes": [" "],
    });
    let all = ["delay_seconds", "reason", "exclude", "alternates", "prizes"];
    assert_eq!(faults(&seller.post(&path, &wrong).await), all);
    assert_eq!(faults(&seller.post(&path, &json!({"prizes": ["Box", "Card"]})).await), ["prizes"], "one winner");
    let nobody = seller.post(&path, &json!({"exclude": [1, 2, 3, 4, 5]})).await;
    assert_eq!(refusal(&nobody), refused(409, "not_enough_paid"));
    seller.patch(&waffle.admin_api(""), &json!({"item_count": 3})).await;
    let handles = seller.post(&path, &json!({"one_win_per_handle": true})).await;
    assert_eq!(refusal(&handles), refused(409, "not_enough_paid"));
    assert_eq!(ledger(&app, &waffle).await, [""; 0]);
    seller.post(&waffle.admin_api("/archive"), &json!({})).await;
    assert_eq!(refusal(&seller.post(&path, &json!({})).await), refused(409, "waffle_archived"));
    seller.post(&waffle.admin_api("/unarchive"), &json!({})).await;
    let longest = lock(&seller, &waffle, json!({"delay_seconds": 86_400, "reason": "ü".repeat(500)})).await;
    assert_eq!(longest["reason"], "ü".repeat(500));
}

#[tokio::test]
async fn a_draw_is_voided_until_five_seconds_before_its_round_and_stays_in_the_ledger() {
    let (_beacon, app, seller, waffle) = on_sale_by("mia", "waffle_manager").await;
    lock(&seller, &waffle, json!({"delay_seconds": 30})).await;
    let mut watcher = app.watching(&waffle).await;
    let void = |number: i64| waffle.admin_api(&format!("/draws/{number}/void"));
    let why = json!({"reason": "A payment was marked by mistake."});
    for faulty in [json!({}), json!({"reason": " "}), json!({"reason": "x".repeat(501)})] {
        assert_eq!(refusal(&seller.post(&void(1), &faulty).await), refused(400, "validation_failed"));
    }
    assert_eq!(refusal(&seller.post(&void(2), &why).await), refused(404, "not_found"));
    // The round appears 31 s after noon.
    app.clock.advance(Duration::from_secs(26));
    let voided = seller.post(&void(1), &why).await;
    assert_eq!((voided.status.as_u16(), &voided.json()["state"]), (200, &json!("void")));
    let told = watcher.next().await;
    assert_eq!((&told["type"], &told["draw"]), (&json!("draw_voided"), &voided.json()));
    assert_eq!(refusal(&seller.post(&void(1), &why).await), refused(409, "draw_not_locked"));
    seller.release(waffle.spot(1)).await;
    let second = lock(&seller, &waffle, json!({"delay_seconds": 30})).await;
    assert_eq!((&second["number"], &second["entries_count"]), (&json!(2), &json!(4)));
    app.clock.advance(Duration::from_secs(28));
    assert_eq!(refusal(&seller.post(&void(2), &why).await), refused(409, "too_late"));
    assert_eq!(ledger(&app, &waffle).await, ["locked", "voided", "locked"]);
    assert_eq!(draws(&app, &waffle).await["ledger"][1]["reason"], why["reason"]);
    assert_eq!(app.get(&waffle.api("/draws/1/entries.txt")).await.text().lines().count(), 5);
}

#[tokio::test]
async fn what_is_done_by_hand_stands_in_the_ledger() {
    let (_beacon, app, seller, waffle) = on_sale_by("mia", "admin").await;
    let draw = |number: i32| json!({"winning_spot_numbers": [number]});
    seller.post(&waffle.admin_api("/winner"), &draw(1)).await;
    seller.post(&waffle.admin_api("/change-winner"), &draw(4)).await;
    seller.post(&waffle.admin_api("/clear-winner"), &json!({})).await;
    let ledger = draws(&app, &waffle).await["ledger"].clone();
    let short: Vec<Value> = ledger
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| {
            json!([entry["kind"], entry["number"], entry["winning_spot_numbers"], entry["winning_social_handles"]])
        })
        .collect();
    assert_eq!(
        short,
        [
            json!(["set_by_hand", null, [1], ["anna"]]),
            json!(["changed_by_hand", null, [4], ["ben"]]),
            json!(["cleared", null, [], []]),
        ]
    );
    app.deletes(&waffle).await;
    app.holds("(SELECT count(*) FROM draw_ledger) = 0").await;
}
