//! Pages in other languages than English, as their buyers and sellers use them.

use serde_json::json;
use waffle_tests::TestApp;
use waffle_tests::browser::Browser;
use waffle_tests::browser::chromedriver::Chromedriver;
use waffle_tests::browser::session::key;

use crate::selling::sign_in;

const EUROS: (&str, &str) = ("WAFFLE__CURRENCY__SYMBOL", "€");

/// What a browser in Vienna asks for.
const OF_VIENNA: &str = "de-AT,de;q=0.9,en;q=0.5";

/// The moments of a page that its script writes otherwise than the server did, on a device in UTC: only the server
/// names the zone.
pub(crate) const REWRITTEN: &str = "fetch(location.href).then((answer) => answer.text()).then((text) => {
    const moments = (page) => [...page.querySelectorAll('time[data-time]')].map((it) => it.textContent.trim());
    const [sent, shown] = [new DOMParser().parseFromString(text, 'text/html'), document].map(moments);
    return sent.map((it, at) => [it.replace(/ UTC$/, ''), shown[at]]).filter(([theirs, ours]) => theirs !== ours);
})";

/// Words on the page, and those that only some people hear, that are English and not German.
const ENGLISH: &str = "[...document.querySelectorAll('[aria-label], [placeholder]')]
    .flatMap((it) => [it.ariaLabel, it.placeholder]).concat(document.body.innerText)
    .flatMap((text) => [...(text ?? '').matchAll(
        /(?<!\\p{L})(the|and|your?|of|is|are|to|for|with|spots?|claim(s|ed)?|pay|paid|winners?|draw)(?!\\p{L})/giu)])
    .map(({0: word, index, input}) => `${word}: ${input.slice(Math.max(0, index - 30), index + 30)}`)";

/// Amounts and moments that are written in another way than "12.345,67 €" and "20. Nov. 2026, 17:44".
const OTHERWISE_WRITTEN: &str = "[...document.body.innerText.matchAll(/[\\d.,]+[ \\u00a0]?€|€[ \\u00a0]?[\\d.,]+/g)]
    .map(([amount]) => amount).filter((amount) => !/^\\d{1,3}(\\.\\d{3})*,\\d\\d\\u00a0€$/.test(amount))
    .concat([...document.querySelectorAll('time[data-time]')].map((it) => it.textContent.trim()).filter((moment) =>
        moment && !/^\\d{1,2}\\. (März|Mai|Ju[nl]i|(Jan|Feb|Apr|Aug|Sept|Okt|Nov|Dez)\\.) 20\\d\\d(, \\d\\d:[\\d:,]+)?$/
            .test(moment)))";

/// Fails unless the page is in German, with its amounts and moments.
async fn reads_german(browser: &Browser) {
    browser.becomes("document.querySelector('.js')").await;
    assert_eq!(browser.value("document.documentElement.lang").await, "de");
    assert_eq!(browser.value(ENGLISH).await, json!([]), "English words on {}", browser.path().await);
    assert_eq!(browser.value(OTHERWISE_WRITTEN).await, json!([]), "written otherwise on {}", browser.path().await);
}

/// The same for a page that the server sends again as it is.
async fn comes_in_german(browser: &Browser) {
    reads_german(browser).await;
    assert_eq!(browser.value(REWRITTEN).await, json!([]), "the script rewrites moments of {}", browser.path().await);
}

/// A phone in UTC whose browser asks for German.
async fn phone_in_vienna(app: &TestApp, chromedriver: &Chromedriver) -> Browser {
    let phone = chromedriver.open_phone(app).await;
    phone.prefer_languages(OF_VIENNA).await;
    phone.travel("UTC").await;
    phone
}

