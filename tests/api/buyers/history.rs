//! `GET /api/buyers/:handle/history`

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use waffle_tests::{TestApp, answer};

use crate::buyers::Evening;

#[tokio::test]
async fn one_address_reads_sixty_at_once_and_then_one_a_second_and_all_else_goes_on() {
    let app = TestApp::with(&[("WAFFLE__RATE_LIMIT__BUYERS_PER_MINUTE", "60")]).await;
    let read = async |path: &str, client: &str| {
        answer(app.request(Method::GET, &format!("/api/buyers/anna/{path}")).header("x-forwarded-for", client)).await
    };
    for _ in 0..60 {
        assert_eq!(read("history", "203.0.113.7").await.status, 200);
    }
    let refusal = read("history", "203.0.113.7").await;
    assert_eq!((refusal.status.as_u16(), refusal.header("retry-after")), (429, "1"));
    assert_eq!(refusal.json()["code"], "rate_limited");
    assert_eq!(read("history", "203.0.113.8").await.status, 200);
    for path in ["stats", "card"] {
        assert_eq!(read(path, "203.0.113.7").await.status, 200, "{path}");
    }
    app.clock.advance(Duration::from_secs(1));
    assert_eq!(read("history", "203.0.113.7").await.status, 200);
    assert_eq!(read("history", "203.0.113.7").await.status, 429);
}

#[tokio::test]
async fn each_waffle_is_a_row_with_the_buyers_spots() {
    let (evening, sale) = Evening::with_sale("Golden Box").await;
    evening.app.claims(&sale, &[7, 3], "anna").await;
    evening.app.claims(&sale, &[4], "ben").await;
    evening.pay(&sale, &[7]).await;
    let at = "2026-06-01T12:01:00Z";
    let expected = json!([{
        "waffle_id": sale.id, "slug": "golden-box", "title": "Golden Box", "status": "active", "archived": false,
        "spot_price": 2_500, "total_spots": 10, "result": "open", "created_at": at, "completed_at": null,
        "spots": [
            {"number": 3, "status": "pending", "claimed_at": at, "paid_at": null},
            {"number": 7, "status": "paid", "claimed_at": at, "paid_at": at},
        ],
    }]);
    assert_eq!(evening.read("anna", "history").await, expected);
}

#[tokio::test]
async fn rows_are_newest_first_and_say_who_won_also_of_archived_waffles() {
    let evening = Evening::begin().await;
    let mut sales = Vec::new();
    for title in ["Won", "Lost", "Unpaid", "Open"] {
        let sale = evening.sale(title, 1).await;
        evening.app.claims(&sale, &[1, 2], "anna").await;
        evening.app.claims(&sale, &[3], "ben").await;
        let paid: &[usize] = if title == "Unpaid" { &[3] } else { &[1, 2, 3] };
        evening.pay(&sale, paid).await;
        sales.push(sale);
    }
    evening.draw(&sales[0], "winner", &[2]).await;
    evening.draw(&sales[1], "winner", &[3]).await;
    evening.draw(&sales[2], "winner", &[3]).await;
    evening.act(&sales[0], "archive").await;
    let history = evening.read("anna", "history").await;
    let rows: Vec<Value> =
        history.as_array().unwrap().iter().map(|row| json!([row["title"], row["result"], row["archived"]])).collect();
    let expected =
        json!([["Open", "open", false], ["Unpaid", "open", false], ["Lost", "lost", false], ["Won", "won", true]]);
    assert_eq!(json!(rows), expected);
    assert_eq!(history[3]["spots"][1]["status"], "winner");
    assert_eq!(history[3]["completed_at"], "2026-06-01T12:04:00Z");
}

#[tokio::test]
async fn a_history_of_other_changes_with_the_same_numbers_is_sent_again() {
    let (evening, sale) = Evening::with_sale("Box").await;
    evening.app.claims(&sale, &[1, 2], "anna").await;
    let path = "/api/buyers/anna/history";
    // As after a takeover by a server that lacked the newest changes.
    let others = [
        "UPDATE spots SET claimed_at = now() WHERE claimed_at IS NOT NULL; UPDATE holdings SET last_claimed_at = now()",
        "UPDATE spots SET status = 'paid', paid_at = now() WHERE number = 1; UPDATE holdings SET pending = 1, paid = 1;
         UPDATE waffles SET pending_count = 1, paid_count = 1",
    ];
    for other in others {
        let first = evening.app.get(path).await;
        let known = || evening.app.request(Method::GET, path).header("if-none-match", first.header("etag"));
        assert_eq!(answer(known()).await.status, 304);
        evening.app.sql(other).await;
        assert_eq!(answer(known()).await.status, 200, "{other}");
    }
}
