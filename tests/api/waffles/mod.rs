//! `/api/waffles`

mod archived;
mod caching;
mod card;
mod detail;
mod export;
mod hosts;
mod list;
mod spots;

use waffle_tests::{TestApp, refusal, refused};

#[tokio::test]
async fn an_address_that_no_waffle_has_is_404() {
    let (app, seller) = TestApp::with_seller().await;
    seller.waffle("Box", 2).await;
    for slug in ["none", "BOX", "box-2", "%00", "%FF", "a%00b", "box%20", "..", "%2e%2e", "b%2fox", &"x".repeat(2_000)]
    {
        for rest in ["", "/spots", "/export"] {
            let answer = app.get(&format!("/api/waffles/{slug}{rest}")).await;
            assert_eq!(refusal(&answer), refused(404, "not_found"), "{slug:.50}{rest}");
        }
    }
}
