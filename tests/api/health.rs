//! `GET /health` and `GET /ready`.

use std::time::{Duration, Instant};

use serde_json::json;
use waffle_store::private_postgres::{Cluster, StopMode};

use crate::app::TestApp;

#[tokio::test]
async fn both_are_ok_while_the_database_answers() {
    let app = TestApp::start().await;
    for path in ["/health", "/ready"] {
        let answer = app.get(path).await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.json(), json!({"status": "ok", "db": "connected"}));
        assert_eq!(answer.header("cache-control"), "no-store");
    }
}

#[tokio::test]
async fn both_notice_within_2_s_that_the_database_is_away_and_when_it_is_back() {
    let cluster = Cluster::throwaway().await.unwrap();
    cluster.create_database("waffle").await.unwrap();
    let app = TestApp::on(&cluster.url("waffle"), &[]).await;
    assert_eq!(app.get("/health").await.status, 200);

    cluster.stop_server(StopMode::Immediate).await.unwrap();
    for path in ["/health", "/ready"] {
        let asked = Instant::now();
        let answer = app.get(path).await;
        assert!(asked.elapsed() < Duration::from_secs(2), "{path} took {:?}", asked.elapsed());
        assert_eq!(answer.status, 503, "{path}");
        assert_eq!(answer.json(), json!({"status": "error", "db": "disconnected"}));
        assert_eq!(answer.header("retry-after"), "1");
    }

    cluster.start_server().await.unwrap();
    assert_eq!(app.get("/health").await.status, 200);
    drop(app);
    cluster.stop().await.unwrap();
}
