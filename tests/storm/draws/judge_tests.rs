use std::net::Ipv4Addr;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta};
use serde_json::json;
use waffle_beacon::local::{LocalBeacon, Plan};
use waffle_domain::draw::{beacon::Signature, round::Timetable};
use waffle_test_databases::inspection::Logged;

use super::{Checkable, Evidence, InLedger, decide, judge};
use crate::{history::History, violation::Violation};

const ENTRIES: &str = "1 anna\n2 ben\n4 dora\n";

fn event(kind: &str, payload: Option<String>) -> Logged {
    Logged { kind: kind.into(), payload, ..Logged::default() }
}

fn spot(number: i32, from: &str, to: &str, handle: &str) -> Logged {
    Logged {
        spot_number: Some(number),
        from_status: Some(from.into()),
        to_status: Some(to.into()),
        social_handle: Some(handle.into()),
        ..event("spot_update", None)
    }
}

fn signature(beacon: &LocalBeacon, round: u64) -> Signature {
    beacon.sign(round.try_into().unwrap())
}

/// Three spots are paid; the first draw is voided, and the second finds a winner among them. There is a claim in
/// between.
async fn sound() -> (LocalBeacon, Evidence) {
    let now = Arc::new(|| DateTime::UNIX_EPOCH + TimeDelta::hours(1));
    let plan = Plan {
        listen: (Ipv4Addr::LOCALHOST, 0).into(),
        secret: [7; 32],
        timetable: Timetable::new(0, 1).unwrap(),
        now,
    };
    let beacon = LocalBeacon::start(plan).await.unwrap();
    let chain = *beacon.chain();
    let draw = |number: i32, round: u64, state: &str| -> Checkable {
        let time = DateTime::UNIX_EPOCH;
        let drawn = state == "drawn";
        let json = json!({
            "number": number, "state": state, "reason": null, "locked_at": time, "round": round, "round_at": time,
            "chain": chain.hash(), "entries_count": 3, "excluded": [], "item_count": 1, "one_win_per_handle": false,
            "entries_sha256": waffle_domain::draw::digest::sha256(ENTRIES.as_bytes()), "algorithm": "waffle-draw-v1",
            "signature": drawn.then(|| signature(&beacon, round)), "randomness": null, "winning_spot_numbers": [],
            "winning_social_handles": [], "drawn_at": null, "voided_at": null, "alternates": 0,
            "alternate_spot_numbers": [], "alternate_social_handles": [], "prizes": null, "clock": "checked",
            "private_chain": true, "waffle_id": "0192f5a0-7c1e-7abc-8def-0123456789ab", "entries": ENTRIES,
        });
        serde_json::from_value(json).unwrap()
    };
    let (voided, mut drawn) = (draw(1, 7, "void"), draw(2, 9, "drawn"));
    let result = decide(&drawn, &chain).unwrap();
    let winner = result.winners[0].clone();
    drawn.draw.randomness = Some(result.randomness.to_string());
    drawn.draw.winning_spot_numbers = result.numbers();
    drawn.draw.winning_social_handles = vec![winner.handle.to_string()];
    let message = |draw: &Checkable| Some(json!({"draw": draw.draw}).to_string());
    let mut log = Vec::new();
    for (number, handle) in [(1, "anna"), (2, "ben"), (4, "dora")] {
        log.extend([spot(number, "available", "pending", handle), spot(number, "pending", "paid", handle)]);
    }
    log.extend([
        event("draw_locked", message(&voided)),
        event("draw_voided", message(&voided)),
        event("draw_locked", message(&drawn)),
        spot(3, "available", "pending", "carl"),
    ]);
    for (number, handle) in [(1, "anna"), (2, "ben"), (4, "dora")] {
        log.push(spot(number, "paid", if number == winner.number { "winner" } else { "loser" }, handle));
    }
    let completed = json!({"winning_spot_numbers": result.numbers()}).to_string();
    log.extend([event("winner", None), event("waffle_completed", Some(completed))]);
    log.iter_mut().zip(1..).for_each(|(event, seq)| event.seq = seq);
    let ledger = [("locked", 1), ("voided", 1), ("locked", 2), ("drawn", 2)];
    let ledger = ledger.map(|(kind, number)| InLedger { kind: kind.into(), number: Some(number) }).into();
    let history = History { log, ..History::default() };
    (beacon, Evidence { history, chain, draws: vec![voided, drawn], ledger })
}

