//! `GET /api/admin/me`, and every way to authenticate.

use std::time::{Duration, Instant};

use reqwest::Method;
use waffle_test_databases::{StopMode, TestDatabase};
use waffle_tests::{PASSWORD, TestApp, answer, bearer, login, me, refusal, refused, token, with_cookie};

#[tokio::test]
async fn a_token_counts_in_the_header_and_in_the_cookie() {
    let (app, token) = TestApp::with_token().await;
    assert_eq!(me(&app, &token).await.json()["username"], "admin");
    let by_cookie = answer(with_cookie(&app, Method::GET, "/api/admin/me", &token)).await;
    assert_eq!(by_cookie.json()["username"], "admin");
    let scheme_in_lower_case =
        app.request(Method::GET, "/api/admin/me").header("authorization", format!("bearer {token}"));
    assert_eq!(answer(scheme_in_lower_case).await.status, 200);
}

#[tokio::test]
async fn without_a_valid_token_nobody_is_let_in() {
    let app = TestApp::start().await;
    let without = app.get("/api/admin/me").await;
    assert_eq!(refusal(&without), refused(401, "unauthorized"));
    assert_eq!(without.header("www-authenticate"), "Bearer");
    let good = token(&app).await;
    for bad in ["", "nonsense", &good[1..], &format!("{good}x")] {
        assert_eq!(refusal(&me(&app, bad).await), refused(401, "unauthorized"), "{bad}");
    }
}

#[tokio::test]
async fn a_bad_header_is_not_made_good_by_the_cookie() {
    let (app, token) = TestApp::with_token().await;
    for header in ["Bearer nonsense", "Basic YWRtaW46YWRtaW4=", &token, ""] {
        let request = with_cookie(&app, Method::GET, "/api/admin/me", &token).header("authorization", header);
        assert_eq!(refusal(&answer(request).await), refused(401, "unauthorized"), "{header}");
    }
    let bad_cookie = bearer(&app, Method::GET, "/api/admin/me", &token).header("cookie", "token=nonsense");
    assert_eq!(answer(bad_cookie).await.status, 200, "the header comes first");
}

#[tokio::test]
async fn another_secret_ends_all_sessions() {
    let database = TestDatabase::create().await.unwrap();
    let old = TestApp::on(&database.url(), &[]).await;
    let token = token(&old).await;
    let new = TestApp::on(&database.url(), &[("JWT_SECRET", "another secret of thirty-two characters")]).await;
    assert_eq!(refusal(&me(&new, &token).await), refused(401, "unauthorized"));
}

#[tokio::test]
async fn while_the_database_is_away_nobody_is_turned_away_for_good() {
    let (cluster, app) = TestApp::on_cluster(&[]).await;
    let token = token(&app).await;

    cluster.stop_server(StopMode::Immediate).await.unwrap();
    for _ in 0..3 {
        let asked = Instant::now();
        let away = me(&app, &token).await;
        assert_eq!(refusal(&away), refused(503, "database_unavailable"));
        assert!(!away.header("retry-after").is_empty());
        assert!(asked.elapsed() < Duration::from_secs(3), "{:?}", asked.elapsed());
    }
    assert_eq!(refusal(&me(&app, "nonsense").await), refused(401, "unauthorized"), "that needs no database");
    assert_eq!(login(&app, "admin", PASSWORD).await.status, 503);

    cluster.start_server().await.unwrap();
    assert_eq!(me(&app, &token).await.status, 200);
    drop(app);
    cluster.stop().await.unwrap();
}
