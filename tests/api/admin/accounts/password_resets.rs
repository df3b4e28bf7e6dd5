//! `/api/admin/forgot-password`, `/api/admin/reset-password` and `/api/admin/password-resets`

use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};
use waffle_test_databases::StopMode;
use waffle_tests::{Answer, TestApp, answer, call_as, faults, login, login_from, me, refusal, refused, token};

use super::{Colleague, Office, PASSWORD};

const FORGOT: &str = "/api/admin/forgot-password";
const RESET: &str = "/api/admin/reset-password";
const OPEN: &str = "/api/admin/password-resets";
const NEW: &str = "another-iron-43";

impl Office {
    async fn forgot(&self, name: &str) -> Answer {
        self.post_as_nobody(FORGOT, &json!({"username": name})).await.ok()
    }

    async fn open_resets(&self) -> Vec<Value> {
        let open = self.get(OPEN).await;
        assert_eq!((open.status.as_u16(), open.header("cache-control")), (200, "no-store"), "{}", open.text());
        open.json().as_array().unwrap().clone()
    }

    /// Requests a reset and returns the token that a super admin would pass on.
    async fn reset_token(&self, colleague: &Colleague) -> String {
        self.forgot(&colleague.username).await;
        let open = self.open_resets().await;
        let reset = open.iter().find(|reset| reset["admin_id"] == colleague.id.as_str()).unwrap();
        reset["token"].as_str().unwrap().to_owned()
    }

    async fn reset(&self, token: &str, password: &str) -> Answer {
        self.post_as_nobody(RESET, &json!({"token": token, "new_password": password})).await
    }
}

#[tokio::test]
async fn a_forgotten_password_is_replaced_with_a_handed_over_token() {
    let (office, anna) = Office::with_colleague("anna", "waffle_manager").await;
    office.app.clock.advance(Duration::from_mins(1));
    office.forgot("anna").await;
    let open = office.open_resets().await;
    let token = open[0]["token"].as_str().unwrap().to_owned();
    let expected = json!({
        "id": open[0]["id"], "admin_id": anna.id, "username": "anna", "requested_at": "2026-06-01T12:01:00Z",
        "expires_at": "2026-06-01T13:01:00Z", "token": token,
        "reset_url": format!("https://waffles.example.com/admin/reset-password?token={token}"),
    });
    assert_eq!(open, [expected]);

    let done = office.reset(&format!(" {token}\n"), NEW).await;
    assert_eq!((done.status.as_u16(), done.json()["message"].is_string()), (200, true), "{}", done.text());
    assert_eq!(login(&office.app, "anna", PASSWORD).await.status, 401);
    assert_eq!(login(&office.app, "anna", NEW).await.status, 200);
    assert!(done.json()["message"].as_str().unwrap().contains("signed out everywhere"));
    assert_eq!(refusal(&me(&office.app, &anna.token).await), refused(401, "unauthorized"), "all sessions end");
    assert_eq!(me(&office.app, &office.token).await.status, 200, "those of others stay");
    assert_eq!(refusal(&office.reset(&token, "a-third-iron-44").await), refused(400, "invalid_token"), "once only");
    assert!(office.open_resets().await.is_empty());
}

#[tokio::test]
async fn the_database_holds_no_token() {
    let (office, anna) = Office::with_colleague("anna", "admin").await;
    let token = office.reset_token(&anna).await;
    let (_, code) = token.split_once('.').unwrap();
    assert!(code.len() >= 43, "{}", code.len());
    for table in ["password_resets", "audit_trail", "admins"] {
        office.app.holds(&format!("NOT EXISTS (SELECT FROM {table} t WHERE t::text LIKE '%{code}%')")).await;
    }
}

