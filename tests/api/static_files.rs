//! Static files.

use reqwest::Method;
use scraper::{Html, Selector};
use waffle_tests::{TestApp, answer};

async fn linked_files(app: &TestApp, page: &str) -> Vec<String> {
    let page = Html::parse_document(&app.get(page).await.text());
    let selector = Selector::parse("link[href], script[src]").unwrap();
    let address = |element: scraper::ElementRef<'_>| element.attr("href").or(element.attr("src")).unwrap().to_owned();
    page.select(&selector).map(address).filter(|path| path.starts_with("/static/")).collect()
}

#[tokio::test]
async fn what_a_page_links_is_there_and_may_be_kept_for_a_year() {
    let app = TestApp::shared().await;
    let files = linked_files(&app, "/nothing").await;
    let mut kinds = Vec::new();
    for path in files {
        let answer = app.get(&path).await.ok();
        assert_eq!(answer.header("cache-control"), "public, max-age=31536000, immutable");
        let kind = path.rsplit('.').next().unwrap().to_owned();
        let expected = match kind.as_str() {
            "css" => "text/css; charset=utf-8",
            "js" => "text/javascript; charset=utf-8",
            "svg" => "image/svg+xml",
            other => panic!("{other} is not expected on a page"),
        };
        assert_eq!(answer.header("content-type"), expected, "{path}");
        kinds.push(kind);
    }
    assert!(kinds.contains(&"css".to_owned()) && kinds.contains(&"js".to_owned()), "{kinds:?}");
}

#[tokio::test]
async fn a_board_is_one_page_one_stylesheet_one_script_and_an_icon() {
    let (app, _, waffle) = TestApp::selling("Box", 3).await;
    let files = linked_files(&app, &format!("/waffle/{}", waffle.slug)).await;
    let kinds: Vec<_> = files.iter().map(|path| path.rsplit('.').next().unwrap()).collect();
    assert_eq!(kinds, ["svg", "css", "js"], "{files:?}");
    let script = app.get(&files[2]).await.text();
    assert!(!script.contains("\nimport ") && !script.contains("\nexport "), "it leads to no other file");
    for module in ["page", "board", "live", "claim_dock"] {
        assert_eq!(script.matches(&format!("\nconst ${module} = ")).count(), 1, "{module}");
    }
}

#[tokio::test]
async fn a_file_is_not_there_without_its_hash() {
    let app = TestApp::shared().await;
    for path in [
        "/static/app.css",
        "/static/app.000000000000.css",
        "/static/",
        "/static/../Cargo.toml",
        "/static/%2e%2e/Cargo.toml",
    ] {
        let answer = app.get(path).await;
        assert_eq!(answer.status, 404, "{path}");
        assert_eq!(answer.header("cache-control"), "no-store");
    }
}

#[tokio::test]
async fn texts_are_compressed_for_those_who_ask() {
    let app = TestApp::shared().await;
    let page =
        |accepted: &'static str| answer(app.request(Method::GET, "/nothing").header("accept-encoding", accepted));
    for (accepted, chosen) in [("br, gzip", "br"), ("gzip", "gzip"), ("identity", ""), ("zstd", ""), ("gzip;q=0", "")] {
        let answer = page(accepted).await;
        assert_eq!(answer.header("content-encoding"), chosen, "{accepted}");
        assert_eq!(answer.header("vary"), "Accept-Encoding");
    }
    assert!(page("br").await.body.len() < page("identity").await.body.len() / 2);
    let small = answer(app.request(Method::GET, "/api/version").header("accept-encoding", "br")).await;
    assert_eq!(small.header("content-encoding"), "", "what fits one packet is left alone");
}

#[tokio::test]
async fn browsers_and_robots_find_what_they_look_for() {
    let app = TestApp::shared().await;
    assert_eq!(app.get("/favicon.ico").await.header("content-type"), "image/svg+xml");
    assert!(app.get("/robots.txt").await.text().contains("Disallow: /admin"));
}
