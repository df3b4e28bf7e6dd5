//! Filters of the log.

use std::time::Duration;

use waffle_tests::{TestApp, faults};

use super::{PATH, log, texts};

#[tokio::test]
async fn each_filter_keeps_what_it_names() {
    let (app, seller) = TestApp::with_seller().await;
    let mia = app.seller_as("mia", "waffle_manager").await;
    let waffle = seller.waffle("Box", 5).await;
    app.claim(&waffle, &[1, 2], "anna").await;
    seller.pay(waffle.spot(1)).await;
    app.clock.advance(Duration::from_hours(12));
    mia.pay(waffle.spot(2)).await;
    mia.release(waffle.spot(1)).await;
    let mias = mia.get("/api/admin/me").await.json()["id"].as_str().unwrap().to_owned();

    let all = ["release_spot", "mark_paid", "mark_paid", "create_waffle"];
    for (query, expected) in [
        (String::new(), &all[..]),
        ("admin_id=&action=&entity_type=&from=&to=".to_owned(), &all),
        (format!("admin_id={mias}"), &all[..2]),
        ("action=mark_paid".to_owned(), &all[1..3]),
        ("entity_type=waffle".to_owned(), &all[3..]),
        ("entity_type=settings".to_owned(), &[]),
        ("from=2026-06-01&to=2026-06-01".to_owned(), &all[2..]),
        ("from=2026-06-02".to_owned(), &all[..2]),
        ("to=2026-05-31".to_owned(), &[]),
        ("from=2026-06-02T00:00:00Z".to_owned(), &all[..2]),
        ("from=2026-06-02T00:00:00.000001Z".to_owned(), &[]),
        ("to=2026-06-01T14:00:00%2B02:00".to_owned(), &all[2..]),
        ("to=2026-06-01T11:59:59Z".to_owned(), &[]),
        (format!("admin_id={mias}&action=%20mark_paid%20&entity_type=spot&from=2026-06-02"), &all[1..2]),
    ] {
        let answer = seller.get(&format!("{PATH}?{query}")).await;
        assert_eq!(answer.json()["total"], expected.len(), "{query}");
        assert_eq!(texts(&log(&seller, &query).await, "action"), expected, "{query}");
    }
}

#[tokio::test]
async fn a_bad_filter_is_refused_by_name_in_the_list_and_in_the_file() {
    let (_app, seller) = TestApp::with_seller().await;
    for (query, fields) in [
        ("admin_id=admin", &["admin_id"][..]),
        ("action=drop_table", &["action"]),
        ("entity_type=Waffle", &["entity_type"]),
        ("from=yesterday", &["from"]),
        ("to=2026-02-30", &["to"]),
        ("from=2026-06-02&to=2026-06-01", &["to"]),
        ("page=first", &["page"]),
        ("from=4&per_page=1.5", &["from", "per_page"]),
        ("admin_id=1&action=2&entity_type=3&from=4&to=5", &["admin_id", "action", "entity_type", "from", "to"]),
    ] {
        for path in [PATH, "/api/admin/audit/export"] {
            assert_eq!(faults(&seller.get(&format!("{path}?{query}")).await), fields, "{path}?{query}");
        }
    }
    assert_eq!(faults(&seller.get(&format!("{PATH}?action=x&page=y")).await), ["action", "page"], "all at once");
}