#[tokio::test]
async fn a_buyer_whose_browser_asks_for_german_claims_says_paid_and_gives_back() {
    let (app, chromedriver) = (TestApp::with(&[EUROS]).await, Chromedriver::start());
    let terms = json!({"title": "Kamera", "pay_within_minutes": 600});
    let waffle = app.waffle_of(&terms, &[("wallet_b", "Überweisung", "DE12 3456")]).await;
    let anna = phone_in_vienna(&app, &chromedriver).await;
    anna.goto(&waffle.page()).await;
    anna.says("[data-live]", "Live").await;
    anna.says(".waffle-title .facts", "25,00 € pro Platz").await;
    comes_in_german(&anna).await;

    anna.press("[data-n='3']").await;
    anna.press("[data-n='7']").await;
    anna.fill("#handle", "@Anna").await;
    anna.says("[data-picked]", "2 Plätze: 3, 7").await;
    anna.says("[data-claim-picked]", "2 für 50,00 € sichern").await;
    anna.press("[data-claim-picked]").await;
    anna.says("[data-outcome]", "Die Plätze 3 und 7 gehören dir!").await;
    anna.says("[data-outcome]", "Zu zahlen: 50,00 €").await;
    reads_german(&anna).await;
    let receipt = anna.value("document.querySelector('[data-outcome] a[href^=\"/claim/\"]').pathname").await;
    anna.press("[data-outcome] > .actions button:last-child").await;
    anna.says("[data-claim-random]", "1 aussuchen & sichern 25,00 €").await;
    anna.press("[data-claim-random]").await;
    anna.says("[data-outcome]", "gehört dir!").await;
    anna.says("[data-legend-mine]", "(75,00 € zu zahlen)").await;
    reads_german(&anna).await;

    anna.reload().await;
    anna.says("[data-receipts]", "Deine Plätze:").await;
    anna.press(&format!("[data-receipts] a[href={receipt}]")).await;
    anna.says("h1", "Deine Plätze, @anna").await;
    anna.says("[data-live]", "Live").await;
    anna.says("#due-title", "Zu zahlen: 50,00 €").await;
    anna.says("[data-spots]", "3, 7 noch nicht bezahlt").await;
    comes_in_german(&anna).await;

    anna.fill("#note", "Überwiesen von Anna B.").await;
    anna.press("[data-say] button").await;
    anna.says("main [role=status]", "Wir haben dem Verkäufer gesagt, dass du bezahlt hast.").await;
    anna.says("[data-said]", "Überwiesen von Anna B.").await;
    anna.says("[data-live]", "Live").await;
    comes_in_german(&anna).await;
    anna.press("[data-said] button").await;
    anna.says("main [role=status]", "Zurückgenommen.").await;

    anna.press("[data-give-back] summary").await;
    anna.press("[data-tick='7']").await;
    anna.press("[data-give-back] button").await;
    anna.says("h1", "Platz 7 zurückgeben?").await;
    anna.says("main", "Du schuldest dann 25,00 €").await;
    reads_german(&anna).await;
    anna.press("main form button").await;
    anna.says("[data-spots]", "3 noch nicht bezahlt").await;
    anna.says("#due-title", "Zu zahlen: 25,00 €").await;
    anna.says("[data-live]", "Live").await;
    comes_in_german(&anna).await;
    assert_eq!(anna.complaints().await, [""; 0]);
}

