//! What holds for every page.

mod axe;
mod languages;
mod latin;
mod looks;
mod nu;
mod site;

use std::{env, fs, path::Path};

use serde_json::{Value, json};
use site::{Site, visit};
use waffle_tests::FlakyNetwork;
use waffle_tests::browser::Browser;
use waffle_tests::browser::chromedriver::Chromedriver;

use crate::layout_shifts::{WATCH, what_moved};

/// What can be pressed but is smaller than a thumb, except for links within text and the board's spots, which have
/// separate sizes.
const TOO_SMALL: &str = "[...document.querySelectorAll('a, button, input, select, summary, textarea')]
    .filter((it) => it.checkVisibility() && !it.closest('.board, .free-list') && !it.matches('.skip, [type=hidden]'))
    .filter((it) => it.localName !== 'a' || getComputedStyle(it).display !== 'inline')
    .map((it) => [it, (it.matches('[type=checkbox], [type=radio]') ? it.closest('label') : it).getBoundingClientRect()])
    .filter(([, {width, height}]) => width < 43.5 || height < 43.5)
    .map(([it, {width, height}]) => `${it.outerHTML.slice(0, 120)} ${width}x${height}`)";

/// What is called by a name that lacks the words written on it: people with voice control say those words. Signs don't
/// count.
const OTHERWISE_NAMED: &str = "((plain) =>
    [...document.querySelectorAll('[aria-label]:is(a, button, input, [role=option])')]
    .filter((it) => it.checkVisibility())
    .filter((it) => !plain(it.ariaLabel).includes(plain((it.closest('label') ?? it).textContent)))
    .map((it) => it.outerHTML.slice(0, 200)))
    ((text) => text.replace(/[^\\p{L}\\p{N}]+/gu, ' ').trim().toLowerCase())";

/// Headings that skip a level.
const SKIPPED_LEVELS: &str = "[...document.querySelectorAll('h1, h2, h3, h4')].filter((it) => it.checkVisibility())
    .map((it) => [Number(it.localName[1]), it.textContent])
    .filter(([level], at, all) => level > (all[at - 1]?.[0] ?? 0) + 1)";

/// Amounts and moments that are written in another way than "$12,345.67", "20 Nov 2026, 17:44" and
/// "Fri 20 Nov 2026, 17:44 (New York)".
const OTHERWISE_WRITTEN: &str = "[...document.body.innerText.matchAll(/\\$\\d{4,}/g)].map(([amount]) => amount)
    .concat([...document.querySelectorAll('time')].map((it) => it.innerText)
    .filter((it) => !/^(\\d{1,2} [A-Z][a-z]{2} 20\\d\\d(, \\d\\d:\\d\\d(:\\d\\d(\\.\\d\\d)?)?)?)?$/.test(
        it.replace(/^[A-Z][a-z]{2} (.*, \\d\\d:\\d\\d) \\([A-Z][A-Za-z ]+\\)$/, '$1'))))";

/// Whether the current page's entry in the navigation is visible.
const CURRENT_ENTRY_VISIBLE: &str = "[...document.querySelectorAll('.parts [aria-current], .tabs [aria-current]')]
    .map((it) => it.getBoundingClientRect()).every(({left, right}) => left >= 0 && right <= innerWidth)";

/// Brings a waffle of a list into view, where none is: a list follows what is in view.
const BRING_ONE_INTO_VIEW: &str = "((cards) =>
    cards.some((it) => it.getBoundingClientRect().top < innerHeight) || cards[0]?.scrollIntoView({block: 'nearest'}))
    ([...document.querySelectorAll('[data-waffle][data-status=active]')])";

/// Waits until a page that follows a waffle does so.
async fn until_live(browser: &Browser) {
    let follows = "document.querySelector('[data-live]') !== null && !document.querySelector('[data-archived]')";
    if browser.value(follows).await == true {
        browser.value(BRING_ONE_INTO_VIEW).await;
        browser.goes_live().await;
    }
}

/// Watches what moves. By the device's clock too, rounds of locked draws lie ahead: a page that learns otherwise says
/// so in a new line.
async fn watch(browser: &Browser, site: &Site) {
    let clock = site.app.clock.now().timestamp_millis();
    let clock = format!("{{ const now = Date.now, begun = now(); Date.now = () => {clock} + now() - begun; }}");
    browser.first_run(&format!("{clock}\n{WATCH}")).await;
}

