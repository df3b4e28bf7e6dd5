//! Many reports at the same time.

use std::time::Duration;

use futures_util::future::join_all;
use reqwest::Method;
use socket2::SockRef;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::timeout;
use waffle_test_databases::inspection::{Lock, lock_table, until_waiting};
use waffle_tests::{Seller, TestApp, answer, me, refusal, refused, token, with_cookie};

use super::{REPORTS, read};

/// How many reports are read at the same time. The test's server has three connections for sellers.
const AT_ONCE: i64 = 2;

/// A server whose reports wait for a lock on tables. It has connected for them, so that they begin to wait at the same
/// time.
async fn held_up(tables: &str) -> (TestApp, Seller, Lock) {
    let (app, seller) = TestApp::with_seller().await;
    join_all([(); 2].map(async |()| read(&seller, "drought").await.ok())).await;
    let lock = lock_table(&app.database().connect_options(), tables).await.unwrap();
    (app, seller, lock)
}

#[tokio::test]
async fn two_are_read_at_once_others_are_told_to_come_back_and_sellers_sign_in() {
    let (app, seller, lock) = held_up("waffles, spots").await;
    let crowd = join_all((0..8).map(async |number: usize| read(&seller, REPORTS[number % REPORTS.len()]).await));
    let others = async {
        until_waiting(&app.database().connect_options(), AT_ONCE).await.unwrap();
        let sign_in = async {
            let token = token(&app).await;
            assert_eq!(me(&app, &token).await.status, 200);
        };
        let page = answer(with_cookie(&app, Method::GET, "/admin/reports", &seller.token));
        let ((), page) = tokio::join!(sign_in, page);
        lock.release().await.unwrap();
        page
    };
    let (crowd, page) = tokio::join!(crowd, others);
    let (read, others): (Vec<_>, Vec<_>) = crowd.into_iter().partition(|answer| answer.status == 200);
    assert_eq!((read.len(), others.len()), (2, 6));
    for answer in &others {
        assert_eq!(refusal(answer), refused(503, "busy"));
        assert_eq!(answer.header("retry-after"), "5");
    }
    assert_eq!((page.status.as_u16(), page.header("retry-after")), (503, "5"));
    assert!(page.text().contains("Too many reports are being read right now."));
}

#[tokio::test]
async fn who_waits_for_a_turn_gets_it_when_another_is_done() {
    let (app, seller, lock) = held_up("waffles, spots").await;
    let crowd = join_all((0..8).map(async |number: usize| read(&seller, REPORTS[number % REPORTS.len()]).await));
    let release = async {
        until_waiting(&app.database().connect_options(), AT_ONCE).await.unwrap();
        lock.release().await.unwrap();
    };
    let (crowd, ()) = tokio::join!(crowd, release);
    assert!(crowd.iter().all(|answer| answer.status == 200));
}

/// Asks for a report on a connection that breaks off when it is dropped.
async fn ask(app: &TestApp, seller: &Seller, report: &str) -> TcpStream {
    let mut connection = TcpStream::connect(app.address).await.unwrap();
    SockRef::from(&connection).set_linger(Some(Duration::ZERO)).unwrap();
    let token = &seller.token;
    let request = format!(
        "GET /api/admin/reports/{report} HTTP/1.1\r\nhost: waffle.example\r\nauthorization: Bearer {token}\r\n\r\n"
    );
    connection.write_all(request.as_bytes()).await.unwrap();
    connection
}

#[tokio::test]
async fn who_goes_away_leaves_no_turn_to_others_before_the_database_is_done() {
    // Of what the server does, only the report reads spots, so nothing else waits for this lock.
    let (app, seller, lock) = held_up("spots").await;
    let options = app.database().connect_options();
    let asked = join_all([(); 2].map(async |()| ask(&app, &seller, "drought").await)).await;
    until_waiting(&options, AT_ONCE).await.unwrap();
    drop(asked);
    let one_more = timeout(Duration::from_secs(1), until_waiting(&options, AT_ONCE + 1));
    let (_, one_more) = tokio::join!(read(&seller, "drought"), one_more);
    assert!(one_more.is_err(), "one more report is read");
    lock.release().await.unwrap();
    assert_eq!(read(&seller, "drought").await.status, 200);
}
