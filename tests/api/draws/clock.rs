//! Whose clock decides whether a round is still unknown: this server's own, and that of the beacon's newest round.

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};
use waffle_beacon::local::LocalBeacon;
use waffle_beacon::local::manners::Manner;
use waffle_store::pools::options;
use waffle_test_databases::inspection::{lock_waffle, until_waiting};
use waffle_tests::{noon, refusal, refused};

use super::{draws, ledger, lock, on_sale, sold, with_beacon, without_relays};

/// Makes the newest round the one of this many seconds after noon.
fn newest(beacon: &LocalBeacon, seconds: u64) {
    let timetable = beacon.chain().timetable();
    beacon.tell_newest(timetable.newest_at(noon() + Duration::from_secs(seconds)).unwrap());
}

/// How many seconds after noon a draw's round appears.
fn appears(draw: &Value) -> u64 {
    let at: DateTime<Utc> = draw["round_at"].as_str().unwrap().parse().unwrap();
    (at - noon()).num_seconds().unsigned_abs()
}

fn why() -> Value {
    json!({"reason": "A payment was marked by mistake."})
}

#[tokio::test]
async fn a_slow_clock_locks_and_voids_nothing_whose_round_the_relays_are_about_to_have() {
    let (beacon, app, seller, waffle) = on_sale().await;
    let (path, order) = (waffle.admin_api("/draws"), json!({"delay_seconds": 60}));
    // It is noon here; the round of a minute later appears after 61 seconds.
    newest(&beacon, 58);
    assert_eq!(refusal(&seller.post(&path, &order).await), refused(409, "too_late"));
    let unchanged = draws(&app, &waffle).await;
    assert_eq!((&unchanged["draws"], &unchanged["ledger"]), (&json!([]), &json!([])));
    newest(&beacon, 55);
    let draw = lock(&seller, &waffle, order).await;
    assert_eq!((appears(&draw), &draw["clock"]), (61, &json!("checked")));

    let void = waffle.admin_api("/draws/1/void");
    newest(&beacon, 58);
    assert_eq!(refusal(&seller.post(&void, &why()).await), refused(409, "too_late"));
    assert_eq!(draws(&app, &waffle).await["draws"], json!([draw]), "nothing changed");
    assert_eq!(ledger(&app, &waffle).await, ["locked"]);
    newest(&beacon, 55);
    let voided = seller.post(&void, &why()).await.json();
    assert_eq!((&voided["state"], &voided["clock"]), (&json!("void"), &json!("checked")));
}

#[tokio::test]
async fn what_passes_between_the_answer_of_the_relays_and_the_void_counts() {
    let (beacon, app, seller, waffle) = on_sale().await;
    let round_at = appears(&lock(&seller, &waffle, json!({"delay_seconds": 30})).await);
    newest(&beacon, round_at - 18);
    let options = options(&app.database_url()).unwrap();
    let held = lock_waffle(&options, waffle.id.parse().unwrap()).await.unwrap();
    let void = waffle.admin_api("/draws/1/void");
    let reason = why();
    let voiding = seller.post(&void, &reason);
    let meanwhile = async {
        until_waiting(&options, 1).await.unwrap();
        // Here it is 15 seconds after noon, and time enough.
        app.clock.advance(Duration::from_secs(15));
        held.release().await.unwrap();
    };
    let (voided, ()) = tokio::join!(voiding, meanwhile);
    assert_eq!(refusal(&voided), refused(409, "too_late"));
}

#[tokio::test]
async fn where_no_relay_answers_the_own_clock_decides_and_the_draw_says_so() {
    let (_beacon, app) = without_relays().await;
    let seller = app.seller().await;
    let waffle = sold(&app, &seller).await;
    assert_eq!(lock(&seller, &waffle, json!({})).await["clock"], "unchecked");
    let forge = "UPDATE draws SET state = 'void', voided_at = now(), clock = 'checked'";
    let refused = "EXCEPTION WHEN restrict_violation THEN RETURN; END $test$";
    app.sql(&format!("DO $test$ BEGIN {forge}; RAISE 'done'; {refused}")).await;
    let voided = seller.post(&waffle.admin_api("/draws/1/void"), &why()).await.json();
    assert_eq!((&voided["state"], &voided["clock"]), (&json!("void"), &json!("unchecked")));
}

