//! The money desk on a phone.

use std::cell::{Cell, RefCell};

use reqwest::Method;
use serde_json::{Value, json};
use waffle_tests::browser::Browser;
use waffle_tests::browser::chromedriver::Chromedriver;
use waffle_tests::browser::session::key;
use waffle_tests::{TestApp, Waffle, answer};

use crate::selling::sign_in;

/// How far a thumb swipes, in pixels.
const SWIPE: u32 = 600;
const WAFFLE: &str =
    r#"{"title": "Golden Hour", "total_spots": 100, "pay_within_minutes": 30, "max_spots_per_handle": 5}"#;

/// What goes beyond the right edge.
const TOO_WIDE: &str = "[...document.querySelectorAll('body *')].filter((it) => it.checkVisibility())
    .filter((it) => it.getBoundingClientRect().right > innerWidth).map((it) => it.outerHTML.slice(0, 90))";

/// A page whose clock runs ten times as fast, and its timers of up to ten seconds too, but not the one of an answer.
const FAST: &str = "{ const now = Date.now, begun = now(), set = setTimeout;
    Date.now = () => begun + 10 * (now() - begun);
    window.setTimeout = (call, time, ...more) =>
        set(call, time > 10_000 || time === 8_000 ? time : time / 10, ...more); }";

/// A thumb on a phone: counts its taps and swipes.
pub(crate) struct Thumb<'a> {
    phone: &'a Browser,
    pub(crate) taps: Cell<u32>,
    pub(crate) swipes: Cell<u32>,
    /// What was done, with its taps and swipes.
    table: RefCell<Vec<(String, u32, u32)>>,
}

impl<'a> Thumb<'a> {
    pub(crate) fn on(phone: &'a Browser) -> Self {
        Self { phone, taps: Cell::new(0), swipes: Cell::new(0), table: RefCell::new(Vec::new()) }
    }

    /// Scrolls to an element, in whole swipes, and taps it.
    pub(crate) async fn tap(&self, css: &str) {
        self.reach(css).await;
        self.taps.set(self.taps.get() + 1);
        self.phone.press(css).await;
    }

    /// Scrolls to an element, in whole swipes.
    pub(crate) async fn reach(&self, css: &str) {
        self.phone.shows(css).await;
        let swipes = format!(
            "((it) => {{
                const {{ top, bottom }} = it.getBoundingClientRect();
                const away = top < 0 ? top : Math.max(bottom - innerHeight, 0);
                const swipes = Math.ceil(Math.abs(away) / {SWIPE});
                scrollBy({{ top: Math.sign(away) * swipes * {SWIPE}, behavior: 'instant' }});
                return swipes;
            }})(document.querySelector({}))",
            json!(css)
        );
        self.swiped(&self.phone.value(&swipes).await);
    }

    /// Scrolls through the whole page.
    async fn look_through(&self) {
        let swipes = format!(
            "(() => {{
                const away = document.documentElement.scrollHeight - innerHeight - scrollY;
                scrollBy({{ top: away, behavior: 'instant' }});
                return Math.ceil(away / {SWIPE});
            }})()"
        );
        self.swiped(&self.phone.value(&swipes).await);
    }

    /// Holds the field, taps "Paste".
    async fn paste(&self, css: &str, text: &str) {
        self.taps.set(self.taps.get() + 2);
        self.phone.shows(css).await;
        self.phone.value(&format!("document.querySelector({}).value = {}", json!(css), json!(text))).await;
    }

    fn swiped(&self, swipes: &Value) {
        let swipes = swipes.as_u64().and_then(|it| u32::try_from(it).ok()).expect("a count");
        self.swipes.set(self.swipes.get() + swipes);
    }

    /// Notes what the taps and swipes since the last note were for.
    fn did(&self, what: &str) {
        self.table.borrow_mut().push((what.to_owned(), self.taps.take(), self.swipes.take()));
    }
}