async fn found(change: impl FnOnce(&LocalBeacon, &mut Evidence)) -> Vec<Violation> {
    let (beacon, mut evidence) = sound().await;
    change(&beacon, &mut evidence);
    judge(&evidence).into_iter().collect()
}

#[tokio::test]
async fn a_sound_draw_is_acquitted() {
    assert_eq!(found(|_, _| {}).await, []);
}

#[tokio::test]
async fn entries_that_are_not_what_was_paid_or_not_what_was_hashed_are_found() {
    let wrong = [1, 2].map(|draw| Violation::Entries { draw });
    assert_eq!(found(|_, e| e.history.log[5].social_handle = Some("emil".into())).await, wrong);
    assert_eq!(found(|_, e| e.draws[0].draw.entries_sha256.replace_range(..4, "0000")).await, wrong[..1]);
    assert_eq!(found(|_, e| e.draws[0].draw.entries_count = 4).await, wrong[..1]);
    assert_eq!(found(|_, e| e.draws[0].entries.push_str("9 emil\n")).await, wrong[..1]);
    assert!(found(|_, e| drop(e.draws.remove(0))).await.contains(&wrong[0]), "a draw that is gone");
    assert!(found(|_, e| drop(e.history.log.remove(6))).await.contains(&wrong[0]), "a lock that nobody saw");
}

#[tokio::test]
async fn what_happens_to_a_paid_spot_while_it_is_locked_is_found() {
    let at = |place: usize, event: Logged| {
        found(move |_, e| {
            let seq = e.history.log[place].seq;
            e.history.log[place] = Logged { seq, ..event };
        })
    };
    let thawed = Violation::Thawed { seq: 10 };
    assert!(at(9, spot(3, "pending", "paid", "carl")).await.contains(&thawed));
    assert!(at(9, spot(4, "paid", "available", "dora")).await.contains(&thawed));
    assert!(at(9, spot(4, "paid", "paid", "emil")).await.contains(&thawed));
    assert_eq!(at(9, spot(3, "pending", "available", "carl")).await, []);
}

#[tokio::test]
async fn other_winners_than_the_algorithms_are_found() {
    let wrong = [Violation::WrongWinners { draw: 2 }];
    let other = |e: &Evidence| if e.draws[1].draw.winning_spot_numbers == [1] { 2 } else { 1 };
    assert_eq!(found(|_, e| e.draws[1].draw.winning_spot_numbers = vec![other(e)]).await, wrong);
    assert_eq!(found(|_, e| e.draws[1].draw.winning_social_handles = vec!["emil".into()]).await, wrong);
    assert_eq!(found(|_, e| e.draws[1].draw.randomness = None).await, wrong);
    assert_eq!(found(|b, e| e.draws[1].draw.signature = Some(signature(b, 8).to_string())).await, wrong);
    assert_eq!(found(|_, e| e.history.log.last_mut().unwrap().payload = None).await, wrong);
    let also = |e: &mut Evidence| e.history.log[9] = Logged { seq: 10, ..spot(3, "paid", "winner", "carl") };
    assert_eq!(found(|_, e| also(e)).await, wrong);
}

#[tokio::test]
async fn draws_that_are_decided_twice_or_otherwise_than_they_say_are_found() {
    let twice = |e: &mut Evidence| e.ledger.push(InLedger { kind: "drawn".into(), number: Some(2) });
    assert_eq!(found(|_, e| twice(e)).await, [Violation::Decided { draw: 2 }]);
    assert_eq!(found(|_, e| drop(e.ledger.remove(1))).await, [Violation::Decided { draw: 1 }]);
    let by_hand = |e: &mut Evidence| e.ledger.push(InLedger { kind: "set_by_hand".into(), number: None });
    assert_eq!(found(|_, e| by_hand(e)).await, [Violation::Decided { draw: 0 }]);
}

#[tokio::test]
async fn what_is_told_in_another_order_is_found() {
    let swapped = |one: usize, other: usize| {
        found(move |_, e| {
            e.history.log.swap(one, other);
            e.history.log[one].seq = i64::try_from(one).unwrap() + 1;
            e.history.log[other].seq = i64::try_from(other).unwrap() + 1;
        })
    };
    assert_eq!(swapped(13, 14).await, [Violation::Disorder { seq: 14 }], "completed before there is a winner");
    assert!(swapped(7, 8).await.contains(&Violation::Disorder { seq: 8 }), "locked twice");
}
