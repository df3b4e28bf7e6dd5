//! `GET /api/buyers/:handle/card`

use serde_json::{Value, json};
use waffle_tests::TestApp;

use crate::buyers::Evening;

fn keys(object: &Value) -> Vec<&String> {
    object.as_object().unwrap().keys().collect()
}

#[tokio::test]
async fn an_unknown_buyer_has_an_empty_card_no_history_and_zeros() {
    let app = TestApp::start().await;
    let expected = json!({
        "social_handle": "nobody",
        "stats": {
            "total_wins": 0, "total_losses": 0, "total_spots_claimed": 0, "total_paid": 0, "waffles_entered": 0,
            "win_rate": 0.0, "first_seen": null,
        },
        "win_rate": 0.0, "expected_win_rate": 0.0, "luck_rating": 0.0, "trophies": [], "waffle_history": [],
    });
    assert_eq!(app.get("/api/buyers/Nobody/card").await.json(), expected);
    assert_eq!(app.get("/api/buyers/nobody/history").await.json(), json!([]));
    let mut stats = expected["stats"].clone();
    stats["social_handle"] = json!("nobody");
    assert_eq!(app.get("/api/buyers/Nobody/stats").await.json(), stats);
}

#[tokio::test]
async fn luck_is_the_wins_against_the_odds() {
    let evening = Evening::begin().await;
    // 2 of 3 paid spots win here, 1 of 6 in the second waffle. Anna has a paid spot in each, and an unpaid third.
    let first = evening.sale("First", 2).await;
    evening.app.claims(&first, &[1, 4], "anna").await;
    evening.app.claims(&first, &[2, 3], "ben").await;
    evening.pay(&first, &[1, 2, 3]).await;
    evening.draw(&first, "winner", &[3, 2]).await;
    let second = evening.sale("Second", 1).await;
    evening.app.claims(&second, &[1], "anna").await;
    evening.app.claims(&second, &[2, 3, 4, 5, 6], "ben").await;
    evening.pay(&second, &[1, 2, 3, 4, 5, 6]).await;
    evening.draw(&second, "winner", &[1]).await;
    let rates = async |handle| {
        let card = evening.read(handle, "card").await;
        json!([card["win_rate"], card["expected_win_rate"], card["luck_rating"], card["stats"]["win_rate"]])
    };
    assert_eq!(rates("anna").await, json!([50.0, 41.7, 8.3, 50.0]));
    // 2 wins of 7; (2 × 2/3 + 5 × 1/6) / 7 = 30.95…
    assert_eq!(rates("ben").await, json!([28.6, 31.0, -2.4, 28.6]));
}

#[tokio::test]
async fn trophies_are_quoted_in_titles_of_won_waffles() {
    let evening = Evening::begin().await;
    for (title, wins) in [
        ("The \"Golden Iron\" and “Syrup”", true),
        ("“Lost” box", false),
        ("Plain box", true),
        ("“Second” and \"Golden Iron\"", true),
    ] {
        let sale = evening.sale(title, 1).await;
        evening.app.claims(&sale, &[1], "anna").await;
        evening.app.claims(&sale, &[2], "ben").await;
        evening.pay(&sale, &[1, 2]).await;
        evening.draw(&sale, "winner", &[if wins { 1 } else { 2 }]).await;
    }
    let open = evening.sale("“Open”", 1).await;
    evening.app.claims(&open, &[1], "anna").await;
    let card = evening.read("@Anna", "card").await;
    assert_eq!(card["trophies"], json!(["Second", "Golden Iron", "Syrup"]));
    assert_eq!(card["waffle_history"], evening.read("anna", "history").await);
    let mut stats = evening.stats("anna").await;
    stats.as_object_mut().unwrap().remove("social_handle");
    assert_eq!(card["stats"], stats);
    let expected =
        ["expected_win_rate", "luck_rating", "social_handle", "stats", "trophies", "waffle_history", "win_rate"];
    assert_eq!(keys(&card), expected);
}

#[tokio::test]
async fn a_card_lists_the_newest_hundred_waffles_and_counts_all() {
    let evening = Evening::begin().await;
    evening.app.sql(
        "INSERT INTO waffles (id, slug, title, social_media_links, total_spots, spot_price, item_count, available_count,
            pending_count, created_at)
         SELECT gen_random_uuid(), 'drop-' || n, 'Drop', '{}', 3, 1, 1, 1, 2, now() - n * interval '1 hour'
         FROM generate_series(1, 101) n;
         INSERT INTO holdings SELECT id, now(), now(), 2, 0, 0, 0, 'anna' FROM waffles;
         INSERT INTO spots (waffle_id, number, status, claimed_by_handle, claimed_at)
         SELECT id, n, 'pending', 'anna', now() FROM waffles, generate_series(1, 2) n",
    )
    .await;
    let card = evening.read("anna", "card").await;
    let rows = card["waffle_history"].as_array().unwrap();
    assert_eq!((rows.len(), &rows[0]["slug"], &rows[99]["slug"]), (100, &json!("drop-1"), &json!("drop-100")));
    let counted = (&card["stats"]["waffles_entered"], &card["stats"]["total_spots_claimed"]);
    assert_eq!(counted, (&json!(101), &json!(202)));
    assert_eq!(evening.read("anna", "history").await.as_array().unwrap().len(), 101);
}
