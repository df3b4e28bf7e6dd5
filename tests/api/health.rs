//! `GET /health` and `GET /ready`.

use std::{
    process::Command,
    time::{Duration, Instant},
};

use actix_web::{body::to_bytes, web::Data};
use reqwest::Method;
use serde_json::json;
use waffle_api::health::{health, ready};
use waffle_http::shutdown::Shutdown;
use waffle_service::health_probe::Probe;
use waffle_store::pools::pool;
use waffle_test_databases::{Cluster, StopMode, TestDatabase};
use waffle_tests::{TestApp, answer};

#[tokio::test]
async fn both_are_ok_while_the_database_answers() {
    let app = TestApp::shared().await;
    for path in ["/health", "/ready"] {
        let answer = app.get(path).await.ok();
        assert_eq!(answer.json(), json!({"status": "ok", "db": "connected"}));
        assert_eq!(answer.header("cache-control"), "no-store");
    }
}

#[tokio::test]
async fn both_notice_within_2_s_that_the_database_is_away_and_when_it_is_back() {
    let (cluster, app) = TestApp::on_cluster(&[]).await;
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

/// Signals the postmaster. Stopped with `STOP`, it takes no connections, like a frozen machine seen from outside.
fn freeze(cluster: &Cluster, signal: &str) {
    let file = std::fs::read_to_string(cluster.folder().join("cluster/postmaster.pid")).unwrap();
    let id = file.lines().next().unwrap();
    assert!(Command::new("kill").args(["-s", signal, id]).status().unwrap().success());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_frozen_database_is_noticed_too_and_a_shutdown_lets_the_question_finish() {
    let (cluster, mut app) = TestApp::on_cluster(&[]).await;
    freeze(&cluster, "STOP");

    let question = app.request(Method::GET, "/health");
    let question = tokio::spawn(async {
        let asked = Instant::now();
        (answer(question).await, asked.elapsed())
    });
    // All of these were sent after the question, so it has arrived by the time the last one is answered.
    for _ in 0..20 {
        assert_eq!(app.get("/robots.txt").await.status, 200);
    }
    app.stop();
    let (answer, took) = question.await.unwrap();
    assert!(took < Duration::from_secs(2), "it took {took:?}");
    assert_eq!((answer.status.as_u16(), answer.json()["db"].as_str()), (503, Some("disconnected")));

    freeze(&cluster, "CONT");
    cluster.stop().await.unwrap();
}

#[tokio::test]
async fn a_server_that_is_stopping_is_healthy_but_not_ready() {
    let database = TestDatabase::create().await.unwrap();
    let probe = Data::new(Probe::new(pool(database.connect_options(), 1)));
    let shutdown = Data::new(Shutdown::default());
    assert_eq!(ready(probe.clone(), shutdown.clone()).await.status(), 200);
    shutdown.begin();
    let answer = ready(probe.clone(), shutdown).await;
    assert_eq!(answer.status(), 503);
    assert_eq!(to_bytes(answer.into_body()).await.unwrap(), r#"{"status":"error","db":"connected"}"#);
    assert_eq!(health(probe).await.status(), 200);
}
