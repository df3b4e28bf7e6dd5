//! Servers that are stopped at bad moments.

use std::time::Duration;

use futures_util::StreamExt;
use tokio::{
    net::TcpStream,
    task::{JoinHandle, JoinSet},
    time::{Instant, sleep, timeout},
};
use tokio_tungstenite::{connect_async, tungstenite::Message};
use waffle_store::{
    database_figures,
    pools::{self, PgConnectOptions},
};
use waffle_test_databases::{
    Cluster, StopMode,
    breaking_proxy::BreakingProxy,
    inspection::{lock_waffle, owners, until_waiting},
};

use crate::api::{Api, Board, Seller};
use crate::evidence::{Answer, Outcome, Wish};
use crate::history::Deed;
use crate::people::Desk;
use crate::{beside_others, database_beside_others};
use waffle_tests::program::Server;

pub(crate) const UNLIMITED: &[(&str, &str)] = &[("WAFFLE__RATE_LIMIT__CLAIMS_PER_MINUTE", "0")];

/// A watcher of one server, until it closes the socket.
pub(crate) struct Witness {
    since: i64,
    watching: JoinHandle<(Vec<i64>, Option<u16>)>,
}

impl Witness {
    /// Watches from the board's current state on.
    pub(crate) async fn of(api: &Api, board: &Board) -> Self {
        let since = newest(api, board).await;
        let url = format!("ws://{}/ws/{}?since={since}", api.address(), board.slug);
        let (mut socket, _) = connect_async(url).await.unwrap();
        let watching = tokio::spawn(async move {
            let mut seqs = Vec::new();
            loop {
                match socket.next().await {
                    Some(Ok(Message::Text(text))) => {
                        let message: serde_json::Value = serde_json::from_str(&text).unwrap();
                        seqs.extend(message["seq"].as_i64());
                    }
                    Some(Ok(Message::Close(frame))) => return (seqs, frame.map(|frame| frame.code.into())),
                    Some(Ok(_)) => {}
                    Some(Err(_)) | None => return (seqs, None),
                }
            }
        });
        Self { since, watching }
    }

    /// Asserts that it saw each change up to `seq` or beyond, once and in order, and then was closed with 1001.
    pub(crate) async fn assert_closed_after(self, seq: i64) {
        let (seqs, code) = timeout(Duration::from_secs(15), self.watching).await.expect("an end").unwrap();
        assert_eq!(code, Some(1001), "after {seqs:?}");
        let last = seqs.last().copied().unwrap_or(self.since);
        assert_eq!(seqs, (self.since + 1..=last).collect::<Vec<_>>());
        assert!(last >= seq, "closed after {last}, though {seq} was committed");
    }
}

/// The newest sequence number of a board; a busy server may need a moment to load it.
pub(crate) async fn newest(api: &Api, board: &Board) -> i64 {
    let end = Instant::now() + Duration::from_secs(10);
    loop {
        match api.board(&board.slug).await {
            Some(shown) => return shown.seq,
            None => assert!(Instant::now() < end, "{} is not to be had", board.slug),
        }
    }
}

/// Starts to mark the first spot paid.
fn pay_the_first(seller: &Seller, board: &Board) -> JoinHandle<Outcome> {
    let (seller, board) = (seller.clone(), board.clone());
    tokio::spawn(async move { Desk { seller: &seller, board: &board }.try_to(Deed::Pay, 1).await })
}

