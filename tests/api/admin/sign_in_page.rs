//! `/admin/login` and `/admin/logout`

use reqwest::Method;
use reqwest::header::LOCATION;
use scraper::{Html, Selector};
use waffle_tests::{Answer, PASSWORD, TestApp, answer, login, me, with_cookie};

/// A sign-in form, as the browser received it.
struct Form {
    /// The visitor's cookie.
    cookie: String,
    csrf_token: String,
}

fn value(page: &str, selector: &str) -> String {
    let page = Html::parse_document(page);
    let found = page.select(&Selector::parse(selector).unwrap()).next().unwrap_or_else(|| panic!("no {selector}"));
    found.value().attr("value").unwrap_or_default().to_owned()
}

fn shows(page: &str, selector: &str) -> Option<String> {
    let page = Html::parse_document(page);
    page.select(&Selector::parse(selector).unwrap()).next().map(|found| found.text().collect())
}

async fn open(app: &TestApp) -> Form {
    let answer = app.get("/admin/login").await;
    assert_eq!(answer.status, 200);
    let cookie = answer.header("set-cookie").split(';').next().unwrap().to_owned();
    Form { cookie, csrf_token: value(&answer.text(), "input[name=csrf_token]") }
}

async fn submit(app: &TestApp, form: &Form, fields: &[(&str, &str)]) -> Answer {
    let mut fields = fields.to_vec();
    fields.push(("csrf_token", &form.csrf_token));
    let request = app.request(Method::POST, "/admin/login").header("cookie", &form.cookie);
    answer(waffle_tests::form(request, fields)).await
}

#[tokio::test]
async fn signing_in_leads_back_to_where_one_wanted_to_go() {
    let app = TestApp::start().await;
    let page = app.get("/admin/login?next=/admin/waffles/new%3Fa%3Db").await;
    assert!(
        page.header("set-cookie").ends_with("; HttpOnly; SameSite=Lax; Path=/admin"),
        "{}",
        page.header("set-cookie")
    );
    let next = value(&page.text(), "input[name=next]");
    assert_eq!(next, "/admin/waffles/new?a=b");

    let form = open(&app).await;
    let answer = submit(&app, &form, &[("username", "admin"), ("password", PASSWORD), ("next", &next)]).await;
    assert_eq!((answer.status.as_u16(), answer.header(LOCATION)), (303, "/admin/waffles/new?a=b"));
    let cookie = answer.header("set-cookie");
    assert!(cookie.ends_with("; HttpOnly; SameSite=Lax; Path=/; Max-Age=86400"), "{cookie}");
    let token = cookie.strip_prefix("token=").unwrap().split(';').next().unwrap();
    assert_eq!(me(&app, token).await.status, 200);
}

#[tokio::test]
async fn it_never_leads_to_another_site() {
    let app = TestApp::start().await;
    for next in ["https://evil.example", "//evil.example", "/\\evil.example", "/admin/login", ""] {
        let form = open(&app).await;
        let answer = submit(&app, &form, &[("username", "admin"), ("password", PASSWORD), ("next", next)]).await;
        assert_eq!((answer.status.as_u16(), answer.header(LOCATION)), (303, "/admin"), "{next}");
    }
    let page = app.get("/admin/login?next=https://evil.example").await;
    assert_eq!(value(&page.text(), "input[name=next]"), "/admin");
}

#[tokio::test]
async fn a_failed_try_keeps_what_was_typed_except_the_password() {
    let app = TestApp::start().await;
    let form = open(&app).await;
    let fields = [("username", "<Anna>"), ("password", "hush-hush"), ("next", "/admin/waffles/new")];
    let failed = submit(&app, &form, &fields).await;
    assert_eq!(failed.status, 401);
    let page = failed.text();
    assert!(shows(&page, "[role=alert]").unwrap().contains("Wrong username or password"));
    assert_eq!(value(&page, "input[name=username]"), "<Anna>");
    assert_eq!(value(&page, "input[name=next]"), "/admin/waffles/new");
    assert!(!page.contains("hush-hush"));

    let again = Form { csrf_token: value(&page, "input[name=csrf_token]"), ..form };
    let answer = submit(&app, &again, &[("username", "admin"), ("password", PASSWORD)]).await;
    assert_eq!(answer.status, 303, "the form that came back works");
}

#[tokio::test]
async fn empty_fields_are_asked_for() {
    let app = TestApp::start().await;
    let form = open(&app).await;
    for fields in [[("username", ""), ("password", "x")], [("username", "admin"), ("password", "")]] {
        let answer = submit(&app, &form, &fields).await;
        assert_eq!(answer.status, 400);
        assert!(shows(&answer.text(), "[role=alert]").is_some());
    }
}

#[tokio::test]
async fn a_form_that_was_not_made_for_this_browser_is_refused() {
    let app = TestApp::start().await;
    let (own, foreign) = (open(&app).await, open(&app).await);
    let forged = [
        Form { csrf_token: String::new(), cookie: own.cookie.clone() },
        Form { csrf_token: foreign.csrf_token, cookie: own.cookie.clone() },
        Form { csrf_token: own.csrf_token, cookie: String::new() },
    ];
    for form in forged {
        let answer = submit(&app, &form, &[("username", "admin"), ("password", PASSWORD)]).await;
        assert_eq!(answer.status, 403);
        assert!(!answer.header("set-cookie").contains("token="));
        assert!(shows(&answer.text(), "[role=alert]").is_some(), "with a fresh form to try again");
    }
}

#[tokio::test]
async fn page_and_api_count_failures_together() {
    let app = TestApp::start().await;
    let form = open(&app).await;
    for _ in 0..4 {
        assert_eq!(login(&app, "admin", "wrong").await.status, 401);
    }
    for (password, status) in [("wrong", 401), (PASSWORD, 429)] {
        let request = app.request(Method::POST, "/admin/login").header("cookie", &form.cookie);
        let fields = [("csrf_token", form.csrf_token.as_str()), ("username", "admin"), ("password", password)];
        let answer = answer(waffle_tests::form(request.header("x-forwarded-for", "203.0.113.7"), fields)).await;
        assert_eq!(answer.status, status);
        assert_eq!(answer.header("retry-after"), if status == 429 { "900" } else { "" });
        assert!(shows(&answer.text(), "[role=alert]").is_some());
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