/// Opens a browser that reads the pages in a language.
async fn open_in(tag: &str, site: &Site, chromedriver: &Chromedriver) -> Browser {
    let browser = chromedriver.open_phone(&site.app).await;
    browser.goto("/about").await;
    if tag != "en" {
        browser.choose_language(tag).await;
    }
    browser
}

/// What a check finds on a page, if it is not what it should be.
async fn found(browser: &Browser, name: &str, checks: &[(&str, &str, Value)]) -> Vec<String> {
    let mut found = Vec::new();
    for (what, check, expected) in checks {
        let is = browser.value(check).await;
        if is != *expected {
            found.push(format!("{name} {what}: {is}"));
        }
    }
    found
}

/// How wide the whole page is.
const WIDTH: &str = "document.documentElement.scrollWidth";

/// Fails unless every page in a language fits the smallest phone and thumbs, and complains of nothing. The other
/// `checks` are about the words of a language.
async fn fits_the_smallest_phone(tag: &str, checks: &[(&str, &str, Value)]) {
    let (site, chromedriver) = (Site::open().await, Chromedriver::start());
    let browser = open_in(tag, &site, &chromedriver).await;
    browser.resize(320, 640).await;
    watch(&browser, &site).await;
    let sizes = [
        ("scrolls sideways", WIDTH, json!(320)),
        ("reaches over the edge", OVER_THE_EDGE, json!([])),
        ("has what no thumb hits", TOO_SMALL, json!([])),
        ("skips a level of headings", SKIPPED_LEVELS, json!([])),
        ("is in sight in the navigation", CURRENT_ENTRY_VISIBLE, json!(true)),
    ];
    let mut faults = Vec::new();
    for page in &site.pages {
        visit(&browser, page).await;
        let name = page.name;
        until_live(&browser).await;
        // Words that a script replaces may take a line less.
        let moved = what_moved(&browser, name).await;
        faults.extend(moved.into_iter().filter(|_| tag == "en"));
        faults.extend(found(&browser, name, &sizes).await);
        faults.extend(found(&browser, name, checks).await);
        let mut complaints = browser.complaints().await;
        complaints.retain(|complaint| !page.excuses(complaint));
        // Going on to the next page closes sockets that were still being opened.
        complaints.retain(|complaint| !complaint.contains("closed before the connection is established"));
        faults.extend(complaints.into_iter().map(|complaint| format!("{name} complains: {complaint}")));
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[tokio::test]
async fn every_page_fits_the_smallest_phone_and_thumbs_and_complains_of_nothing() {
    let english = [
        ("has what is called otherwise", OTHERWISE_NAMED, json!([])),
        ("writes otherwise", OTHERWISE_WRITTEN, json!([])),
    ];
    fits_the_smallest_phone("en", &english).await;
}

#[tokio::test]
async fn every_page_fits_the_smallest_phone_with_texts_that_are_two_fifths_longer() {
    fits_the_smallest_phone("en-XA", &[]).await;
}

#[tokio::test]
async fn no_page_moves_while_it_comes_in_pieces() {
    let (site, chromedriver) = (Site::open().await, Chromedriver::start());
    let wire = FlakyNetwork::slow_to(site.app.address).await;
    let browser = chromedriver.open_phone_at(&site.app, wire.address).await;
    watch(&browser, &site).await;
    // Nothing is painted before the styles are there, and by then the first page is too.
    for path in ["/".to_owned(), format!("{}/stage", site.pages[2].path)] {
        browser.goto(&path).await;
    }
    let mut moved = Vec::new();
    for page in &site.pages {
        visit(&browser, page).await;
        until_live(&browser).await;
        moved.extend(what_moved(&browser, page.name).await);
    }
    assert!(moved.is_empty(), "{moved:#?}");
}

/// What reaches over the edge, where nothing around it scrolls by itself.
const OVER_THE_EDGE: &str = "[...document.querySelectorAll('main *, header *, footer *')]
    .filter((it) => it.checkVisibility() && !it.closest('.visually-hidden, .tabs, .parts, .skip, .crumb'))
    .filter((it) => { const {left, right, width} = it.getBoundingClientRect();
        return width > 1 && (right > document.documentElement.clientWidth + 0.5 || left < -0.5); })
    .filter((it) => ![...function* (at) { while ((at = at.parentElement)) yield at; }(it)]
        .some((at) => ['auto', 'scroll'].includes(getComputedStyle(at).overflowX)))
    .slice(0, 5).map((it) => [it.outerHTML.slice(0, 80), it.getBoundingClientRect()])
    .map(([html, {left, right}]) => `${html} ${left} to ${right}`)";

/// Rows and boxes that are narrower than what they hold.
const OUT_OF_ITS_BOX: &str = "[...document.querySelectorAll('tbody tr, .history-row, .counts div')]
    .filter((it) => it.checkVisibility() && it.scrollWidth > it.clientWidth + 1)
    .slice(0, 5).map((it) => `${it.outerHTML.slice(0, 80)} ${it.scrollWidth} in ${it.clientWidth}`)";

#[tokio::test]
async fn every_page_fits_a_phone_with_letters_of_twice_the_size() {
    let (site, chromedriver) = (Site::open().await, Chromedriver::start());
    let browser = chromedriver.open_with_large_letters(&site.app).await;
    browser.resize(390, 844).await;
    browser.goto("/").await;
    assert_eq!(browser.value("getComputedStyle(document.documentElement).fontSize").await, "32px");
    let sizes = [
        ("scrolls sideways", WIDTH, json!(390)),
        ("reaches over the edge", OVER_THE_EDGE, json!([])),
        ("reaches out of its box", OUT_OF_ITS_BOX, json!([])),
    ];
    let mut wide = Vec::new();
    for page in &site.pages {
        visit(&browser, page).await;
        let name = page.name;
        wide.extend(found(&browser, name, &sizes).await);
    }
    assert!(wide.is_empty(), "{wide:#?}");
}

/// Saves the pictures in the folder `WAFFLE_PICTURES`, if it is set, for people to look at: of whole pages, unless they
/// are very long.
#[tokio::test]
async fn every_page_looks_other_in_the_dark_and_can_be_used_by_everybody_in_both() {
    let folder = env::var_os("WAFFLE_PICTURES");
    let (site, chromedriver) = (Site::open().await, Chromedriver::start());
    let browser = chromedriver.open(&site.app).await;
    browser.first_run(&axe::script()).await;
    let mut barriers = Vec::new();
    for page in &site.pages {
        let name = page.name;
        browser.resize(390, 844).await;
        visit(&browser, page).await;
        for (device, width, height) in [("phone", 390, 844), ("desktop", 1280, 800)] {
            browser.resize(width, height).await;
            if folder.is_some() {
                let whole = browser.value("document.documentElement.scrollHeight").await.as_u64().unwrap_or(0);
                browser.resize(width, u32::try_from(whole).unwrap_or(height).clamp(height, TALLEST)).await;
            }
            barriers.extend(looks::faults(&browser, &format!("{name} on a {device}")).await);
            let mut colors = Vec::new();
            for scheme in ["light", "dark"] {
                browser.prefer(scheme).await;
                if let Some(folder) = &folder {
                    let file = Path::new(folder).join(format!("{name}-{device}-{scheme}.png"));
                    fs::write(file, browser.picture().await).unwrap();
                }
                colors.push(browser.value(COLORS).await);
                barriers.extend(match (device, scheme) {
                    ("phone", "light") => axe::barriers(&browser, name, axe::ALL).await,
                    ("desktop", "dark") => axe::barriers(&browser, name, axe::CONTRAST).await,
                    _ => Vec::new(),
                });
            }
            assert_ne!(colors[0], colors[1], "{name} on a {device}");
        }
    }
    browser.value("document.querySelector('main').append(new Image())").await;
    let planted = axe::barriers(&browser, "a picture without words", axe::ALL).await;
    assert!(planted.iter().any(|barrier| barrier.contains("image-alt")), "what is wrong is found: {planted:?}");
    assert!(barriers.is_empty(), "{} barriers: {barriers:#?}", barriers.len());
}

/// The colors of the ground and of what stands on it first.
const COLORS: &str = "[...document.querySelectorAll('html, body, body :not(script, link, template)')].slice(0, 50)
    .map((it) => getComputedStyle(it)).flatMap(({color, backgroundColor}) => [color, backgroundColor])";

/// How high a picture may become, in pixels.
const TALLEST: u32 = 2_600;
