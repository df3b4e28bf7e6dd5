//! `GET /api/waffles/:slug`

use std::collections::BTreeSet;

use serde_json::{Value, json};
use waffle_tests::TestApp;

/// The names of all that everyone may know.
const NAMES: &str = "archived available_count claimed_count claims_paused completed_at created_at description \
    distinct_amounts draws_before fill_percent id image_url item_count max_spots_per_handle opens_at paid_count \
    pay_within_minutes payment_methods payment_options pending_count private_chain says_paid_grace_hours slug \
    social_media_links spot_price status title total_spots unlisted winning_prizes winning_social_handles \
    winning_spot_numbers won_by";

#[tokio::test]
async fn everybody_sees_what_admins_see_but_for_what_is_shared() {
    let app = TestApp::start().await;
    let draft = json!({"title": "Box", "total_spots": 3, "spot_price": 1,
        "social_media_links": ["https://social.example/me"], "image_url": "https://img.example/x.png"});
    let waffle = app.waffle_of(&draft, &[("wallet_d", "By name", "@box")]).await;
    app.claims(&waffle, &[2], "anna").await;
    let mut expected = app.read_as_admin(&waffle.admin_api("")).await;
    for of_admins in ["share_message", "share_template_id"] {
        assert_eq!(expected.as_object_mut().unwrap().remove(of_admins), Some(Value::Null), "{of_admins}");
    }
    let detail = app.get("/api/waffles/box").await.json();
    assert_eq!(detail, expected);
    // By name, too: what is for admins alone could be in both.
    let names: BTreeSet<&str> = detail.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(names, NAMES.split(' ').collect());
    assert_eq!((&expected["pending_count"], &expected["fill_percent"]), (&json!(1), &json!(33.3)));
}
