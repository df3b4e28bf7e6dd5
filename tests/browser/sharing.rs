//! The share editor and its templates.

use serde_json::json;
use waffle_tests::browser::Browser;
use waffle_tests::browser::chromedriver::Chromedriver;
use waffle_tests::browser::session::key;
use waffle_tests::{TestApp, Waffle};

use crate::selling::sign_in;

const MESSAGE: &str = "#message";
/// The name of the chosen template.
pub(crate) const CHOSEN: &str = "document.querySelector('[data-template]').selectedOptions[0].text";
const PREVIEW: &str = "[data-preview]";
/// Chromium has no `navigator.share` on Linux.
const SHARES: &str = "navigator.share = async (what) => { window.shared = what; }";

fn editor(waffle: &Waffle) -> String {
    format!("{}/share", waffle.manage(""))
}

async fn message(seller: &Browser) -> String {
    seller.value("document.querySelector('#message').value").await.as_str().expect("a message").to_owned()
}

#[tokio::test]
async fn the_preview_follows_the_message_and_the_button_copies_it() {
    let (mut app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    let seller = chromedriver.open_phone(&app).await;
    sign_in(&seller, &editor(&waffle)).await;
    assert_eq!(seller.value(CHOSEN).await, "New drop");
    seller.says(PREVIEW, "12 spots at $25.00 each").await;
    seller.says(PREVIEW, "/waffle/camera").await;
    assert_eq!(seller.count("[data-preview-button], [data-share-message]").await, 0, "neither is of use here");

    seller.fill(MESSAGE, "{title}: {spots} × {price}, {colour} {title}").await;
    seller.says(PREVIEW, "Camera: 12 × $25.00, {colour} Camera").await;
    seller.says("[data-counter]", "44 of 5,000 characters").await;
    seller.press("[data-copy-message]").await;
    seller.says("[data-copy-message]", "Copied").await;
    seller.press(MESSAGE).await;
    seller.key(format!("{}a", key::CONTROL)).await;
    seller.key(key::DELETE).await;
    seller.becomes("document.querySelector('[data-preview]').matches(':empty')").await;
    seller.key(format!("{}v", key::CONTROL)).await;
    seller.becomes("document.querySelector('#message').value === 'Camera: 12 × $25.00, {colour} Camera'").await;

    // Without the server the text stays, and the page says why there is no preview.
    app.stop();
    seller.fill(MESSAGE, "Mine").await;
    seller.says("[data-preview-error]", "Your text is still here").await;
    assert_eq!(message(&seller).await, "Mine");
}

#[tokio::test]
async fn the_link_of_a_new_waffle_is_copied_in_one_tap_without_a_swipe() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    let seller = chromedriver.open_phone(&app).await;
    sign_in(&seller, &waffle.manage("")).await;
    let copy = ".page-head [data-copy]";
    seller.says(copy, "Copy link").await;
    seller.becomes(format!("document.querySelector('{copy}').getBoundingClientRect().bottom < innerHeight")).await;
    seller.press(copy).await;
    seller.says(copy, "Copied").await;
    assert_eq!(seller.count(".page-head [data-share]:not([hidden])").await, 0, "it would copy, too");
    seller.press(".tabs a[href$='/share']").await;
    seller.says(PREVIEW, "12 spots at $25.00 each").await;
}

#[tokio::test]
async fn a_new_waffle_is_shared_in_one_tap_and_its_notice_leads_to_the_message() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let seller = chromedriver.open_phone(&app).await;
    seller.first_run(SHARES).await;
    sign_in(&seller, "/admin/waffles/new").await;
    for (field, value) in [("#title", "Camera"), ("#total_spots", "12"), ("#spot_price", "25")] {
        seller.fill(field, value).await;
    }
    seller.press("main form .primary").await;
    seller.says("main [role=status]", "Post its link!").await;
    seller.goes_live().await;
    let (share, message) = (".page-head [data-share]", ".told a[href$='/share']");
    for row in [".page-head .actions", ".told"] {
        let whole = format!(
            "(([one, two]) => one.right <= two.left && one.top < two.bottom && two.bottom < innerHeight)(
            [...document.querySelectorAll('{row} > *')].map((it) => it.getBoundingClientRect()))"
        );
        assert_eq!(seller.value(&whole).await, true, "{row} is one row, and needs no swipe");
    }
    seller.resize(320, 700).await;
    assert_eq!(seller.value("document.documentElement.scrollWidth").await, 320);
    seller.press(share).await;
    seller.becomes("window.shared.url.endsWith('/waffle/camera')").await;
    seller.press(message).await;
    seller.says(PREVIEW, "12 spots at $25.00 each").await;
    seller.says(PREVIEW, "/waffle/camera").await;

    // Where the winners are drawn, it is at hand as well.
    seller.press(".tabs a[href$='view=draw']").await;
    seller.goes_live().await;
    seller.press(share).await;
    seller.becomes("window.shared.url.endsWith('/waffle/camera')").await;
    assert_eq!(seller.complaints().await, [""; 0]);
}

