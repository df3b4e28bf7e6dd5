//! `/metrics`, on its own listener.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use reqwest::{Method, StatusCode};
use serde_json::json;
use tokio::net::TcpStream;
use waffle_beacon::http_client::client_builder;
use waffle_test_databases::StopMode;
use waffle_tests::metrics::ON;
use waffle_tests::{PASSWORD, TestApp, answer, token};

/// The sample that counts answers to requests.
fn ended(route: &str, method: &str, status: &str) -> String {
    format!("waffle_http_requests_total{{route=\"{route}\",method=\"{method}\",status=\"{status}\"}}")
}

#[tokio::test]
async fn they_are_off_unless_asked_for_and_never_where_buyers_are() {
    let app = TestApp::start().await;
    assert_eq!(app.metrics, None);
    for app in [app, TestApp::with_metrics().await] {
        for path in ["/metrics", "/metrics/", "/api/metrics", "/admin/metrics"] {
            assert_eq!(app.get(path).await.status, 404, "{path}");
            assert_eq!(answer(app.request(Method::POST, path)).await.status, 404, "{path}");
        }
    }
}

#[tokio::test]
async fn their_listener_answers_nothing_else() {
    let app = TestApp::with_metrics().await;
    assert_ne!(app.metrics, Some(app.address));
    for path in ["/", "/health", "/api/version", "/api/waffles", "/metrics/x", "/metricss", "/admin/login", "/static/x"]
    {
        for method in [Method::GET, Method::POST] {
            assert_eq!(app.ask_metrics(method, path).await.status, 404, "{path}");
        }
    }
    let got = app.ask_metrics(Method::GET, "/metrics").await;
    assert_eq!(got.header("content-type"), "text/plain; version=0.0.4");
    assert_eq!(got.header("cache-control"), "no-store");
    assert_eq!(app.ask_metrics(Method::GET, "/metrics/").await.status, 200);
    let head = app.ask_metrics(Method::HEAD, "/metrics").await;
    assert_eq!((head.status, head.body.len()), (StatusCode::OK, 0));
    assert_eq!(head.header("content-type"), got.header("content-type"));
    for method in [Method::POST, Method::PUT, Method::DELETE] {
        let answer = app.ask_metrics(method, "/metrics").await;
        assert_eq!((answer.status.as_u16(), answer.header("allow")), (405, "GET, HEAD, OPTIONS"));
    }
}

#[tokio::test]
async fn it_stops_with_the_server() {
    let mut app = TestApp::with_metrics().await;
    let address = app.metrics.unwrap();
    // A connection that stays open must not delay the shutdown.
    let _idle = TcpStream::connect(address).await.unwrap();
    app.metrics().await;
    let asked = Instant::now();
    app.stop();
    assert!(asked.elapsed() < Duration::from_secs(5), "{:?}", asked.elapsed());
    assert!(TcpStream::connect(address).await.is_err());
}

#[tokio::test]
async fn a_new_server_tells_all_that_it_will_ever_count() {
    let app = TestApp::with_metrics().await;
    let metrics = app.metrics().await;
    let mut expected = vec![
        "process_start_time_seconds",
        "waffle_actor_restarts_total",
        "waffle_actors_loaded",
        "waffle_build_info",
        "waffle_card_cache_hits_total",
        "waffle_card_renders_total",
        "waffle_claims_replayed_total",
        "waffle_claims_total",
        "waffle_database_connections",
        "waffle_database_connections_max",
        "waffle_http_request_duration_seconds",
        "waffle_http_requests_in_flight",
        "waffle_ledger_batch_claims",
        "waffle_ledger_commit_duration_seconds",
        "waffle_ledger_queue_claims",
        "waffle_ledger_restarts_total",
        "waffle_ledger_retries_total",
        "waffle_load_waffles",
        "waffle_lookup_waffles",
        "waffle_rate_limited_total",
        "waffle_refused_spots_dropped_total",
        "waffle_sign_ins_total",
        "waffle_spots_claimed_total",
        "waffle_watcher_catch_ups_total",
        "waffle_watcher_resyncs_total",
        "waffle_watchers",
        "waffle_watchers_evicted_total",
    ];
    if cfg!(target_os = "linux") {
        expected.extend(["process_cpu_seconds_total", "process_open_fds", "process_resident_memory_bytes"]);
    }
    for name in expected {
        assert!(metrics.families.contains(name), "{name}");
    }
    assert_eq!(metrics.counts("waffle_build_info", "version", [env!("CARGO_PKG_VERSION")]), [1]);
    assert_eq!(metrics.count("process_start_time_seconds"), 1_780_315_200, "noon, by the test's clock");
    let pools = ["sellers", "readers", "buyers", "actors"];
    assert_eq!(metrics.counts("waffle_database_connections_max", "pool", pools), [3, 1, 1, 4], "{pools:?}");
    assert!(!metrics.families.contains("waffle_http_requests_total"), "nobody has asked for anything");
}

