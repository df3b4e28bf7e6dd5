//! The keys of sellers.

use serde_json::json;
use waffle_tests::TestApp;
use waffle_tests::browser::Browser;
use waffle_tests::browser::chromedriver::Chromedriver;
use waffle_tests::browser::session::key;

use crate::selling::sign_in;

/// Presses keys, one after the other.
async fn strike(browser: &Browser, keys: &str) {
    for key in keys.chars() {
        browser.stroke(key).await;
    }
}

/// Whether the element of a CSS selector at a position has the focus, and shows it.
async fn is_at(browser: &Browser, css: &str, position: usize) -> bool {
    let at = format!(
        "(it => it === document.activeElement && it.matches(':focus-visible'))
         (document.querySelectorAll({})[{position}])",
        json!(css)
    );
    browser.value(&at).await == true
}

/// Which checkboxes of a CSS selector are ticked.
fn ticks(css: &str) -> String {
    format!("[...document.querySelectorAll({})].map((it) => it.checked)", json!(css))
}

/// Whether the list of the keys is open.
async fn lists(browser: &Browser) -> bool {
    browser.value("document.querySelector('[data-keys]').open").await == true
}

#[tokio::test]
async fn at_the_money_desk_keys_lead_along_the_buyers_and_mark_them_paid() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    for (number, handle) in [(3, "anna"), (4, "ben"), (5, "carl")] {
        app.claims(&waffle, &[number], handle).await;
    }
    let seller = chromedriver.open(&app).await;
    sign_in(&seller, &waffle.manage("")).await;
    seller.goes_live().await;
    let handles = ".debtor-handle";
    strike(&seller, "kxp").await;
    assert!(!is_at(&seller, handles, 0).await, "no row is chosen yet");
    for (key, position) in [('j', 0), ('j', 1), ('j', 2), ('j', 2), ('k', 1), ('k', 0), ('k', 0), ('j', 1)] {
        seller.stroke(key).await;
        assert!(is_at(&seller, handles, position).await, "{key} does not lead to {position}");
    }
    let buyer = seller.words(".debtor:nth-child(2) .debtor-handle").await;
    strike(&seller, "p").await;
    seller.says("[data-flash]", &format!("{buyer} has paid $25.00")).await;
    seller.becomes("document.activeElement.closest('.debtor') !== null").await;
    strike(&seller, "p").await;
    strike(&seller, "j").await;
    assert!(is_at(&seller, handles, 2).await);
    app.holds("(SELECT count(*) = 1 FROM spots WHERE status = 'paid')").await;

    // In the field, they are letters.
    let typed = "njkxp/?";
    strike(&seller, &format!("/{typed}")).await;
    assert_eq!(seller.value("document.activeElement.value").await, typed);
    assert_eq!(seller.path().await, waffle.manage(""));
    assert!(!lists(&seller).await);
    app.holds("(SELECT count(*) = 1 FROM spots WHERE status = 'paid')").await;
    seller.goto(&waffle.manage("/payments")).await;
    seller.shows("[data-keys-open]").await;
    seller.value("document.querySelector('#text').focus()").await;
    strike(&seller, typed).await;
    assert_eq!(seller.value("document.activeElement.value").await, typed);
    seller.goto("/admin/audit").await;
    seller.shows("[data-keys-open]").await;
    seller.value("document.querySelector('select').focus()").await;
    strike(&seller, "n?").await;
    assert_eq!(seller.value("document.activeElement.localName").await, "select");
    assert_eq!(seller.path().await, "/admin/audit");
    assert!(!lists(&seller).await);
    assert_eq!(seller.complaints().await, [""; 0]);
}

#[tokio::test]
async fn in_the_list_of_spots_keys_tick_rows_and_mark_them_paid() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    app.claims(&waffle, &[3, 4, 5], "anna").await;
    let seller = chromedriver.open(&app).await;
    sign_in(&seller, &waffle.manage("")).await;
    seller.press(".tabs a[href$='view=spots']").await;
    seller.shows("[data-rows]").await;
    seller.goes_live().await;
    strike(&seller, "jx").await;
    assert!(is_at(&seller, "[name=spot_ids]", 0).await);
    seller.says("[data-bulk-pay]", "Mark 1 spot paid").await;
    strike(&seller, "jx").await;
    seller.says("[data-bulk-pay]", "Mark 2 spots paid").await;
    strike(&seller, "x").await;
    seller.says("[data-bulk-pay]", "Mark 1 spot paid").await;
    strike(&seller, "jp").await;
    seller.says("[data-flash]", "Spot 5 is paid.").await;
    strike(&seller, "k").await;
    assert!(is_at(&seller, ".spot-link", 1).await);
    app.holds("(SELECT count(*) = 1 FROM spots WHERE status = 'paid' AND number = 5)").await;
}

#[tokio::test]
async fn on_a_buyers_page_and_among_pasted_payments_keys_lead_from_tick_to_tick() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    app.claims(&waffle, &[3, 4], "anna").await;
    app.claims(&waffle, &[7], "ben").await;
    let seller = chromedriver.open(&app).await;
    sign_in(&seller, &waffle.manage("/buyer?handle=anna")).await;
    seller.shows("[data-keys-open]").await;
    let on_page = "#ticked [name=numbers]";
    strike(&seller, "jxjk").await;
    assert!(is_at(&seller, on_page, 0).await);
    strike(&seller, "jj").await;
    assert!(is_at(&seller, on_page, 1).await);
    assert_eq!(seller.value(&ticks(on_page)).await, json!([false, true]));

    seller.goto(&waffle.manage("/payments")).await;
    // Of a payer without a handle, there is nothing to tick.
    seller.fill("#text", "@anna sent you $50.00\nSomeone Else sent you $9.00\n@ben sent you $25.00").await;
    seller.press("main .panel .button").await;
    seller.shows(".found-bar").await;
    seller.shows("[data-keys-open]").await;
    let found = ".found-line [type=checkbox]";
    let before = seller.value(&ticks(found)).await;
    strike(&seller, "jj").await;
    assert!(is_at(&seller, found, 1).await);
    strike(&seller, "xkj").await;
    assert!(is_at(&seller, found, 1).await);
    let after = seller.value(&ticks(found)).await;
    assert_eq!((&after[0], after[1] == before[1]), (&before[0], false), "the second one is ticked or not");
    assert_eq!(seller.complaints().await, [""; 0]);
}

