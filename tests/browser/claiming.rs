//! Claiming spots on the board.

use serde_json::json;
use waffle_tests::TestApp;
use waffle_tests::browser::Browser;
use waffle_tests::browser::chromedriver::Chromedriver;
use waffle_tests::browser::session::key;

/// The selector of a spot on the board.
fn spot(number: u32) -> String {
    format!("[data-n='{number}']")
}

async fn board_is_live(browser: &Browser) {
    browser.says("[data-live]", "Live").await;
}

#[tokio::test]
async fn what_one_buyer_claims_the_other_sees_without_a_reload() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    let (anna, ben) = tokio::join!(chromedriver.open(&app), chromedriver.open(&app));
    for browser in [&anna, &ben] {
        browser.goto(&waffle.page()).await;
        board_is_live(browser).await;
    }
    ben.value("window.sameVisit = true").await;

    anna.press(&spot(3)).await;
    anna.press(&spot(7)).await;
    anna.fill("#handle", "@Anna").await;
    anna.says("[data-claim-picked]", "Claim 2 for $50.00").await;
    anna.press("[data-claim-picked]").await;
    anna.says("[data-outcome]", "3 and 7 are yours!").await;
    anna.says("[data-outcome]", "To pay: $50.00").await;

    for number in [3, 7] {
        ben.becomes(format!("document.querySelector(\"{}\").dataset.s === 'p'", spot(number))).await;
        ben.says(&spot(number), "anna").await;
    }
    ben.says("[data-left]", "10").await;
    assert_eq!(ben.value("window.sameVisit").await, true);
    assert_eq!([anna.complaints().await, ben.complaints().await], [[""; 0], [""; 0]]);
}

#[tokio::test]
async fn a_spot_that_goes_meanwhile_leaves_the_selection_and_the_rest_can_be_claimed() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    let (watching, deaf) = tokio::join!(chromedriver.open(&app), chromedriver.open(&app));
    // This browser doesn't learn what others claim.
    deaf.first_run("window.WebSocket = class { close() {} send() {} }").await;
    for browser in [&watching, &deaf] {
        browser.goto(&waffle.page()).await;
        browser.fill("#numbers", "6-8").await;
        browser.says("[data-claim-picked]", "Claim 3 for $75.00").await;
    }
    board_is_live(&watching).await;
    app.claims(&waffle, &[7], "ben").await;

    watching.says("[data-outcome]", "7 was just taken by someone else").await;
    watching.says("[data-claim-picked]", "Claim 2 for $50.00").await;

    deaf.fill("#handle", "anna").await;
    deaf.press("[data-claim-picked]").await;
    deaf.says("[data-outcome]", "7 was just taken. Claim the rest?").await;
    deaf.says("[data-outcome]", "Still free: 6, 8.").await;
    // The spot that it did not know of shows as taken, with its holder; and one button claims.
    deaf.becomes(format!("document.querySelector(\"{}\").dataset.s === 'p'", spot(7))).await;
    deaf.says(&spot(7), "ben").await;
    deaf.says("[data-left]", "11").await;
    deaf.says("[data-claim-picked]", "Claim 2 for $50.00").await;
    assert_eq!(deaf.count(".dock .primary").await, 1);
    deaf.press("[data-claim-picked]").await;
    deaf.says("[data-outcome]", "6 and 8 are yours!").await;
}

#[tokio::test]
async fn a_claim_whose_first_answer_was_lost_is_never_said_to_have_failed() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    let anna = chromedriver.open(&app).await;
    // From the second try on, the server is too busy to say what became of the first.
    anna.first_run(
        "const send = window.fetch;
        let codes = ['outcome_unknown'];
        window.fetch = async (path, options) => path !== '/api/claims' ? send(path, options) : new Response(
            JSON.stringify({ error: '', code: codes.pop() ?? 'overloaded' }), { status: 503 });",
    )
    .await;
    anna.goto(&waffle.page()).await;
    anna.press(&spot(3)).await;
    anna.fill("#handle", "anna").await;
    for _ in 0..2 {
        anna.press("[data-claim-picked]").await;
        anna.says("[data-outcome]", "We can’t tell yet whether that worked.").await;
        anna.press("[data-outcome] button").await;
    }
}