/// Claims from an address. Returns the path of the receipt.
pub(crate) async fn claim(app: &TestApp, waffle: &Waffle, spots: &[u32], (handle, address): (&str, &str)) -> String {
    let claim = json!({"waffle_id": waffle.id, "spots": spots, "social_handle": handle});
    let request = app.request(Method::POST, "/api/claims").header("x-forwarded-for", address);
    let answer = answer(request.json(&claim)).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    format!("/claim/{}", answer.header("x-claim-receipt"))
}

#[tokio::test]
async fn an_evening_of_25_payments_takes_30_taps_and_21_swipes() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let draft: Value = serde_json::from_str(WAFFLE).expect("a draft");
    let waffle = app.waffle_of(&draft, &[]).await;
    let mut lines = vec!["Payments received".to_owned()];
    for number in 1..=40_u32 {
        let (handle, address) = (format!("buyer{number:02}"), format!("203.0.113.{number}"));
        claim(&app, &waffle, &[number], (&handle, &address)).await;
        if number <= 25 {
            lines.push(match number % 4 {
                0 => format!("@{handle} sent you $25.00"),
                1 => format!("2026-06-01,\"{handle}\",\"25,00\""),
                2 => format!("{} 25,00 🎉", handle.to_uppercase()),
                _ => format!("You got $25 from {handle}."),
            });
        }
    }
    for number in 0..6_u32 {
        claim(&app, &waffle, &[50 + number], (&format!("bot{number}"), "198.51.100.7")).await;
    }
    // One was too slow.
    claim(&app, &waffle, &[60], ("slow", "203.0.113.99")).await;
    app.sql(
        "UPDATE spots SET pay_by = now() - interval '1 second' WHERE claimed_by_handle = 'slow';
         UPDATE waffles SET next_pay_by = now() - interval '1 second'",
    )
    .await;
    app.becomes(&format!("/api/waffles/{}/spots", waffle.slug), |answer| answer.json()[59]["status"] == "available")
        .await;

    let phone = chromedriver.open_phone(&app).await;
    sign_in(&phone, &waffle.manage("")).await;
    phone.says("[data-live]", "Live").await;
    let thumb = Thumb::on(&phone);

    thumb.tap("a[href$='/payments']").await;
    thumb.paste("#text", &lines.join("\n")).await;
    thumb.tap("main .panel .button").await;
    phone.says(".found-bar", "Mark selected payments paid 25 of 25 selected: $625.00").await;
    thumb.look_through().await;
    thumb.tap(".found-bar .button").await;
    phone.says("[data-desk-totals]", "21 of 46 buyers owe $525.00").await;
    thumb.did("25 payments pasted, looked through and marked paid");

    thumb.tap("[data-desk-search] input").await;
    phone.fill("[data-desk-search] input", "buyer07").await;
    thumb.tap("[data-buyer=buyer07] a").await;
    thumb.tap("button[formaction$='/unpay']").await;
    phone.says("main [role=status]", "Marked unpaid: 7.").await;
    thumb.did("a wrong payment taken back");

    thumb.tap("[data-buyer=buyer26] a").await;
    phone.says(".activity", "26 @buyer26: claimed").await;
    thumb.did("a dispute settled by the history");
    phone.goto(&waffle.manage("")).await;

    thumb.tap("[data-buyer=buyer30] a").await;
    thumb.tap("#social_handle").await;
    phone.fill("#social_handle", "@buyer_30").await;
    thumb.tap("[formaction$='/rename']").await;
    phone.says("main [role=status]", "Renamed: 30.").await;
    thumb.did("a misspelling corrected");

    for number in [38, 39, 40] {
        thumb.tap(&format!("[data-buyer=buyer{number}] a")).await;
        thumb.tap("button[formaction$='/release']").await;
        phone.says("main [role=status]", &format!("Released: {number}.")).await;
    }
    thumb.did("three buyers released");

    thumb.tap("a[href$='/expired']").await;
    thumb.tap(".debtor form .button").await;
    phone.says("main [role=status]", "Assigned: 60.").await;
    thumb.did("an overdue buyer restored");

    thumb.tap("a[href$='/sources']").await;
    phone.says(".debtor", "6 handles, 6 spots, 6 unpaid").await;
    thumb.tap(".debtor button").await;
    phone.says("h1", "Release 6 spots of 6 handles?").await;
    thumb.tap("main form .danger").await;
    phone.says("main [role=status]", "Released: 50-55.").await;
    thumb.did("a burst from one address released");

    thumb.tap("a[href='#by-hand']").await;
    thumb.tap("#assign-handle").await;
    phone.fill("#assign-handle", "grandma").await;
    thumb.tap("#assign-numbers").await;
    phone.fill("#assign-numbers", "70, 71").await;
    thumb.tap("form[action$='/assign'] .button").await;
    phone.says("[data-flash]", "Assigned: 70, 71.").await;
    thumb.did("two spots assigned");

    thumb.tap("form[action$='/pause'] .button").await;
    phone.says("[data-flash]", "Claims are paused").await;
    thumb.tap("a[href$='?free']").await;
    phone.says("[data-flash]", "Copied").await;
    thumb.tap("form[action$='/pause'] .button").await;
    phone.says("[data-flash]", "Buyers can claim again.").await;
    thumb.did("paused, free numbers copied, resumed");

    let table = thumb.table.take();
    let sums = table.iter().fold((0, 0), |(taps, swipes), row| (taps + row.1, swipes + row.2));
    let rows = table.iter().map(|(what, taps, swipes)| format!("{taps:>4} {swipes:>6}  {what}\n"));
    let rows: String = rows.collect();
    println!("taps swipes\n{rows}{:>4} {:>6}  in all", sums.0, sums.1);
    assert!(sums.0 <= 30 && sums.1 <= 21, "\n{rows}{sums:?}");
    assert_eq!(phone.complaints().await, [""; 0]);
}

