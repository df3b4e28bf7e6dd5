//! A draw that the browser computes again.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use waffle_beacon::local::manners::Manner;
use waffle_beacon::local::{LocalBeacon, Plan};
use waffle_domain::draw::digest::sha256;
use waffle_domain::draw::quicknet;
use waffle_domain::draw::round::{Round, Timetable};
use waffle_language::{ENGLISH, known, of_script};
use waffle_service::clock::Clock;
use waffle_tests::browser::Browser;
use waffle_tests::browser::chromedriver::Chromedriver;
use waffle_tests::{TestApp, noon};

use crate::selling::sign_in;

const SIGNATURE: &str =
    "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b";

/// Evaluates an expression with what the module exports.
async fn with_module(browser: &Browser, expression: &str) -> Value {
    let modules = [
        include_str!("../../static/quicknet.js"),
        include_str!("../../static/known_round.js"),
        include_str!("../../static/verify_draw.js"),
    ];
    let without_imports = |module: &str| -> String {
        let lines = module.lines().filter(|line| !line.starts_with("import "));
        lines.flat_map(|line| [line.strip_prefix("export ").unwrap_or(line), "\n"]).collect()
    };
    let module = modules.map(without_imports).concat();
    let keys = module.split('\'').filter(|text| text.contains('-') && known(text));
    let texts = Value::Object(of_script(ENGLISH, keys).expect("texts that scripts can write"));
    let words = without_imports(include_str!("../../static/words.js"));
    let words = format!("(() => {{ const TEXTS = {texts};\n{words}\nreturn {{ say, nodes }}; }})()");
    // What the pages' own modules give it.
    let pages = "tally = String, clocksAt = () => {}, writeMoment = () => '', \
        element = (name, properties, ...children) => { \
            const made = Object.assign(document.createElement(name), properties); \
            made.append(...children); return made; };";
    let module = format!("const {{ say, nodes }} = {words}, {pages}\n{module}");
    browser.value(&format!("(async () => {{ {module}\nreturn {expression}; }})()")).await
}

/// An example of the contract.
fn draw(winners: u32, once: bool, numbers: &[i32]) -> Value {
    let entries = [(1, "anna"), (2, "ben"), (3, "anna"), (5, "cleo"), (8, "dario_69"), (13, "anna"), (21, "eve.x")];
    let handle = |number: &i32| entries.iter().find(|(other, _)| other == number).expect("an entry").1;
    json!({
        "waffle_id": "0192f5a0-7c1e-7abc-8def-0123456789ab", "number": 1, "algorithm": "waffle-draw-v1",
        "chain": quicknet::HASH, "round": 657_413, "round_at": "2023-09-15T11:00:03Z",
        "locked_at": "2023-09-15T10:59:01.250Z",
        "entries": entries.map(|(number, handle)| format!("{number} {handle}\n")).concat(), "entries_count": 7,
        "entries_sha256": "a4b29a52403c84af96b79026335dcc350bed9ee1ebc1e8ecb360d261d415e757", "excluded": [],
        "item_count": winners, "one_win_per_handle": once, "signature": SIGNATURE,
        "randomness": "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587",
        "winning_spot_numbers": numbers, "winning_social_handles": numbers.iter().map(handle).collect::<Vec<_>>(),
        "alternates": 0, "alternate_spot_numbers": [], "alternate_social_handles": [],
    })
}

