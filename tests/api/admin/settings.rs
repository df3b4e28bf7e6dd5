//! `/api/admin/settings`

use std::time::Duration;

use serde_json::{Value, json};
use waffle_tests::{PASSWORD, Seller, TestApp, faults, login, me};

use crate::whois_server::{WhoisServer, closed_port};

const PATH: &str = "/api/admin/settings";

fn defaults() -> Value {
    json!({
        "whois_server": "whois.pwhois.org", "jwt_expiration_hours": 24, "password_min_length": 8,
        "audit_retention_days": 90, "login_history_retention_days": 90, "lockout_max_attempts": 5,
        "lockout_duration_minutes": 15, "jwt_expiry_hours": 24, "audit_log_retention_days": 90,
    })
}

/// Asserts the audit's entries, in order: action, entity and detail.
async fn assert_told(app: &TestApp, records: &[&str]) {
    let expected = records.join("|");
    let told = "SELECT coalesce(string_agg(action || ' ' || entity_type || '/' || entity_id || ' ' || detail, '|' \
                                            ORDER BY seq), '')
                FROM audit_trail";
    app.holds(&format!("({told}) = '{expected}'")).await;
}

async fn patched(boss: &Seller, body: &Value) -> Value {
    let answer = boss.patch(PATH, body).await.ok().json();
    assert_eq!(boss.get(PATH).await.json(), answer);
    answer
}

#[tokio::test]
async fn what_was_never_changed_is_as_the_documentation_says() {
    let (_app, boss) = TestApp::with_seller().await;
    assert_eq!(boss.get(&format!("{PATH}/")).await.json(), defaults());
}

#[tokio::test]
async fn both_names_are_taken_with_numbers_or_digits_and_each_change_is_audited_once() {
    let (app, boss) = TestApp::with_seller().await;
    let body = json!({"jwt_expiry_hours": "48", "audit_log_retention_days": 30.0, "password_min_length": 8});
    let changed = patched(&boss, &body).await;
    let mut expected = defaults();
    for (name, value) in [
        ("jwt_expiration_hours", 48),
        ("jwt_expiry_hours", 48),
        ("audit_retention_days", 30),
        ("audit_log_retention_days", 30),
    ] {
        expected[name] = json!(value);
    }
    assert_eq!(changed, expected);
    let records = [
        "update_setting settings/jwt_expiration_hours jwt_expiration_hours: 24 → 48",
        "update_setting settings/audit_retention_days audit_retention_days: 90 → 30",
    ];
    assert_told(&app, &records).await;
    for nothing_new in [body, json!({}), json!({"jwt_expiration_hours": 48, "jwt_expiry_hours": "48"})] {
        assert_eq!(patched(&boss, &nothing_new).await, expected);
    }
    assert_told(&app, &records).await;
}

#[tokio::test]
async fn a_change_with_a_fault_changes_nothing() {
    let (app, boss) = TestApp::with_seller().await;
    let good = json!({"lockout_max_attempts": 3});
    for (name, value) in [
        ("color", json!("blue")),
        ("jwt_expiration_hours", json!(0)),
        ("lockout_duration_minutes", json!(1.5)),
        ("lockout_duration_minutes", json!("")),
        ("lockout_duration_minutes", json!(null)),
        ("lockout_duration_minutes", json!([15])),
        ("whois_server", json!("not a host")),
        ("whois_server", json!(43)),
        ("whois_server", json!("")),
        ("whois_server", json!(null)),
    ] {
        let mut body = good.clone();
        body[name] = value.clone();
        assert_eq!(faults(&boss.patch(PATH, &body).await), [name], "{name} {value}");
    }
    let both = json!({"jwt_expiration_hours": 1, "jwt_expiry_hours": 2, "lockout_max_attempts": 1_001});
    assert_eq!(faults(&boss.patch(PATH, &both).await), ["jwt_expiry_hours", "lockout_max_attempts"]);
    assert_eq!(boss.get(PATH).await.json(), defaults());
    assert_told(&app, &[]).await;
}

