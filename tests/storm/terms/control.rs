//! The negative control of the terms: each guard is removed in turn, and the judge must notice. Nothing is random: each
//! guard has its own small scene, which is acquitted as long as the guard is there.

use std::{collections::BTreeSet, time::Duration};

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;
use tokio::time::{Instant, sleep};
use waffle_test_databases::{
    TestDatabase,
    inspection::{self, GUARDS, lock_waffle, until_waiting},
};

use super::{MINUTE, REFUSALS, SETTINGS};
use crate::api::{Api, Board, Seller};
use crate::arena::history;
use crate::database_beside_others;
use crate::evidence::{Order, Wish};
use crate::history::{Deed, History, Note, Terms};
use crate::judge::judge;
use crate::people::{Desk, Receipt};
use crate::violation::Violation;
use waffle_tests::program::Server;

type Says = fn(&Violation) -> bool;

/// The guards, each with what the judge says without it.
const PLAYS: [(&str, Says); 10] = [
    ("opening", |found| matches!(found, Violation::BeforeOpening { .. })),
    ("pause", |found| matches!(found, Violation::WhilePaused { .. })),
    ("cap", |found| matches!(found, Violation::BeyondCap { .. })),
    ("sum", |found| matches!(found, Violation::BeyondCap { .. })),
    ("block", |found| matches!(found, Violation::Blocked { .. })),
    ("deadline", |found| matches!(found, Violation::TooEarly { .. })),
    ("said", |found| matches!(found, Violation::ExpiredThoughSaid { .. })),
    ("buyer", |found| matches!(found, Violation::OfAnother { .. })),
    ("receipt", |found| matches!(found, Violation::GivenBack { .. })),
    ("origin", |found| matches!(found, Violation::Impossible { .. })),
];
/// Guards whose controls are elsewhere: of claims, and of draws.
const ELSEWHERE: [&str; 4] = ["judge", "update", "count", "lock"];

/// A handle that was blocked before.
const BLOCKED: &str = "troll";

/// Two servers for all plays.
struct Stage {
    database: TestDatabase,
    apis: [Api; 2],
    seller: Seller,
    /// When a handle was blocked.
    since: DateTime<Utc>,
}

impl Stage {
    /// A waffle to play with, and its terms.
    async fn board(&self, guard: &str) -> (Board, Terms) {
        let mut body = match guard {
            "opening" => json!({"opens_at": self.since + TimeDelta::hours(1)}),
            "pause" => json!({"claims_paused": true}),
            "cap" | "sum" => json!({"max_spots_per_handle": 2}),
            "deadline" => json!({"pay_within_minutes": 5}),
            // Long enough to say so, on a busy machine too.
            "said" => json!({"pay_within_minutes": 25}),
            _ => json!({}),
        };
        body["total_spots"] = 10.into();
        let board = self.seller.create_with("Box", body.clone()).await;
        body["claims_paused"] = (guard == "pause").into();
        (board, serde_json::from_value(body).unwrap())
    }

    /// Claims with a key.
    async fn claim(&self, board: &Board, handle: &str, numbers: &[i32]) -> (Note, Option<Receipt>) {
        let key = Some(format!("{handle}-{}", board.id));
        let order = Order { key, ..board.order(handle, Wish::Numbers(numbers.to_vec())) };
        let told = self.apis[0].claim(&order, "192.0.2.1").await;
        let receipt = Receipt::of(&order, &told);
        (Note::Claim(told.claimed(order)), receipt)
    }

