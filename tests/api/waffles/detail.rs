//! `GET /api/waffles/:slug`

use serde_json::json;
use waffle_tests::TestApp;

#[tokio::test]
async fn the_detail_has_every_field_and_nothing_for_admins_alone() {
    let app = TestApp::start().await;
    app.sql(
        "INSERT INTO payment_methods (id, type, display_name, handle_or_url, is_active, created_at, updated_at) VALUES
         ('00000000-0000-4000-8000-00000000000a', 'wallet_d', 'By name', '@box', true, now(), now()),
         ('00000000-0000-4000-8000-00000000000b', 'wallet_b', 'Closed', '@old', true, now(), now())",
    )
    .await;
    let seller = app.seller().await;
    let methods = ["00000000-0000-4000-8000-00000000000a", "00000000-0000-4000-8000-00000000000b"];
    let created = seller
        .create(&json!({"title": "Box", "total_spots": 3, "spot_price": 1, "payment_methods": methods,
            "social_media_links": ["https://social.example/me"], "image_url": "https://img.example/x.png"}))
        .await;
    let id = created.json()["id"].clone();
    let closed = format!("/api/admin/payment-methods/{}", methods[1]);
    assert_eq!(seller.patch(&closed, &json!({"is_active": false})).await.status, 200);
    let claim = json!({"waffle_id": id, "spots": [2], "social_handle": "anna"});
    assert_eq!(waffle_tests::answer(app.claiming(&claim)).await.status, 200);
    let detail = app.get("/api/waffles/box").await;
    assert_eq!(detail.status, 200);
    assert_eq!(
        detail.json(),
        json!({
            "id": id, "slug": "box", "title": "Box", "description": null, "image_url": "https://img.example/x.png",
            "status": "active", "archived": false, "total_spots": 3, "spot_price": 1, "item_count": 1,
            "available_count": 2, "pending_count": 1, "claimed_count": 1, "paid_count": 0, "fill_percent": 33.3,
            "winning_spot_numbers": [], "winning_social_handles": [], "winning_prizes": null,
            "created_at": "2026-06-01T12:00:00Z",
            "completed_at": null, "opens_at": null, "claims_paused": false,
            "unlisted": false, "pay_within_minutes": null, "max_spots_per_handle": null, "won_by": null,
            "draws_before": 0, "private_chain": false, "says_paid_grace_hours": null, "distinct_amounts": false,
            "social_media_links": ["https://social.example/me"], "payment_methods": methods,
            "payment_options": [{"id": methods[0], "type": "wallet_d", "display_name": "By name",
                "handle_or_url": "@box", "instructions": null, "link": null}],
        })
    );
}