#[tokio::test]
async fn a_template_takes_the_place_of_another_but_not_of_the_sellers_own_words() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    let seller = chromedriver.open(&app).await;
    sign_in(&seller, "/admin/share-templates").await;
    seller.press("main a[href$='/new']").await;
    seller.fill("#name", "Short").await;
    seller.fill("#body", "{title} {url}").await;
    seller.says("[data-counter]", "13 of 5,000 characters").await;
    seller.press("main form .primary").await;
    seller.says(".entries", "Short").await;

    seller.goto(&editor(&waffle)).await;
    let choose = |name: &str| {
        let pick = "document.querySelector('[data-template]')";
        format!(
            "({pick}.value = [...{pick}.options].find((it) => it.text === {}).value, \
             {pick}.dispatchEvent(new Event('change')))",
            json!(name)
        )
    };
    seller.value(&choose("Short")).await;
    assert_eq!(message(&seller).await, "{title} {url}", "a template as it stands is nobody's work");
    seller.says(PREVIEW, "Camera http").await;
    seller.says("[data-counter]", "13 of 5,000 characters").await;

    seller.fill(MESSAGE, "My own {price}").await;
    seller.value(&choose("New drop")).await;
    assert_eq!(message(&seller).await, "My own {price}");
    seller.press("[data-use-template]").await;
    seller.says(PREVIEW, "12 spots at $25.00 each").await;

    seller.fill(MESSAGE, "My own {price}").await;
    seller.press("[value=save]").await;
    seller.says("main [role=status]", "Your message is saved").await;
    seller.says(PREVIEW, "My own $25.00").await;
    assert_eq!(message(&seller).await, "My own {price}");
    assert_eq!(seller.complaints().await, [""; 0]);
}

#[tokio::test]
async fn where_the_device_shares_the_message_goes_there() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    let seller = chromedriver.open_phone(&app).await;
    seller.first_run(SHARES).await;
    sign_in(&seller, &editor(&waffle)).await;
    seller.fill(MESSAGE, "{title} for {price}").await;
    seller.says(PREVIEW, "Camera for $25.00").await;
    seller.press("[data-share-message]").await;
    seller.becomes("window.shared.text === 'Camera for $25.00'").await;
    seller.goto(&waffle.page()).await;
    seller.press("[data-share]").await;
    seller.becomes(format!("window.shared.url.endsWith('{}')", waffle.page())).await;
}

#[tokio::test]
async fn both_cards_show_and_go_where_the_seller_wants_them() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    let seller = chromedriver.open_phone(&app).await;
    seller.first_run(SHARES).await;
    seller.first_run("navigator.canShare = ({files}) => files.length === 1").await;
    // The clipboard asks for leave without a screen.
    seller
        .first_run("navigator.clipboard.write = async ([item]) => { window.copied = await item.getType('image/png'); }")
        .await;
    sign_in(&seller, &editor(&waffle)).await;
    for (format, sides) in [("story", "1080x1920"), ("square", "1080x1080")] {
        let card = format!("[data-card='camera-{format}.png']");
        let shown = format!("document.querySelector(\"{card} img\")");
        seller.becomes(format!("`${{{shown}.naturalWidth}}x${{{shown}.naturalHeight}}` === '{sides}'")).await;
        assert_eq!(seller.value(&format!("{shown}.alt.includes('Camera')")).await, true);
        seller.press(&format!("{card} [data-copy-card]")).await;
        seller.says(&format!("{card} [data-copy-card]"), "Copied").await;
        seller.becomes("window.copied.type === 'image/png' && copied.size > 10_000").await;
        seller.press(&format!("{card} [data-share-card]")).await;
        seller.becomes(format!("window.shared.files[0].name === 'camera-{format}.png'")).await;
        seller.becomes("shared.files[0].size === copied.size && shared.text.includes('12 spots')").await;
        let file = format!("document.querySelector(\"{card} a[download]\").download");
        assert_eq!(seller.value(&file).await, format!("camera-{format}.png"));
        seller.value("(window.copied = window.shared = null)").await;
    }
    let before = seller.value("document.querySelector('[data-card] img').src").await;
    seller.press("form[action$='/share/card'] button").await;
    seller.says("main [role=status]", "Card redrawn").await;
    assert_ne!(seller.value("document.querySelector('[data-card] img').src").await, before, "not a kept one");
    assert_eq!(seller.count("[data-card]").await, 2);
    assert_eq!(seller.complaints().await, [""; 0]);
}

#[tokio::test]
async fn a_message_is_made_from_a_template_seen_and_saved_with_plain_forms() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    let seller = chromedriver.open_without_scripts(&app).await;
    sign_in(&seller, &editor(&waffle)).await;
    assert_eq!(seller.count("[data-copy-message], [data-share-message], [data-counter]").await, 0);
    seller.fill(MESSAGE, "{title}\nfor {price}").await;
    seller.press("[data-preview-button]").await;
    seller.says(PREVIEW, "Camera for $25.00").await;
    assert_eq!(message(&seller).await, "{title}\nfor {price}", "nothing is lost by looking");
    seller.press("[data-use-template]").await;
    seller.says(PREVIEW, "12 spots at $25.00 each").await;
    seller.fill(MESSAGE, "Mine: {price}").await;
    seller.press("[value=save]").await;
    seller.says("main [role=status]", "Your message is saved").await;
    seller.says(PREVIEW, "Mine: $25.00").await;
}