/// Waits until the server accepts no connections.
async fn refuses(api: &Api) {
    while TcpStream::connect(api.address()).await.is_ok() {
        sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn a_payment_that_waits_for_a_lock_is_answered_though_its_server_is_told_to_stop_twice() {
    let (_place, database) = database_beside_others().await;
    let options = database.connect_options();
    let mut server = Server::start(&database.url(), &[]).await;
    let api = Api::of(&server);
    let seller = Seller::sign_in(&api).await;
    let board = seller.create("Box", 10).await;
    assert_eq!(
        api.claim(&board.order("anna", Wish::Numbers(vec![1])), "192.0.2.1").await.answer,
        Answer::Granted(vec![1])
    );
    let witness = Witness::of(&api, &board).await;
    let (_silent, lock) =
        tokio::join!(TcpStream::connect(api.address()), lock_waffle(&options, board.id.parse().unwrap()));
    let paying = pay_the_first(&seller, &board);
    until_waiting(&options, 1).await.unwrap();
    server.terminate().await;
    refuses(&api).await;
    witness.assert_closed_after(1).await;
    server.terminate().await;
    lock.unwrap().release().await.unwrap();
    assert_eq!(paying.await.unwrap(), Outcome::Done);
    server.ended().await;
    database.execute("DO $$ BEGIN ASSERT (SELECT status = 'paid' FROM spots WHERE number = 1); END $$").await.unwrap();
}

/// Lets buyers claim, each as soon as the last claim is answered, until the server accepts no more; returns the handle
/// and the answer of each claim.
async fn claim_until_closed(api: &Api, board: &Board) -> JoinSet<Vec<(String, Answer)>> {
    let mut buyers = JoinSet::new();
    for me in 0..8 {
        let (api, board) = (api.clone(), board.clone());
        buyers.spawn(async move {
            let mut told = Vec::new();
            while told.is_empty() || TcpStream::connect(api.address()).await.is_ok() {
                let handle = format!("b{me}-{}", told.len());
                let claim = board.order(handle.clone(), Wish::Any(1));
                told.push((handle, api.claim(&claim, "192.0.2.1").await.answer));
            }
            told
        });
    }
    sleep(Duration::from_millis(500)).await;
    buyers
}

/// Asserts that what was granted is stored, and that what was refused is not.
async fn assert_told_the_truth(buyers: JoinSet<Vec<(String, Answer)>>, options: &PgConnectOptions, board: &Board) {
    let owners = owners(options, board.id.parse().unwrap()).await.unwrap();
    let all = buyers.join_all().await.concat();
    for (handle, answer) in &all {
        let mut owned = owners.iter().filter(|(_, owner)| *owner == handle).map(|(number, _)| *number);
        match answer {
            Answer::Granted(numbers) => {
                assert_eq!(*numbers, owned.collect::<Vec<_>>(), "an acknowledged claim is lost");
            }
            Answer::Unknown(_) => {}
            refused => assert_eq!(owned.next(), None, "{handle} was told {refused:?}"),
        }
    }
    assert!(all.iter().any(|(_, answer)| matches!(answer, Answer::Granted(_))));
    let others: Vec<_> = all.iter().filter(|(_, answer)| !matches!(answer, Answer::Granted(_))).collect();
    println!("{} claims, others than granted: {others:?}", all.len());
}

#[tokio::test]
async fn audit_records_that_can_not_be_moved_wait_for_the_next_start() {
    let (_place, database) = database_beside_others().await;
    let mut server = Server::start(&database.url(), &[]).await;
    let api = Api::of(&server);
    let seller = Seller::sign_in(&api).await;
    let board = seller.create("Box", 10).await;
    let claim = board.order("anna", Wish::Numbers(vec![1, 2]));
    assert_eq!(api.claim(&claim, "192.0.2.1").await.answer, Answer::Granted(vec![1, 2]));
    let pool = pools::pool(database.connect_options(), 1);
    let waiting = async || database_figures::facts(&pool).await.unwrap().audit_backlog;
    database.execute("ALTER TABLE audit_log RENAME TO audit_log_away").await.unwrap();
    for number in [1, 2] {
        assert_eq!(Desk { seller: &seller, board: &board }.try_to(Deed::Pay, number).await, Outcome::Done);
    }
    server.stop().await;
    database.execute("ALTER TABLE audit_log_away RENAME TO audit_log").await.unwrap();
    assert!(waiting().await >= 2);
    let again = Server::start(&database.url(), &[]).await;
    let begun = Instant::now();
    while waiting().await > 0 {
        assert!(begun.elapsed() < Duration::from_secs(10), "records are left in the outbox");
        sleep(Duration::from_millis(20)).await;
    }
    api.follow(&again);
    let log = seller.audit_log().await;
    assert_eq!(log.iter().filter(|entry| entry.action == "mark_paid").count(), 2, "{log:?}");
}

#[tokio::test]
async fn a_server_that_is_told_to_stop_while_its_database_is_away_ends_in_time_and_in_peace() {
    let _place = beside_others().await;
    let cluster = Cluster::throwaway().await.unwrap();
    cluster.create_database("waffle").await.unwrap();
    let url = cluster.url("waffle");
    let mut server = Server::start(&url, UNLIMITED).await;
    let api = Api::of(&server);
    let board = Seller::sign_in(&api).await.create("Box", 10_000).await;
    let witness = Witness::of(&api, &board).await;
    let buyers = claim_until_closed(&api, &board).await;
    let seq = newest(&api, &board).await;
    cluster.stop_server(StopMode::Immediate).await.unwrap();
    server.terminate().await;
    let asked = Instant::now();
    server.ended().await;
    println!("it ended {:?} after it was asked to", asked.elapsed());
    witness.assert_closed_after(seq).await;
    cluster.start_server().await.unwrap();
    assert_told_the_truth(buyers, &pools::options(&url).unwrap(), &board).await;
    cluster.stop().await.unwrap();
}

#[tokio::test]
async fn a_server_that_is_told_to_stop_while_its_database_is_silent_ends_in_time_and_in_peace() {
    let (_place, database) = database_beside_others().await;
    let proxy = BreakingProxy::passing(database.connect_options().get_port(), "").await.unwrap();
    let mut server = Server::start(&proxy.url(&database.url()), UNLIMITED).await;
    let api = Api::of(&server);
    let seller = Seller::sign_in(&api).await;
    let board = seller.create("Box", 10_000).await;
    let witness = Witness::of(&api, &board).await;
    let buyers = claim_until_closed(&api, &board).await;
    let seq = newest(&api, &board).await;
    proxy.stall();
    let paying = pay_the_first(&seller, &board);
    sleep(Duration::from_millis(100)).await;
    server.terminate().await;
    let asked = Instant::now();
    server.ended().await;
    println!("it ended {:?} after it was asked to", asked.elapsed());
    witness.assert_closed_after(seq).await;
    assert_ne!(paying.await.unwrap(), Outcome::Done);
    assert_told_the_truth(buyers, &database.connect_options(), &board).await;
}
