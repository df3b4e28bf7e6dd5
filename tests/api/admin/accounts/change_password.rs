//! `POST /api/admin/change-password`

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use waffle_tests::{call_as, faults, login, me, refusal, refused};

use super::{Office, PASSWORD};

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
}

#[tokio::test]
async fn it_needs_the_current_one_and_the_policy_holds() {
    let office = Office::open().await;
    let cases = [
        (json!({}), vec!["current_password", "new_password"]),
        (change("", NEW), vec!["current_password"]),
        (change(PASSWORD, ""), vec!["new_password"]),
        (change(PASSWORD, "short-7"), vec!["new_password"]),
        (change(PASSWORD, "Adminadmin-x-7"), vec!["new_password"]),
        (change("wrong", "short-7"), vec!["new_password"]),
    ];
    for (body, fields) in cases {
        assert_eq!(faults(&office.post(PATH, &body).await), fields, "{body}");
    }
    assert_eq!(refusal(&office.post(PATH, &change("wrong", NEW)).await), refused(403, "invalid_password"));
    assert_eq!(login(&office.app, "admin", PASSWORD).await.status, 200);
    let longest = "yz".repeat(36);
    for (current, new) in [(PASSWORD, "short-08"), ("short-08", &*longest)] {
        assert_eq!(office.post(PATH, &change(current, new)).await.status, 200, "{new}");
    }
}

#[tokio::test]
async fn after_twenty_wrong_ones_in_a_row_none_is_taken_for_a_while() {
    let (office, anna) = Office::with_colleague("anna", "admin").await;
    let guess = |current: &'static str| {
        let (office, token) = (&office, &anna.token);
        async move { call_as(&office.app, token, Method::POST, PATH, &change(current, NEW)).await }
    };
    for _ in 0..19 {
        assert_eq!(refusal(&guess("wrong").await), refused(403, "invalid_password"));
    }
    let waffle = office.post("/api/admin/waffles", &json!({"title": "Box", "total_spots": 2, "spot_price": 1})).await;
    let waffle = format!("/api/admin/waffles/{}", waffle.json()["id"].as_str().unwrap());
    let deletion = json!({"confirmation": "DELETE", "password": "wrong"});
    let twentieth = call_as(&office.app, &anna.token, Method::DELETE, &waffle, &deletion).await;
    assert_eq!(refusal(&twentieth), refused(403, "invalid_password"), "the same count, wherever it is asked");
    for current in ["wrong", PASSWORD] {
        let locked = guess(current).await;
        assert_eq!(refusal(&locked), refused(429, "locked_out"));
        assert_eq!(locked.header("retry-after"), "900");
    }
    assert_eq!(login(&office.app, "anna", PASSWORD).await.status, 200, "signing in has a count of its own");
    assert_eq!(office.post(PATH, &change("wrong", NEW)).await.status, 403, "and so has everybody else");
    office.app.clock.advance(Duration::from_mins(15));
    assert_eq!(guess(PASSWORD).await.status, 200);
}

#[tokio::test]
async fn a_right_one_starts_the_count_afresh() {
    let office = Office::open().await;
    for _ in 0..2 {
        for _ in 0..19 {
            assert_eq!(office.post(PATH, &change("wrong", NEW)).await.status, 403);
        }
        office.post(PATH, &change(PASSWORD, PASSWORD)).await.ok();
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
}

impl Office {
    async fn post_as_admin(&self, body: Value) -> u16 {
        self.post(PATH, &body).await.status.as_u16()
    }
}