#[tokio::test]
async fn a_draw_that_was_checked_at_the_lock_says_so_if_no_relay_answers_when_it_is_voided() {
    let (beacon, app, seller, waffle) = on_sale().await;
    assert_eq!(lock(&seller, &waffle, json!({})).await["clock"], "checked");
    // A relay that lies doesn't count.
    beacon.behave(Manner::WrongSignature);
    newest(&beacon, 3_600);
    let voided = seller.post(&waffle.admin_api("/draws/1/void"), &why()).await.json();
    assert_eq!((&voided["state"], &voided["clock"]), (&json!("void"), &json!("unchecked")));
    assert_eq!(draws(&app, &waffle).await["draws"], json!([voided]));
}

#[tokio::test]
async fn a_round_that_is_long_past_checks_no_clock() {
    let (beacon, app, seller, _) = on_sale().await;
    for (seconds, clock) in [(64, "unchecked"), (55, "checked")] {
        let past = noon() - Duration::from_secs(seconds);
        beacon.tell_newest(beacon.chain().timetable().newest_at(past).unwrap());
        assert_eq!(lock(&seller, &sold(&app, &seller).await, json!({})).await["clock"], clock, "{seconds}");
    }
}

#[tokio::test]
async fn what_is_refused_anyway_asks_no_relay() {
    let (beacon, app, seller, waffle) = on_sale().await;
    let (locks, void) = (waffle.admin_api("/draws"), waffle.admin_api("/draws/1/void"));
    let refused_as = async |path: &str, body: Value, status: u16, code: &'static str| {
        assert_eq!(refusal(&seller.post(path, &body).await), refused(status, code), "{path} {body}");
    };
    refused_as(&locks, json!({"prizes": ["One", "Two"]}), 400, "validation_failed").await;
    seller.post(&waffle.admin_api("/archive"), &json!({})).await;
    refused_as(&locks, json!({}), 409, "waffle_archived").await;
    seller.post(&waffle.admin_api("/unarchive"), &json!({})).await;
    assert_eq!(beacon.asked(), 0);
    lock(&seller, &waffle, json!({})).await;
    assert_eq!(beacon.asked(), 1);
    refused_as(&locks, json!({}), 409, "draw_locked").await;
    app.clock.advance(Duration::from_secs(57));
    refused_as(&void, why(), 409, "too_late").await;
    assert_eq!(beacon.asked(), 1);
    super::drawn(&app, &waffle, 5).await;
    let asked = beacon.asked();
    refused_as(&void, why(), 409, "draw_not_locked").await;
    refused_as(&locks, json!({}), 400, "validation_failed").await;
    assert_eq!(beacon.asked(), asked);
}

/// Waits until a relay is asked.
async fn asked(beacon: &LocalBeacon) {
    let waiting = async {
        while beacon.asked() == 0 {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(Duration::from_secs(20), waiting).await.expect("no relay is asked");
}

#[tokio::test]
async fn who_locks_while_the_relays_are_asked_shares_the_answer() {
    let (beacon, app) = with_beacon().await;
    let seller = app.seller().await;
    let (one, other) = (sold(&app, &seller).await, sold(&app, &seller).await);
    beacon.behave(Manner::Silent);
    let (first, second, none) = (one.admin_api("/draws"), other.admin_api("/draws"), json!({}));
    let locking = seller.post(&first, &none);
    let meanwhile = async {
        asked(&beacon).await;
        seller.post(&second, &none).await
    };
    let (locked, also) = tokio::join!(locking, meanwhile);
    assert_eq!((&locked.json()["clock"], &also.json()["clock"]), (&json!("unchecked"), &json!("unchecked")));
    assert_eq!(beacon.asked(), 1);
    beacon.behave(Manner::Honest);
    let void = seller.post(&one.admin_api("/draws/1/void"), &why()).await;
    assert_eq!((void.status.as_u16(), beacon.asked()), (200, 2), "whoever comes later asks anew");
}

#[tokio::test]
async fn while_relays_are_asked_nothing_in_the_database_is_held() {
    let (beacon, app, seller, waffle) = on_sale().await;
    beacon.behave(Manner::Silent);
    let (locks, none) = (waffle.admin_api("/draws"), json!({}));
    let locking = seller.post(&locks, &none);
    let meanwhile = async {
        asked(&beacon).await;
        let pay = format!("/api/admin/spots/{}/pay", waffle.spot(6));
        assert_eq!(seller.post(&pay, &json!({})).await.status, 200);
        assert_eq!(draws(&app, &waffle).await["draws"], json!([]), "it waits for the relays");
    };
    let (locked, ()) = tokio::join!(locking, meanwhile);
    assert_eq!((&locked.json()["clock"], &locked.json()["entries_count"]), (&json!("unchecked"), &json!(6)));
}
