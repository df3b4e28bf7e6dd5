//! `POST /api/admin/change-password`

use serde_json::{Value, json};

use super::{Office, PASSWORD, faults};
use crate::admin::{login, me, refusal, refused};

const PATH: &str = "/api/admin/change-password";
const NEW: &str = "another-iron-43";

fn change(current: &str, new: &str) -> Value {
    json!({"current_password": current, "new_password": new})
}

#[tokio::test]
async fn the_new_password_holds_at_once_and_sessions_stay() {
    let office = Office::open().await;
    let elsewhere = office.token_of("admin", PASSWORD).await;
    let changed = office.post(PATH, &change(PASSWORD, NEW)).await;
    assert_eq!((changed.status.as_u16(), changed.json()["message"].is_string()), (200, true));
    assert_eq!(login(&office.app, "admin", PASSWORD).await.status, 401);
    assert_eq!(login(&office.app, "admin", NEW).await.status, 200);
    for token in [&office.token, &elsewhere] {
        assert_eq!(me(&office.app, token).await.status, 200);
    }
    office.assert_audited(&["admin change_password admin"]).await;
}

#[tokio::test]
async fn it_needs_the_current_one_and_the_policy_holds() {
    let office = Office::open().await;
    let long = "x".repeat(73);
    let cases = [
        (json!({}), vec!["current_password", "new_password"]),
        (change("", NEW), vec!["current_password"]),
        (change(PASSWORD, ""), vec!["new_password"]),
        (change(PASSWORD, "short-7"), vec!["new_password"]),
        (change(PASSWORD, "LetMeIn"), vec!["new_password"]),
        (change(PASSWORD, &long), vec!["new_password"]),
        (change("wrong", "short-7"), vec!["new_password"]),
    ];
    for (body, fields) in cases {
        assert_eq!(faults(&office.post(PATH, &body).await), fields, "{body}");
    }
    assert_eq!(refusal(&office.post(PATH, &change("wrong", NEW)).await), refused(403, "invalid_password"));
    assert_eq!(refusal(&office.post(PATH, &json!({"current_password": 1})).await), refused(400, "malformed_json"));
    assert_eq!(refusal(&office.post_as_nobody(PATH, &change(PASSWORD, NEW)).await), refused(401, "unauthorized"));
    assert_eq!(login(&office.app, "admin", PASSWORD).await.status, 200);
    office.assert_audited(&[]).await;
    let longest = "y".repeat(72);
    for (current, new) in [(PASSWORD, "short-08"), ("short-08", &*longest)] {
        assert_eq!(office.post(PATH, &change(current, new)).await.status, 200, "{new}");
    }
}

#[tokio::test]
async fn every_role_changes_its_own() {
    let office = Office::open().await;
    for (name, role) in [("anna", "admin"), ("mia", "waffle_manager")] {
        let colleague = office.colleague(name, role).await;
        let changed = office.call_as(&colleague.token, reqwest::Method::POST, PATH, &change(PASSWORD, NEW)).await;
        assert_eq!(changed.status, 200);
        assert_eq!(login(&office.app, name, NEW).await.status, 200);
    }
}

#[tokio::test]
async fn of_two_changes_at_once_one_wins() {
    let office = Office::open().await;
    let (one, other) = tokio::join!(
        office.post_as_admin(change(PASSWORD, "iron-of-the-one")),
        office.post_as_admin(change(PASSWORD, "iron-of-the-other"))
    );
    let mut statuses = [one, other];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 403], "the second one’s current password is not current any more");
    office.assert_audited(&["admin change_password admin"]).await;
}

impl Office {
    async fn post_as_admin(&self, body: Value) -> u16 {
        self.post(PATH, &body).await.status.as_u16()
    }
}