#[tokio::test]
async fn requests_are_counted_by_route_method_and_how_they_ended() {
    let app = TestApp::with_metrics().await;
    let waffle = app.seller().await.waffle("Box", 5).await;
    for _ in 0..3 {
        app.get(&waffle.api("")).await;
    }
    app.get("/api/waffles/none/").await;
    answer(app.request(Method::HEAD, &waffle.api(""))).await;
    answer(app.request(Method::PUT, "/api/waffles/box")).await;
    answer(app.request(Method::from_bytes(b"STEAL").unwrap(), "/api/waffles/box")).await;
    app.get("/admin").await;
    let metrics = app.metrics().await;
    let count = |route: &str, method: &str, status: &str| metrics.count(&ended(route, method, status));
    assert_eq!(count("/api/waffles/{slug}", "GET", "2xx"), 3);
    assert_eq!(count("/api/waffles/{slug}", "GET", "4xx"), 1);
    assert_eq!(count("/api/waffles/{slug}", "HEAD", "2xx"), 1);
    assert_eq!(count("/api/waffles/{slug}", "PUT", "4xx"), 1);
    assert_eq!(count("/api/waffles/{slug}", "other", "4xx"), 1);
    assert_eq!(count("/api/admin/waffles", "POST", "2xx"), 1);
    assert_eq!(count("/admin", "GET", "3xx"), 1, "as the client sees it");
    let took = |end: &str| format!("waffle_http_request_duration_seconds_{end}{{route=\"/api/waffles/{{slug}}\"}}");
    assert_eq!(metrics.count(&took("count")), 7);
    assert!(metrics.value(&took("sum")) > 0.0);
    assert_eq!(metrics.count("waffle_http_requests_in_flight"), 0);
}

#[tokio::test]
async fn made_up_addresses_make_no_labels() {
    let app = TestApp::with_metrics().await;
    let waffle = app.seller().await.waffle("Box", 5).await;
    // Unlike the other clients, this one keeps its connections.
    let client = client_builder().build().unwrap();
    let ask = async |path: String| answer(client.get(format!("http://{}{path}", app.address))).await;
    let ask_all = async |from: usize, to: usize| {
        for n in from..to {
            for path in [format!("/api/waffles/secret{n}"), format!("/buyer/@secret{n}"), format!("/secret{n}/x{n}")] {
                ask(path).await;
            }
        }
    };
    ask_all(0, 1).await;
    app.claim(&waffle, &[1], "secret_anna").await;
    let before = app.metrics().await;
    ask_all(1, 50).await;
    join_all((0..10).map(|row| {
        let ask = &ask;
        async move {
            for n in 0..985 {
                assert_eq!(ask(format!("/{row}/secret{n}")).await.status, 404);
            }
        }
    }))
    .await;
    let after = app.metrics().await;
    assert!(after.samples.keys().eq(before.samples.keys()), "new: {after:?} {before:?}");
    for (route, count) in [("none", 9_900), ("/api/waffles/{slug}", 50)] {
        assert_eq!(after.count(&ended(route, "GET", "4xx")), count, "{route}");
    }
    for route in after.samples.keys().filter_map(|sample| sample.split("route=\"").nth(1)) {
        assert!(route.starts_with("none\"") || route.starts_with('/'), "{route}");
    }
    let text = app.ask_metrics(Method::GET, "/metrics").await.text();
    for secret in ["secret", "box", waffle.id.as_str(), "anna", "x17"] {
        assert!(!text.contains(secret), "{secret}");
    }
}