/// The steps of a check: their names, and whether they are right.
async fn steps(browser: &Browser, draw: &Value) -> Value {
    let check = format!("(await checkDraw({draw}, QUICKNET)).map(({{ name, right }}) => [name, right])");
    with_module(browser, &check).await
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
        let names = ["entries", "round_at", "locked", "randomness", "seed", "winners"];
        assert_eq!(steps(&browser, &draw).await, json!(names.map(|name| json!([name, true]))));
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
        ("excluded", json!(["5"]), &["seed"]),
        ("excluded", json!("5"), &["entries", "seed"]),
        ("algorithm", json!("dice"), &["seed"]),
        ("signature", json!(SIGNATURE.to_uppercase()), &["seed", "winners"]),
        ("chain", json!([quicknet::HASH]), &["seed"]),
        ("alternates", json!("0"), &["seed", "alternates"]),
        ("alternates", json!(-1), &["seed", "winners"]),
        // These make the same text, or another one that was sought.
        ("number", json!("1"), &["seed"]),
        ("one_win_per_handle", json!(""), &["seed"]),
        ("waffle_id", json!("golden-camera"), &["seed", "winners"]),
        ("waffle_id", json!("0192F5A0-7C1E-7ABC-8DEF-0123456789AB"), &["seed", "winners"]),
        // A round that was already known, with a later time; and a lock after the round.
        ("round_at", json!("2023-09-15T11:30:03Z"), &["round_at"]),
        ("round_at", json!("soon"), &["round_at"]),
        ("locked_at", json!("2023-09-15T11:00:03Z"), &["locked"]),
        ("locked_at", Value::Null, &["locked"]),
        ("round", json!(657_414), &["round_at", "winners"]),
        ("item_count", json!(8), &["winners"]),
        ("item_count", json!(-1), &["seed", "winners"]),
    ] {
        let mut bad = good.clone();
        bad[field] = value;
        let steps = steps(&browser, &bad).await;
        let found: Vec<_> = steps.as_array().expect("steps").iter().filter(|step| step[1] == false).collect();
        assert_eq!(found.iter().map(|step| step[0].as_str().expect("a name")).collect::<Vec<_>>(), wrong, "{field}");
    }
    // A signature that is none, with the randomness and the winners that would follow from it.
    for (signature, randomness) in [("ab", sha256(&[0xab])), ("", sha256(&[]))] {
        let mut bad = draw(7, false, &[5, 1, 8, 21, 3, 13, 2]);
        (bad["signature"], bad["randomness"]) = (signature.into(), json!(randomness));
        let chosen = format!("choose(readEntries({bad}.entries), 7, false, await seedOf({bad}))");
        let chosen = with_module(&browser, &format!("await {chosen}")).await;
        let of = |name: &str| chosen.as_array().expect("entries").iter().map(|entry| entry[name].clone()).collect();
        (bad["winning_spot_numbers"], bad["winning_social_handles"]) = (of("number"), of("handle"));
        let wrong = json!(
            ["entries", "round_at", "locked", "randomness", "seed", "winners"]
                .map(|name| [json!(name), json!(name != "seed")])
        );
        assert_eq!(steps(&browser, &bad).await, wrong, "{signature:?}");
    }
    // A draw that was saved before there were alternates.
    let mut old = good.clone();
    for field in ["excluded", "alternates", "alternate_spot_numbers", "alternate_social_handles"] {
        old.as_object_mut().expect("a draw").remove(field);
    }
    assert_eq!(steps(&browser, &old).await, steps(&browser, &good).await);
    // Alternates come after the winners, as far as there are entries.
    let mut more = draw(3, true, &[5, 13, 21]);
    more["alternates"] = 10.into();
    more["alternate_spot_numbers"] = json!([2, 8]);
    more["alternate_social_handles"] = json!(["ben", "dario_69"]);
    let checked = steps(&browser, &more).await;
    assert!(checked.as_array().expect("steps").iter().all(|step| step[1] == true), "{checked}");
    assert_eq!(checked[6][0], "alternates");
    for (field, value) in [("alternates", json!(1)), ("alternate_spot_numbers", json!([2])), ("item_count", json!(2))] {
        let mut bad = more.clone();
        bad[field] = value;
        assert_eq!(steps(&browser, &bad).await[6], json!(["alternates", false]), "{field}");
    }
    // Entries that are forged with their hash.
    for entries in ["2 ben\n1 anna\n", "1 anna\n1 anna\n2 ben\n"] {
        let mut bad = good.clone();
        bad["entries"] = entries.into();
        bad["entries_sha256"] = sha256(entries.as_bytes()).to_string().into();
        bad["entries_count"] = entries.lines().count().into();
        assert_eq!(steps(&browser, &bad).await[0], json!(["entries", false]), "{entries}");
    }
}