    async fn until_free(&self, board: &Board, number: i32) {
        let end = Instant::now() + Duration::from_secs(20);
        let free = async || {
            let shown = self.apis[0].board(&board.slug).await.unwrap();
            shown.spots.iter().any(|spot| spot.number == number && spot.status == "available")
        };
        while !free().await {
            assert!(Instant::now() < end, "spot {number} does not expire");
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// Plays the guard's scene; returns the judge's verdict.
    async fn play(&self, guard: &str) -> BTreeSet<Violation> {
        let (board, terms) = self.board(guard).await;
        let desk = Desk { seller: &self.seller, board: &board };
        let numbers = if matches!(guard, "cap" | "sum") { 1..=3 } else { 1..=1 };
        let buyer = if guard == "block" { BLOCKED } else { "anna" };
        let (claim, receipt) = self.claim(&board, buyer, &numbers.collect::<Vec<_>>()).await;
        let mut notes = vec![Note::Blocked(BLOCKED.into(), self.since), claim];
        match guard {
            "opening" | "pause" | "cap" | "sum" | "block" => {}
            "deadline" => {
                desk.edit(&json!({"pay_within_minutes": 43_200})).await;
                notes.push(self.claim(&board, "ben", &[2]).await.0);
                self.until_free(&board, 1).await;
            }
            "said" => {
                notes.push(receipt.unwrap().say_paid(&self.apis[1], Some("")).await);
                notes.push(self.claim(&board, "ben", &[2]).await.0);
                self.until_free(&board, 2).await;
            }
            "buyer" => {
                notes.push(self.claim(&board, "ben", &[2]).await.0);
                notes.push(desk.change_of("ben", 1, Deed::Pay).await);
            }
            "receipt" => notes.extend(self.give_back_what_is_renamed(&desk, &receipt.unwrap()).await),
            "origin" => {
                for _ in 0..2 {
                    notes.push(desk.change(1, Deed::Pay).await);
                }
            }
            other => panic!("no play of {other}"),
        }
        // Nothing here is about how soon a spot is released.
        let grace = TimeDelta::hours(1);
        let database = self.database.connect_options();
        judge(&History { notes, grace, allowed: REFUSALS, ..history(&database, &self.apis, &board, terms).await })
    }

    /// Lets a seller rename a spot, and its buyer give it back at the other server, so that the buyer's comes second
    /// though both begin while the spot is still the buyer's.
    async fn give_back_what_is_renamed(&self, desk: &Desk<'_>, receipt: &Receipt) -> [Note; 2] {
        let options = self.database.connect_options();
        let lock = lock_waffle(&options, desk.board.id.parse().unwrap()).await.unwrap();
        let both = async {
            until_waiting(&options, 1).await.unwrap();
            let give_back = receipt.give_back(&self.apis[1], &[1]);
            let release = async {
                until_waiting(&options, 2).await.unwrap();
                lock.release().await.unwrap();
            };
            tokio::join!(give_back, release).0
        };
        let (renamed, given_back) = tokio::join!(desk.rename(&[1], "another".into()), both);
        [renamed, given_back]
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_any_of_the_guards_the_judge_finds_what_it_was_there_for() {
    let (_place, database) = database_beside_others().await;
    let options = database.connect_options();
    inspection::keep_times(&options).await.unwrap();
    inspection::hasten_deadlines(&options, MINUTE).await.unwrap();
    let url = database.url();
    // The guards must refuse, not a server's own knowledge.
    let settings = [SETTINGS, &[("WAFFLE__CLAIMS__MEMORY_GUARD", "false")]].concat();
    let (one, other) = tokio::join!(Server::start(&url, &settings), Server::start(&url, &settings));
    let apis = [Api::of(&one), Api::of(&other)];
    let seller = Seller::sign_in(&apis[0]).await;
    let block = seller.post("/api/admin/blocked-handles").json(&json!({"handle": BLOCKED}));
    assert_eq!(block.send().await.unwrap().status(), 201);
    let since = inspection::now(&options).await.unwrap();
    let stage = Stage { database, apis, seller, since };
    for (guard, is_it) in PLAYS {
        assert_eq!(stage.play(guard).await, BTreeSet::new(), "with the guard {guard}");
        let removed = inspection::remove_guard(&options, guard).await.unwrap();
        let found = stage.play(guard).await;
        removed.put_back().await.unwrap();
        println!("without the guard {guard}: {found:?}");
        assert!(found.iter().any(is_it), "nobody misses the guard {guard}: {found:?}");
    }
}

#[test]
fn every_guard_of_the_functions_has_its_control() {
    let functions = concat!(
        include_str!("../../../src/store/functions/claim_spots.sql"),
        include_str!("../../../src/store/functions/change_spots.sql"),
    );
    let marked: BTreeSet<&str> = functions.lines().filter_map(|line| Some(line.split_once("-- guard: ")?.1)).collect();
    assert_eq!(GUARDS.map(|(name, ..)| name).into_iter().collect::<BTreeSet<_>>(), marked);
    let controlled = PLAYS.iter().map(|(name, _)| *name).chain(ELSEWHERE).collect::<BTreeSet<_>>();
    assert_eq!(controlled, marked);
}
