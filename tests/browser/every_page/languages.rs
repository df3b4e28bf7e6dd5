//! The pages in other languages.

use std::collections::BTreeSet;

use serde_json::json;
use waffle_tests::browser::chromedriver::Chromedriver;

use super::site::{Site, visit};
use super::{CURRENT_ENTRY_VISIBLE, OTHERWISE_NAMED, OVER_THE_EDGE, WIDTH, axe, found, open_in, until_live};
use crate::languages::REWRITTEN;

/// Fails unless every page in a language can be used with it and means what it shows.
async fn can_be_used_in(tag: &str) {
    let (site, chromedriver) = (Site::open().await, Chromedriver::start());
    let browser = open_in(tag, &site, &chromedriver).await;
    browser.travel("UTC").await;
    browser.first_run(&axe::script()).await;
    browser.prefer("light").await;
    let checks = [
        ("is in another language", "document.documentElement.lang", json!(tag)),
        ("scrolls sideways", WIDTH, json!(390)),
        ("has what is called otherwise", OTHERWISE_NAMED, json!([])),
    ];
    let mut faults = Vec::new();
    for page in &site.pages {
        visit(&browser, page).await;
        until_live(&browser).await;
        faults.extend(found(&browser, page.name, &checks).await);
        // What a form led to does not come again.
        if page.sends.is_none() {
            faults.extend(found(&browser, page.name, &[("rewrites moments", REWRITTEN, json!([]))]).await);
        }
        faults.extend(axe::barriers(&browser, page.name, axe::ALL).await);
    }
    assert!(faults.is_empty(), "{} faults: {faults:#?}", faults.len());
}

#[tokio::test]
async fn every_page_can_be_used_in_german() {
    can_be_used_in("de").await;
}

#[tokio::test]
async fn every_page_can_be_used_in_spanish() {
    can_be_used_in("es").await;
}

/// What comes first in its row: in the header, in lists, on the board, in the claim dock and at the foot.
const FIRST_IN_ROWS: [&str; 8] = [
    ".brand",
    ".card-title a",
    ".debtor-handle",
    ".activity > li > :first-child",
    ".entry-head > :first-child",
    ".board .spot",
    ".dock .stepper",
    ".languages button",
];

/// How far these are from the left edge and from the right one, as far as they are on the page.
fn gaps() -> String {
    format!(
        "Object.fromEntries({}.map((css) => [css, document.querySelector(css)])
            .filter(([, it]) => it?.checkVisibility()).map(([css, it]) => {{
                const {{left, right}} = it.getBoundingClientRect();
                return [css, [left, document.documentElement.clientWidth - right]];
            }}))",
        json!(FIRST_IN_ROWS)
    )
}

#[tokio::test]
async fn every_page_is_mirrored_in_a_language_that_runs_from_right_to_left() {
    let (site, chromedriver) = (Site::open().await, Chromedriver::start());
    let (mirrored, english) = tokio::join!(open_in("en-XB", &site, &chromedriver), open_in("en", &site, &chromedriver));
    let checks = [
        ("runs", "document.documentElement.dir", json!("rtl")),
        ("scrolls sideways", WIDTH, json!(390)),
        ("reaches over the edge", OVER_THE_EDGE, json!([])),
        ("is in sight in the navigation", CURRENT_ENTRY_VISIBLE, json!(true)),
    ];
    let (mut faults, mut seen) = (Vec::new(), BTreeSet::new());
    for page in &site.pages {
        let name = page.name;
        visit(&mirrored, page).await;
        until_live(&mirrored).await;
        faults.extend(found(&mirrored, name, &checks).await);
        // What a form does can't be done twice.
        if page.sends.is_some() {
            continue;
        }
        visit(&english, page).await;
        until_live(&english).await;
        let (theirs, ours) = (mirrored.value(&gaps()).await, english.value(&gaps()).await);
        for css in FIRST_IN_ROWS {
            let [Some(left), Some(right)] = [0_usize, 1].map(|side| ours[css][side].as_f64()) else { continue };
            if theirs[css][1].as_f64().is_none_or(|gap| (gap - left).abs() > 1.0) {
                faults.push(format!("{name}: {css} is {left} from the left, and mirrored {}", theirs[css]));
            }
            // What fills its row is the same on both sides.
            if right > left + 20.0 {
                seen.insert(css);
            }
        }
        if mirrored.picture().await == english.picture().await {
            faults.push(format!("{name} looks the same"));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert_eq!(seen, BTreeSet::from(FIRST_IN_ROWS), "each is on one side of some page");
}