#[tokio::test]
async fn the_script_knows_quicknet_and_its_relays_by_itself() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let browser = chromedriver.open(&app).await;
    browser.goto("/about").await;
    let known = json!({"chain": quicknet::HASH, "genesis": quicknet::GENESIS, "period": quicknet::PERIOD_SECONDS});
    assert_eq!(with_module(&browser, "QUICKNET").await, known);
    assert_eq!(with_module(&browser, "RELAYS").await, json!(quicknet::RELAYS));
    assert!(include_str!("../../docs/check_draw.py").contains(quicknet::HASH));

    // Relays that have another signature than the draw, as when someone signed it with another key.
    let forged = draw(3, false, &[13, 8, 3]);
    let judged = async |answers: Value, is_quicknet: bool| {
        let judge = format!("judge(await checkDraw({forged}, QUICKNET), {answers}, {is_quicknet})");
        with_module(&browser, &judge).await.as_str().expect("a verdict").to_owned()
    };
    assert_eq!(judged(json!(["same", "unknown"]), true).await, "This draw holds.");
    assert_eq!(judged(json!(["other", "unknown"]), true).await, "This draw does NOT hold.");
    assert!(judged(json!(["same", "other"]), true).await.contains("disagree"));
    assert!(judged(json!(["not_yet", "unknown"]), true).await.contains("no relay could confirm"));
    assert!(judged(json!(["same"]), false).await.contains("proves nothing to outsiders"));

    // A lock that is announced after its round has appeared, whatever time the server names for it.
    let said = async |chain: &str, round_at: &str, now: &str| {
        let heard = json!({"number": now, "chain": chain, "round": 657_413, "round_at": round_at});
        let known = format!("knownAlready({heard}, Date.parse('{now}'))");
        let known = format!("{known}.map((line) => line.textContent).join()");
        with_module(&browser, &known).await.as_str().expect("words").to_owned()
    };
    let (later, private) = ("2023-09-15T12:00:03Z", "ab".repeat(32));
    assert!(said(quicknet::HASH, later, "2023-09-15T11:00:03Z").await.contains("round 657413 was published"));
    assert_eq!(said(quicknet::HASH, later, "2023-09-15T11:00:02Z").await, "");
    assert!(said(&private, later, "2023-09-15T12:00:03Z").await.contains("round 657413 was published"));
    assert_eq!(said(&private, later, "2023-09-15T11:59:59Z").await, "");
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
    let answer = |round: Value, signature: Value| json!({"round": round, "signature": signature}).to_string();
    assert_eq!(asked(1_000).await, "not_yet");
    for (manner, answer) in [
        (Manner::WrongSignature, "other"),
        (Manner::RoundBeforeRenamed, "other"),
        (Manner::Says(answer(10.into(), "ab".repeat(48).into())), "other"),
        // Checks that are not about the round deny nothing.
        (Manner::RoundBefore, "unknown"),
        (Manner::Says("{}".into()), "unknown"),
        (Manner::Says("null".into()), "unknown"),
        (Manner::Says(json!({"error": "down for maintenance"}).to_string()), "unknown"),
        (Manner::Says(answer("10".into(), "ab".repeat(48).into())), "unknown"),
        (Manner::Says(answer(10.into(), "ab".repeat(47).into())), "unknown"),
        (Manner::Says(answer(10.into(), "xy".repeat(48).into())), "unknown"),
        (Manner::Says(answer(10.into(), Value::Null)), "unknown"),
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

#[tokio::test]
async fn a_draw_of_quicknet_asks_the_relays_of_the_script_whatever_its_page_names() {
    let ((app, beacon), chromedriver) = (app_with_beacon().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    app.sells(&waffle, &[1, 2, 5], "anna").await;
    app.as_admin(&format!("/api/admin/waffles/{}/draws", waffle.id), &json!({})).await;
    app.clock.advance(Duration::from_secs(70));
    let draw = format!("/api/waffles/{}/draws/1", waffle.slug);
    app.becomes(&draw, |answer| answer.json()["state"] == "drawn").await;
    // As if quicknet had decided it.
    let chain = format!("UPDATE draws SET chain = '{}'", quicknet::HASH);
    app.sql(&format!("ALTER TABLE draws DISABLE TRIGGER draws_are_decided_once; {chain}")).await;
    let browser = chromedriver.open(&app).await;
    browser.goto(&format!("{}/draws/1", waffle.page())).await;
    let names = format!("Object.assign(document.querySelector('[data-check]').dataset, {})", own(&beacon));
    browser.value(&names).await;
    browser.press("[data-check-now]").await;
    browser.says("[data-verdict]", "This draw does NOT hold.").await;
    let steps = browser.words("[data-steps]").await;
    for relay in quicknet::RELAYS {
        assert!(steps.contains(relay.trim_start_matches("https://")), "{relay}: {steps}");
    }
    assert!(!steps.contains("127.0.0.1"), "{steps}");
    assert!(steps.contains("✗ The round is published at the stated time: 20"), "by quicknet's times: {steps}");
}

/// What a page names of a private chain.
fn own(beacon: &LocalBeacon) -> Value {
    let timetable = beacon.chain().timetable();
    json!({"relays": beacon.url(), "genesis": timetable.genesis(), "period": timetable.period_seconds()})
}

/// A server whose clock the test sets, and a beacon that has every round it may ask for.
pub(crate) async fn app_with_beacon() -> (TestApp, LocalBeacon) {
    let timetable = Timetable::new(noon().timestamp() - 2_999, 3).expect("a timetable");
    let now: waffle_beacon::local::Now = Arc::new(|| noon() + Duration::from_hours(48));
    let listen = (Ipv4Addr::LOCALHOST, 0).into();
    let beacon = LocalBeacon::start(Plan { listen, secret: [3; 32], timetable, now }).await.expect("a beacon");
    beacon.tell_newest(timetable.newest_at(noon()).expect("a round"));
    let settings = beacon.settings();
    let app = TestApp::with(&settings.iter().map(|(name, value)| (*name, value.as_str())).collect::<Vec<_>>()).await;
    (app, beacon)
}

#[tokio::test]
async fn a_board_counts_down_to_its_draw_until_it_is_voided_or_drawn() {
    let ((app, _beacon), chromedriver) = (app_with_beacon().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    app.sells(&waffle, &[1, 2, 5], "anna").await;
    let buyer = chromedriver.open_phone(&app).await;
    let draws = format!("/api/admin/waffles/{}/draws", waffle.id);
    buyer.goto(&waffle.page()).await;
    buyer.says("[data-live]", "Live").await;
    assert_eq!(buyer.count("[data-to-draw]").await, 0, "no one knows when");
    app.as_admin(&draws, &json!({"delay_seconds": 7_200})).await;
    // By the server's clock: by the device's, the round appeared long ago.
    buyer.says("[data-to-draw]", "Draw in 1:59:").await;
    buyer.goto(&waffle.page()).await;
    buyer.says("[data-to-draw]", "Draw in 1:59:").await;
    buyer.says("[data-live]", "Live").await;
    app.as_admin(&format!("{draws}/1/void"), &json!({"reason": "A test."})).await;
    buyer.becomes("!document.querySelector('[data-to-draw]').checkVisibility()").await;

    app.as_admin(&draws, &json!({})).await;
    buyer.shows("[data-to-draw]").await;
    app.clock.advance(Duration::from_secs(70));
    buyer.says("[data-winners]", "And the winner is").await;
    buyer.becomes("!document.querySelector('[data-to-draw]').checkVisibility()").await;
    let shown = "document.querySelector('[data-to-draw]').textContent";
    let left = buyer.value(shown).await;
    buyer.becomes("(window.since ??= Date.now()) + 1_500 < Date.now()").await;
    assert_eq!(buyer.value(shown).await, left, "it counts no longer");
    assert_eq!(buyer.complaints().await, [""; 0]);
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
    let lock = format!("{}/draws", waffle.manage(""));
    sign_in(&seller, &lock).await;
    seller.fill("#exclude", "8").await;
    seller.press("[data-lock] button").await;
    seller.says("[data-locked]", "Draw 1: 3 entries").await;
    buyer.says("[data-locked]", "Locked: 3 entries, draw at").await;
    buyer.becomes("/, \\d\\d:\\d\\d:\\d\\d$/.test(document.querySelector('[data-locked] time').innerText)").await;
    buyer.says("[data-locked]", "a private chain").await;
    // The servers of tests live in the past: by the device's clock, the round appeared long ago.
    buyer.says("[data-locked] [data-known]", "before this page knew of the lock").await;
    buyer.goto(&waffle.page()).await;
    buyer.says("[data-locked] [data-known]", "before this page knew of the lock").await;
    buyer.says("[data-live]", "Live").await;
    app.clock.advance(Duration::from_secs(70));
    buyer.says("[data-winners]", "And the winner is").await;
    buyer.says("[data-how-won]", "Drawn by lot on a private chain").await;
    assert!(buyer.words("[data-winners-list]").await.contains("@anna"));

    buyer.goto(&format!("{}/draws/1", waffle.page())).await;
    buyer.says("main", "Left out by the seller").await;
    buyer.press("[data-check-now]").await;
    buyer.says("[data-verdict]", "proves nothing to outsiders").await;
    let steps = buyer.words("[data-steps]").await;
    assert_eq!((steps.matches('✓').count(), steps.matches('✗').count()), (8, 0), "{steps}");
    let draw = app.get(&format!("/api/waffles/{}/draws/1", waffle.slug)).await.json();
    for field in ["entries_sha256", "randomness"] {
        assert!(steps.contains(draw[field].as_str().expect("a hash")), "{field}: {steps}");
    }
    assert!(steps.contains(&format!("the round: #{} @anna", draw["winning_spot_numbers"][0])), "{steps}");
    // A page that shows something else than what was computed.
    for (name, words) in [("Drawn", "drawn"), ("Entries", "entries"), ("Round", "round"), ("Waffle", "waffle")] {
        let shown = format!("document.querySelector('[data-check]').dataset.shown{name}");
        let was = buyer.value(&shown).await;
        buyer.value(&format!("{shown} = '1 mallory;'")).await;
        buyer.press("[data-check-now]").await;
        buyer.says("[data-verdict]", "This draw does NOT hold.").await;
        let steps = buyer.words("[data-steps]").await;
        assert!(steps.contains(&format!("matches this page: not the same: {words}")), "{steps}");
        buyer.value(&format!("{shown} = {was}")).await;
    }
    buyer.press("[data-check-now]").await;
    buyer.says("[data-verdict]", "proves nothing to outsiders").await;
    assert!(steps.contains("This site’s own relay 127.0.0.1"), "{steps}");
    for (manner, verdict) in [(Manner::WrongSignature, "This draw does NOT hold.")] {
        beacon.behave(manner);
        buyer.press("[data-check-now]").await;
        buyer.says("[data-verdict]", verdict).await;
    }
}
