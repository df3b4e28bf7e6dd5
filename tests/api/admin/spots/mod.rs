//! `/api/admin/spots`

mod pay;
mod release;

use reqwest::Method;
use waffle_tests::{TestApp, answer, bearer, refusal, refused};

#[tokio::test]
async fn unknown_spots_are_404_and_what_is_no_number_is_400() {
    let app = TestApp::shared().await;
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
