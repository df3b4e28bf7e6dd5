//! Accounts, settings and forgotten passwords.

use waffle_tests::TestApp;
use waffle_tests::browser::Browser;
use waffle_tests::browser::chromedriver::Chromedriver;

use crate::selling::sign_in;

const FIRST: &str = "first-iron-42";
const NEW: &str = "another-iron-43";

/// Creates an account, as a super admin does.
async fn create(boss: &Browser, username: &str) {
    boss.press("a[href='/admin/admins/new']").await;
    boss.fill("#username", username).await;
    boss.fill("#email", &format!("{username}@example.org")).await;
    boss.fill("#password", FIRST).await;
    boss.press("main form .primary").await;
    boss.says("[role=status]", &format!("{username} can sign in now")).await;
}

async fn ask_for_a_link(browser: &Browser, username: &str) {
    browser.goto("/admin/login").await;
    browser.press("a[href='/admin/forgot-password']").await;
    browser.fill("#username", username).await;
    browser.press("main form button").await;
    browser.says("[role=status]", "If that account exists").await;
}

#[tokio::test]
async fn a_new_colleague_forgets_the_password_and_comes_in_with_a_handed_over_link() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let (boss, mia) = tokio::join!(chromedriver.open(&app), chromedriver.open(&app));
    sign_in(&boss, "/admin/admins").await;
    create(&boss, "mia").await;
    ask_for_a_link(&mia, "mia").await;

    boss.goto("/admin/admins").await;
    boss.press("[data-copy]").await;
    boss.says("[data-copy]", "Copied").await;
    let link = boss.value("document.querySelector('.resets input').value").await;
    let link = link.as_str().expect("a link");
    mia.goto(&link[link.find("/admin/").expect("a path")..]).await;
    mia.fill("#new-password", NEW).await;
    mia.fill("#repeat-password", NEW).await;
    mia.press("main form button").await;
    mia.says("h1", "Password changed").await;
    mia.press("main a[href='/admin/login']").await;
    mia.fill("#username", "mia").await;
    mia.fill("#password", NEW).await;
    mia.press("main form button").await;

    mia.press("[popovertarget=menu]").await;
    mia.press("form.who a").await;
    mia.fill("#display_name", "Mia Maple").await;
    mia.fill("#timezone", "Asia/Tokyo").await;
    mia.press("main form .primary").await;
    mia.says("[role=status]", "Your profile is saved.").await;
    mia.says(".who-name", "Mia Maple").await;

    boss.goto("/admin/admins").await;
    boss.press("[aria-label='Manage mia']").await;
    boss.fill("#deactivate-password", waffle_tests::PASSWORD).await;
    boss.press("form[action$='/deactivate'] button").await;
    boss.says("[role=status]", "mia is deactivated").await;
    mia.goto("/admin/settings").await;
    assert_eq!(mia.path().await, "/admin/login");
    assert_eq!((boss.complaints().await, mia.complaints().await), (vec![], vec![]));
}

#[tokio::test]
async fn times_are_those_of_the_zone_in_the_settings() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let boss = chromedriver.open(&app).await;
    sign_in(&boss, "/admin/settings").await;
    for (zone, hour) in [("Asia/Tokyo", 21), ("America/New_York", 8)] {
        boss.goto("/admin/settings").await;
        boss.fill("#timezone", zone).await;
        boss.press("main form .primary").await;
        boss.says("[role=status]", "Your profile is saved.").await;
        boss.goto("/admin/admins").await;
        let noon = format!("1 Jun 2026, {hour:02}:00");
        boss.becomes(format!("document.querySelector('.entry time').textContent === '{noon}'")).await;
    }
}
