//! `POST /api/admin/login`

use std::time::Duration;

use reqwest::Method;
use serde_json::json;
use tokio::join;
use waffle_test_databases::TestDatabase;
use waffle_tests::{Answer, PASSWORD, TestApp, answer, faults, login, login_from, me, refusal, refused, token};

#[tokio::test]
async fn the_first_account_comes_in_with_the_operators_password() {
    let app = TestApp::start().await;
    let answer = login(&app, " Admin ", PASSWORD).await.ok();
    assert_eq!(answer.header("cache-control"), "no-store");

    let body = answer.json();
    let token = body["token"].as_str().unwrap();
    assert_eq!(body["expires_at"], "2026-06-02T12:00:00Z");
    assert_eq!(answer.header("set-cookie"), format!("token={token}; HttpOnly; SameSite=Lax; Path=/; Max-Age=86400"));
    let mut admin = body["admin"].clone();
    let id = admin.as_object_mut().unwrap().remove("id").unwrap();
    assert_eq!(id.as_str().unwrap().len(), 36);
    let expected = json!({
        "username": "admin", "email": "admin@localhost", "role": "super_admin", "active": true, "timezone": "UTC",
        "first_name": null, "last_name": null, "display_name": null, "nav_name": "admin", "social_links": [],
        "last_login_at": "2026-06-01T12:00:00Z", "created_at": "2026-06-01T12:00:00Z",
    });
    assert_eq!(admin, expected);
    assert_eq!(me(&app, token).await.json(), body["admin"]);
}