#[tokio::test]
async fn one_tap_marks_a_buyer_paid_and_one_takes_it_back_and_both_are_live() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    app.claims(&waffle, &[3, 4], "anna").await;
    app.claims(&waffle, &[7], "ben").await;
    let phone = chromedriver.open_phone(&app).await;
    sign_in(&phone, &waffle.manage("")).await;
    phone.says("[data-live]", "Live").await;
    phone.says("[data-desk-totals]", "2 of 2 buyers owe $75.00").await;

    phone.press("[data-buyer=anna] [data-pay]").await;
    phone.says("[data-flash]", "@anna has paid $50.00: 3, 4.").await;
    phone.says("[data-desk-totals]", "1 of 2 buyers owes $25.00").await;
    phone.says("[data-sum=d]", "$50.00").await;
    // A thumb that bounces changes nothing, so this waits for the moment after.
    phone.becomes("(window.since ??= Date.now()) + 600 < Date.now()").await;
    phone.press("[data-buyer=anna] button").await;
    phone.says("[data-flash]", "Undone: @anna owes $50.00.").await;
    phone.says("[data-desk-totals]", "2 of 2 buyers owe $75.00").await;
    phone.shows("[data-buyer=anna] [data-pay]").await;

    let receipt = app.claims(&waffle, &[9], "cleo").await;
    phone.says("[data-buyer=cleo]", "@cleo 9 $25.00 since").await;
    app.pays(&waffle, 7).await;
    phone.says("[data-buyer=ben]", "$25.00 paid").await;
    app.says_paid(&receipt, "by wallet").await;
    phone.says("[data-buyer=cleo]", ": by wallet").await;

    phone.fill("[data-desk-search] input", "@CL").await;
    phone.becomes("document.querySelectorAll('[data-buyer]').length === 1").await;
    phone.fill("[data-desk-search] input", "#7").await;
    phone.says("[data-debtors]", "@ben").await;
    phone.becomes("document.querySelectorAll('[data-buyer]:not([hidden])').length === 1").await;
    phone.says("[data-desk-spot]", "History of spot 7").await;
    phone.fill("[data-desk-search] input", "nobody").await;
    phone.says("[data-no-debtors]", "No matching buyers.").await;
    phone.goto(&waffle.manage("")).await;
    phone.becomes("document.querySelectorAll('[data-buyer]').length === 3").await;

    // By keyboard: the row's button, and then its undo, which has the focus.
    phone.value("document.querySelector('[data-buyer=cleo] [data-pay]').focus()").await;
    phone.key(key::ENTER).await;
    phone.says("[data-flash]", "@cleo has paid $25.00: 9.").await;
    phone.becomes("document.activeElement.textContent === 'Undo'").await;
    assert_eq!(phone.complaints().await, [""; 0]);
}

