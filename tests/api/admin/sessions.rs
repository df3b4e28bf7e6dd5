//! `/api/admin/me/sessions`, and everything else that ends a session.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use waffle_tests::{PASSWORD, TestApp, answer, bearer, call_as, faults, login_from, me, refusal, refused, token};

const PATH: &str = "/api/admin/me/sessions";
const LAPTOP: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

async fn listed(app: &TestApp, token: &str) -> Vec<Value> {
    let list = answer(bearer(app, Method::GET, PATH, token)).await;
    assert_eq!((list.status.as_u16(), list.header("cache-control")), (200, "no-store"));
    list.json().as_array().unwrap().clone()
}

async fn token_from(app: &TestApp, address: &str) -> String {
    let answer = login_from(app, address, "admin", PASSWORD).await;
    answer.json()["token"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn everybody_sees_where_they_are_signed_in_and_ends_one_of_it() {
    let app = TestApp::start().await;
    let login = app.request(Method::POST, "/api/admin/login").header("user-agent", LAPTOP);
    let laptop = answer(login.json(&json!({"username": "admin", "password": PASSWORD}))).await.json();
    let laptop = laptop["token"].as_str().unwrap();
    app.clock.advance(Duration::from_mins(5));
    let here = token_from(&app, "203.0.113.7").await;
    let mut list = listed(&app, &here).await;
    let ids: Vec<_> = list.iter_mut().map(|session| session.as_object_mut().unwrap().remove("id").unwrap()).collect();
    let expected = json!([
        {
            "created_at": "2026-06-01T12:05:00Z", "last_seen_at": "2026-06-01T12:05:00Z",
            "expires_at": "2026-06-02T12:05:00Z", "ip_address": "203.0.113.7", "browser": "Unknown", "os": "Unknown",
            "device_type": "desktop", "current": true,
        },
        {
            "created_at": "2026-06-01T12:00:00Z", "last_seen_at": "2026-06-01T12:00:00Z",
            "expires_at": "2026-06-02T12:00:00Z", "ip_address": "127.0.0.1", "browser": "Firefox", "os": "Linux",
            "device_type": "desktop", "current": false,
        },
    ]);
    assert_eq!(json!(list), expected);

    let away = bearer(&app, Method::GET, "/api/admin/me", laptop).header("x-forwarded-for", "198.51.100.7");
    assert_eq!(answer(away).await.status, 200);
    let seen = listed(&app, &here).await;
    assert_eq!(seen.iter().find(|session| session["id"] == ids[1]).unwrap()["ip_address"], "198.51.100.7");

    let mia = app.seller_as("mia", "waffle_manager").await;
    let other = format!("{PATH}/{}", ids[1].as_str().unwrap());
    assert_eq!(
        refusal(&call_as(&app, &mia.token, Method::DELETE, &other, &json!({})).await),
        refused(404, "not_found")
    );
    assert_eq!(call_as(&app, &here, Method::DELETE, &other, &json!({})).await.status, 200);
    assert_eq!(refusal(&me(&app, laptop).await), refused(401, "unauthorized"));
    assert_eq!(refusal(&call_as(&app, &here, Method::DELETE, &other, &json!({})).await), refused(404, "not_found"));
    assert_eq!(listed(&app, &here).await.len(), 1);
    let bad = call_as(&app, &here, Method::DELETE, &format!("{PATH}/x"), &json!({})).await;
    assert_eq!(refusal(&bad), refused(400, "bad_path"));
    app.holds("(SELECT count(*) FROM audit_trail WHERE action = 'end_session' AND detail LIKE 'admin: Firefox%') = 1")
        .await;
}

#[tokio::test]
async fn signing_out_everywhere_else_leaves_this_session_and_those_of_others() {
    let app = TestApp::start().await;
    let (one, other, here) = (token(&app).await, token(&app).await, token(&app).await);
    let mia = app.seller_as("mia", "waffle_manager").await;
    for ended in [2, 0] {
        assert_eq!(call_as(&app, &here, Method::DELETE, PATH, &json!({})).await.json(), json!({"ended": ended}));
    }
    for gone in [&one, &other] {
        assert_eq!(refusal(&me(&app, gone).await), refused(401, "unauthorized"));
    }
    assert_eq!([me(&app, &here).await.status.as_u16(), me(&app, &mia.token).await.status.as_u16()], [200, 200]);
    app.holds("(SELECT count(*) FROM audit_trail WHERE action = 'end_other_sessions' AND detail = 'admin: 2') = 1")
        .await;
}

#[tokio::test]
async fn a_changed_password_ends_other_sessions_only_if_asked_to() {
    let app = TestApp::start().await;
    let (other, here) = (token(&app).await, token(&app).await);
    let passwords = [PASSWORD, "another-iron-43", "a-third-iron-44"];
    let path = "/api/admin/change-password";
    let change = |from: usize, end: Value| {
        let (current, new) = (passwords[from], passwords[from + 1]);
        json!({"current_password": current, "new_password": new, "end_other_sessions": end})
    };
    assert_eq!(call_as(&app, &here, Method::POST, path, &change(0, json!(null))).await.status, 200);
    assert_eq!(me(&app, &other).await.status, 200);
    let wrong = call_as(&app, &here, Method::POST, path, &change(0, json!(true))).await;
    assert_eq!(refusal(&wrong), refused(403, "invalid_password"));
    assert_eq!(me(&app, &other).await.status, 200);
    assert_eq!(call_as(&app, &here, Method::POST, path, &change(1, json!(true))).await.status, 200);
    assert_eq!((me(&app, &other).await.status.as_u16(), me(&app, &here).await.status.as_u16()), (401, 200));
    app.holds("(SELECT count(*) FROM audit_trail WHERE action = 'end_other_sessions') = 1").await;
}

#[tokio::test]
async fn an_idle_session_ends_where_the_operator_says_so() {
    let app = TestApp::with(&[("WAFFLE__AUTH__SESSION_IDLE_HOURS", "2")]).await;
    let (idle, used) = (token(&app).await, token(&app).await);
    for _ in 0..2 {
        app.clock.advance(Duration::from_mins(59));
        assert_eq!(me(&app, &used).await.status, 200);
    }
    assert_eq!(listed(&app, &used).await.len(), 2);
    app.clock.advance(Duration::from_mins(2));
    assert_eq!(refusal(&me(&app, &idle).await), refused(401, "unauthorized"));
    assert_eq!((me(&app, &used).await.status.as_u16(), listed(&app, &used).await.len()), (200, 1));
}

#[tokio::test]
async fn another_e_mail_address_is_taken_with_the_right_password_or_none() {
    let (app, here) = TestApp::with_token().await;
    let id = me(&app, &here).await.json()["id"].as_str().unwrap().to_owned();
    for path in ["/api/admin/me".to_owned(), format!("/api/admin/admins/{id}/profile")] {
        let patch = async |body: Value| call_as(&app, &here, Method::PATCH, &path, &body).await;
        assert_eq!(
            faults(&patch(json!({"email": "x@example.org", "current_password": ""})).await)[0],
            "current_password"
        );
        let wrong = patch(json!({"email": "x@example.org", "current_password": "wrong"})).await;
        assert_eq!(refusal(&wrong), refused(403, "invalid_password"));
        assert_eq!(me(&app, &here).await.json()["email"], "admin@localhost");
        assert_eq!(patch(json!({"email": "admin@localhost", "first_name": null})).await.status, 200, "it is the same");
        let unasked = patch(json!({"email": "y@example.org", "first_name": "Anna"})).await;
        assert_eq!(unasked.json()["email"], "y@example.org", "only pages ask");
        for address in ["x@example.org", "admin@localhost"] {
            let right = patch(json!({"email": address, "current_password": PASSWORD})).await;
            assert_eq!((right.status.as_u16(), &right.json()["email"]), (200, &json!(address)));
        }
    }
    let mia = app.seller_as("mia", "admin").await;
    let id = me(&app, &mia.token).await.json()["id"].as_str().unwrap().to_owned();
    let path = format!("/api/admin/admins/{id}/profile");
    let changed = call_as(&app, &here, Method::PATCH, &path, &json!({"email": "mia@example.org"})).await;
    assert_eq!(changed.status, 200, "a super admin changes that of others");
}