/// Sends claims to the server only where the next of these does: `lost` drops the server's answer, `vanished` the claim
/// itself, and a number is the `Retry-After` of a 429. Notes the keys of all.
fn in_line(answers: &str) -> String {
    format!(
        "const send = window.fetch;
        const answers = {answers};
        window.keys = [];
        window.fetch = async (path, options) => {{
            if (path !== '/api/claims') return send(path, options);
            window.keys.push(options.headers['Idempotency-Key']);
            const next = answers.shift() ?? 'sent';
            if (next === 'sent') return send(path, options);
            if (next === 'lost') await send(path, options);
            if (next === 'lost' || next === 'vanished') throw new TypeError(next);
            const headers = {{ 'Retry-After': next }};
            const body = JSON.stringify({{ error: 'Too many.', code: 'rate_limited' }});
            return new Response(body, {{ status: 429, headers }});
        }};"
    )
}

#[tokio::test]
async fn a_claim_over_the_limit_of_its_address_stands_in_line_and_is_sent_again_with_its_key() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    let anna = chromedriver.open_phone(&app).await;
    // The answer to the first try is lost, and then it is not this claim's turn twice.
    anna.first_run(&in_line("['lost', 1, 2]")).await;
    anna.goto(&waffle.page()).await;
    anna.press(&spot(3)).await;
    anna.fill("#handle", "anna").await;
    anna.press("[data-claim-picked]").await;
    anna.says("[data-outcome]", "You’re in line").await;
    anna.says("[data-claim-picked]", "In line: ").await;
    anna.says("[data-outcome]", "3 is yours!").await;
    assert_eq!(anna.value("window.keys.length").await, 4);
    assert_eq!(anna.value("new Set(window.keys).size").await, 1, "one key for one claim");
}

#[tokio::test]
async fn who_gives_up_standing_in_line_keeps_the_key_and_hears_how_long_it_takes() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    let (anna, ben) = tokio::join!(chromedriver.open_phone(&app), chromedriver.open_phone(&app));
    anna.first_run(&in_line("['vanished', 300]")).await;
    ben.first_run(&in_line("[300]")).await;
    for (browser, number, handle) in [(&anna, 3, "anna"), (&ben, 4, "ben")] {
        browser.goto(&waffle.page()).await;
        browser.press(&spot(number)).await;
        browser.fill("#handle", handle).await;
        browser.press("[data-claim-picked]").await;
    }
    ben.says("[data-outcome]", "Try again in 300 seconds.").await;
    anna.says("[data-outcome]", "We can’t tell yet whether that worked.").await;
    anna.press("[data-outcome] button").await;
    anna.press("[data-claim-picked]").await;
    anna.says("[data-outcome]", "3 is yours!").await;
    assert_eq!(anna.value("[window.keys.length, new Set(window.keys).size].join()").await, "3,1");
}

#[tokio::test]
async fn spots_are_picked_for_a_buyer_whose_handle_is_remembered() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    let anna = chromedriver.open(&app).await;
    anna.resize(390, 844).await;
    anna.goto(&waffle.page()).await;
    anna.fill("#handle", "anna").await;
    anna.press("[data-more]").await;
    anna.press("[data-more]").await;
    anna.says("[data-claim-random]", "Pick & claim 3 $75.00").await;
    anna.press("[data-claim-random]").await;
    anna.says("[data-outcome]", "are yours!").await;
    anna.becomes("document.querySelectorAll('#board [data-mine]').length === 3").await;

    anna.reload().await;
    anna.becomes("document.querySelector('#handle').value === 'anna'").await;
    anna.becomes("document.querySelectorAll('#board [data-mine]').length === 3").await;
    anna.says("[data-legend-mine]", "($75.00 to pay)").await;
}

