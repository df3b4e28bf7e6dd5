//! `/admin/forgot-password` and `/admin/reset-password`

use std::time::Duration;

use reqwest::Method;
use waffle_tests::{PASSWORD, TestApp, answer, login};

const FORGOT: &str = "/admin/forgot-password";
const RESET: &str = "/admin/reset-password";
const NEW: &str = "another-iron-43";

#[tokio::test]
async fn whatever_is_answered_at_the_secret_address_tells_it_to_nobody() {
    let app = TestApp::start().await;
    for (method, path, status) in [
        (Method::PUT, "/admin/reset-password?token=secret", 405),
        (Method::POST, "/admin/reset-password/?token=secret", 403),
        (Method::GET, "/admin/reset-password/?token=secret", 200),
        (Method::GET, "/admin/reset%2Dpassword?token=secret", 200),
    ] {
        let told = answer(app.request(method, path)).await;
        assert_eq!(told.status, status, "{path}");
        assert_eq!(
            (told.header("referrer-policy"), told.header("cache-control")),
            ("no-referrer", "no-store"),
            "{path}"
        );
    }
}

#[tokio::test]
async fn a_forgotten_password_is_replaced_by_pages_alone() {
    let app = TestApp::start().await;
    let (boss, visitor) = (app.signed_in().await, app.visitor());
    app.seller_as("mia", "waffle_manager").await;
    assert!(visitor.get("/admin/login").await.has("main a[href='/admin/forgot-password']"));
    let asked = visitor.ask_for_a_link("mia@localhost").await;
    assert_eq!(asked.status(), 200);
    let told = asked.words("[role=status]");
    assert!(told.starts_with("If that account exists"), "{told}");
    assert_eq!(visitor.ask_for_a_link("nobody").await.words("main"), asked.words("main"));
    assert_eq!(visitor.ask_for_a_link(" ").await.status(), 400);

    let link = boss.link().await;
    let form = visitor.get(&link).await;
    assert_eq!((form.status(), form.words("h1")), (200, "Choose a new password".into()));
    assert_eq!(
        (form.answer.header("referrer-policy"), form.answer.header("cache-control")),
        ("no-referrer", "no-store")
    );
    let token = form.value("[name=token]");
    assert!(form.words("#new-password-note").starts_with("At least 8 characters"));
    for (new, repeat, at, says) in [
        ("", "", "new-password", "required"),
        ("short-7", "short-7", "new-password", "at least 8"),
        ("password", "password", "new-password", "too common"),
        (NEW, "another-iron-44", "repeat-password", "don’t match"),
    ] {
        let refused = visitor.reset(&token, new, repeat).await;
        assert_eq!((refused.status(), refused.value("[name=token]")), (400, token.clone()));
        assert!(refused.words(&format!("#{at}-note")).contains(says), "{}", refused.words("main"));
        assert_eq!(refused.answer.header("referrer-policy"), "no-referrer");
    }
    let done = visitor.reset(&token, NEW, NEW).await;
    assert_eq!((done.status(), done.words("h1")), (200, "Password changed".into()));
    assert!(!done.answer.text().contains(&token) && done.has("main a[href='/admin/login']"));
    assert_eq!(login(&app, "mia", NEW).await.status, 200);
    let again = visitor.reset(&token, PASSWORD, PASSWORD).await;
    assert_eq!((again.status(), again.words("h1")), (400, "This link doesn’t work".into()));
    assert_eq!(visitor.get(&link).await.words("h1"), "This link doesn’t work");
    assert!(!boss.get("/admin/admins").await.has(".resets"));
}

#[tokio::test]
async fn a_link_that_opens_nothing_says_so_before_anybody_thinks_of_a_password() {
    let app = TestApp::start().await;
    let (boss, visitor) = (app.signed_in().await, app.visitor());
    for path in [RESET.to_owned(), format!("{RESET}?token="), format!("{RESET}?token=nonsense")] {
        let page = visitor.get(&path).await;
        assert_eq!(
            (page.status(), page.words("h1"), page.has("form [name=token]")),
            (200, "This link doesn’t work".into(), false)
        );
        assert!(page.has("main a[href='/admin/forgot-password']"));
    }
    visitor.ask_for_a_link("admin").await;
    let link = boss.link().await;
    app.clock.advance(Duration::from_secs(3_599));
    assert_eq!(visitor.get(&link).await.words("h1"), "Choose a new password");
    app.clock.advance(Duration::from_secs(1));
    assert_eq!(visitor.get(&link).await.words("h1"), "This link doesn’t work");
}

#[tokio::test]
async fn a_form_that_was_not_made_for_this_browser_does_nothing() {
    let app = TestApp::start().await;
    let (boss, visitor) = (app.signed_in().await, app.visitor());
    let (own, _) = visitor.open(FORGOT).await;
    let (_, foreign) = visitor.open(FORGOT).await;
    for (browser, proof) in [(&own, ""), (&own, &*foreign), (&visitor, &*foreign)] {
        let refused = browser.post(FORGOT, &[("username", "admin"), ("csrf_token", proof)]).await;
        assert_eq!((refused.status(), refused.has("[role=alert]")), (403, true));
    }
    assert!(!boss.get("/admin/admins").await.has(".resets"));
    visitor.ask_for_a_link("admin").await;
    let link = boss.link().await;
    let token = visitor.get(&link).await.value("[name=token]");
    for (browser, proof) in [(&own, ""), (&own, &*foreign), (&visitor, &*foreign)] {
        let fields = [("token", &*token), ("new_password", NEW), ("csrf_token", proof)];
        let refused = browser.post(RESET, &fields).await;
        assert_eq!((refused.status(), refused.words("[role=alert]").contains("expired")), (403, true));
    }
    assert_eq!(login(&app, "admin", PASSWORD).await.status, 200);
}