#[tokio::test]
async fn asking_tells_nothing_by_words_or_time() {
    let (office, anna) = Office::with_colleague("anna", "admin").await;
    let gone = office.colleague("gone", "admin").await;
    office.delete(&gone.at(""), &json!({"current_password": PASSWORD})).await;
    let known = office.forgot("anna").await;
    let mut bodies = vec![
        json!({"username": "anna@example.org"}).to_string(),
        json!({"username": "nobody"}).to_string(),
        json!({"username": "nobody@example.org"}).to_string(),
        json!({"username": "gone"}).to_string(),
        json!({"username": "\u{0}"}).to_string(),
        json!({"username": 7}).to_string(),
        json!({}).to_string(),
        "[]".to_owned(),
        "{".to_owned(),
        String::new(),
    ];
    bodies.push(json!({"username": "x".repeat(60_000)}).to_string());
    for body in bodies {
        let asked = Instant::now();
        let request = office.app.request(Method::POST, FORGOT).header("content-type", "application/json");
        let answered = answer(request.body(body.clone())).await;
        let took = asked.elapsed();
        assert_eq!((answered.status, &answered.body), (known.status, &known.body), "{body:.80}");
        assert!(took >= Duration::from_millis(250), "{body:.80} took {took:?}");
    }
    let text = office.app.request(Method::POST, FORGOT).header("content-type", "text/plain").body("anna");
    assert_eq!(answer(text).await.body, known.body);
    assert!(!known.text().contains("anna") && known.header("set-cookie").is_empty());
    let too_large = office.app.request(Method::POST, FORGOT).body(vec![b' '; 64 * 1024 + 1]);
    assert_eq!(refusal(&answer(too_large).await), refused(413, "payload_too_large"));
    office.app.holds("(SELECT count(*) FROM password_resets) = 1").await;
    let open = office.open_resets().await;
    assert_eq!(open.iter().map(|reset| reset["admin_id"].clone()).collect::<Vec<_>>(), [anna.id.as_str()]);
}

#[tokio::test]
async fn a_newer_request_replaces_the_older_one() {
    let office = Office::open().await;
    let (anna, ben) = (office.colleague("anna", "admin").await, office.colleague("ben", "admin").await);
    let of_ben = office.reset_token(&ben).await;
    let first = office.reset_token(&anna).await;
    office.forgot("ANNA@Example.ORG").await;
    assert_eq!(refusal(&office.reset(&first, NEW).await), refused(400, "invalid_token"));
    let open = office.open_resets().await;
    assert_eq!(open.len(), 2);
    let second = open.iter().find(|reset| reset["username"] == "anna").unwrap()["token"].as_str().unwrap().to_owned();
    assert_ne!(first, second);
    assert_eq!(office.reset(&second, NEW).await.status, 200);
    assert_eq!(office.reset(&of_ben, NEW).await.status, 200, "that of somebody else stays");
}

#[tokio::test]
async fn a_token_holds_for_an_hour() {
    let (office, anna) = Office::with_colleague("anna", "admin").await;
    let token = office.reset_token(&anna).await;
    office.app.clock.advance(Duration::from_secs(3_599));
    assert_eq!(faults(&office.reset(&token, "short-7").await), ["new_password"], "it is still good");
    assert_eq!(office.open_resets().await.len(), 1);
    office.app.clock.advance(Duration::from_secs(1));
    assert_eq!(refusal(&office.reset(&token, NEW).await), refused(400, "invalid_token"));
    assert!(office.open_resets().await.is_empty());
    assert_eq!(login(&office.app, "anna", PASSWORD).await.status, 200);
}

#[tokio::test]
async fn every_token_that_opens_nothing_is_refused_alike() {
    let (office, anna) = Office::with_colleague("anna", "admin").await;
    let token = office.reset_token(&anna).await;
    let (id, code) = token.split_once('.').unwrap();
    let unknown = format!("{}.{code}", "0".repeat(32));
    let answered = office.reset("nonsense", NEW).await;
    assert_eq!(refusal(&answered), refused(400, "invalid_token"));
    let other_end = if code.ends_with('A') { "B" } else { "A" };
    let forged = format!("{id}.{}{other_end}", &code[..code.len() - 1]);
    let cut = token[..token.len() - 1].to_owned();
    for bad in [unknown, forged, cut, format!("{id}."), format!("{token}A"), id.to_owned(), "\u{0}".to_owned()] {
        assert_eq!(office.reset(&bad, NEW).await.body, answered.body, "{bad}");
    }
    for (body, fields) in [
        (json!({}), vec!["token", "new_password"]),
        (json!({"token": token}), vec!["new_password"]),
        (json!({"token": " ", "new_password": NEW}), vec!["token"]),
    ] {
        assert_eq!(faults(&office.post_as_nobody(RESET, &body).await), fields);
    }
    assert_eq!(refusal(&office.post_as_nobody(RESET, &json!({"token": 1})).await), refused(400, "malformed_json"));
    for weak in ["short-7", "password", &"x".repeat(73)] {
        assert_eq!(faults(&office.reset(&token, weak).await), ["new_password"], "{weak}");
    }
    assert_eq!(office.reset(&token, NEW).await.status, 200, "none of it used the token up");
}

