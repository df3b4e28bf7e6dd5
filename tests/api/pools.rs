//! Connections to the database: each kind of work has its own.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::json;
use waffle_private_postgres::TestDatabase;
use waffle_private_postgres::inspection::{lock_table, until_waiting};

use crate::app::{TestApp, answer};

/// Lets a crowd wait for a table, and meanwhile a seller works and boards are read.
async fn crowd(table: &str, path: impl Fn(&str, usize) -> String) {
    let database = TestDatabase::create().await.unwrap();
    let app = TestApp::on(&database.url(), &[("WAFFLE__DATABASE__MAX_CONNECTIONS", "8")]).await;
    let seller = app.seller().await;
    let waffle = seller.waffle("Box", 6).await;
    let lock = lock_table(&database.connect_options(), table).await.unwrap();
    let paths: Vec<String> = (0..40).map(|number| path(&waffle.slug, number)).collect();
    let crowd = join_all(paths.iter().map(async |path| app.get(path).await.status));
    let others = async {
        until_waiting(&database.connect_options(), 2).await.unwrap();
        for number in 0..5 {
            assert_eq!(seller.get("/api/admin/me").await.status, 200);
            assert_eq!(app.get(&format!("/api/waffles/nowhere-{number}")).await.status, 404);
        }
        lock.release().await.unwrap();
    };
    tokio::join!(crowd, others);
}

#[tokio::test]
async fn a_crowd_of_readers_takes_no_connection_from_sellers_and_boards() {
    crowd("spots", |_, number| format!("/api/buyers/buyer{number}/stats")).await;
}

#[tokio::test]
async fn a_crowd_that_reads_draws_takes_no_connection_from_sellers_and_boards() {
    crowd("draws", |slug, number| match number % 3 {
        0 => format!("/api/waffles/{slug}/draws"),
        1 => format!("/waffle/{slug}/draws"),
        _ => format!("/api/waffles/{slug}/draws/1"),
    })
    .await;
}

#[tokio::test]
async fn a_crowd_that_reads_all_about_a_big_buyer_makes_nothing_else_fail() {
    const CROWD: usize = 32;
    const ROUNDS: i64 = 20;
    let app = TestApp::start().await;
    let seller = app.seller().await;
    for number in 0..10 {
        let waffle = seller.waffle(&format!("Big {number}"), 2_000).await;
        assert_eq!(app.claim_random(&waffle, 2_000, "anna").await.status, 200);
    }
    let waffle = seller.waffle("Box", 100).await;
    let (over, answered) = (AtomicBool::new(false), AtomicU32::new(0));
    let crowd = join_all((0..CROWD).map(async |place| {
        let paths = ["/api/buyers/anna/history", "/api/buyers/anna/stats", "/buyer/anna", "/api/buyers/anna/card"];
        let address = format!("203.0.113.{place}");
        while !over.load(Ordering::Relaxed) {
            let request = app.request(Method::GET, paths[place % paths.len()]).header("x-forwarded-for", &address);
            let status = answer(request).await.status.as_u16();
            assert!(matches!(status, 200 | 503), "{status}");
            answered.fetch_add(u32::from(status == 200), Ordering::Relaxed);
        }
    }));
    let others = async {
        let credentials = json!({"username": "admin", "password": "cherry-iron-42"});
        for round in 1..=ROUNDS {
            assert_eq!(app.claim(&waffle, &[round], "ben").await.status, 200, "claim {round}");
            let signed_in = answer(app.request(Method::POST, "/api/admin/login").json(&credentials)).await;
            assert_eq!(signed_in.status, 200, "sign-in {round}");
            for path in ["/api/admin/waffles", "/api/admin/users", "/api/admin/me"] {
                assert_eq!(seller.get(path).await.status, 200, "{path} {round}");
            }
            for path in ["/", "/waffles", "/api/waffles", "/api/waffles?limit=3&offset=1", "/waffle/box"] {
                assert_eq!(app.get(path).await.status, 200, "{path} {round}");
            }
        }
        over.store(true, Ordering::Relaxed);
    };
    tokio::join!(crowd, others);
    assert!(answered.into_inner() > 10, "the crowd got something too");
}