#[tokio::test]
async fn on_the_dashboard_keys_lead_to_a_waffle_and_to_a_new_one_but_lose_nothing_that_was_typed() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    app.waffle("Camera", 12).await;
    let lamp = app.waffle("Lamp", 12).await;
    let seller = chromedriver.open(&app).await;
    sign_in(&seller, "/admin").await;
    strike(&seller, "jjk").await;
    assert!(is_at(&seller, ".card-title a", 0).await);
    let leads_to = seller.value("document.activeElement.getAttribute('href')").await;
    seller.stroke(key::ENTER).await;
    seller.shows("[data-manage]").await;
    assert_eq!(seller.path().await, leads_to.as_str().expect("a path"));
    seller.goto(&lamp.manage("")).await;
    seller.goes_live().await;
    strike(&seller, "n").await;
    seller.shows("[data-waffle-form]").await;
    assert_eq!(seller.path().await, "/admin/waffles/new");

    seller.fill("#title", "Knife").await;
    seller.value("(document.activeElement.blur(), window.before = true)").await;
    strike(&seller, "n/").await;
    assert_eq!(seller.value("window.before && document.querySelector('#title').value").await, "Knife");
}

#[tokio::test]
async fn the_key_for_a_new_waffle_loses_neither_ticks_nor_choices() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    let seller = chromedriver.open(&app).await;
    sign_in(&seller, &waffle.manage("/edit")).await;
    let (tick, choose) = (".click()", ".selectedIndex = 1");
    for (page, field, change) in
        [(waffle.manage("/edit"), "[name=unlisted]", tick), ("/admin/audit".into(), "#action", choose)]
    {
        seller.goto(&page).await;
        seller.shows("[data-keys-open]").await;
        strike(&seller, "n").await;
        seller.shows("[data-waffle-form] #total_spots").await;
        assert_eq!(seller.path().await, "/admin/waffles/new", "{page} is as it came");
        seller.goto(&page).await;
        seller.shows("[data-keys-open]").await;
        seller.value(&format!("document.querySelector('{field}'){change}")).await;
        strike(&seller, "n?").await;
        assert!(lists(&seller).await, "{page} is still there");
        assert_eq!(seller.path().await, page);
    }
}

#[tokio::test]
async fn the_list_of_the_keys_opens_closes_and_turns_them_off() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    app.waffle("Camera", 12).await;
    let seller = chromedriver.open(&app).await;
    sign_in(&seller, "/admin").await;
    // Keys of the browser, and of who composes a letter.
    for other in ["ctrlKey: true", "altKey: true", "metaKey: true", "isComposing: true"] {
        let event = format!("new KeyboardEvent('keydown', {{ key: 'j', bubbles: true, cancelable: true, {other} }})");
        assert_eq!(seller.value(&format!("document.body.dispatchEvent({event})")).await, true, "{other}");
    }
    assert!(!is_at(&seller, ".card-title a", 0).await);

    strike(&seller, "?").await;
    assert!(lists(&seller).await);
    seller.says("[data-keys]", "Keyboard shortcuts / Go to search n New waffle j Next row").await;
    strike(&seller, "njkxp?").await;
    assert!(lists(&seller).await);
    seller.stroke(key::ESCAPE).await;
    seller.becomes("!document.querySelector('[data-keys]').open").await;
    strike(&seller, "j").await;
    assert!(is_at(&seller, ".card-title a", 0).await);

    seller.press("[data-keys-open]").await;
    seller.press("[data-keys-on]").await;
    seller.press("[data-keys-close]").await;
    assert!(!lists(&seller).await);
    for _ in 0..2 {
        strike(&seller, "j?n").await;
        assert!(!lists(&seller).await && !is_at(&seller, ".card-title a", 0).await);
        assert_eq!(seller.path().await, "/admin");
        seller.reload().await;
        seller.shows("[data-keys-open]").await;
    }
    seller.press("[popovertarget=menu]").await;
    seller.press("form.who button").await;
    seller.shows("#username").await;
    sign_in(&seller, "/admin").await;
    seller.shows("[data-keys-open]").await;
    strike(&seller, "?").await;
    assert!(!lists(&seller).await, "they stay off");
    seller.press("[data-keys-open]").await;
    seller.press("[data-keys-on]").await;
    seller.stroke(key::ESCAPE).await;
    strike(&seller, "j").await;
    assert!(is_at(&seller, ".card-title a", 0).await);
    assert_eq!(seller.complaints().await, [""; 0]);
}

#[tokio::test]
async fn buyers_pages_have_no_keys() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    let seller = chromedriver.open(&app).await;
    sign_in(&seller, "/admin").await;
    seller.goto(&waffle.page()).await;
    seller.goes_live().await;
    strike(&seller, "n?").await;
    assert_eq!(seller.path().await, waffle.page());
    assert_eq!(seller.count("[data-keys], [data-keys-open]").await, 0);
}
