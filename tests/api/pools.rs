//! Connections to the database: each kind of work has its own.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::json;
use waffle_test_databases::inspection::{lock_table, until_waiting};
use waffle_tests::{TestApp, answer};

/// Lets a crowd wait for a table, while a seller works and boards are read.
async fn crowd(table: &str, path: impl Fn(&str, usize) -> String) {
    let app = TestApp::with(&[("WAFFLE__DATABASE__MAX_CONNECTIONS", "16")]).await;
    let seller = app.seller().await;
    let waffle = seller.waffle("Box", 6).await;
    let lock = lock_table(&app.database().connect_options(), table).await.unwrap();
    let paths: Vec<String> = (0..40).map(|number| path(&waffle.slug, number)).collect();
    let crowd = join_all(paths.iter().map(async |path| app.get(path).await.status));
    let others = async {
        until_waiting(&app.database().connect_options(), 2).await.unwrap();
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
    const ROUNDS: i64 = 6;
    let (app, seller) = TestApp::with_seller().await;
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

#[tokio::test]
async fn a_crowd_that_reads_what_handles_hold_takes_no_connection_from_receipts_and_draws() {
    let app = TestApp::with(&[("WAFFLE__DATABASE__MAX_CONNECTIONS", "16")]).await;
    let waffle = app.seller().await.waffle("Box", 6).await;
    let claim = json!({"waffle_id": waffle.id, "spots": [1], "social_handle": "ben"});
    let claimed = answer(app.claiming(&claim)).await;
    let receipt = format!("/api/receipts/{}", claimed.header("x-claim-receipt"));
    let lock = lock_table(&app.database().connect_options(), "holdings").await.unwrap();
    let paths = ["/api/buyers/anna", "/buyer/anna", "/api/buyers/ben"];
    let crowd = join_all((0..32).map(async |place| {
        let rest = if place % 3 == 1 { "" } else { "/card" };
        app.get(&format!("{}{place}{rest}", paths[place % 3])).await.status
    }));
    let others = async {
        until_waiting(&app.database().connect_options(), 2).await.unwrap();
        for _ in 0..5 {
            for path in [&receipt, &waffle.api("/draws")] {
                assert_eq!(app.get(path).await.status, 200, "{path}");
            }
        }
        lock.release().await.unwrap();
    };
    tokio::join!(crowd, others);
}

#[tokio::test]
async fn a_handle_with_ten_thousand_waffles_is_counted_once_a_second_for_a_crowd() {
    let app = TestApp::start().await;
    app.sql(
        "INSERT INTO waffles (id, slug, title, social_media_links, total_spots, spot_price, item_count, available_count,
            pending_count, created_at)
         SELECT gen_random_uuid(), 'drop-' || n, 'Drop', '{}', 2, 1, 1, 1, 1, now() FROM generate_series(1, 10000) n;
         INSERT INTO holdings SELECT id, now(), now(), 1, 0, 0, 0, 'anna' FROM waffles;
         ANALYZE",
    )
    .await;
    let stats = async || app.get("/api/buyers/anna/stats").await.json();
    assert_eq!(stats().await["waffles_entered"], 10_000);
    let (over, begun, counted) = (AtomicBool::new(false), Instant::now(), Mutex::new(HashSet::new()));
    let crowd = join_all((0..32).map(async |_| {
        while !over.load(Ordering::Relaxed) {
            let spots = stats().await["total_spots_claimed"].as_u64().unwrap();
            counted.lock().unwrap().insert(spots);
        }
    }));
    let changing = async {
        while begun.elapsed() < Duration::from_secs(3) {
            let first = "(SELECT waffle_id FROM holdings LIMIT 1)";
            app.sql(&format!("UPDATE holdings SET pending = pending + 1 WHERE waffle_id = {first}")).await;
        }
        over.store(true, Ordering::Relaxed);
    };
    tokio::join!(crowd, changing);
    let (counted, seconds) = (counted.into_inner().unwrap().len(), begun.elapsed().as_secs());
    assert!(counted >= 2 && counted as u64 <= seconds + 2, "counted {counted} times in {seconds} s");
}
