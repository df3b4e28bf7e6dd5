//! The pages in other languages.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use waffle_tests::browser::chromedriver::Chromedriver;

use super::latin::{LATIN, Latin};
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

#[tokio::test]
async fn every_page_can_be_used_in_french() {
    can_be_used_in("fr").await;
}

/// A window, and what comes first in its row there, and what comes last: in the header, in lists, on the board, in the
/// claim dock, in forms and at the foot.
struct Window {
    size: (u32, u32),
    first: &'static [&'static str],
    last: &'static [&'static str],
}

/// The smaller one comes last: pages are opened in it.
const WINDOWS: [Window; 2] = [
    Window {
        size: (1280, 800),
        first: &[
            ".skip",
            ".brand",
            ".crumb a",
            ".tabs a",
            ".facts > :first-child",
            ".form > .actions > :first-child",
            ".report-table thead th",
            ".board .spot",
            ".dock .stepper",
            ".foot-row > :first-child",
            ".languages button",
        ],
        last: &[".who button", ".dock"],
    },
    Window {
        size: (390, 844),
        first: &[
            ".skip",
            ".brand",
            ".crumb a",
            ".card-title a",
            ".debtor-handle",
            ".activity > li > :first-child",
            ".entry-head > :first-child",
            ".board .spot",
            ".dock .stepper",
            ".languages button",
        ],
        last: &[".menu-button", ".card-body .fill-words > * + :last-child", ".held-due"],
    },
];

impl Window {
    /// What is looked at, and whether it comes last.
    fn places(&self) -> impl Iterator<Item = (&'static str, bool)> {
        self.first.iter().map(|css| (*css, false)).chain(self.last.iter().map(|css| (*css, true)))
    }

    /// How far these are from the left edge and from the right one, as far as they are on the page.
    fn gaps(&self) -> String {
        let places: Vec<_> = self.places().map(|(css, _)| css).collect();
        format!(
            "Object.fromEntries({}.map((css) => [css, document.querySelector(css)])
                .filter(([, it]) => it?.checkVisibility()).map(([css, it]) => {{
                    const [page, own] = [document.body, it].map((at) => at.getBoundingClientRect());
                    return [css, [own.left - page.left, page.right - own.right]];
                }}))",
            json!(places)
        )
    }

    /// What is in another place than mirrored; `seen` gets what the page has on one side.
    fn misplaced(&self, ours: &Value, theirs: &Value, seen: &mut BTreeSet<(u32, &'static str)>) -> Vec<String> {
        let mut misplaced = Vec::new();
        for (css, is_last) in self.places() {
            let near = usize::from(is_last);
            let [Some(gap), Some(other)] = [near, 1 - near].map(|side| ours[css][side].as_f64()) else { continue };
            if theirs[css][1 - near].as_f64().is_none_or(|mirrored| (mirrored - gap).abs() > 1.0) {
                let [from, mirrored] = [ours, theirs].map(|gaps| &gaps[css]);
                misplaced.push(format!("{css} at {}: {from} from both edges, mirrored {mirrored}", self.size.0));
            }
            // What fills its row is the same on both sides.
            if (other - gap).abs() > 20.0 {
                seen.insert((self.size.0, css));
            }
        }
        misplaced
    }
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
    let (mut faults, mut seen, mut latin) = (Vec::new(), BTreeSet::new(), Latin::default());
    for page in &site.pages {
        let name = page.name;
        visit(&mirrored, page).await;
        until_live(&mirrored).await;
        faults.extend(found(&mirrored, name, &checks).await);
        latin.read(name, &mirrored.value(LATIN).await);
        // What a form does can't be done twice.
        if page.sends.is_some() {
            continue;
        }
        visit(&english, page).await;
        until_live(&english).await;
        for window in &WINDOWS {
            let (width, height) = window.size;
            tokio::join!(mirrored.resize(width, height), english.resize(width, height));
            let gaps = window.gaps();
            let (theirs, ours) = tokio::join!(mirrored.value(&gaps), english.value(&gaps));
            let misplaced = window.misplaced(&ours, &theirs, &mut seen);
            faults.extend(misplaced.into_iter().map(|place| format!("{name}: {place}")));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    let all = WINDOWS.iter().flat_map(|window| window.places().map(move |(css, _)| (window.size.0, css)));
    assert_eq!(seen, all.collect::<BTreeSet<_>>(), "each is on one side of some page");

    let left_over = latin.left_over();
    assert!(left_over.is_empty(), "words that are in no language's file: {left_over:#?}");
    mirrored.value("document.querySelector('main').append('@anna: left over')").await;
    latin.read("planted", &mirrored.value(LATIN).await);
    assert_eq!(latin.left_over(), ["@anna: left over: {\"planted\"}"]);
}
