//! Draws that everyone can check.

mod clock;
mod drawing;
mod locking;
mod pages;
mod replacing;
mod won_by;

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use waffle_beacon::local::{LocalBeacon, Plan};
use waffle_domain::draw::round::{Round, Timetable};
use waffle_tests::{Seller, TestApp, Waffle, noon};

/// A beacon with a round every 3 seconds, whose clock is far ahead: it has every round that a server may ask for. It
/// reports the one of noon as the newest.
pub(crate) async fn beacon() -> LocalBeacon {
    let timetable = Timetable::new(noon().timestamp() - 2_999, 3).unwrap();
    let listen = (Ipv4Addr::LOCALHOST, 0).into();
    let now = Arc::new(|| noon() + Duration::from_hours(48));
    let beacon = LocalBeacon::start(Plan { listen, secret: [7; 32], timetable, now }).await.unwrap();
    beacon.tell_newest(timetable.newest_at(noon()).unwrap());
    beacon
}

/// The settings of a server that draws by a beacon, for as long as the tests run.
pub(crate) fn settings(beacon: &LocalBeacon) -> Vec<(&'static str, &'static str)> {
    beacon.settings().map(|(name, value)| (name, &*value.leak())).to_vec()
}

/// A beacon, and a server that draws by it.
pub(crate) async fn with_beacon() -> (LocalBeacon, TestApp) {
    let beacon = beacon().await;
    let app = TestApp::with(&settings(&beacon)).await;
    (beacon, app)
}

/// A beacon, and a server that no relay answers.
pub(crate) async fn without_relays() -> (LocalBeacon, TestApp) {
    let beacon = beacon().await;
    let mut settings = settings(&beacon);
    settings.retain(|(name, _)| !name.ends_with("URLS"));
    let app = TestApp::with(&settings).await;
    (beacon, app)
}

pub(crate) fn round(number: &Value) -> Round {
    Round::try_from(number.as_u64().unwrap()).unwrap()
}

/// A waffle of ten spots: anna paid for 1 to 3, ben for 4 and 5, cleo has 6 pending.
async fn sold(app: &TestApp, seller: &Seller) -> Waffle {
    let waffle = seller.waffle("Box", 10).await;
    app.claim(&waffle, &[1, 2, 3], "anna").await;
    app.claim(&waffle, &[4, 5], "ben").await;
    app.claim(&waffle, &[6], "cleo").await;
    let ids: Vec<i64> = (1..=5).map(|number| waffle.spot(number)).collect();
    seller.post(&waffle.admin_api("/spots/pay"), &json!({"spot_ids": ids})).await;
    waffle
}

/// A beacon, a server that draws by it, its first account, and what they sold.
async fn on_sale() -> (LocalBeacon, TestApp, Seller, Waffle) {
    let (beacon, app) = with_beacon().await;
    let seller = app.seller().await;
    let waffle = sold(&app, &seller).await;
    (beacon, app, seller, waffle)
}

/// The same with an account of a role.
async fn on_sale_by(username: &str, role: &str) -> (LocalBeacon, TestApp, Seller, Waffle) {
    let (beacon, app) = with_beacon().await;
    let seller = app.seller_as(username, role).await;
    let waffle = sold(&app, &seller).await;
    (beacon, app, seller, waffle)
}

pub(crate) async fn lock(seller: &Seller, waffle: &Waffle, body: Value) -> Value {
    seller.post(&waffle.admin_api("/draws"), &body).await.ok().json()
}

async fn draws(app: &TestApp, waffle: &Waffle) -> Value {
    app.get(&waffle.api("/draws")).await.json()
}

/// The kinds of the entries of the ledger.
async fn ledger(app: &TestApp, waffle: &Waffle) -> Vec<String> {
    let ledger = draws(app, waffle).await["ledger"].clone();
    ledger.as_array().unwrap().iter().map(|entry| entry["kind"].as_str().unwrap().to_owned()).collect()
}

/// Lets this many seconds pass, and waits until the draw is drawn and the server's own copy of the waffle knows it.
pub(crate) async fn drawn(app: &TestApp, waffle: &Waffle, seconds: u64) -> Value {
    app.clock.advance(Duration::from_secs(seconds));
    let last = |answer: &Value| answer["draws"].as_array().unwrap().last().unwrap().clone();
    let answer = app.becomes(&waffle.api("/draws"), |answer| last(&answer.json())["state"] == "drawn").await;
    let draw = last(&answer.json());
    let shows = |shown: &Value| (shown["won_by"].clone(), shown["winning_spot_numbers"].clone());
    let expected = (json!("draw"), draw["winning_spot_numbers"].clone());
    app.becomes(&waffle.api(""), |answer| shows(&answer.json()) == expected).await;
    draw
}
