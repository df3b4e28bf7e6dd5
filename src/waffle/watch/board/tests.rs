use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{Board, Taken};

fn noon() -> DateTime<Utc> {
    "2026-06-01T12:00:00Z".parse().unwrap()
}

fn waffle(change: &Value) -> Value {
    let mut waffle = json!({
        "id": Uuid::nil(),
        "title": "Box",
        "claims_paused": false,
        "opens_at": null,
        "winning_spot_numbers": [],
        "winning_social_handles": [],
        "price_of_a_later_version": 1,
    });
    for (name, value) in change.as_object().unwrap() {
        waffle[name] = value.clone();
    }
    waffle
}

fn spot(number: i32, status: &str, handle: &str) -> Value {
    let handle = (!handle.is_empty()).then_some(handle);
    json!({"id": 100 + number, "number": number, "status": status, "claimed_by_handle": handle})
}

fn read(waffle: &Value, locked: &str, spots: &Value) -> Board {
    Board::read((waffle, 10), locked, (spots, 10)).unwrap()
}

/// A board after event 10: 1 is free, 2 is anna's, and ben has paid for 3.
fn board() -> Board {
    let spots = json!([spot(1, "available", ""), spot(2, "pending", "anna"), spot(3, "paid", "ben")]);
    read(&waffle(&json!({})), "none", &spots)
}

fn news(lines: &[&str]) -> Taken {
    Taken::News(lines.iter().map(|line| (*line).to_owned()).collect())
}

fn update(seq: i64, spot: &Value) -> Value {
    json!({"type": "spot_update", "seq": seq, "spot": spot})
}

#[test]
fn a_board_is_described_in_a_line() {
    assert_eq!(board().summary(noon()), "Box: 1 free, 1 pending, 1 paid of 3");
    let change = json!({
        "title": "Hour",
        "claims_paused": true,
        "opens_at": noon(),
        "winning_spot_numbers": [2, 1],
        "winning_social_handles": ["ben", "anna"],
    });
    let over = read(&waffle(&change), "none", &json!([spot(1, "winner", "anna"), spot(2, "loser", "ben")]));
    assert_eq!(over.summary(noon()), "Hour: 0 free, 0 pending, 2 paid of 2; claims paused; won by 2 @ben, 1 @anna");
    let locked = "number=2, entries=41, round=31556952, at=1780315265, chain=52db";
    let locked = read(&waffle(&json!({"opens_at": "2026-06-01T18:00:00Z"})), locked, &json!([]));
    let summary = locked.summary(noon());
    assert!(summary.contains("; opens at 2026-06-0"), "{summary}");
    assert!(summary.ends_with("; draw 2 locked with 41 entries"), "{summary}");
}

#[test]
fn what_is_no_board_is_not_read() {
    let board = waffle(&json!({}));
    for (waffle, spots) in
        [(&json!({"title": "Box"}), json!([])), (&board, json!({})), (&board, json!([{"number": 1}]))]
    {
        assert!(Board::read((waffle, 1), "none", (&spots, 1)).is_err(), "{waffle} {spots}");
    }
}

#[test]
fn each_change_of_a_spot_has_a_line() {
    let mut board = board();
    let changes = [
        (spot(1, "pending", "anna"), "1 claimed by @anna"),
        (spot(1, "paid", "anna"), "1 paid by @anna"),
        (spot(1, "pending", "anna"), "1 no longer paid, held by @anna"),
        (spot(1, "available", ""), "1 free again"),
        (spot(1, "paid", "cleo"), "1 paid by @cleo"),
        (spot(1, "paid", "dora"), "1 now held by @dora"),
        (spot(2, "pending", "eve"), "2 now held by @eve"),
        (spot(3, "available", ""), "3 free again"),
    ];
    for (seq, (spot, line)) in (11..).zip(&changes) {
        assert_eq!(board.take(&update(seq, spot)), news(&[*line]), "{spot}");
    }
    assert_eq!(board.summary(noon()), "Box: 1 free, 1 pending, 1 paid of 3");
}

