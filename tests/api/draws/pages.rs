//! Long ledgers, a hundred entries at a time.

use serde_json::{Value, json};
use waffle_tests::{TestApp, Waffle, refusal};

use super::{lock, sold, without_relays};

/// Adds entries to the ledger, as many settings by hand would.
async fn happens(app: &TestApp, waffle: &Waffle, times: u32) {
    app.sql(&format!(
        "INSERT INTO draw_ledger (waffle_id, place, kind, at, reason)
         SELECT '{}', before + n, 'cleared', now(), 'entry ' || before + n FROM generate_series(1, {times}) n,
            (SELECT coalesce(max(place), 0) AS before FROM draw_ledger WHERE waffle_id = '{0}') AS already",
        waffle.id
    ))
    .await;
}

/// The reasons of the ledger's entries.
async fn reasons(app: &TestApp, waffle: &Waffle, query: &str) -> Vec<String> {
    let listed = app.get(&waffle.api(&format!("/draws{query}"))).await;
    assert_eq!((listed.header("x-total-draws"), listed.header("x-total-ledger")), ("0", "205"));
    let listed = listed.json();
    let reason = |entry: &Value| entry["reason"].as_str().unwrap_or_default().to_owned();
    listed["ledger"].as_array().unwrap().iter().map(reason).collect()
}

fn entries(from: usize, to: usize) -> Vec<String> {
    (from..=to).map(|number| format!("entry {number}")).collect()
}

#[tokio::test]
async fn a_long_ledger_comes_in_pages_of_which_the_first_has_the_newest() {
    let (app, _, waffle) = TestApp::selling("Box", 9).await;
    assert_eq!(app.get(&waffle.api("/draws")).await.json(), json!({"draws": [], "ledger": []}));
    happens(&app, &waffle, 205).await;
    for (query, expected) in [
        ("", entries(106, 205)),
        ("?limit=1", entries(205, 205)),
        ("?offset=100", entries(6, 105)),
        ("?offset=200", entries(1, 5)),
        ("?limit=2&offset=9223372036854775807", Vec::new()),
    ] {
        assert_eq!(reasons(&app, &waffle, query).await, expected, "{query}");
    }
    for bad in ["limit=0", "limit=101", "offset=-1"] {
        assert_eq!(refusal(&app.get(&waffle.api(&format!("/draws?{bad}"))).await).1, "validation_failed", "{bad}");
    }
    let (first, second) = (app.get(&waffle.api("/draws")).await, app.get(&waffle.api("/draws?offset=100")).await);
    assert_ne!(first.header("etag"), second.header("etag"));

    let page = app.get(&format!("/waffle/{}/draws", waffle.slug)).await.text();
    assert!(page.contains("entry 205") && page.contains("entry 106") && !page.contains("entry 105<"), "{page}");
    assert!(page.contains("205 entries") && page.contains("href=\"?page=2\"") && !page.contains(">Newer<"));
    let last = app.get(&format!("/waffle/{}/draws?page=3", waffle.slug)).await.text();
    assert!(last.contains("entry 1<") && last.contains("entry 5<") && !last.contains("entry 6<"));
    assert!(last.contains("href=\"?page=2\"") && !last.contains(">Older<"));
    let beyond = app.get(&format!("/waffle/{}/draws?page=4", waffle.slug)).await;
    assert!(beyond.status == 200 && beyond.text().contains("Nothing on this page."));
}

#[tokio::test]
async fn draws_are_counted_from_the_newest_too() {
    let (_beacon, app) = without_relays().await;
    let seller = app.seller().await;
    let waffle = sold(&app, &seller).await;
    for number in 1..=3 {
        lock(&seller, &waffle, json!({"reason": "Once more."})).await;
        if number < 3 {
            let void = waffle.admin_api(&format!("/draws/{number}/void"));
            assert_eq!(seller.post(&void, &json!({"reason": "A mistake."})).await.status, 200);
        }
    }
    let numbers = async |query: &str| {
        let listed = app.get(&waffle.api(&format!("/draws{query}"))).await;
        assert_eq!((listed.header("x-total-draws"), listed.header("x-total-ledger")), ("3", "5"));
        let listed = listed.json();
        let draws = listed["draws"].as_array().unwrap().iter().map(|draw| draw["number"].as_i64().unwrap());
        draws.collect::<Vec<_>>()
    };
    assert_eq!(numbers("").await, [1, 2, 3]);
    assert_eq!(numbers("?limit=2").await, [2, 3]);
    assert_eq!(numbers("?limit=2&offset=2").await, [1]);
    assert_eq!(numbers("?offset=3").await, [0; 0]);
}
