//! The header: one row, with what does not fit into it in a menu.

use waffle_language::Language;
use waffle_tests::TestApp;
use waffle_tests::browser::chromedriver::Chromedriver;

use crate::selling::sign_in;

/// How many seller pages are in view, in the header or in its menu.
const IN_VIEW: &str = "[...document.querySelectorAll('.parts a')].filter((it) => it.checkVisibility())
    .map((it) => it.getBoundingClientRect()).filter(({left, right, bottom}) =>
        left >= 0 && right <= document.documentElement.clientWidth && bottom <= innerHeight).length";

const ONE_ROW: &str = "document.querySelector('.top').offsetHeight <= 64";

#[tokio::test]
async fn the_header_is_one_row_and_its_menu_holds_all_that_sellers_can_open() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let seller = chromedriver.open(&app).await;
    sign_in(&seller, "/admin").await;
    let all = seller.value("document.querySelectorAll('.parts a').length").await;
    assert!(all.as_u64() > Some(7), "{all}");
    for tag in Language::all().map(Language::tag).filter(|tag| !tag.starts_with("en-X")) {
        if tag != "en" {
            seller.choose_language(tag).await;
            seller.goto("/admin").await;
        }
        for (width, without_menu) in [(390, false), (1_024, false), (1_280, true)] {
            seller.resize(width, 844).await;
            let what = format!("in {tag} at {width}");
            assert_eq!(seller.value(ONE_ROW).await, true, "{what}");
            let unmoved = "((it) => it.scrollWidth <= it.clientWidth)(document.querySelector('.parts'))";
            assert_eq!(seller.value(unmoved).await, true, "{what}");
            assert_eq!(seller.value(&format!("{IN_VIEW} === {all}")).await, without_menu, "{what}");
            seller.press("[popovertarget=menu]").await;
            seller.becomes(format!("{IN_VIEW} === {all}")).await;
            assert_eq!(seller.count(".menu .nav a, form.who button").await, 4, "{what}");
            assert_eq!(seller.value(ONE_ROW).await, true, "{what}");
            seller.press("[popovertarget=menu]").await;
            seller.becomes("!document.querySelector('#menu').matches(':popover-open')").await;
        }
    }
    // On public pages all of it fits.
    seller.goto("/about").await;
    seller.shows("form.who button").await;
    assert_eq!((seller.value(ONE_ROW).await, seller.count("[popovertarget=menu]").await), (true.into(), 0));
    assert_eq!(seller.complaints().await, [""; 0]);
}
