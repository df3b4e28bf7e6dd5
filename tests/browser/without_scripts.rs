//! A browser that runs no scripts.

use crate::app::TestApp;
use crate::chromedriver::Chromedriver;

#[tokio::test]
async fn spots_are_claimed_with_plain_forms() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    let anna = chromedriver.open_without_scripts(&app).await;
    anna.goto(&waffle.page()).await;
    assert_eq!(anna.value("document.documentElement.classList.contains('js')").await, false);
    anna.press("label.spot:has([value='3'])").await;
    anna.press("label.spot:has([value='4'])").await;
    anna.fill("#handle", "anna").await;
    app.claims(&waffle, &[4], "ben").await;
    anna.press("[data-claim-picked]").await;
    anna.says("[data-notice]", "4 was just taken").await;
    anna.press("[data-notice] button").await;
    anna.says("[data-notice]", "Spot 3 is yours, @anna!").await;
    anna.says("#board", "anna").await;

    anna.fill("#count", "2").await;
    anna.press("[data-claim-random]").await;
    anna.says("[data-notice]", "are yours, @anna!").await;
    assert_eq!(anna.value("document.querySelectorAll('#board [data-s=p]').length").await, 4);
}