#[tokio::test]
async fn a_paid_row_sinks_although_the_page_was_scrolled_in_the_meantime() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    for (number, handle) in [(3, "anna"), (4, "ben"), (5, "cleo")] {
        app.claims(&waffle, &[number], handle).await;
    }
    let phone = chromedriver.open_phone(&app).await;
    phone.first_run(FAST).await;
    sign_in(&phone, &waffle.manage("")).await;
    phone.says("[data-live]", "Live").await;
    phone.says("[data-debtors] > :first-child", "@anna").await;
    phone.press("[data-buyer=anna] [data-pay]").await;
    phone.says("[data-flash]", "@anna has paid").await;
    // The payment can still be undone; once it can't, the last touch is less than ten seconds ago.
    phone.becomes("(window.since ??= Date.now()) + 5_000 < Date.now()").await;
    phone.value("dispatchEvent(new Event('scroll'))").await;
    phone.says("[data-debtors] > :last-child", "@anna").await;
}

#[tokio::test]
async fn a_row_says_the_whole_hours_that_are_left() {
    let (app, chromedriver) = (TestApp::by_the_real_clock(&[]).await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    app.edits(&waffle, &json!({"pay_within_minutes": 160})).await;
    app.claims(&waffle, &[3], "anna").await;
    let phone = chromedriver.open_phone(&app).await;
    sign_in(&phone, &waffle.manage("")).await;
    phone.says("[data-buyer=anna] [data-left]", "2 hours left").await;
}

#[tokio::test]
async fn a_press_pays_what_the_row_showed_and_not_what_was_claimed_since() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    app.claims(&waffle, &[3], "anna").await;
    let phone = chromedriver.open_phone(&app).await;
    sign_in(&phone, &waffle.manage("")).await;
    phone.says("[data-live]", "Live").await;
    phone.says("[data-desk-totals]", "1 of 1 buyer owes $25.00").await;
    // From now on the page is informed of claims, but can't read its rows again.
    phone
        .value(
            "(() => {
                const real = fetch;
                window.fetch = (path, how) => (how?.method ? real(path, how) : new Promise(() => {}));
            })()",
        )
        .await;
    app.claims(&waffle, &[4], "anna").await;
    phone.says("[data-sum=p]", "$50.00").await;
    phone.press("[data-buyer=anna] [data-pay]").await;
    phone.says("[data-flash]", "@anna has paid $25.00: 3.").await;
    let spots = app.get(&format!("/api/waffles/{}/spots", waffle.slug)).await.json();
    assert_eq!((&spots[2]["status"], &spots[3]["status"]), (&json!("paid"), &json!("pending")));
}

#[tokio::test]
async fn the_ticks_of_a_buyers_page_are_for_each_of_its_forms() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    app.claims(&waffle, &[3, 4, 5], "anna").await;
    let page = waffle.manage("/buyer?handle=anna");
    let seller = chromedriver.open_without_scripts(&app).await;
    sign_in(&seller, &page).await;
    seller.press("[name=numbers][value='4']").await;
    seller.press("[name=all]").await;
    seller.fill("#social_handle", "anja").await;
    // It presses no button: the first one would mark the spots paid.
    seller.key(key::ENTER).await;
    seller.press("[formaction$='/rename']").await;
    seller.says("main [role=status]", "Renamed: 3, 5.").await;
    seller.goto(&page).await;
    seller.fill("#minutes", "60").await;
    seller.press("[formaction$='/extend']").await;
    seller.says("main [role=status]", "Deadline extended: 4.").await;
}

