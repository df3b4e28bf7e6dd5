//! Claims that are not in the draw: what their buyers and the seller read about them.

use serde_json::{Value, json};
use waffle_tests::{Seller, TestApp, Waffle};

use super::Receipt;
use crate::draws::{drawn, lock, with_beacon};

/// Whether each spot of a receipt is in the draw, what is owed, and the result.
fn told(receipt: &Value) -> Value {
    let entered: Vec<_> = receipt["spots"].as_array().unwrap().iter().map(|spot| spot["in_draw"].clone()).collect();
    json!([entered, receipt["owed"], receipt["result"]])
}

/// What each buyer owes, and which spots are not in the draw.
async fn desk(seller: &Seller, waffle: &Waffle) -> Value {
    let desk = seller.get(&waffle.admin_api("/buyers")).await.json();
    let rows = desk["entries"].as_array().unwrap().iter();
    let rows = rows.map(|row| json!([row["social_handle"], row["owed"], row["not_in_draw"]]));
    json!({"rows": rows.collect::<Vec<_>>(), "totals": desk["totals"]})
}

struct Shop<'a> {
    app: &'a TestApp,
    seller: Seller,
    waffle: Waffle,
    /// Has paid for 1 and 2, and owes for 6.
    anna: Receipt,
    /// Owes for 7.
    cleo: Receipt,
}

impl<'a> Shop<'a> {
    async fn open(app: &'a TestApp) -> Self {
        let seller = app.seller().await;
        let waffle = seller.waffle("Box", 10).await;
        seller.patch(&waffle.admin_api(""), &json!({"pay_within_minutes": 600})).await;
        let anna = Receipt::of(app, &waffle, &[1, 2, 6], "anna").await;
        let cleo = Receipt::of(app, &waffle, &[7], "cleo").await;
        app.claim(&waffle, &[3], "ben").await;
        seller.pays(&waffle, [1, 2, 3]).await;
        Self { app, seller, waffle, anna, cleo }
    }

    async fn reads(&self, anna: Value, cleo: Value) {
        let read = [self.anna.read(self.app).await, self.cleo.read(self.app).await];
        assert_eq!([told(&read[0]), told(&read[1])], [anna, cleo]);
        let due = |spot: &Value, owed: &Value| spot["status"] == "pending" && *owed != 0;
        for receipt in read {
            for spot in receipt["spots"].as_array().unwrap() {
                assert_eq!(spot["pay_by"].is_string(), due(spot, &receipt["owed"]), "{receipt}");
            }
        }
    }
}

#[tokio::test]
async fn what_a_locked_draw_lacks_owes_nothing_once_it_is_drawn() {
    let (_beacon, app) = with_beacon().await;
    let shop = Shop::open(&app).await;
    let Shop { seller, waffle, .. } = &shop;
    let before = (json!([[null, null, null], 2_500, "open"]), json!([[null], 2_500, "open"]));
    shop.reads(before.0.clone(), before.1.clone()).await;

    let order = json!({"exclude": [2]});
    lock(seller, waffle, order.clone()).await;
    let late = Receipt::of(&app, waffle, &[8], "dora").await;
    assert_eq!(told(&late.read(&app).await), json!([[false], 2_500, "open"]));
    shop.reads(json!([[true, false, false], 2_500, "open"]), json!([[false], 2_500, "open"])).await;
    let locked = desk(seller, waffle).await;
    let rows = json!([["anna", 2_500, [2, 6]], ["cleo", 2_500, [7]], ["dora", 2_500, [8]], ["ben", 0, []]]);
    assert_eq!((&locked["rows"], &locked["totals"]["buyers_owing"]), (&rows, &json!(3)));

    seller.post(&waffle.admin_api("/draws/1/void"), &json!({"reason": "Too early."})).await;
    shop.reads(before.0.clone(), before.1.clone()).await;
    assert_eq!(desk(seller, waffle).await["rows"][0], json!(["anna", 2_500, []]));

    lock(seller, waffle, order).await;
    let draw = drawn(&app, waffle, 62).await;
    app.becomes(&waffle.api(""), |answer| answer.json()["status"] == "completed").await;
    let result = if draw["winning_spot_numbers"] == json!([1]) { "won" } else { "lost" };
    shop.reads(json!([[true, false, false], 0, result]), json!([[false], 0, "open"])).await;
    assert_eq!(shop.cleo.read(&app).await["spots"][0]["status"], "pending", "the status stays");
    let done = desk(seller, waffle).await;
    assert_eq!(done["rows"], json!([["anna", 0, [2, 6]], ["ben", 0, []], ["cleo", 0, [7]], ["dora", 0, [8]]]));
    assert_eq!(done["totals"], json!({"owed": 0, "paid_amount": 7_500, "buyers": 4, "buyers_owing": 0}));
    let cleo = &seller.get(&waffle.admin_api("/buyers?search=cleo")).await.json()["entries"][0];
    let nothing = [&cleo["pay_by"], &cleo["oldest_pending_at"], &cleo["overdue"], &cleo["pending_count"]];
    assert_eq!(nothing, [&json!(null), &json!(null), &json!(false), &json!(1)]);
    let lines = seller.post(&waffle.admin_api("/match-payments"), &json!({"text": "cleo $25.00"})).await.json();
    assert_eq!([&lines["lines"][0]["verdict"], &lines["lines"][0]["spot_ids"]], [&json!("differs"), &json!([])]);

    // Paid for nothing, until the draw is cleared.
    seller.pay(waffle.spot(7)).await;
    shop.reads(json!([[true, false, false], 0, result]), json!([[false], 0, "open"])).await;
    let again = json!({"delay_seconds": 30, "reason": "The winner left."});
    lock(seller, waffle, again).await;
    shop.reads(json!([[true, true, false], 0, result]), json!([[true], 0, "open"])).await;
    drawn(&app, waffle, 33).await;
    seller.post(&waffle.admin_api("/clear-winner"), &json!({"reason": "Once more."})).await;
    shop.reads(before.0, json!([[null], 0, "open"])).await;
}

#[tokio::test]
async fn what_is_not_paid_when_winners_are_set_by_hand_owes_nothing_until_they_are_cleared() {
    let app = TestApp::start().await;
    let shop = Shop::open(&app).await;
    let Shop { seller, waffle, .. } = &shop;
    seller.post(&waffle.admin_api("/winner"), &json!({"winning_spot_numbers": [3]})).await;
    shop.reads(json!([[true, true, false], 0, "lost"]), json!([[false], 0, "open"])).await;
    assert_eq!(desk(seller, waffle).await["rows"], json!([["anna", 0, [6]], ["ben", 0, []], ["cleo", 0, [7]]]));
    let token = &shop.cleo;
    let back = token.give_back(&app, &[7]).await;
    assert_eq!((back.status.as_u16(), told(&back.json())), (200, json!([[false], 0, "open"])));
    seller.post(&waffle.admin_api("/clear-winner"), &json!({})).await;
    shop.reads(json!([[null, null, null], 2_500, "open"]), json!([[null], 0, "open"])).await;
}

#[tokio::test]
async fn who_has_won_stays_the_winner_while_a_redraw_without_the_spot_is_locked() {
    let (_beacon, app) = with_beacon().await;
    let shop = Shop::open(&app).await;
    let Shop { seller, waffle, .. } = &shop;
    seller.post(&waffle.admin_api("/winner"), &json!({"winning_spot_numbers": [1]})).await;
    lock(seller, waffle, json!({"exclude": [1], "reason": "The winner left."})).await;
    shop.reads(json!([[false, true, false], 0, "won"]), json!([[false], 0, "open"])).await;
}