#[tokio::test]
async fn the_cookie_travels_over_tls_only_when_so_configured() {
    let app = TestApp::with(&[("WAFFLE__AUTH__COOKIE_SECURE", "true")]).await;
    assert!(login(&app, "admin", PASSWORD).await.header("set-cookie").contains("; Secure;"));
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_name_are_refused_alike() {
    let app = TestApp::start().await;
    let wrong = login(&app, "admin", "wrong").await;
    assert_eq!(refusal(&wrong), refused(401, "invalid_credentials"));
    for (username, password) in
        [("nobody", PASSWORD), ("no body!", PASSWORD), ("admin", "CHERRY-IRON-42"), ("admin", &"x".repeat(100))]
    {
        let other = login_from(&app, "203.0.113.8", username, password).await;
        assert_eq!((other.status, other.body), (wrong.status, wrong.body.clone()), "{username}");
    }
    assert_eq!(wrong.header("set-cookie"), "");
}

#[tokio::test]
async fn missing_fields_are_named() {
    let app = TestApp::start().await;
    for (body, field) in [
        (json!({"username": "  ", "password": "x"}), "username"),
        (json!({"username": "admin", "password": null}), "password"),
    ] {
        let answer = answer(app.request(Method::POST, "/api/admin/login").json(&body)).await;
        assert_eq!(faults(&answer), [field], "{body}");
    }
}

#[tokio::test]
async fn a_deactivated_account_is_told_so_only_with_the_right_password_and_is_out_at_once() {
    let (app, token) = TestApp::with_token().await;
    app.sql("UPDATE admins SET active = false").await;
    assert_eq!(refusal(&me(&app, &token).await), refused(401, "unauthorized"));
    assert_eq!(refusal(&login(&app, "admin", PASSWORD).await), refused(403, "account_deactivated"));
    assert_eq!(refusal(&login(&app, "admin", "wrong").await), refused(401, "invalid_credentials"));
    app.sql("UPDATE admins SET active = true").await;
    assert_eq!(me(&app, &token).await.status, 200);
}

#[tokio::test]
async fn the_fifth_failure_locks_that_address_and_name_for_fifteen_minutes() {
    let app = TestApp::start().await;
    for _ in 0..5 {
        assert_eq!(refusal(&login(&app, "Admin", "wrong").await), refused(401, "invalid_credentials"));
    }
    let locked = login(&app, "admin", PASSWORD).await;
    assert_eq!(refusal(&locked), refused(429, "locked_out"));
    assert_eq!(locked.header("retry-after"), "900");
    assert_eq!(login_from(&app, "203.0.113.8", "admin", PASSWORD).await.status, 200, "another address");
    assert_eq!(login(&app, "nobody", PASSWORD).await.status, 401, "another name");

    app.clock.advance(Duration::from_secs(899));
    assert_eq!(login(&app, "admin", PASSWORD).await.header("retry-after"), "1");
    app.clock.advance(Duration::from_secs(1));
    assert_eq!(login(&app, "admin", PASSWORD).await.status, 200);
}

#[tokio::test]
async fn failures_count_only_in_a_row() {
    let app = TestApp::start().await;
    for _ in 0..2 {
        for _ in 0..4 {
            assert_eq!(login(&app, "admin", "wrong").await.status, 401);
        }
        assert_eq!(login(&app, "admin", PASSWORD).await.status, 200);
    }
}

#[tokio::test]
async fn after_the_cost_of_a_hash_was_changed_the_next_sign_in_makes_it_anew() {
    let database = TestDatabase::create().await.unwrap();
    let holds = async |condition: &str| {
        let check = format!("DO $test$ BEGIN ASSERT ({condition}), 'it does not hold'; END $test$");
        database.execute(&check).await.unwrap_or_else(|error| panic!("{error}: {condition}"));
    };
    let mut app = TestApp::on(&database.url(), &[]).await;
    let session = token(&app).await;
    let forgotten = app.request(Method::POST, "/api/admin/forgot-password").json(&json!({"username": "admin"}));
    assert!(answer(forgotten).await.status.is_success());
    app.stop();
    for (cost, earlier) in [("06", "04"), ("05", "06")] {
        let app = TestApp::on(&database.url(), &[("WAFFLE__AUTH__BCRYPT_COST", cost)]).await;
        assert_eq!(login(&app, "admin", "wrong").await.status, 401);
        holds(&format!("(SELECT password_hash FROM admins) LIKE '$2b${earlier}$%'")).await;
        assert_eq!(login(&app, "admin", PASSWORD).await.status, 200);
        holds(&format!("(SELECT password_hash FROM admins) LIKE '$2b${cost}$%'")).await;
        database.execute("CREATE TABLE before AS SELECT password_hash FROM admins").await.unwrap();
        assert_eq!(login(&app, "admin", PASSWORD).await.status, 200, "it is the same password");
        holds("(SELECT password_hash FROM admins) = (SELECT password_hash FROM before)").await;
        database.execute("DROP TABLE before").await.unwrap();
        assert_eq!(me(&app, &session).await.status, 200, "sessions stay");
    }
    holds("(SELECT count(*) = 1 FROM password_resets)").await;
    holds("NOT EXISTS (SELECT FROM audit_trail)").await;
}

#[tokio::test]
async fn a_sign_in_succeeds_also_when_the_hash_can_not_be_made_anew() {
    let database = TestDatabase::create().await.unwrap();
    TestApp::on(&database.url(), &[]).await.stop();
    database
        .execute(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not now'; END $$;
             CREATE TRIGGER refuse BEFORE UPDATE OF password_hash ON admins FOR EACH ROW EXECUTE FUNCTION refuse()",
        )
        .await
        .unwrap();
    let app = TestApp::on(&database.url(), &[("WAFFLE__AUTH__BCRYPT_COST", "5")]).await;
    assert_eq!(login(&app, "admin", PASSWORD).await.status, 200);
    database.execute("DROP TRIGGER refuse ON admins").await.unwrap();
    assert_eq!(login(&app, "admin", PASSWORD).await.status, 200);
    let renewed = "DO $test$ BEGIN ASSERT (SELECT password_hash FROM admins) LIKE '$2b$05$%'; END $test$";
    database.execute(renewed).await.unwrap();
}

/// Changes the account while a sign-in that has checked its password waits for it.
async fn change_meanwhile(app: &TestApp, change: &str) -> Answer {
    let until = |condition: &str| {
        format!(
            "FOR n IN 1..500 LOOP
                 EXIT WHEN EXISTS (SELECT FROM pg_locks WHERE {condition});
                 ASSERT n < 500, 'nobody comes';
                 PERFORM pg_sleep(0.02);
             END LOOP;"
        )
    };
    let waited_for = until("NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))");
    let held = until("relation = 'admins'::regclass AND mode = 'RowShareLock' AND granted");
    let changing = format!("DO $test$ BEGIN PERFORM FROM admins FOR UPDATE; {waited_for} {change}; END $test$");
    let signing_in = async {
        app.sql(&format!("DO $test$ BEGIN {held} END $test$")).await;
        login(app, "admin", PASSWORD).await
    };
    join!(app.sql(&changing), signing_in).1
}

#[tokio::test]
async fn a_sign_in_with_a_password_that_is_changed_meanwhile_begins_no_session() {
    let app = TestApp::start().await;
    let another = format!("$2b$04${}", ".".repeat(53));
    let change = format!("UPDATE admins SET password_hash = '{another}'");
    assert_eq!(refusal(&change_meanwhile(&app, &change).await), refused(401, "invalid_credentials"));
    app.holds("NOT EXISTS (SELECT FROM sessions) AND NOT EXISTS (SELECT FROM login_history)").await;
}

#[tokio::test]
async fn a_sign_in_goes_on_where_its_password_is_only_hashed_anew_meanwhile() {
    let app = TestApp::start().await;
    let of_the_same = "$2b$05$abcdefghijklmnopqrstuuqo3ojessqwI3n3K4ynSjM2KWqtb1MkG";
    let change = format!("UPDATE admins SET password_hash = '{of_the_same}'");
    assert_eq!(change_meanwhile(&app, &change).await.status, 200);
    app.holds("(SELECT count(*) FROM sessions) = 1").await;
}

#[tokio::test]
async fn a_sign_in_to_an_account_that_is_deactivated_meanwhile_hears_so() {
    let app = TestApp::start().await;
    let late = change_meanwhile(&app, "UPDATE admins SET active = false").await;
    assert_eq!(refusal(&late), refused(403, "account_deactivated"));
}