#[tokio::test]
async fn claims_and_watchers_are_counted() {
    let app = TestApp::with_metrics().await;
    let waffle = app.seller().await.waffle("Box", 5).await;
    let before = app.metrics().await;
    assert_eq!(before.count("waffle_actors_loaded"), 1);
    assert_eq!(before.count("waffle_watchers"), 0);

    let mut watcher = app.watch("/ws/box").await;
    watcher.ping().await;
    app.metrics_become("waffle_watchers", 1).await;
    let body = json!({"waffle_id": waffle.id, "spots": [1, 2], "social_handle": "anna"});
    for _ in 0..2 {
        answer(app.claiming(&body).header("idempotency-key", "k")).await.ok();
    }
    assert_eq!(app.claim(&waffle, &[2, 3], "ben").await.status, 409);
    assert_eq!(app.claim(&waffle, &[6], "ben").await.status, 400);
    assert_eq!(app.claim_random(&waffle, 9, "ben").await.json()["claimed_count"], 3);
    assert_eq!(app.claim_random(&waffle, 9, "ben").await.json()["claimed_count"], 0);
    app.pays(&waffle, 1).await;
    app.draws(&waffle, &[1]).await;
    assert_eq!(app.claim(&waffle, &[1], "ben").await.status, 409);

    let metrics = app.metrics().await;
    let ends = ["granted", "taken", "refused", "none_free", "not_active", "unavailable", "outcome_unknown", "failed"];
    assert_eq!(metrics.counts("waffle_claims_total", "outcome", ends), [3, 1, 1, 1, 1, 0, 0, 0], "{ends:?}");
    assert_eq!(metrics.count("waffle_spots_claimed_total"), 5);
    assert_eq!(metrics.count("waffle_claims_replayed_total"), 1);
    assert_eq!(metrics.count("waffle_ledger_queue_claims"), 0);
    let batches = metrics.count("waffle_ledger_batch_claims_count");
    assert_eq!(metrics.count("waffle_ledger_batch_claims_sum"), 3, "refused from memory, or two and a repeat");
    assert_eq!(metrics.count("waffle_ledger_commit_duration_seconds_count"), batches);
    assert!(metrics.value("waffle_ledger_commit_duration_seconds_sum") > 0.0);

    drop(watcher);
    app.metrics_become("waffle_watchers", 0).await;
    let mut lost = app.watch("/ws/box?since=999").await;
    assert_eq!(lost.next().await["type"], "resync");
    assert_eq!(app.metrics().await.count("waffle_watcher_resyncs_total"), 1);
}

#[tokio::test]
async fn an_actor_that_died_is_counted_and_its_watchers_are_not_counted_twice() {
    let app = TestApp::with_metrics().await;
    let waffle = app.seller().await.waffle("Box", 5).await;
    let mut watcher = app.watch("/ws/box").await;
    app.metrics_become("waffle_watchers", 1).await;
    app.waffles.panic(waffle.id.parse().unwrap());
    assert_eq!(app.becomes(&waffle.api(""), |answer| answer.status == 200).await.status, 200);
    assert_eq!(app.claim(&waffle, &[1], "anna").await.status, 200);
    assert_eq!(watcher.next().await["seq"], 1);
    let metrics = app.metrics().await;
    assert_eq!(metrics.count("waffle_actor_restarts_total"), 1);
    assert_eq!(metrics.count("waffle_actors_loaded"), 1);
    assert_eq!(metrics.count("waffle_watchers"), 1);
}

