//! Claims of a board that its buyers and its sellers change all the time.

use std::cell::Cell;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use futures_util::stream::{self, StreamExt};
use reqwest::Method;
use serde_json::json;
use waffle_tests::{TestApp, answer_beside};

use super::Receipt;

/// Two seconds, and two for a busy machine.
const WITHIN: Duration = Duration::from_secs(4);

#[tokio::test]
async fn claims_are_granted_while_thirty_buyers_toggle_their_notes_and_two_sellers_mark_paid() {
    let (app, seller, waffle) = TestApp::selling("Box", 152).await;
    let receipts = join_all((1..=32).map(async |spot| Receipt::of(&app, &waffle, &[spot], "anna").await)).await;
    let over = Cell::new(false);
    let toggle = async |receipt: &Receipt| {
        for note in [Some("by wallet"), None].into_iter().cycle().take_while(|_| !over.get()) {
            let said = app.request(Method::POST, &receipt.path("/paid")).json(&json!({"note": note}));
            assert_eq!(answer_beside(said).await.status, 200);
        }
    };
    let pay = async |spot: usize| {
        for change in ["pay", "unpay"].into_iter().cycle().take_while(|_| !over.get()) {
            let body = json!({"spot_ids": [waffle.spot(spot)]});
            let path = waffle.admin_api(&format!("/spots/{change}"));
            let changed = app.request(Method::POST, &path).bearer_auth(&seller.token).json(&body);
            assert_eq!(answer_beside(changed).await.status, 200);
        }
    };
    let claim = async |spot: i64| {
        let begun = Instant::now();
        let body = json!({"waffle_id": waffle.id, "spots": [spot], "social_handle": "ben"});
        let claimed = answer_beside(app.claiming(&body)).await;
        (claimed.status.as_u16(), begun.elapsed())
    };
    let claims = async {
        let claims: Vec<_> = stream::iter(33..=152).map(claim).buffer_unordered(8).collect().await;
        over.set(true);
        claims
    };
    let (notes, payments) = (receipts[..30].iter().map(toggle), [31, 32].map(pay));
    let (claims, ..) = tokio::join!(claims, join_all(notes), join_all(payments));
    let refused = claims.iter().filter(|(status, _)| *status != 200).count();
    assert_eq!(refused, 0, "of {}", claims.len());
    let longest = claims.iter().map(|(_, took)| *took).max().unwrap();
    assert!(longest < WITHIN, "{longest:?}");
}
