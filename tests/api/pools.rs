//! Connections to the database: each kind of work has its own.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use waffle_private_postgres::TestDatabase;
use waffle_private_postgres::inspection::{lock_table, until_waiting};

use crate::app::TestApp;

#[tokio::test]
async fn a_crowd_of_readers_takes_no_connection_from_sellers_and_boards() {
    let database = TestDatabase::create().await.unwrap();
    let app = TestApp::on(&database.url(), &[]).await;
    let seller = app.seller().await;
    let lock = lock_table(&database.connect_options(), "spots").await.unwrap();
    let crowd = join_all((0..40).map(async |number| app.get(&format!("/api/buyers/buyer{number}/stats")).await.status));
    let others = async {
        until_waiting(&database.connect_options(), 2).await.unwrap();
        let begun = Instant::now();
        for number in 0..5 {
            assert_eq!(seller.get("/api/admin/me").await.status, 200);
            assert_eq!(app.get(&format!("/api/waffles/nowhere-{number}")).await.status, 404);
        }
        assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
        lock.release().await.unwrap();
    };
    tokio::join!(crowd, others);
}