#[tokio::test]
async fn sign_ins_limits_and_cards_are_counted() {
    let app = TestApp::with(&[
        ON,
        ("WAFFLE__RATE_LIMIT__CLAIMS_PER_MINUTE", "1"),
        ("WAFFLE__RATE_LIMIT__CLAIMS_BURST", "1"),
        ("WAFFLE__RATE_LIMIT__RECEIPTS_PER_MINUTE", "1"),
        ("WAFFLE__RATE_LIMIT__RECEIPTS_BURST", "1"),
        ("WAFFLE__RATE_LIMIT__CARDS_PER_MINUTE", "30"),
        ("WAFFLE__RATE_LIMIT__CARDS_BURST", "2"),
        ("WAFFLE__RATE_LIMIT__LOGIN_PER_MINUTE", "60"),
        ("WAFFLE__RATE_LIMIT__LOGIN_BURST", "9"),
    ])
    .await;
    let waffle = app.seller().await.waffle("Box", 5).await;
    let login = async |username: &str, password: &str| {
        let request = app.request(Method::POST, "/api/admin/login");
        answer(request.json(&json!({"username": username, "password": password}))).await.status.as_u16()
    };
    for expected in [401, 401, 401, 401, 401, 429] {
        assert_eq!(login("nobody", "wrong").await, expected);
    }
    app.sql("UPDATE admins SET active = false").await;
    assert_eq!(login("admin", PASSWORD).await, 403);
    assert_eq!([login("admin", "").await, login("x", "x").await, login("x", "x").await], [400, 401, 429]);
    app.claim(&waffle, &[1], "anna").await;
    assert_eq!(app.claim(&waffle, &[2], "anna").await.status, 429);
    for expected in [404, 429] {
        assert_eq!(app.get("/api/receipts/x").await.status, expected);
    }
    for expected in [(200, ""), (200, ""), (429, "2")] {
        let card = app.get("/waffle/box/card.png?format=square").await;
        assert_eq!((card.status.as_u16(), card.header("retry-after")), expected);
    }

    let metrics = app.metrics().await;
    let ends = ["ok", "wrong", "locked_out", "deactivated", "unavailable"];
    assert_eq!(metrics.counts("waffle_sign_ins_total", "outcome", ends), [1, 6, 1, 1, 0], "{ends:?}");
    let limiters = ["claims", "receipts", "cards", "login"];
    assert_eq!(metrics.counts("waffle_rate_limited_total", "limiter", limiters), [1; 4]);
    assert_eq!(metrics.count("waffle_card_renders_total"), 1);
    assert_eq!(metrics.count("waffle_card_cache_hits_total"), 1);
}

#[tokio::test]
async fn the_form_for_signing_in_counts_too() {
    let app = TestApp::with_metrics().await;
    let (browser, proof) = app.visitor().open("/admin/login").await;
    for (password, status) in [("wrong", 401), (PASSWORD, 303)] {
        let fields = [("username", "admin"), ("password", password), ("csrf_token", &*proof)];
        assert_eq!(browser.post("/admin/login", &fields).await.status(), status);
    }
    assert_eq!(app.metrics().await.counts("waffle_sign_ins_total", "outcome", ["ok", "wrong"]), [1; 2]);
}

#[tokio::test]
async fn they_answer_within_a_second_while_the_database_is_away() {
    let (cluster, app) = TestApp::on_cluster(&[ON]).await;
    let waffle = app.seller().await.waffle("Box", 5).await;
    let token = token(&app).await;
    cluster.stop_server(StopMode::Immediate).await.unwrap();

    // Requests that wait for the database must not delay the metrics.
    let numbers = [[1], [2], [3], [4], [5]];
    let claims = join_all(numbers.iter().map(|spots| app.claim(&waffle, spots, "anna")));
    let reads = join_all((0..5).map(|_| answer(waffle_tests::bearer(&app, Method::GET, "/api/admin/me", &token))));
    let scrapes = async {
        for _ in 0..5 {
            let asked = Instant::now();
            app.metrics().await;
            assert!(asked.elapsed() < Duration::from_secs(2), "{:?}", asked.elapsed());
        }
    };
    let (claims, reads, ()) = tokio::join!(claims, reads, scrapes);
    for answer in claims.iter().chain(&reads) {
        assert_eq!(answer.status, 503, "{}", answer.text());
    }
    let asked = Instant::now();
    let metrics = app.metrics().await;
    assert!(asked.elapsed() < Duration::from_secs(2), "{:?}", asked.elapsed());
    let claims = metrics.counts("waffle_claims_total", "outcome", ["unavailable", "outcome_unknown"]);
    assert_eq!(claims.iter().sum::<u64>(), 5);
    assert_eq!(metrics.count(&ended("/api/admin/me", "GET", "5xx")), 5);

    cluster.start_server().await.unwrap();
    drop(app);
    cluster.stop().await.unwrap();
}