#[test]
fn a_draw_has_one_line_and_not_one_for_each_spot() {
    let mut board = board();
    let winners = |kind: &str, seq: i64, number: i32, handle: &str| {
        let (numbers, handles) = ([number], [handle]);
        json!({"type": kind, "seq": seq, "winning_spot_numbers": numbers, "winning_social_handles": handles})
    };
    let draw = json!({"number": 1, "entries_count": 2, "round": 5});
    for (message, lines) in [
        (update(11, &spot(2, "paid", "anna")), &["2 paid by @anna"][..]),
        (json!({"type": "draw_locked", "seq": 12, "draw": draw}), &["draw 1 locked with 2 entries"]),
        (json!({"type": "draw_voided", "seq": 13, "draw": draw}), &["draw 1 canceled"]),
        (json!({"type": "draw_locked", "seq": 14, "draw": draw}), &["draw 1 locked with 2 entries"]),
        (update(15, &spot(2, "winner", "anna")), &[]),
        (update(16, &spot(3, "loser", "ben")), &[]),
        (json!({"type": "winner", "seq": 17, "spot": spot(2, "winner", "anna"), "social_handle": "anna"}), &[]),
        (winners("waffle_completed", 18, 2, "anna"), &["winners drawn: 2 @anna"]),
        (update(19, &spot(3, "winner", "ben")), &[]),
        (winners("winner_changed", 20, 3, "ben"), &["winners changed: 3 @ben"]),
        (json!({"type": "winner_cleared", "seq": 21}), &["winners cleared"]),
    ] {
        assert_eq!(board.take(&message), news(lines), "{message}");
    }
}

#[test]
fn an_edit_says_what_it_changed_as_far_as_a_line_shows_it() {
    let mut board = board();
    for (seq, change, lines) in [
        (11, json!({"title": "Hour"}), &["renamed to Hour"][..]),
        (12, json!({"title": "Hour", "claims_paused": true}), &["claims paused"]),
        (13, json!({"title": "Hour", "description": "New"}), &["claims resumed"]),
        (14, json!({"title": "Hour", "description": "Newer"}), &["edited"]),
    ] {
        let message = json!({"type": "waffle_updated", "seq": seq, "waffle": waffle(&change)});
        assert_eq!(board.take(&message), news(lines), "{message}");
    }
    assert_eq!(board.take(&json!({"type": "notes_changed", "seq": 15})), news(&[]));
    assert_eq!(board.take(&json!({"type": "of_a_later_version"})), news(&[]));
    assert_eq!(board.take(&json!({"type": "waffle_archived", "seq": 16})), Taken::Archived);
}

#[test]
fn a_message_counts_once_and_in_order() {
    let mut board = board();
    assert_eq!(board.take(&update(10, &spot(1, "paid", "eve"))), Taken::Known);
    assert_eq!(board.take(&update(12, &spot(1, "paid", "eve"))), Taken::Missed(12));
    assert_eq!(board.take(&json!({"type": "resync"})), Taken::Missed(10));
    assert_eq!(board.take(&json!({"type": "resync", "seq": 10})), Taken::Known);
    assert_eq!(board.take(&json!({"type": "resync", "seq": 40})), Taken::Missed(40));
    assert_eq!(board.seq(), 10);
    assert_eq!(board.take(&update(11, &spot(1, "paid", "eve"))), news(&["1 paid by @eve"]));
    assert_eq!(board.take(&update(11, &spot(1, "paid", "eve"))), Taken::Known);
}

#[test]
fn what_the_spots_included_when_they_were_read_after_the_waffle_is_no_news() {
    let spots = json!([spot(1, "pending", "anna")]);
    let mut board = Board::read((&waffle(&json!({})), 10), "none", (&spots, 12)).unwrap();
    assert_eq!(board.seq(), 10);
    assert_eq!(board.take(&update(11, &spot(1, "pending", "anna"))), Taken::Known);
    let paused = waffle(&json!({"claims_paused": true}));
    let message = json!({"type": "waffle_updated", "seq": 12, "waffle": paused});
    assert_eq!(board.take(&message), news(&["claims paused"]));
    assert_eq!(board.take(&update(13, &spot(1, "available", ""))), news(&["1 free again"]));
}

#[test]
fn a_later_reading_says_the_same_as_the_messages_in_between() {
    let board = board();
    let change = json!({"title": "Hour", "winning_spot_numbers": [3], "winning_social_handles": ["ben"]});
    let spots = json!([spot(1, "pending", "eve"), spot(2, "loser", "anna"), spot(3, "winner", "ben")]);
    let later = read(&waffle(&change), "none", &spots);
    let lines = ["1 claimed by @eve", "2 paid by @anna", "renamed to Hour", "winners drawn: 3 @ben"];
    assert_eq!(board.changes_to(&later), lines);
    assert_eq!(later.changes_to(&read(&waffle(&change), "none", &spots)), [""; 0]);
}