#[tokio::test]
async fn a_changed_password_and_a_deactivation_withdraw_the_request() {
    let (office, anna) = Office::with_colleague("anna", "admin").await;
    let own = json!({"current_password": PASSWORD, "new_password": NEW});
    for withdrawal in ["own", "set", "deactivated"] {
        let token = office.reset_token(&anna).await;
        let done = match withdrawal {
            "own" => call_as(&office.app, &anna.token, Method::POST, "/api/admin/change-password", &own).await,
            "set" => office.patch(&anna.at("/password"), &json!({"new_password": PASSWORD})).await,
            _ => office.delete(&anna.at(""), &json!({"current_password": PASSWORD})).await,
        };
        assert_eq!(done.status, 200, "{}", done.text());
        office.patch(&anna.at(""), &json!({"active": true})).await;
        assert_eq!(refusal(&office.reset(&token, NEW).await), refused(400, "invalid_token"), "{withdrawal}");
    }
}

#[tokio::test]
async fn a_lockout_runs_its_course() {
    let (office, anna) = Office::with_colleague("anna", "admin").await;
    for _ in 0..5 {
        assert_eq!(login_from(&office.app, "203.0.113.9", "anna", "wrong").await.status, 401);
    }
    let token = office.reset_token(&anna).await;
    assert_eq!(office.reset(&token, NEW).await.status, 200);
    assert_eq!(refusal(&login_from(&office.app, "203.0.113.9", "anna", NEW).await), refused(429, "locked_out"));
    assert_eq!(login_from(&office.app, "203.0.113.10", "anna", NEW).await.status, 200, "another address");
}

#[tokio::test]
async fn all_instances_know_a_token_and_another_secret_none() {
    let (one, other) = TestApp::two_servers().await;
    let stranger = TestApp::on(&one.database_url(), &[("JWT_SECRET", "another secret of thirty-two characters")]).await;
    answer(one.request(Method::POST, FORGOT).json(&json!({"username": "admin"}))).await;
    let bearer = format!("Bearer {}", token(&other).await);
    let open = answer(other.request(Method::GET, OPEN).header("authorization", bearer)).await.json();
    let host = format!("https://{}/", other.address);
    assert!(open[0]["reset_url"].as_str().unwrap().starts_with(&host), "{open}");
    let body = json!({"token": open[0]["token"], "new_password": NEW});
    let try_at = async |app: &TestApp| answer(app.request(Method::POST, RESET).json(&body)).await;
    assert_eq!(refusal(&try_at(&stranger).await), refused(400, "invalid_token"));
    assert_eq!(try_at(&one).await.status, 200);
}

#[tokio::test]
async fn forgot_reset_and_login_share_one_limit() {
    let limits = [("WAFFLE__RATE_LIMIT__LOGIN_PER_MINUTE", "30"), ("WAFFLE__RATE_LIMIT__LOGIN_BURST", "4")];
    let office = Office::with(&limits).await;
    // Setting up the office used other addresses, so this one still has its burst of four.
    let from = |path: &str| office.app.request(Method::POST, path).header("x-forwarded-for", "203.0.113.99");
    assert_eq!(answer(from(FORGOT).json(&json!({"username": "nobody"}))).await.status, 200);
    assert_eq!(answer(from(RESET).json(&json!({"token": "x", "new_password": NEW}))).await.status, 400);
    assert_eq!(answer(from("/admin/forgot-password")).await.status, 403, "a form without its proof counts, too");
    assert_eq!(answer(from("/api/admin/login").json(&json!({"username": "x", "password": "y"}))).await.status, 401);
    for path in [FORGOT, RESET, "/api/admin/login"] {
        let limited = answer(from(path).body("{")).await;
        assert_eq!(refusal(&limited), refused(429, "rate_limited"), "{path}");
        assert_eq!(limited.header("retry-after"), "2");
    }
    for path in ["/admin/forgot-password", "/admin/reset-password"] {
        assert_eq!(answer(from(path)).await.status, 429, "{path}");
    }
}

#[tokio::test]
async fn without_the_database_nobody_is_told_that_it_was_noted() {
    let (cluster, app) = TestApp::on_cluster(&[]).await;
    cluster.stop_server(StopMode::Immediate).await.unwrap();
    for name in ["admin", "nobody", "nobody@example.org"] {
        let asked = answer(app.request(Method::POST, FORGOT).json(&json!({"username": name}))).await;
        assert_eq!(asked.status, 503, "{name}");
        assert!(!asked.header("retry-after").is_empty());
    }
    drop(app);
    cluster.stop().await.unwrap();
}