#[tokio::test]
async fn a_seller_who_chose_german_creates_a_waffle_marks_it_paid_and_draws() {
    let (app, chromedriver) = (TestApp::with(&[EUROS]).await, Chromedriver::start());
    let (seller, anna) = tokio::join!(chromedriver.open(&app), phone_in_vienna(&app, &chromedriver));
    seller.travel("UTC").await;
    seller.goto("/about").await;
    seller.choose_language("de").await;
    assert_eq!(seller.path().await, "/about");
    sign_in(&seller, "/admin").await;
    comes_in_german(&seller).await;

    seller.press("main a[href='/admin/waffles/new']").await;
    seller.fill("#title", "Goldene Stunde").await;
    seller.fill("#total_spots", "20").await;
    seller.fill("#spot_price", "1.250,50").await;
    seller.says("[data-full-sum]", "Eine volle Tafel bringt 25.010,00 €.").await;
    reads_german(&seller).await;
    seller.press("main form .primary").await;
    seller.says("[role=status]", "Deine Waffel ist online. Teile den Link!").await;
    seller.says(".waffle-title .facts", "1.250,50 € pro Platz").await;
    seller.says("[data-live]", "Live").await;
    reads_german(&seller).await;

    anna.goto("/waffle/goldene-stunde").await;
    anna.fill("#numbers", "3, 7").await;
    anna.fill("#handle", "anna").await;
    anna.says("[data-claim-picked]", "2 für 2.501,00 € sichern").await;
    anna.press("[data-claim-picked]").await;
    anna.says("[data-outcome]", "Die Plätze 3 und 7 gehören dir!").await;

    let owes = "1 von 1 schuldet noch 2.501,00 €";
    seller.says("[data-desk-totals]", owes).await;
    seller.press("[data-buyer=anna] [data-pay]").await;
    seller.says("[data-flash]", "@anna hat 2.501,00 € bezahlt: 3, 7.").await;
    seller.says("[data-desk-totals]", "Niemand schuldet etwas. 1 Käufer hat 2.501,00 € bezahlt.").await;
    seller.says("[data-activity]", "admin: als bezahlt markiert (@anna)").await;
    reads_german(&seller).await;
    // A thumb that bounces changes nothing, so this waits for the moment after.
    seller.becomes("(window.since ??= Date.now()) + 600 < Date.now()").await;
    seller.press("[data-buyer=anna] button").await;
    seller.says("[data-flash]", "Rückgängig gemacht: @anna schuldet 2.501,00 €.").await;
    seller.says("[data-desk-totals]", owes).await;
    seller.press("[data-buyer=anna] [data-pay]").await;
    seller.says("[data-desk-totals]", "Niemand schuldet etwas.").await;

    seller.press("a[href$='view=draw']").await;
    seller.press(".candidate:has([value='3'])").await;
    seller.says("[data-picker] [data-picked]", "1 von 1 bestimmt.").await;
    seller.press("[data-picker] .primary").await;
    seller.says("h1", "Ist das der Gewinner?").await;
    seller.says(".plain-list", "1 anderer bezahlter Platz wird nicht gezogen.").await;
    seller.says(".plain-list", "18 Plätze sind noch frei. Danach kann sich niemand mehr Plätze sichern.").await;
    comes_in_german(&seller).await;
    seller.press("main form .primary").await;
    seller.says(".notice[role=status]:not([hidden])", "Die Gewinner sind gezogen.").await;
    seller.says("[data-tag]", "Gezogen").await;
    seller.says(".notice.win", "#3 @anna").await;
    seller.says(".notice.win", "Von Hand bestimmt").await;
    seller.says("[data-live]", "Live").await;
    comes_in_german(&seller).await;

    anna.says("[data-winners]", "Gewonnen hat #3 @anna").await;
    anna.says("[data-how-won]", "Von Hand bestimmt").await;
    anna.says("[data-tag]", "Gezogen").await;
    reads_german(&anna).await;
    for browser in [&seller, &anna] {
        assert_eq!(browser.complaints().await, [""; 0]);
    }
}

#[tokio::test]
async fn on_a_board_that_runs_from_right_to_left_arrows_move_where_they_show() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    let anna = chromedriver.open_phone(&app).await;
    anna.goto(&waffle.page()).await;
    anna.choose_language("en-XB").await;
    anna.goes_live().await;
    let spot = |number: u32| format!("document.querySelector('[data-n=\"{number}\"]')");
    let place = |number: u32| format!("{}.getBoundingClientRect()", spot(number));
    assert_eq!(anna.value(&format!("{}.left > {}.right", place(2), place(3))).await, true, "3 is left of 2");

    let focused = |number: u32| format!("document.activeElement.dataset.n === '{number}'");
    anna.value(&format!("{}.focus()", spot(2))).await;
    for (arrow, number) in [(key::LEFT, 3), (key::LEFT, 4), (key::RIGHT, 3), (key::DOWN, 8), (key::UP, 3)] {
        anna.key(arrow).await;
        anna.becomes(focused(number)).await;
    }
    anna.key(' ').await;
    anna.becomes("document.activeElement.ariaSelected === 'true'").await;
    anna.press("[data-n='7']").await;
    anna.says("[data-picked]", "3, 7").await;
    anna.fill("#handle", "anna").await;
    anna.press("[data-claim-picked]").await;
    anna.says("[data-outcome][data-kind=good]", "3 ").await;
    for number in [3, 7] {
        anna.becomes(format!("{}.dataset.s === 'p'", spot(number))).await;
    }
    assert_eq!(anna.complaints().await, [""; 0]);
}

#[tokio::test]
async fn a_row_of_links_that_runs_from_right_to_left_fades_where_more_is_behind_its_end() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let seller = chromedriver.open_phone(&app).await;
    let waffle = app.waffle("Camera", 12).await;
    seller.goto("/about").await;
    seller.choose_language("en-XB").await;
    sign_in(&seller, &waffle.manage("")).await;
    for (scrolled, [before, after]) in [("0", [false, true]), ("-row.scrollWidth", [true, false])] {
        let scroll = format!("((row) => (row.scrollLeft = {scrolled}))(document.querySelector('.tabs'))");
        seller.value(&scroll).await;
        for (name, fades) in [("before", before), ("after", after)] {
            seller.becomes(format!("document.querySelector('.tabs').matches('[data-{name}]') === {fades}")).await;
        }
    }
}