#[tokio::test]
async fn the_buttons_offer_no_more_than_a_buyer_may_hold() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle_of(&json!({"title": "Camera", "total_spots": 40, "max_spots_per_handle": 10}), &[]).await;
    app.claims(&waffle, &[1, 2, 3, 4], "anna").await;
    let anna = chromedriver.open(&app).await;
    anna.goto(&waffle.page()).await;
    board_is_live(&anna).await;
    anna.fill("#count", "37").await;
    anna.says("[data-claim-random]", "Pick & claim 10 $250.00").await;
    anna.says("[data-count-error]", "At most 10 per buyer.").await;
    anna.fill("#numbers", "5-40").await;
    anna.says("[data-claim-picked]", "Claim 10 for $250.00").await;
    anna.says("[data-numbers-error]", "At most 10 per buyer.").await;

    // Once it is known what the buyer holds, it counts. What a friend holds does not.
    anna.fill("#find-handle", "anna").await;
    anna.says("[data-legend-mine]", "1-4").await;
    anna.says("[data-claim-picked]", "Claim 10 for $250.00").await;
    anna.fill("#handle", "anna").await;
    anna.key(key::TAB).await;
    anna.says("[data-claim-picked]", "Claim 6 for $150.00").await;
    anna.says("[data-claim-random]", "Pick & claim 6 $150.00").await;
    anna.says("[data-picked]", "6 spots: 5-10").await;
    anna.press("#numbers").await;
    anna.key(key::ENTER).await;
    anna.becomes("document.activeElement.id === 'numbers'").await;
    assert_eq!(anna.count("[data-n='5'][data-s='a']").await, 1, "no button has said that it claims a part");
    anna.press(&spot(40)).await;
    anna.says("[data-outcome]", "At most 10 per buyer, and you hold 4.").await;
    anna.press("[data-claim-picked]").await;
    anna.says("[data-outcome]", "5-10 are yours!").await;
    anna.says("[data-count-error]", "At most 10 per buyer, and you hold 10.").await;
    assert_eq!(anna.count("[data-claim-random][aria-disabled=true]").await, 1);

    // The seller raises the limit, and lifts it.
    app.edits(&waffle, &json!({"max_spots_per_handle": 12})).await;
    anna.says("[data-claim-random]", "Pick & claim 2 $50.00").await;
    app.edits(&waffle, &json!({"max_spots_per_handle": null})).await;
    anna.says("[data-claim-random]", "Pick & claim 37 $925.00").await;
    anna.becomes("document.querySelector('[data-count-error]').textContent === ''").await;
}

#[tokio::test]
async fn enter_after_the_numbers_leads_to_what_is_missing_and_then_claims() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    app.claims(&waffle, &[5], "ben").await;
    let anna = chromedriver.open_phone(&app).await;
    anna.goto(&waffle.page()).await;
    board_is_live(&anna).await;
    let focused = |id: &str| format!("document.activeElement.id === '{id}'");
    anna.fill("#numbers", "3, 30").await;
    anna.key(key::ENTER).await;
    anna.says("[data-numbers-error]", "There is no spot 30").await;
    anna.becomes(focused("numbers")).await;
    anna.fill("#numbers", "3, 7").await;
    anna.key(key::ENTER).await;
    anna.becomes(focused("handle")).await;
    anna.key("anna").await;
    // A number that is taken is no request for another one.
    anna.fill("#numbers", "5").await;
    anna.key(key::ENTER).await;
    anna.says("[data-numbers-error]", "Already taken: 5.").await;
    anna.says("[data-outcome]", "Tap spots on the board first").await;
    anna.fill("#numbers", "3, 7").await;
    anna.key(key::ENTER).await;
    anna.says("[data-outcome]", "3 and 7 are yours!").await;
    assert_eq!(anna.complaints().await, [""; 0]);
}

#[tokio::test]
async fn what_is_wrong_with_a_handle_is_said_and_a_pasted_address_becomes_one() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    let anna = chromedriver.open_phone(&app).await;
    anna.goto(&waffle.page()).await;
    board_is_live(&anna).await;
    anna.fill("#numbers", "3").await;
    let (too_long, longest) = ("a".repeat(65), "a".repeat(64));
    for (typed, words) in [
        (None, "Enter your social handle."),
        (Some(&*too_long), "A handle can have at most 64 characters."),
        (Some("an na"), "A handle can only have letters a to z, numbers, dots, underscores and hyphens."),
    ] {
        if let Some(typed) = typed {
            anna.fill("#handle", typed).await;
        }
        anna.press("[data-claim-picked]").await;
        anna.says("[data-handle-error]", words).await;
        anna.becomes("document.activeElement.matches('#handle[aria-invalid=true]')").await;
    }
    anna.says("[data-left]", "12").await;

    // The field has room for the address of the longest handle.
    anna.fill("#handle", &format!("https://www.example.com/@{longest}/?x=1")).await;
    anna.key(key::TAB).await;
    anna.becomes(format!("document.querySelector('#handle').value === '{longest}'")).await;
    anna.becomes("document.querySelector('[data-handle-error]').textContent === ''").await;
    anna.fill("#handle", "https://www.example.com/@Anna/?x=1").await;
    anna.press("[data-claim-picked]").await;
    anna.says("[data-outcome]", "3 is yours!").await;
    assert_eq!(app.get(&waffle.api("/spots")).await.json()[2]["claimed_by_handle"], "anna");
    assert_eq!(anna.complaints().await, [""; 0]);
}

