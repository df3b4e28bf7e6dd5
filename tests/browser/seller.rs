//! The seller, as buyers see them.

use image::ImageFormat;
use waffle_tests::TestApp;
use waffle_tests::browser::Browser;
use waffle_tests::browser::chromedriver::Chromedriver;
use waffle_tests::pictures::picture;

use crate::photo::choose;
use crate::selling::sign_in;

/// As long as a name may be.
const NAME: &str = "The Golden Waffle House at the Old Harbour, open since 1894!";

/// Sets name and picture in the settings.
async fn introduce(seller: &Browser) {
    let folder = tempfile::tempdir().expect("a folder");
    sign_in(seller, "/admin/settings").await;
    seller.fill("#name", NAME).await;
    choose(seller, &folder, ("face.png", &picture(600, 600, ImageFormat::Png))).await;
    seller.press("form[action$='/seller'] .primary").await;
    seller.says("main [role=status]", "Saved.").await;
    seller.becomes("document.querySelector('main .seller img').naturalWidth === 320").await;
}

#[tokio::test]
async fn what_a_seller_sets_in_the_settings_shows_on_board_receipt_and_stage_in_one_line() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 20).await;
    let receipt = app.claims(&waffle, &[3], "anna").await;
    let (seller, buyer) = (chromedriver.open(&app).await, chromedriver.open_phone(&app).await);
    introduce(&seller).await;
    let line = "document.querySelector('.seller')";
    for path in [waffle.page(), receipt, format!("{}/stage", waffle.page())] {
        for (width, height) in [(320, 640), (1_280, 720)] {
            buyer.resize(width, height).await;
            buyer.goto(&path).await;
            buyer.goes_live().await;
            buyer.becomes(format!("{line}.querySelector('bdi').textContent === '{NAME}'")).await;
            buyer.becomes(format!("{line}.firstElementChild.naturalWidth === 320")).await;
            let fits = "document.documentElement.scrollWidth <= innerWidth";
            let is_line = format!(
                "(({{width, height}}) => width > 200 && width <= innerWidth && height < 60)
                ({line}.getBoundingClientRect())"
            );
            assert_eq!(buyer.value(&format!("{fits} && {is_line}")).await, true, "{path} at {width}");
        }
    }
    assert_eq!((seller.complaints().await, buyer.complaints().await), (vec![], vec![]));
}

#[tokio::test]
async fn the_form_works_without_scripts() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let seller = chromedriver.open_without_scripts(&app).await;
    introduce(&seller).await;
    seller.press("[name=remove_picture]").await;
    seller.press("form[action$='/seller'] .primary").await;
    seller.becomes("document.querySelector('.seller img') === null").await;
    seller.says("main .seller", NAME).await;
}

#[tokio::test]
async fn the_line_pushes_the_board_down_by_no_more_than_itself() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 20).await;
    let (seller, buyer) = (chromedriver.open(&app).await, chromedriver.open_phone(&app).await);
    let top = "document.querySelector('[data-n]').getBoundingClientRect().top";
    buyer.goto(&waffle.page()).await;
    buyer.goes_live().await;
    let before = buyer.value(top).await.as_f64().expect("a place");
    introduce(&seller).await;
    buyer.reload().await;
    buyer.goes_live().await;
    buyer.shows(".seller").await;
    let after = buyer.value(top).await.as_f64().expect("a place");
    assert!(after > before && after - before < 36.0, "{before} and {after}");
}
