//! A draw that the browser computes again.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use waffle::clock::Clock;
use waffle_beacon::local::manners::Manner;
use waffle_beacon::local::{LocalBeacon, Plan};
use waffle_domain::draw::round::{Round, Timetable};

use crate::app::{TestApp, noon};
use crate::browser::Browser;
use crate::chromedriver::Chromedriver;
use crate::selling::sign_in;

const SIGNATURE: &str =
    "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b";

/// Evaluates an expression with what the module exports.
async fn with_module(browser: &Browser, expression: &str) -> Value {
    let module = include_str!("../../static/check_draw.js").replace("\nexport ", "\n");
    browser.value(&format!("(async () => {{ {module}\nreturn {expression}; }})()")).await
}

/// An example of the contract.
fn draw(winners: u32, once: bool, numbers: &[i32]) -> Value {
    let entries = [(1, "anna"), (2, "ben"), (3, "anna"), (5, "cleo"), (8, "dario_69"), (13, "anna"), (21, "eve.x")];
    let handle = |number: &i32| entries.iter().find(|(other, _)| other == number).expect("an entry").1;
    json!({
        "waffle_id": "0192f5a0-7c1e-7abc-8def-0123456789ab", "number": 1, "algorithm": "waffle-draw-v1",
        "chain": "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971", "round": 657_413,
        "entries": entries.map(|(number, handle)| format!("{number} {handle}\n")).concat(), "entries_count": 7,
        "entries_sha256": "a4b29a52403c84af96b79026335dcc350bed9ee1ebc1e8ecb360d261d415e757", "excluded": [],
        "item_count": winners, "one_win_per_handle": once, "signature": SIGNATURE,
        "randomness": "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587",
        "winning_spot_numbers": numbers, "winning_social_handles": numbers.iter().map(handle).collect::<Vec<_>>(),
    })
}

/// The steps of a check: their names, and whether they are right.
async fn steps(browser: &Browser, draw: &Value) -> Value {
    with_module(browser, &format!("(await checkDraw({draw})).map(({{ name, right }}) => [name, right])")).await
}

async fn beacon(secret: u8) -> LocalBeacon {
    let clock = Clock::system();
    let timetable = Timetable::new(clock.now().timestamp() - 3_600, 60).expect("a timetable");
    let now: waffle_beacon::local::Now = Arc::new(move || clock.now());
    let listen = (Ipv4Addr::LOCALHOST, 0).into();
    LocalBeacon::start(Plan { listen, secret: [secret; 32], timetable, now }).await.expect("a beacon")
}

#[tokio::test]
async fn the_examples_of_the_contract_come_out_and_what_was_tampered_with_does_not() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let browser = chromedriver.open(&app).await;
    browser.goto("/about").await;
    assert_eq!(with_module(&browser, "canCheck()").await, json!(true));
    for (winners, once, seed, numbers) in [
        (1, false, "29b85f3a2b30f26deb720f791081ec7ac4ca6dd7b6c51fe273fccf9289c1dffc", &[1][..]),
        (3, false, "7df79c023f40315396f5914c11256ec6ac19de0df8e1faefe0ea5edec981a53a", &[13, 8, 3]),
        (3, true, "2250cc8f256f754fff4111fa0a2c283bded8db559b094c2107cd593dae52ffa2", &[5, 13, 21]),
        (7, false, "cb4d90cf14f4cc2c1ab59fc28c7b14b97be5be9a02d7b9013ab78931dac25a1f", &[5, 1, 8, 21, 3, 13, 2]),
    ] {
        let draw = draw(winners, once, numbers);
        assert_eq!(with_module(&browser, &format!("seedOf({draw})")).await, json!(seed));
        let right = json!([["entries", true], ["randomness", true], ["seed", true], ["winners", true]]);
        assert_eq!(steps(&browser, &draw).await, right);
    }
    let good = draw(3, false, &[13, 8, 3]);
    for (field, value, wrong) in [
        ("winning_spot_numbers", json!([8, 13, 3]), &["winners"][..]),
        ("winning_social_handles", json!(["anna", "ben", "anna"]), &["winners"]),
        ("one_win_per_handle", json!(true), &["winners"]),
        ("number", json!(2), &["winners"]),
        ("randomness", json!("00".repeat(32)), &["randomness"]),
        ("signature", json!("00".repeat(48)), &["randomness", "winners"]),
        ("entries", json!("1 anna\n2 ben\n3 anna\n5 cleo\n8 dario_69\n13 anna\n21 eve.y\n"), &["entries", "winners"]),
        ("entries_count", json!(8), &["entries"]),
        ("excluded", json!([5]), &["entries"]),
        ("algorithm", json!("dice"), &["seed"]),
    ] {
        let mut bad = good.clone();
        bad[field] = value;
        let steps = steps(&browser, &bad).await;
        let found: Vec<_> = steps.as_array().expect("steps").iter().filter(|step| step[1] == false).collect();
        assert_eq!(found.iter().map(|step| step[0].as_str().expect("a name")).collect::<Vec<_>>(), wrong, "{field}");
    }
}

