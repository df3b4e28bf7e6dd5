//! `/api/admin/audit`

mod every_action;
mod export;
mod filters;
mod scope;

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{sleep, timeout};
use waffle_test_databases::TestDatabase;
use waffle_tests::{Answer, Seller, TestApp, faults};

const PATH: &str = "/api/admin/audit";

fn entries(answer: &Answer) -> Vec<Value> {
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["entries"].as_array().unwrap().clone()
}

fn texts(entries: &[Value], field: &str) -> Vec<String> {
    entries.iter().map(|entry| entry[field].as_str().unwrap().to_owned()).collect()
}

/// The entries that the seller gets for a query.
async fn log(seller: &Seller, query: &str) -> Vec<Value> {
    entries(&seller.get(&format!("{PATH}?{query}")).await)
}

/// Waits until a condition holds in the database.
async fn until_holds(database: &TestDatabase, condition: &str) {
    let statement = format!("DO $test$ BEGIN ASSERT ({condition}); END $test$");
    let looking = async {
        while database.execute(&statement).await.is_err() {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(Duration::from_secs(10), looking).await.unwrap_or_else(|_| panic!("it never holds: {condition}"));
}

#[tokio::test]
async fn an_entry_shows_at_once_and_stays_as_it_is_when_it_is_moved_into_the_log() {
    let (app, seller) = TestApp::with_seller().await;
    assert_eq!(seller.get(PATH).await.json(), json!({"entries": [], "page": 1, "per_page": 50, "total": 0}));
    let waffle = seller.waffle("Box", 5).await;
    app.claim(&waffle, &[2], "anna").await;
    app.clock.advance(Duration::from_secs(90));
    seller.pay(waffle.spot(2)).await;

    let listed = seller.get(&format!("{PATH}/")).await;
    assert_eq!(listed.header("cache-control"), "no-store");
    let me = seller.get("/api/admin/me").await.json();
    let [paid, created] = &entries(&listed)[..] else { panic!("{}", listed.text()) };
    let expected = json!({
        "id": paid["id"], "timestamp": "2026-06-01T12:01:30Z", "admin_id": me["id"], "admin_username": "admin",
        "action": "mark_paid", "entity_type": "spot", "entity_id": waffle.spot(2).to_string(),
        "detail": "spot 2 of box, claimed by anna: pending to paid", "ip_address": "127.0.0.1",
    });
    assert_eq!(paid, &expected);
    assert_eq!((&created["action"], &created["entity_id"]), (&json!("create_waffle"), &json!(waffle.id)));
    let one = seller.get(&format!("{PATH}/{}", paid["id"].as_str().unwrap())).await;
    assert_eq!((one.status.as_u16(), one.json()), (200, expected));

    until_holds(app.database(), "(SELECT count(*) FROM audit_log) = 2 AND NOT EXISTS (SELECT FROM audit_outbox)").await;
    assert_eq!(seller.get(PATH).await.json(), listed.json());
    assert_eq!(seller.get(&format!("{PATH}/{}", paid["id"].as_str().unwrap())).await.json(), *paid);
}

#[tokio::test]
async fn what_waits_is_moved_at_shutdown_and_what_a_crash_left_at_the_start() {
    let database = TestDatabase::create().await.unwrap();
    let mut app = TestApp::on(&database.url(), &[]).await;
    app.seller().await.waffle("Box", 5).await;
    app.stop();
    until_holds(&database, "(SELECT count(*) FROM audit_log) = 1 AND NOT EXISTS (SELECT FROM audit_outbox)").await;
    drop(app);
    database
        .execute(
            "INSERT INTO audit_outbox (at, admin_id, admin_username, action, entity_type, entity_id, detail)
             SELECT now(), admin_id, admin_username, 'delete_waffle', entity_type, entity_id, detail FROM audit_log",
        )
        .await
        .unwrap();
    let app = TestApp::on(&database.url(), &[]).await;
    until_holds(&database, "(SELECT count(*) FROM audit_log) = 2 AND NOT EXISTS (SELECT FROM audit_outbox)").await;
    assert_eq!(texts(&log(&app.seller().await, "").await, "action"), ["delete_waffle", "create_waffle"]);
    drop(app);
}

#[tokio::test]
async fn pages_have_fifty_entries_unless_asked_otherwise_and_a_hundred_at_most() {
    let (app, seller) = TestApp::with_seller().await;
    app.sql(
        "INSERT INTO audit_outbox (at, admin_id, admin_username, action, entity_type, entity_id, detail)
         SELECT now(), gen_random_uuid(), 'anna', 'mark_paid', 'spot', n::text, '' FROM generate_series(1, 120) AS n",
    )
    .await;
    for (query, page, per_page, first, count) in
        [("", 1, 50, 120, 50), ("page=4", 4, 50, 0, 0), ("per_page=101&page=2", 2, 100, 20, 20)]
    {
        let answer = seller.get(&format!("{PATH}?{query}")).await;
        let listed = entries(&answer);
        let body = answer.json();
        assert_eq!((&body["page"], &body["per_page"], &body["total"]), (&json!(page), &json!(per_page), &json!(120)));
        assert_eq!(listed.len(), count, "{query}");
        let ids: Vec<i64> = texts(&listed, "entity_id").iter().map(|id| id.parse().unwrap()).collect();
        assert_eq!(ids, ((first - i64::try_from(count).unwrap() + 1)..=first).rev().collect::<Vec<_>>(), "{query}");
    }
    assert_eq!(faults(&seller.get(&format!("{PATH}?page=x&per_page=1.5")).await), ["page", "per_page"]);
}
