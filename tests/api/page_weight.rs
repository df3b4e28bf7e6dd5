//! How much a phone loads before the first claim.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::json;
use waffle_tests::{Answer, TestApp, answer};

/// The most bytes on the wire, compressed as for every current browser: of all files together, of scripts, of
/// stylesheets.
const MOST: [(&str, usize); 3] = [("", 50_000), (".js", 17_500), (".css", 14_000)];

async fn compressed(app: &TestApp, path: &str) -> Answer {
    answer(app.request(Method::GET, path).header("accept-encoding", "br")).await.ok()
}

/// The files that a page names, each once: stylesheets, scripts, icons.
fn files(page: &str) -> BTreeSet<&str> {
    page.split(['"', '#']).filter(|text| text.starts_with("/static/")).collect()
}

/// What a page and its files weigh, each under its path.
async fn weights(app: &TestApp, page: &str) -> Vec<(String, usize)> {
    let text = app.get(page).await.text();
    let mut weights = vec![(page.to_owned(), compressed(app, page).await.body.len())];
    for path in files(&text) {
        weights.push((path.to_owned(), compressed(app, path).await.body.len()));
    }
    weights
}

#[tokio::test]
async fn a_board_of_a_hundred_spots_is_light() {
    let (app, _, waffle) = TestApp::selling("A box", 100).await;
    let page = format!("/waffle/{}", waffle.slug);
    for state in ["all free", "all claimed"] {
        let weights = weights(&app, &page).await;
        for kind in [".css", ".js", ".svg"] {
            assert!(weights.iter().any(|(path, _)| path.ends_with(kind)), "{kind} is missing in {weights:?}");
        }
        for (kind, most) in MOST {
            let weight: usize = weights.iter().filter(|(path, _)| path.ends_with(kind)).map(|(_, weight)| weight).sum();
            assert!(weight <= most, "{state}: {weight} bytes of *{kind}, {most} at most: {weights:?}");
        }
        for spot in 1..=100 {
            let claim = json!({"waffle_id": waffle.id, "spots": [spot], "social_handle": format!("buyer.no.{spot}")});
            answer(app.request(Method::POST, "/api/claims").json(&claim)).await;
        }
    }
}

/// What the script of a large board weighs more than that of a small one, at most.
const MORE: usize = 1_000;

#[tokio::test]
async fn what_a_large_board_needs_is_loaded_with_large_boards_only() {
    let app = TestApp::start().await;
    for (spots, ways, jumps) in [(100, false, false), (101, true, false), (10_000, true, true)] {
        let waffle = app.waffle("A box", spots).await;
        let page = app.visitor().get(&waffle.page()).await;
        // Without scripts, they are of no use.
        assert_eq!((page.has("[data-ways][hidden]"), page.has("[data-jumps]")), (ways, jumps), "{spots} spots");
        let weights = weights(&app, &waffle.page()).await;
        let scripts: Vec<_> = weights.iter().filter(|(path, _)| path.contains("board.")).collect();
        let [(path, weight)] = scripts[..] else { panic!("{weights:?}") };
        assert_eq!(path.contains("large_board"), ways, "{path}");
        assert!(*weight <= MOST[1].1 + MORE * usize::from(ways), "{weight} bytes of {path}");
    }
}

#[tokio::test]
async fn no_page_loads_more_than_its_board_does() {
    let (app, _, waffle) = TestApp::selling("A box", 100).await;
    for page in ["/", "/waffles", "/about", "/buyer", "/admin/login", &format!("/waffle/{}/stage", waffle.slug)] {
        let weights = weights(&app, page).await;
        let weight: usize = weights.iter().map(|(_, weight)| weight).sum();
        assert!(weight <= MOST[0].1, "{page}: {weights:?}");
    }
}
