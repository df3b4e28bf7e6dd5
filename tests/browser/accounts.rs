//! Accounts, settings and forgotten passwords.

use std::{env, fs, path::Path};

use crate::app::TestApp;
use crate::browser::Browser;
use crate::chromedriver::Chromedriver;
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

    mia.press("form.who a").await;
    mia.fill("#display_name", "Mia Maple").await;
    mia.fill("#timezone", "Asia/Tokyo").await;
    mia.press("main form .primary").await;
    mia.says("[role=status]", "Your profile is saved.").await;
    mia.says(".who-name", "Mia Maple").await;

    boss.goto("/admin/admins").await;
    boss.press("[aria-label='Manage mia']").await;
    boss.fill("#deactivate-password", crate::shop::PASSWORD).await;
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

/// Saves the pictures in the folder `WAFFLE_PICTURES`, if it is set, for people to look at.
#[tokio::test]
async fn the_pages_fit_the_smallest_phone_and_look_other_in_the_dark() {
    let folder = env::var_os("WAFFLE_PICTURES");
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let (boss, stranger) = tokio::join!(chromedriver.open(&app), chromedriver.open(&app));
    sign_in(&boss, "/admin/admins").await;
    for username in ["mia", &"long-name.".repeat(7)[..64], "ben"] {
        boss.goto("/admin/admins").await;
        create(&boss, username).await;
    }
    ask_for_a_link(&stranger, "mia").await;
    boss.goto("/admin/admins").await;
    let link = boss.value("document.querySelector('.resets input').value").await;
    let link = link.as_str().expect("a link");
    let account = boss.value("document.querySelector('[aria-label=\"Manage ben\"]').getAttribute('href')").await;
    let account = account.as_str().expect("an address");
    boss.goto(account).await;
    boss.fill("#deactivate-password", crate::shop::PASSWORD).await;
    boss.press("form[action$='/deactivate'] button").await;
    boss.says("[role=status]", "ben is deactivated").await;
    boss.goto("/admin/admins").await;
    let active = boss.value("document.querySelector('[aria-label=\"Manage mia\"]').getAttribute('href')").await;
    let active = active.as_str().expect("an address");
    boss.goto("/admin/settings").await;
    boss.press("details.more summary").await;
    boss.fill("#social_mastodon", "@admin@social.example").await;
    boss.press("main form .primary").await;
    boss.says("[role=status]", "Your profile is saved.").await;
    let pages = [
        (&boss, "accounts", "/admin/admins"),
        (&boss, "new-account", "/admin/admins/new"),
        (&boss, "account", active),
        (&boss, "account-deactivated", account),
        (&boss, "settings", "/admin/settings"),
        (&boss, "security", "/admin/settings/security"),
        (&boss, "second-factor", "/admin/settings/second-factor"),
        (&stranger, "login", "/admin/login"),
        (&stranger, "forgot", "/admin/forgot-password"),
        (&stranger, "reset", &link[link.find("/admin/").expect("a path")..]),
        (&stranger, "reset-invalid", "/admin/reset-password?token=x"),
    ];
    for (device, width, height) in [("smallest", 320, 640), ("phone", 390, 844), ("desktop", 1280, 800)] {
        for (browser, name, path) in pages {
            browser.resize(width, height).await;
            browser.goto(path).await;
            browser.becomes("document.readyState === 'complete' && document.querySelector('.js')").await;
            let page = "document.documentElement.scrollWidth <= innerWidth";
            assert_eq!(browser.value(page).await, true, "{name} scrolls sideways on the {device}");
            let mut pictures = Vec::new();
            for scheme in ["light", "dark"] {
                browser.prefer(scheme).await;
                if folder.is_some() {
                    let whole = browser.value("document.documentElement.scrollHeight").await.as_u64().unwrap_or(0);
                    browser.resize(width, u32::try_from(whole).unwrap_or(height).max(height)).await;
                }
                let picture = browser.picture().await;
                if let Some(folder) = &folder {
                    fs::write(Path::new(folder).join(format!("{name}-{device}-{scheme}.png")), &picture)
                        .expect("a file");
                }
                pictures.push(picture);
            }
            assert_ne!(pictures[0], pictures[1], "{name} on a {device}");
            assert_eq!(browser.complaints().await, [""; 0], "{name}");
        }
    }
}