#[tokio::test]
async fn the_desk_fits_a_phone_with_text_twice_as_large() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 300).await;
    let long = "a_rather_long_handle_for_a_small_tile_and_even_longer_than_that_1";
    let many: Vec<u32> = (1..=120).step_by(2).collect();
    app.claims(&waffle, &many, &long[..64]).await;
    app.claims(&waffle, &[2], "anna").await;
    let phone = chromedriver.open_phone(&app).await;
    sign_in(&phone, &waffle.manage("")).await;
    for rest in ["", "/payments", &format!("/buyer?handle={}", &long[..64]), "/expired", "/sources"] {
        phone.goto(&format!("{}{rest}", waffle.manage(""))).await;
        phone.shows("h1").await;
        phone.value("document.documentElement.style.fontSize = '200%'").await;
        let width = phone.value("document.documentElement.scrollWidth").await;
        assert_eq!(width, 390, "{rest} scrolls sideways: {}", phone.value(TOO_WIDE).await);
    }
}

#[tokio::test]
async fn payments_of_25_buyers_take_25_taps_and_at_most_10_swipes() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 60).await;
    for number in 1..=25_u32 {
        app.claims(&waffle, &[number], &format!("buyer{number:02}")).await;
    }
    let phone = chromedriver.open_phone(&app).await;
    sign_in(&phone, &waffle.manage("")).await;
    phone.says("[data-live]", "Live").await;
    let thumb = Thumb::on(&phone);
    let rows = phone.value("[...document.querySelectorAll('[data-buyer]')].map((row) => row.dataset.buyer)").await;
    for buyer in rows.as_array().expect("the buyers").iter().filter_map(Value::as_str) {
        thumb.tap(&format!("[data-buyer={buyer}] [data-pay]")).await;
        phone.says(&format!("[data-buyer={buyer}] button"), "Undo").await;
    }
    phone.says("[data-desk-totals]", "25 buyers").await;
    let (taps, swipes) = (thumb.taps.get(), thumb.swipes.get());
    assert!(taps == 25 && swipes <= 10, "{taps} taps and {swipes} swipes");
    assert_eq!(phone.complaints().await, [""; 0]);
}

#[tokio::test]
async fn the_link_is_copied_in_1_tap_and_the_winners_are_announced_in_3() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let phone = chromedriver.open_phone(&app).await;
    sign_in(&phone, "/admin/waffles/new").await;
    for (field, text) in [("#title", "Camera"), ("#total_spots", "12"), ("#spot_price", "25")] {
        phone.fill(field, text).await;
    }
    phone.press("[data-waffle-form] .primary").await;
    phone.says("main [role=status]", "Post its link!").await;
    let created = app.get("/api/waffles/camera").await.ok().json();
    let id = created["id"].as_str().expect("an id").to_owned();
    let waffle = Waffle::read(&app, id, "camera".to_owned()).await;
    let thumb = Thumb::on(&phone);
    thumb.tap(".page-head [data-copy]").await;
    phone.says(".page-head [data-copy]", "Copied").await;
    assert_eq!((thumb.taps.take(), thumb.swipes.take()), (1, 0));

    app.sells(&waffle, &[3, 7], "anna").await;
    app.draws(&waffle, &[7]).await;
    phone.says(".notice.win", "#7 @anna").await;
    phone.first_run("navigator.clipboard.writeText = async (text) => { window.copied = text; }").await;
    thumb.tap(".tabs a[href$='/share']").await;
    phone.says("[data-preview]", "@anna").await;
    thumb.tap("[data-copy-message]").await;
    phone.becomes("window.copied.includes('@anna') && window.copied.includes('/waffle/camera')").await;
    assert!(thumb.taps.get() <= 3, "{} taps", thumb.taps.get());
    println!("{} taps and {} swipes announce the winners", thumb.taps.get(), thumb.swipes.get());
    assert_eq!(phone.complaints().await, [""; 0]);
}