#[tokio::test]
async fn entries_are_read_strictly_and_numbers_that_are_too_high_are_not_taken() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let browser = chromedriver.open(&app).await;
    browser.goto("/about").await;
    let texts = [
        "",
        "\n",
        "1 anna",
        "1 anna\r\n",
        "0 anna\n",
        "01 anna\n",
        "10001 anna\n",
        "1 Anna\n",
        "1  anna\n",
        "1 anna \n",
        "\u{feff}1 anna\n",
        "2 anna\n1 ben\n",
        "1 anna\n1 ben\n",
        "1 anna\n\n2 ben\n",
        "1 @anna\n",
        "-1 anna\n",
    ];
    let read = format!(
        "{}.map((text) => {{ try {{ return readEntries(text).length }} catch {{ return null }} }})",
        json!(texts.iter().copied().chain(["1 anna\n10000 a-b.c_9\n"]).collect::<Vec<_>>())
    );
    let mut expected = vec![Value::Null; texts.len()];
    expected.push(2.into());
    assert_eq!(with_module(&browser, &read).await, Value::Array(expected));
    let places = "[placeOf(2n ** 64n - 1n, 3), placeOf(2n ** 64n - 2n, 3), placeOf(2n ** 64n - 1n, 2), placeOf(7n, 5)]";
    assert_eq!(with_module(&browser, places).await, json!([null, 2, 1, 2]));
}

#[tokio::test]
async fn relays_are_asked_for_the_round_by_the_browser_itself() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let (page, relay) = (beacon(1).await, beacon(1).await);
    let browser = chromedriver.open(&app).await;
    browser.visit(&page.url()).await;
    let signature = relay.sign(Round::try_from(10).expect("a round"));
    let draw = |round: u64| json!({"chain": relay.chain().hash(), "round": round, "signature": signature});
    let asked =
        async |round| with_module(&browser, &format!("askRelay({}, {}, 2000)", json!(relay.url()), draw(round))).await;
    assert_eq!(asked(10).await, "same");
    assert_eq!(asked(11).await, "other");
    assert_eq!(asked(1_000).await, "not_yet");
    for (manner, answer) in [
        (Manner::WrongSignature, "other"),
        (Manner::RoundBefore, "other"),
        (Manner::Status(404), "not_yet"),
        (Manner::Status(500), "unknown"),
        (Manner::Says("<html>".into()), "unknown"),
        (Manner::HangsUp, "unknown"),
        (Manner::Silent, "unknown"),
        (Manner::Redirect(page.url()), "unknown"),
    ] {
        relay.behave(manner.clone());
        assert_eq!(asked(10).await, answer, "{manner:?}");
    }
}

/// A server whose clock the test sets, and a beacon that has every round it may ask for.
pub(crate) async fn app_with_beacon() -> (TestApp, LocalBeacon) {
    let timetable = Timetable::new(noon().timestamp() - 2_999, 3).expect("a timetable");
    let now: waffle_beacon::local::Now = Arc::new(|| noon() + Duration::from_hours(48));
    let listen = (Ipv4Addr::LOCALHOST, 0).into();
    let beacon = LocalBeacon::start(Plan { listen, secret: [3; 32], timetable, now }).await.expect("a beacon");
    let settings = beacon.settings();
    let app = TestApp::with(&settings.iter().map(|(name, value)| (*name, value.as_str())).collect::<Vec<_>>()).await;
    (app, beacon)
}

#[tokio::test]
async fn a_seller_locks_a_draw_and_a_buyer_sees_it_drawn_and_checks_it() {
    let ((app, beacon), chromedriver) = (app_with_beacon().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    app.sells(&waffle, &[1, 2, 5], "anna").await;
    app.sells(&waffle, &[8], "ben").await;
    let (seller, buyer) = tokio::join!(chromedriver.open_phone(&app), chromedriver.open_phone(&app));
    buyer.goto(&waffle.page()).await;
    buyer.says("[data-live]", "Live").await;
    let lock = format!("{}/draws", waffle.manage());
    sign_in(&seller, &lock).await;
    seller.fill("#exclude", "8").await;
    seller.press("[data-lock] button").await;
    seller.says("[data-locked]", "Draw 1: 3 entries").await;
    buyer.says("[data-locked]", "Locked: 3 entries, drawn at").await;
    app.clock.advance(Duration::from_secs(70));
    buyer.says("[data-winners]", "And the winner is").await;
    buyer.says("[data-how-won]", "Drawn by lot.").await;
    assert!(buyer.words("[data-winners-list]").await.contains("@anna"));

    buyer.goto(&format!("{}/draws/1", waffle.page())).await;
    buyer.says("main", "Left out by the seller").await;
    buyer.press("[data-check-now]").await;
    buyer.says("[data-verdict]", "This draw holds.").await;
    let steps = buyer.words("[data-steps]").await;
    assert_eq!((steps.matches('✓').count(), steps.matches('✗').count()), (5, 0), "{steps}");
    for (manner, verdict) in [
        (Manner::Status(500), "but no relay could confirm the round"),
        (Manner::WrongSignature, "This draw does NOT hold."),
    ] {
        beacon.behave(manner);
        buyer.press("[data-check-now]").await;
        buyer.says("[data-verdict]", verdict).await;
    }
}