#[tokio::test]
async fn a_whois_server_has_to_answer_its_door() {
    let (app, boss) = TestApp::with_seller().await;
    let server = WhoisServer::saying("");
    let changed = patched(&boss, &json!({"whois_server": format!(" {} ", server.name())})).await;
    assert_eq!(changed["whois_server"], server.name());
    assert_told(
        &app,
        &[&format!("update_whois_settings settings/whois_server whois_server: whois.pwhois.org → {}", server.name())],
    )
    .await;

    let closed = closed_port();
    let gone = closed.local_addr().unwrap();
    for name in [gone.to_string(), "no-such-host.invalid".to_owned(), format!("no-such-host.invalid:{}", gone.port())] {
        let answer = boss.patch(PATH, &json!({"whois_server": name, "lockout_max_attempts": 3})).await;
        assert_eq!(faults(&answer), ["whois_server"], "{name}");
    }
    assert_eq!(boss.get(PATH).await.json(), changed);
    drop(server);
    let same_server = json!({"whois_server": changed["whois_server"], "lockout_max_attempts": 3});
    assert_eq!(patched(&boss, &same_server).await["lockout_max_attempts"], 3, "the same server is not tried again");
}

#[tokio::test]
async fn a_change_acts_at_once_and_tokens_keep_the_life_that_they_were_given() {
    let (app, boss) = TestApp::with_seller().await;
    let body = json!({"jwt_expiration_hours": 1, "lockout_max_attempts": 2, "lockout_duration_minutes": 1});
    patched(&boss, &body).await;
    let signed_in = login(&app, "admin", PASSWORD).await;
    assert_eq!(signed_in.json()["expires_at"], "2026-06-01T13:00:00Z");
    assert!(signed_in.header("set-cookie").ends_with("Max-Age=3600"));
    for status in [401, 401, 429] {
        assert_eq!(login(&app, "admin", "wrong").await.status, status);
    }
    assert_eq!(login(&app, "admin", PASSWORD).await.header("retry-after"), "60");
    app.clock.advance(Duration::from_mins(1));
    let short = login(&app, "admin", PASSWORD).await.json()["token"].as_str().unwrap().to_owned();
    app.clock.advance(Duration::from_mins(61));
    assert_eq!(me(&app, &short).await.status, 401);
    assert_eq!(boss.get("/api/admin/me").await.status, 200, "a token from before lives for its 24 hours");
}

#[tokio::test]
async fn new_passwords_have_the_length_of_the_settings() {
    let (_app, boss) = TestApp::with_seller().await;
    patched(&boss, &json!({"password_min_length": 14})).await;
    for (new_password, status) in [("syrup-iron-13", 400), ("syrup-irons-14", 200)] {
        let body = json!({"current_password": PASSWORD, "new_password": new_password});
        let answer = boss.post("/api/admin/change-password", &body).await;
        assert_eq!(answer.status, status, "{}", answer.text());
    }
    let short = json!({"username": "anna", "email": "anna@example.org", "password": "syrup-iron-13"});
    let refused = boss.post("/api/admin/admins", &short).await;
    assert!(refused.text().contains("at least 14 characters"), "{}", refused.text());
}

#[tokio::test]
async fn another_server_follows_within_two_seconds() {
    let (here, there) = TestApp::two_servers().await;
    let boss = here.seller().await;
    let expires = async |app: &TestApp| login(app, "admin", PASSWORD).await.json()["expires_at"].clone();
    assert_eq!(expires(&there).await, "2026-06-02T12:00:00Z");
    patched(&boss, &json!({"jwt_expiration_hours": 1})).await;
    assert_eq!(expires(&here).await, "2026-06-01T13:00:00Z");
    there.clock.advance(Duration::from_secs(2));
    assert_eq!(expires(&there).await, "2026-06-01T13:00:02Z");
}

#[tokio::test]
async fn another_whois_server_is_asked_from_the_next_sign_in() {
    let (first, second) = (WhoisServer::saying("org-name: First\n"), WhoisServer::saying("org-name: Second\n"));
    let app = TestApp::with(&[("WAFFLE__WHOIS__LOOKUPS", "true")]).await;
    app.sql(&format!("INSERT INTO settings VALUES ('whois_server', '{}')", first.name())).await;
    let boss = app.seller().await;
    for server in [&first, &second] {
        patched(&boss, &json!({"whois_server": server.name()})).await;
        app.clock.advance(Duration::from_secs(1));
        assert_eq!(login(&app, "admin", PASSWORD).await.status, 200);
        let newest = async || boss.get("/api/admin/login-history?per_page=1").await.json()["records"][0].clone();
        while newest().await["whois_server"] != server.name().as_str() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
    assert_eq!(
        (first.questions(), second.questions()),
        (vec!["203.0.113.7".to_owned()], vec!["203.0.113.7".to_owned()])
    );
}
