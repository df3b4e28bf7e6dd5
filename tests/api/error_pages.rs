//! Error pages.

use scraper::{Html, Selector};
use waffle_tests::{TestApp, answer};

fn text(page: &str, selector: &str) -> String {
    let page = Html::parse_document(page);
    let selector = Selector::parse(selector).unwrap();
    page.select(&selector).flat_map(|element| element.text()).collect()
}

#[tokio::test]
async fn a_page_says_what_happened_and_what_to_quote() {
    let app = TestApp::shared().await;
    let answer = answer(app.request(reqwest::Method::GET, "/nothing").header("x-request-id", "quote-me")).await;
    let page = answer.text();
    assert!(!text(&page, "h1").is_empty());
    assert!(text(&page, "main").contains("There is nothing at this address."), "{page}");
    assert!(page.contains("quote-me"), "{page}");
}
