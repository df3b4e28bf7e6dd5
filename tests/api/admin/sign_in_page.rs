//! `/admin/login` and `/admin/logout`

use reqwest::Method;
use reqwest::header::LOCATION;
use waffle_tests::{PASSWORD, Page, TestApp, Visitor, answer, login, me, with_cookie};

const PATH: &str = "/admin/login";

/// Sends a form that was opened, with its proof.
async fn submit((browser, proof): &(Visitor, String), fields: &[(&str, &str)]) -> Page {
    browser.post(PATH, &[fields, &[("csrf_token", proof)]].concat()).await
}

#[tokio::test]
async fn signing_in_leads_back_to_where_one_wanted_to_go() {
    let app = TestApp::start().await;
    let page = app.visitor().get("/admin/login?next=/admin/waffles/new%3Fa%3Db").await;
    let cookie = page.answer.header("set-cookie");
    assert!(cookie.ends_with("; HttpOnly; SameSite=Lax; Path=/admin"), "{cookie}");
    let next = page.value("input[name=next]");
    assert_eq!(next, "/admin/waffles/new?a=b");

    let form = app.visitor().open(PATH).await;
    let signed_in = submit(&form, &[("username", "admin"), ("password", PASSWORD), ("next", &next)]).await;
    assert_eq!((signed_in.status(), signed_in.location()), (303, "/admin/waffles/new?a=b"));
    let cookie = signed_in.answer.header("set-cookie");
    assert!(cookie.ends_with("; HttpOnly; SameSite=Lax; Path=/; Max-Age=86400"), "{cookie}");
    let token = cookie.strip_prefix("token=").unwrap().split(';').next().unwrap();
    assert_eq!(me(&app, token).await.status, 200);
}

#[tokio::test]
async fn it_never_leads_to_another_site() {
    let app = TestApp::start().await;
    for next in ["https://evil.example", "//evil.example", "/\\evil.example", "/admin/login", ""] {
        let form = app.visitor().open(PATH).await;
        let led = submit(&form, &[("username", "admin"), ("password", PASSWORD), ("next", next)]).await;
        assert_eq!((led.status(), led.location()), (303, "/admin"), "{next}");
    }
    let page = app.visitor().get("/admin/login?next=https://evil.example").await;
    assert_eq!(page.value("input[name=next]"), "/admin");
}

#[tokio::test]
async fn a_failed_try_keeps_what_was_typed_except_the_password() {
    let app = TestApp::start().await;
    let form = app.visitor().open(PATH).await;
    let fields = [("username", "<Anna>"), ("password", "hush-hush"), ("next", "/admin/waffles/new")];
    let failed = submit(&form, &fields).await;
    assert_eq!(failed.status(), 401);
    assert!(failed.words("[role=alert]").contains("Wrong username or password"));
    let kept = ["username", "next"].map(|name| failed.value(&format!("input[name={name}]")));
    assert_eq!(kept, ["<Anna>", "/admin/waffles/new"]);
    assert!(!failed.answer.text().contains("hush-hush"));
    let again = (form.0, failed.value("main [name=csrf_token]"));
    let signed_in = submit(&again, &[("username", "admin"), ("password", PASSWORD)]).await;
    assert_eq!(signed_in.status(), 303, "the form that came back works");
}

#[tokio::test]
async fn empty_fields_are_asked_for() {
    let app = TestApp::start().await;
    let form = app.visitor().open(PATH).await;
    for fields in [[("username", ""), ("password", "x")], [("username", "admin"), ("password", "")]] {
        let asked = submit(&form, &fields).await;
        assert!(asked.status() == 400 && asked.has("[role=alert]"));
    }
}

#[tokio::test]
async fn a_form_that_was_not_made_for_this_browser_is_refused() {
    let app = TestApp::start().await;
    let ((own, proof), (_, foreign)) = (app.visitor().open(PATH).await, app.visitor().open(PATH).await);
    for form in [(own.clone(), String::new()), (own, foreign), (app.visitor(), proof)] {
        let refused = submit(&form, &[("username", "admin"), ("password", PASSWORD)]).await;
        assert_eq!(refused.status(), 403);
        assert!(!refused.answer.header("set-cookie").contains("token="));
        assert!(refused.has("[role=alert]"), "with a fresh form to try again");
    }
}

#[tokio::test]
async fn page_and_api_count_failures_together() {
    let app = TestApp::start().await;
    let form = app.visitor().open(PATH).await;
    for _ in 0..4 {
        assert_eq!(login(&app, "admin", "wrong").await.status, 401);
    }
    for (password, status) in [("wrong", 401), (PASSWORD, 429)] {
        let request = app.request(Method::POST, PATH).header("cookie", &form.0.cookie);
        let fields = [("csrf_token", form.1.as_str()), ("username", "admin"), ("password", password)];
        let request = waffle_tests::form(request.header("x-forwarded-for", "203.0.113.7"), fields);
        let refused = Page::new(answer(request).await);
        assert_eq!(refused.status(), status);
        assert_eq!(refused.answer.header("retry-after"), if status == 429 { "900" } else { "" });
        assert!(refused.has("[role=alert]"));
    }
}

#[tokio::test]
async fn whoever_is_signed_in_already_goes_on() {
    let (app, token) = TestApp::with_token().await;
    let answer = answer(with_cookie(&app, Method::GET, "/admin/login?next=/admin/waffles/new", &token)).await;
    assert_eq!((answer.status.as_u16(), answer.header(LOCATION)), (303, "/admin/waffles/new"));
}

#[tokio::test]
async fn signing_out_ends_the_session_and_leads_to_the_form() {
    let (app, visitor) = TestApp::with_browser().await;
    let left = visitor.send("/admin/logout", &[]).await;
    assert_eq!((left.status(), left.location()), (303, "/admin/login"));
    assert!(left.answer.header("set-cookie").contains("Max-Age=0"));
    assert_eq!(me(&app, visitor.cookie.trim_start_matches("token=")).await.status, 401);
}
