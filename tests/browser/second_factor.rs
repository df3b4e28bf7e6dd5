//! Signing in with a code, and ending other sessions, on a phone.

use std::{env, fs, path::Path};

use totp_rs::{Builder, Secret};
use waffle_tests::browser::Browser;
use waffle_tests::browser::chromedriver::Chromedriver;
use waffle_tests::{PASSWORD, TestApp};

use crate::selling::{is_signed_in, sign_in};

/// What the app of a secret shows, half a minute after the last code.
fn next_code(app: &TestApp, secret: &str) -> String {
    app.clock.advance(std::time::Duration::from_secs(30));
    let totp = Builder::new().with_secret(Secret::try_from_base32(secret).expect("a secret")).build().expect("an app");
    totp.generate(app.clock.now().timestamp().unsigned_abs()).to_string()
}

/// Fills in the first step of signing in.
async fn with_password(browser: &Browser) {
    browser.goto("/admin/login").await;
    browser.fill("#username", "admin").await;
    browser.fill("#password", PASSWORD).await;
    browser.press("main form button").await;
    browser.says("h1", "Enter your code").await;
}

/// Checks that the page fits, and saves pictures of it in the folder `WAFFLE_PICTURES`, if that is set.
async fn look(browser: &Browser, name: &str) {
    let page = "document.documentElement.scrollWidth <= innerWidth";
    assert_eq!(browser.value(page).await, true, "{name} scrolls sideways");
    let Some(folder) = env::var_os("WAFFLE_PICTURES") else { return };
    for (device, width, height, scheme) in [("phone", 390, 844, "dark"), ("desktop", 1280, 800, "light")] {
        browser.resize(width, height).await;
        browser.prefer(scheme).await;
        let whole = browser.value("document.documentElement.scrollHeight").await.as_u64().unwrap_or(0);
        browser.resize(width, u32::try_from(whole).unwrap_or(height).max(height)).await;
        let file = Path::new(&folder).join(format!("{name}-{device}-{scheme}.png"));
        fs::write(file, browser.picture().await).expect("a file");
    }
    browser.resize(390, 844).await;
}

#[tokio::test]
async fn a_seller_sets_up_an_app_signs_in_with_it_and_ends_another_session() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let (phone, other) = tokio::join!(chromedriver.open_phone(&app), chromedriver.open(&app));
    phone.resize(390, 844).await;
    sign_in(&other, "/admin").await;
    sign_in(&phone, "/admin/settings/security").await;
    look(&phone, "security").await;
    phone.press("main a[href='/admin/settings/second-factor']").await;
    look(&phone, "second-factor-off").await;
    phone.fill("#current-password", PASSWORD).await;
    phone.press("main form .primary").await;
    phone.shows("svg.qr path").await;
    look(&phone, "second-factor-set-up").await;
    let secret = "document.querySelector('#secret').textContent.replaceAll(' ', '')";
    let secret = phone.value(secret).await.as_str().expect("a secret").to_owned();
    let address = phone.value("document.querySelector('a[href^=\"otpauth:\"]').href").await;
    assert!(address.as_str().expect("an address").contains(&format!("secret={secret}&")));
    phone.fill("#code", "000000").await;
    phone.press("main form .primary").await;
    phone.says("#code-note", "code is wrong").await;
    assert_eq!(phone.count("#secret, svg.qr").await, 0, "it was shown once");
    look(&phone, "second-factor-refused").await;
    phone.fill("#code", &next_code(&app, &secret)).await;
    phone.press("main form .primary").await;
    phone.says("[role=status]", "Your second factor is on.").await;
    look(&phone, "recovery-codes").await;
    assert_eq!(phone.count(".recovery-codes li").await, 10);
    let recovery = phone.words(".recovery-codes li").await;
    phone.press("main a.primary").await;
    phone.says("main", "Signing in has required a code from your app").await;

    phone.press("[popovertarget=menu]").await;
    phone.press("form.who button").await;
    with_password(&phone).await;
    look(&phone, "login-code").await;
    let code = next_code(&app, &secret);
    phone.fill("#code", &code).await;
    phone.press("main form button").await;
    is_signed_in(&phone).await;

    phone.press("[popovertarget=menu]").await;
    phone.press("form.who button").await;
    with_password(&phone).await;
    phone.fill("#code", &code).await;
    phone.press("main form button").await;
    phone.says("[role=alert]", "already used").await;
    look(&phone, "login-code-refused").await;
    phone.press("details.more summary").await;
    phone.fill("#recovery-code", &recovery).await;
    phone.press("details.more form button").await;
    is_signed_in(&phone).await;

    phone.goto("/admin/settings/second-factor").await;
    phone.says("main", "9 recovery codes left").await;
    look(&phone, "second-factor-on").await;
    phone.goto("/admin/settings/security").await;
    look(&phone, "security-on").await;
    assert_eq!(phone.count(".sessions li").await, 2);
    phone.press(".sessions form button").await;
    phone.says("[role=status]", "That session has ended.").await;
    assert_eq!(phone.count(".sessions li").await, 1);
    other.goto("/admin").await;
    assert_eq!(other.path().await, "/admin/login");
    let complaints = [phone.complaints().await, other.complaints().await].concat();
    // Chromium mentions the two codes that were refused.
    let refused = |complaint: &&String| complaint.contains("responded with a status of 40");
    assert_eq!(complaints.iter().filter(|complaint| !refused(complaint)).count(), 0, "{complaints:?}");
}
