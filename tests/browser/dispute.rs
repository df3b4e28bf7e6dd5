//! Two buyers argue who was first, and the seller looks it up.

use std::time::Duration;

use serde_json::from_value;
use tokio::time::{sleep, timeout};
use waffle_tests::TestApp;
use waffle_tests::browser::chromedriver::Chromedriver;

use crate::money_desk::Thumb;
use crate::selling::sign_in;

#[tokio::test]
async fn a_dispute_is_settled_in_three_taps_and_two_swipes() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Golden Hour", 100).await;
    for number in 1..=40_u32 {
        app.claims(&waffle, &[number], &format!("buyer{number:02}")).await;
    }
    app.clock.advance(Duration::from_millis(80));
    assert_eq!(app.claim(&waffle, &[27], "Late.Ben").await.status, 409);
    let (seller, history) = (app.signed_in().await, waffle.manage("/history?spot=27"));
    let written = async {
        while !seller.get(&history).await.has("[data-refused]") {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(Duration::from_secs(10), written).await.expect("it is written down");

    let phone = chromedriver.open_phone(&app).await;
    phone.travel("Europe/Berlin").await;
    sign_in(&phone, &waffle.manage("")).await;
    phone.says("[data-live]", "Live").await;
    let thumb = Thumb::on(&phone);
    thumb.tap("[data-desk-search] input").await;
    phone.fill("[data-desk-search] input", "27").await;
    phone.says("[data-desk-spot]", "History of spot 27").await;
    thumb.tap("[data-desk-spot] a").await;
    let late = "27 @late.ben: asked for 27, was late by 0.08 s 1 Jun 2026, 14:00:00.08";
    phone.says("[data-refused]", late).await;
    phone.says(".activity", &format!("{late} 27 @buyer27: claimed 1 Jun 2026, 14:00:00.00")).await;
    thumb.reach(".activity > li:last-child").await;
    // It is settled: who was first has paid.
    thumb.tap("[data-spot] .primary").await;
    phone.says("main [role=status]", "Spot 27 is paid.").await;
    phone.says("[data-spot]", "paid @buyer27").await;
    let (taps, swipes) = (thumb.taps.get(), thumb.swipes.get());
    assert!(taps <= 3 && swipes <= 2, "{taps} taps and {swipes} swipes");
    assert_eq!(phone.complaints().await, [""; 0]);
}

/// How many pixels are between the words of a claim that can be unfolded and its time, and whether a thumb that is 43
/// pixels below the upper end of what it presses still presses it.
const CLAIM_AND_TIME: &str = "((summary, words) => {
        words.selectNodeContents(summary);
        const {top, left} = summary.getBoundingClientRect();
        const time = summary.closest('li').querySelector(':scope > time').getBoundingClientRect();
        const pressed = document.elementFromPoint(left + 20, top + 43);
        return [time.top - words.getBoundingClientRect().bottom, pressed === summary];
    })(document.querySelector('[data-activity] summary'), document.createRange())";

#[tokio::test]
async fn a_claim_that_is_unfolded_stays_so_while_others_come() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    app.claims(&waffle, &[3, 4], "anna").await;
    let seller = chromedriver.open(&app).await;
    seller.travel("Europe/Berlin").await;
    sign_in(&seller, &waffle.manage("")).await;
    seller.says("[data-live]", "Live").await;
    seller.says("[data-activity]", "2× @anna: claimed 3, 4 1 Jun 2026, 14:00:00").await;
    seller.value("document.querySelector('[data-activity]').scrollIntoView({block: 'center'})").await;
    let (gap, is_pressed): (f64, bool) = from_value(seller.value(CLAIM_AND_TIME).await).unwrap();
    assert!((0.0..8.0).contains(&gap) && is_pressed, "{gap} {is_pressed}");
    seller.press("[data-activity] summary").await;
    seller.says("[data-activity]", "3 @anna: claimed").await;
    app.clock.advance(Duration::from_millis(1_250));
    app.claims(&waffle, &[7], "ben").await;
    seller.says("[data-activity]", "7 @ben: claimed 1 Jun 2026, 14:00:01 2× @anna: claimed 3, 4").await;
    seller.becomes("document.querySelector('[data-group]').open").await;
    seller.says("[data-all-activity]", "Whole history").await;
    assert_eq!(seller.complaints().await, [""; 0]);
}
