//! `GET /api/buyers/:handle/history` of somebody who holds twenty thousand spots.

use futures_util::future::join_all;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use waffle_private_postgres::TestDatabase;
use waffle_private_postgres::inspection::{lock_table, until_waiting};

use crate::admin::{refusal, refused};
use crate::app::{Answer, TestApp, answer};

/// How many long histories are sent at once.
const AT_ONCE: u8 = 4;
const PATH: &str = "/api/buyers/anna/history";

/// Boards of which anna holds all spots.
async fn buy_everything(app: &TestApp, boards: usize, spots: usize) {
    let seller = app.seller().await;
    for number in 1..=boards {
        let waffle = seller.waffle(&format!("Box {number}"), spots).await;
        let claimed = app.claim_random(&waffle, i64::try_from(spots).unwrap(), "anna").await;
        assert_eq!(claimed.json()["claimed_count"], spots);
        app.clock.advance(std::time::Duration::from_secs(1));
    }
}

/// A server with enough connections for all turns and somebody who waits, and with a history just long enough to need
/// one.
async fn crowded() -> (TestDatabase, TestApp) {
    let database = TestDatabase::create().await.unwrap();
    let app = TestApp::on(&database.url(), &[("WAFFLE__DATABASE__MAX_CONNECTIONS", "24")]).await;
    buy_everything(&app, 2, 501).await;
    (database, app)
}

fn rows(answer: &Answer) -> usize {
    answer.json().as_array().unwrap().len()
}

/// Reads an answer that is sent in chunks, as they come.
async fn chunks(app: &TestApp) -> Vec<Vec<u8>> {
    let mut connection = TcpStream::connect(app.address).await.unwrap();
    let request = format!("GET {PATH} HTTP/1.1\r\nhost: waffle.example\r\nconnection: close\r\n\r\n");
    connection.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    connection.read_to_end(&mut answer).await.unwrap();
    let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap() + 4;
    assert!(String::from_utf8_lossy(&answer[..end]).contains("transfer-encoding: chunked"));
    let (mut rest, mut chunks) = (&answer[end..], Vec::new());
    loop {
        let line = rest.windows(2).position(|bytes| bytes == b"\r\n").unwrap();
        let length = usize::from_str_radix(std::str::from_utf8(&rest[..line]).unwrap(), 16).unwrap();
        if length == 0 {
            return chunks;
        }
        chunks.push(rest[line + 2..line + 2 + length].to_vec());
        rest = &rest[line + 2 + length + 2..];
    }
}

#[tokio::test]
async fn a_long_history_is_whole_and_sent_in_small_pieces() {
    let app = TestApp::start().await;
    buy_everything(&app, 4, 5_000).await;
    let chunks = chunks(&app).await;
    let longest = chunks.iter().map(Vec::len).max().unwrap();
    assert!(longest <= 64 * 1024 && chunks.len() > 4, "{longest} bytes, {} chunks", chunks.len());
    let history: serde_json::Value = serde_json::from_slice(&chunks.concat()).unwrap();
    let rows = history.as_array().unwrap();
    let titles: Vec<_> = rows.iter().map(|row| &row["title"]).collect();
    assert_eq!(titles, ["Box 4", "Box 3", "Box 2", "Box 1"]);
    for row in rows {
        let numbers: Vec<_> = row["spots"].as_array().unwrap().iter().map(|spot| spot["number"].as_u64()).collect();
        assert!(numbers.into_iter().eq((1..=5_000).map(Some)));
    }
    let tag = app.get(PATH).await.header("etag").to_owned();
    let known = app.request(reqwest::Method::GET, PATH).header("if-none-match", tag);
    assert_eq!(answer(known).await.status, 304);
}

#[tokio::test]
async fn other_reads_tell_how_much_it_is_without_listing_it() {
    let app = TestApp::start().await;
    buy_everything(&app, 4, 5_000).await;
    let card = app.get("/api/buyers/anna/card").await;
    assert_eq!(card.json()["stats"]["total_spots_claimed"], 20_000);
    assert!(card.body.len() < 4_096, "{} bytes", card.body.len());
    let row = &card.json()["waffle_history"][3];
    assert_eq!((&row["title"], &row["result"], &row["spots"]), (&json!("Box 1"), &json!("open"), &json!([])));
    let page = app.get("/buyer/anna").await.text();
    assert_eq!(page.matches("<b>5,000 spots</b>").count(), 4);
    assert!(page.contains("to pay for 20,000 spots"));
}

#[tokio::test]
async fn as_many_as_have_a_turn_are_sent_at_once_and_one_more_is_told_to_come_back() {
    let (database, app) = crowded().await;
    let lock = lock_table(&database.connect_options(), "spots").await.unwrap();
    let sent = join_all((0..AT_ONCE).map(|_| app.get(PATH)));
    let one_more = async {
        until_waiting(&database.connect_options(), AT_ONCE.into()).await.unwrap();
        let answer = app.get(PATH).await;
        lock.release().await.unwrap();
        answer
    };
    let (sent, one_more) = tokio::join!(sent, one_more);
    assert!(sent.iter().all(|answer| answer.status == 200 && rows(answer) == 2));
    assert_eq!(refusal(&one_more), refused(503, "busy"));
    assert_eq!(one_more.header("retry-after"), "5");
}

#[tokio::test]
async fn who_waits_for_a_turn_gets_it_when_another_is_done() {
    let (database, app) = crowded().await;
    let lock = lock_table(&database.connect_options(), "spots").await.unwrap();
    let sent = join_all((0..=AT_ONCE).map(|_| app.get(PATH)));
    let release = async {
        until_waiting(&database.connect_options(), AT_ONCE.into()).await.unwrap();
        lock.release().await.unwrap();
    };
    let (sent, ()) = tokio::join!(sent, release);
    assert!(sent.iter().all(|answer| answer.status == 200 && rows(answer) == 2));
}
