//! `GET /api/buyers/:handle/history` of a buyer who holds twenty thousand spots.

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use waffle_test_databases::inspection::{lock_table, until_waiting};
use waffle_tests::{Answer, TestApp, answer, refusal, refused};

/// How many long histories are sent at the same time.
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

/// A server with enough connections for all slots and one that waits, and with a history just long enough to need a
/// slot.
async fn crowded() -> TestApp {
    let app = TestApp::with(&[("WAFFLE__DATABASE__MAX_CONNECTIONS", "40")]).await;
    buy_everything(&app, 2, 501).await;
    app
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
    let known = app.request(Method::GET, PATH).header("if-none-match", tag);
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

/// Reads the history from an address.
async fn read_from(app: &TestApp, address: &str) -> Answer {
    answer(app.request(Method::GET, PATH).header("x-forwarded-for", address)).await
}

/// The address of the nth reader: two have the same.
fn of_two(reader: u8) -> String {
    format!("203.0.113.{}", reader / 2)
}

#[tokio::test]
async fn as_many_as_have_a_turn_are_sent_at_once_and_one_more_is_told_to_come_back() {
    let app = crowded().await;
    let lock = lock_table(&app.database().connect_options(), "spots").await.unwrap();
    let sent = join_all((0..AT_ONCE).map(async |reader| read_from(&app, &of_two(reader)).await));
    let one_more = async {
        until_waiting(&app.database().connect_options(), AT_ONCE.into()).await.unwrap();
        let answer = read_from(&app, "203.0.113.99").await;
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
    let app = crowded().await;
    let lock = lock_table(&app.database().connect_options(), "spots").await.unwrap();
    let sent = join_all((0..=AT_ONCE).map(async |reader| read_from(&app, &of_two(reader)).await));
    let release = async {
        until_waiting(&app.database().connect_options(), AT_ONCE.into()).await.unwrap();
        lock.release().await.unwrap();
    };
    let (sent, ()) = tokio::join!(sent, release);
    assert!(sent.iter().all(|answer| answer.status == 200 && rows(answer) == 2));
}

#[tokio::test]
async fn a_client_gets_two_turns_at_once_and_leaves_the_others_to_others() {
    let app = crowded().await;
    let lock = lock_table(&app.database().connect_options(), "spots").await.unwrap();
    // Addresses of one IPv6 network are one client's.
    let own = join_all(["2001:db8::1", "2001:db8::2"].map(async |address| read_from(&app, address).await));
    let other = async {
        until_waiting(&app.database().connect_options(), 2).await.unwrap();
        read_from(&app, "2001:db8:0:1::1").await
    };
    let third = async {
        until_waiting(&app.database().connect_options(), 3).await.unwrap();
        let third = read_from(&app, "2001:db8::3").await;
        lock.release().await.unwrap();
        third
    };
    let (own, other, third) = tokio::join!(own, other, third);
    assert_eq!(refusal(&third), refused(429, "rate_limited"));
    assert_eq!(third.header("retry-after"), "5");
    assert!(own.iter().chain([&other]).all(|answer| answer.status == 200 && rows(answer) == 2));
    assert_eq!(read_from(&app, "2001:db8::3").await.status, 200, "the turns are given back");
}

#[tokio::test]
async fn short_histories_need_no_turn() {
    let app = crowded().await;
    let waffle = app.seller().await.waffle("Small box", 10).await;
    app.claim_random(&waffle, 1, "ben").await;
    let lock = lock_table(&app.database().connect_options(), "spots").await.unwrap();
    let long = join_all([(); 2].map(async |()| read_from(&app, "203.0.113.7").await));
    let short = async {
        until_waiting(&app.database().connect_options(), 2).await.unwrap();
        let path = "/api/buyers/ben/history";
        let short = answer(app.request(Method::GET, path).header("x-forwarded-for", "203.0.113.7"));
        let release = async {
            until_waiting(&app.database().connect_options(), 3).await.unwrap();
            lock.release().await.unwrap();
        };
        tokio::join!(short, release).0
    };
    let (long, short) = tokio::join!(long, short);
    assert!(long.iter().all(|answer| answer.status == 200));
    assert_eq!((short.status.as_u16(), rows(&short)), (200, 1));
}