#[tokio::test]
async fn the_keyboard_reaches_every_spot_through_one_tab_stop() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 150).await;
    app.claims(&waffle, &[2], "ben").await;
    let anna = chromedriver.open(&app).await;
    anna.goto(&waffle.page()).await;
    board_is_live(&anna).await;
    assert_eq!(anna.value("document.querySelectorAll('#board [tabindex=\"0\"]').length").await, 1);

    anna.press("[data-next-free]").await;
    let focused = |number: u32| format!("document.activeElement.dataset.n === '{number}'");
    anna.becomes(focused(3)).await;
    anna.key(key::RIGHT).await;
    anna.becomes(focused(4)).await;
    let columns =
        anna.value("getComputedStyle(document.querySelector('#board')).getPropertyValue('--cols').trim()").await;
    let below = 4 + columns.as_str().map_or(0, |columns| columns.parse().unwrap());
    anna.key(key::DOWN).await;
    anna.becomes(focused(below)).await;
    anna.key(key::UP).await;
    anna.key(' ').await;
    anna.becomes("document.activeElement.ariaSelected === 'true'").await;
    assert_eq!(anna.value("document.activeElement.ariaLabel").await, "Spot 4, available");
    anna.key(key::END).await;
    anna.becomes(focused(150)).await;
    anna.key(key::ENTER).await;
    anna.says("[data-picked]", "2 spots: 4, 150").await;
    assert_eq!(anna.value("document.querySelectorAll('#board [tabindex=\"0\"]').length").await, 1);
    assert_eq!(
        anna.value("document.querySelector(\"[data-n='2']\").ariaLabel").await,
        "Spot 2, @ben, claimed, payment pending"
    );

    // One press moves on to what follows the board.
    anna.key(key::TAB).await;
    anna.becomes("!document.activeElement.closest('#board')").await;
}

#[tokio::test]
async fn a_full_board_offers_no_spots_until_one_comes_free() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 3).await;
    let (anna, ben, plain) =
        tokio::join!(chromedriver.open(&app), chromedriver.open(&app), chromedriver.open_without_scripts(&app));
    app.claims(&waffle, &[1, 2], "carl").await;
    for browser in [&anna, &ben] {
        browser.goto(&waffle.page()).await;
        board_is_live(browser).await;
        browser.says("#board-title", "Pick your spots").await;
    }
    anna.press(&spot(3)).await;
    anna.fill("#handle", "anna").await;
    anna.press("[data-claim-picked]").await;

    // The buyer who claimed the last one still sees how to pay for it.
    anna.says("[data-outcome]", "3 is yours!").await;
    ben.says("[data-full]", "Every spot is claimed").await;
    plain.goto(&waffle.page()).await;
    for browser in [&anna, &ben, &plain] {
        browser.says("#board-title", "The board").await;
        assert_eq!(browser.count("[data-claim-picked], [data-claim-random], #numbers, #handle").await, 0);
    }
    assert_eq!([ben.count(".dock").await, plain.count(".dock").await], [0, 0]);

    app.releases(&waffle, 2).await;
    ben.says("#board-title", "Pick your spots").await;
    ben.shows("[data-claim-random]").await;
    assert_eq!(ben.count("[data-full]").await, 0);
}

/// The lightness of a spot in a state as it is painted, from 0 to 1.
fn lightness(state: &str) -> String {
    format!(
        "((spot) => {{ const own = getComputedStyle(spot).backgroundColor; \
         return own.match(/\\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part) / 765, 0); \
         }})(document.querySelector(\".board [data-s='{state}']\"))"
    )
}

#[tokio::test]
async fn on_a_drawn_board_the_free_spots_step_back() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    app.sells(&waffle, &[1, 2], "anna").await;
    let browser = chromedriver.open(&app).await;
    browser.goto(&waffle.page()).await;
    board_is_live(&browser).await;
    app.draws(&waffle, &[1]).await;
    browser.says("[data-tag]", "Drawn").await;
    for reloaded in [false, true] {
        if reloaded {
            browser.reload().await;
            board_is_live(&browser).await;
        }
        for scheme in ["light", "dark"] {
            browser.prefer(scheme).await;
            browser.becomes(format!("{} < {} - 0.03", lightness("a"), lightness("l"))).await;
        }
    }
}
