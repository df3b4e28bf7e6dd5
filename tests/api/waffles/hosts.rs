//! Answers that show the host by which they were asked for.

use reqwest::Method;
use waffle_tests::{Answer, TestApp, answer};

async fn asked_by(app: &TestApp, path: &str, header: &'static str, host: &str) -> Answer {
    answer(app.request(Method::GET, path).header(header, host)).await
}

fn varies(answer: &Answer) -> Vec<String> {
    let values = answer.headers.get_all("vary").iter().flat_map(|value| value.to_str().unwrap().split(','));
    values.map(|name| name.trim().to_ascii_lowercase()).collect()
}

/// Addresses that anyone may read.
async fn public(app: &TestApp) -> Vec<String> {
    let seller = app.seller().await;
    let waffle = seller.waffle("Box", 6).await;
    app.claim(&waffle, &[1], "anna").await;
    let slug = &waffle.slug;
    let of_waffle = ["", "/card.png?format=square"].map(|rest| format!("/waffle/{slug}{rest}"));
    let of_api = ["", "/spots", "/export"].map(|rest| waffle.api(rest));
    let others = [
        "/",
        "/waffles",
        "/about",
        "/buyer",
        "/buyer/anna",
        "/buyer/anna/card",
        "/nothing",
        "/waffle/nothing",
        "/admin/login",
        "/admin/forgot-password",
        "/admin/reset-password?token=none",
        "/api/docs",
        "/api/openapi.json",
        "/api/version",
        "/api/waffles",
        "/api/buyers/anna/card",
        "/api/buyers/anna/stats",
        "/api/buyers/anna/history",
        "/robots.txt",
        "/health",
    ];
    of_waffle.into_iter().chain(of_api).chain(others.map(str::to_owned)).collect()
}

#[tokio::test]
async fn what_shows_the_host_says_so_in_vary() {
    let app = TestApp::start().await;
    let mut seen = 0;
    for path in public(&app).await {
        for header in ["host", "x-forwarded-host"] {
            let one = asked_by(&app, &path, header, "one.example").await;
            let other = asked_by(&app, &path, header, "other.example").await;
            let shows = one.text().contains("one.example") || one.header("etag") != other.header("etag");
            let said = varies(&one);
            for name in ["host", "x-forwarded-host"] {
                assert!(!shows || said.contains(&name.to_owned()), "{path} shows {header} and varies by {said:?}");
            }
            seen += usize::from(shows);
        }
    }
    assert_eq!(seen, 8, "board, share card, and the two pages of a buyer show both");
}

#[tokio::test]
async fn a_known_card_varies_like_the_card() {
    let app = TestApp::start().await;
    let path = public(&app).await.remove(1);
    let tag = app.get(&path).await.header("etag").to_owned();
    let known = answer(app.request(Method::GET, &path).header("if-none-match", &tag)).await;
    assert_eq!((known.status.as_u16(), varies(&known)), (304, vec!["host".to_owned(), "x-forwarded-host".to_owned()]));
}

#[tokio::test]
async fn with_a_public_address_no_answer_shows_another_host() {
    let app = TestApp::with(&[("WAFFLE__SERVER__PUBLIC_URL", "https://own.example")]).await;
    for path in public(&app).await {
        for header in ["host", "x-forwarded-host"] {
            let evil = asked_by(&app, &path, header, "evil.example").await;
            let said = varies(&evil);
            assert!(!evil.text().contains("evil.example"), "{path}");
            assert!(!said.iter().any(|name| name.contains("host")), "{path} varies by {said:?}");
        }
    }
}
