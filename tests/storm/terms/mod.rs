//! Boards under terms: openings, pauses, deadlines, caps and blocks, with receipts and everything that sellers do.

mod control;
pub(crate) mod crowd;
pub(crate) mod history;
pub(crate) mod judge;
pub(crate) mod people;

use std::time::Duration;

use chrono::TimeDelta;
use tokio::time::{Instant, sleep};
use waffle_test_databases::{TestDatabase, inspection};

use self::history::{History, Terms};
use crate::api::{Api, Board};
use crate::evidence::Shown;
use crate::watcher::Watcher;
use waffle_tests::program::Server;

/// How long a minute to pay lasts, in milliseconds.
pub(crate) const MINUTE: u32 = 200;
pub(crate) const SETTINGS: &[(&str, &str)] = &[("WAFFLE__RATE_LIMIT__CLAIMS_PER_MINUTE", "0")];
/// How many events make a storm of a board, and how long a busy machine may take for them.
const ENOUGH: i64 = 60;
const LONGEST: Duration = Duration::from_secs(20);
/// How long everything that is due may take to be released, and servers to show it.
const SETTLED: Duration = Duration::from_secs(15);

/// Reads a waffle's log, and waits until each server shows it.
pub(crate) async fn history(database: &TestDatabase, apis: &[Api], board: &Board, terms: Terms) -> History {
    let options = database.connect_options();
    let read_at = inspection::now(&options).await.unwrap();
    let log = inspection::log(&options, board.id.parse().unwrap()).await.unwrap();
    let newest = log.last().map_or(0, |event| event.seq);
    let mut shown = Vec::new();
    for api in apis {
        shown.push(shown_at(api, board, newest).await);
    }
    History { terms, log, shown, read_at, ..History::default() }
}

/// How long after its deadline a spot may be released: five seconds, or more on a busy machine.
pub(crate) fn grace(server: &Server) -> TimeDelta {
    TimeDelta::from_std(server.two_seconds().mul_f64(2.5)).unwrap()
}

async fn shown_at(api: &Api, board: &Board, newest: i64) -> Shown {
    let end = Instant::now() + SETTLED;
    loop {
        match api.board(&board.slug).await {
            Some(shown) if shown.seq >= newest || Instant::now() > end => return shown,
            _ => assert!(Instant::now() < end, "{} is not to be had", board.slug),
        }
        sleep(Duration::from_millis(50)).await;
    }
}

/// Waits until each board has seen a storm, according to its watchers.
pub(crate) async fn enough_happened(watchers: &[(usize, Watcher)]) {
    let end = Instant::now() + LONGEST;
    while watchers.iter().any(|(_, watcher)| watcher.newest() < ENOUGH) && Instant::now() < end {
        sleep(Duration::from_millis(100)).await;
    }
}

/// Waits until nothing is left that expires by itself.
pub(crate) async fn settled(database: &TestDatabase) {
    let nothing_due = "DO $$ BEGIN ASSERT NOT EXISTS (SELECT FROM waffles WHERE next_pay_by IS NOT NULL); END $$";
    let end = Instant::now() + SETTLED;
    while database.execute(nothing_due).await.is_err() && Instant::now() < end {
        sleep(Duration::from_millis(100)).await;
    }
}
