//! `/api/admin/spots`

mod pay;
mod release;

use reqwest::Method;
use waffle_tests::app::{TestApp, answer};
use waffle_tests::sign_in::{bearer, refusal, refused, with_cookie};

#[tokio::test]
async fn unknown_spots_are_404_and_what_is_no_number_is_400() {
    let app = TestApp::start().await;
    let seller = app.seller().await;
    for operation in ["pay", "release"] {
        for (id, status) in [("999999", 404), ("-1", 404), ("0", 404), ("9223372036854775807", 404)] {
            let path = format!("/api/admin/spots/{id}/{operation}");
            let answer = answer(bearer(&app, Method::POST, &path, &seller.token)).await;
            assert_eq!(refusal(&answer), refused(status, "not_found"), "{path}");
        }
        for id in ["x", "1.5", "9223372036854775808"] {
            let path = format!("/api/admin/spots/{id}/{operation}");
            let no_id = answer(bearer(&app, Method::POST, &path, &seller.token)).await;
            assert_eq!(refusal(&no_id), refused(400, "bad_path"), "{path}");
        }
    }
}

#[tokio::test]
async fn nobody_changes_a_spot_without_a_sign_in_and_a_cookie_needs_the_sites_own_page() {
    let app = TestApp::start().await;
    let seller = app.seller().await;
    let waffle = seller.waffle("Box", 2).await;
    app.claim(&waffle, &[1], "anna").await;
    for operation in ["pay", "release"] {
        let path = format!("/api/admin/spots/{}/{operation}", waffle.spot(1));
        let bare = answer(app.request(Method::POST, &path)).await;
        assert_eq!(refusal(&bare), refused(401, "unauthorized"));
        let cookie = answer(with_cookie(&app, Method::POST, &path, &seller.token)).await;
        assert_eq!(refusal(&cookie), refused(403, "csrf_failed"));
        let got = seller.get(&path).await;
        assert_eq!((refusal(&got), got.header("allow")), (refused(405, "method_not_allowed"), "POST, OPTIONS"));
    }
    assert_eq!(app.spots(&waffle).await[0]["status"], "pending");
    let path = format!("/api/admin/spots/{}/pay", waffle.spot(1));
    let own = with_cookie(&app, Method::POST, &path, &seller.token).header("sec-fetch-site", "same-origin");
    assert_eq!(answer(own).await.status, 200);
}
