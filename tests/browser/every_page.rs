//! What holds for every page.

use std::{env, fs, path::Path};

use serde_json::json;

use crate::app::TestApp;
use crate::browser::Browser;
use crate::chromedriver::Chromedriver;
use crate::shifts::{WATCH, stands_still};
use crate::shop::PASSWORD;

const LONG: &str = "a_rather_long_handle_for_a_small_tile";

/// What can be pressed but is smaller than a thumb, except for links within text and the board's spots, which have a
/// size of their own.
const TOO_SMALL: &str = "[...document.querySelectorAll('a, button, input, select, summary, textarea')]
    .filter((it) => it.checkVisibility() && !it.closest('.board, .free-list') && !it.matches('.skip, [type=hidden]'))
    .filter((it) => it.localName !== 'a' || getComputedStyle(it).display !== 'inline')
    .map((it) => [it, (it.matches('[type=checkbox], [type=radio]') ? it.closest('label') : it).getBoundingClientRect()])
    .filter(([, {width, height}]) => width < 43.5 || height < 43.5)
    .map(([it, {width, height}]) => `${it.outerHTML.slice(0, 120)} ${width}x${height}`)";

/// What is called by a name that lacks the words written on it: who speaks to the device says those words. Signs don't
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

/// Amounts and moments that are written in another way than "$12,345.67" and "20 Nov 2026, 17:44".
const OTHERWISE_WRITTEN: &str = "[...document.body.innerText.matchAll(/\\$\\d{4,}/g)].map(([amount]) => amount)
    .concat([...document.querySelectorAll('time')].map((it) => it.innerText)
    .filter((it) => !/^(\\d{1,2} [A-Z][a-z]{2} 20\\d\\d(, \\d\\d:\\d\\d(:\\d\\d)?)?)?$/.test(it)))";

/// Whether the current page's entry in the navigation is visible.
const CURRENT_ENTRY_VISIBLE: &str = "[...document.querySelectorAll('.parts [aria-current], .tabs [aria-current]')]
    .map((it) => it.getBoundingClientRect()).every(({left, right}) => left >= 0 && right <= innerWidth)";

/// Sign-ins with everything that can be known about them, and with nothing.
const SIGN_INS: &str = "
    INSERT INTO login_history (id, admin_id, admin_username, ip_address, user_agent, browser, os, device_type, ip_org,
        ip_country, ip_city, ip_asn, whois_server, created_at)
    SELECT gen_random_uuid(), id, username, address::inet, agent, browser, os, device, org, country, city, asn,
        CASE WHEN org IS NOT NULL THEN 'whois.pwhois.org' END, created_at - n * interval '7 hours'
    FROM admins, generate_series(1, 7) n, (VALUES
        ('203.0.113.7', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', 'Safari', \
         'macOS', 'desktop',
            'Example Hosting und Telekommunikation GmbH', 'DE', 'Frankfurt am Main', 'AS64500'),
        ('2001:db8:85a3:8d3:1319:8a2e:370:7348', 'Instagram', 'Instagram', 'Android', 'mobile', 'Syrup Mobile', \
         NULL, NULL, NULL),
        ('192.168.1.7', repeat('x', 512), 'Unknown', 'Unknown', 'desktop', NULL, NULL, NULL, NULL),
        ('198.51.100.7', '', 'Firefox', 'Windows 10/11', 'tablet', NULL, 'CA', NULL, NULL)
    ) AS seen (address, agent, browser, os, device, org, country, city, asn)";

/// Puts something on every page; returns the pages' names and addresses.
async fn shop(app: &TestApp) -> Vec<(&'static str, String)> {
    let wallets = [("wallet_a", "Honey Pay", "@the-golden-waffle-house"), ("wallet_b", "Bank", "https://bank.example")];
    let camera =
        json!({"title": "Golden Hour: a vintage rangefinder camera with its leather case", "total_spots": 100});
    let camera = app.waffle_of(&camera, &wallets).await;
    app.claims(&camera, &[2, 3, 17, 44, 45, 46, 71, 98], "anna").await;
    let receipt = app.claims(&camera, &[5, 9, 31, 32], LONG).await;
    let terms = json!({
        "title": "Not open yet", "opens_at": "2099-01-01T00:00:00Z", "claims_paused": true, "unlisted": true,
        "pay_within_minutes": 90, "max_spots_per_handle": 1_000,
    });
    let waiting = app.waffle_of(&terms, &[]).await;
    app.claims(&camera, &[12, 13, 60, 61, 62, 88], "syrup.sam").await;
    app.pays(&camera, 12).await;
    app.waffle("Midnight knife, hand-forged", 30).await;
    let big = app.waffle("The big one", 10_000).await;
    app.claims(&big, &[1, 7, 500, 9_999], "ben").await;
    app.sql(SIGN_INS).await;
    let drawn = json!({
        "title": "“Silver” spoons for a whole house, and the “Drawer” to keep them", "item_count": 3,
        "spot_price": 1_234_567,
    });
    let drawn = app.waffle_of(&drawn, &[]).await;
    app.sells(&drawn, &[1, 2], LONG).await;
    let won = app.sells(&drawn, &[3, 4], "anna").await;
    app.draws(&drawn, &[2, 3, 4]).await;
    let archived = app.waffle("Old iron", 5).await;
    let kept = app.sells(&archived, &[1], "anna").await;
    app.archives(&archived).await;
    let [template, method] = app.first_template_and_method().await;
    let report = |query: &str| format!("/admin/reports?{query}");
    vec![
        ("home", "/".to_owned()),
        ("waffles", "/waffles".to_owned()),
        ("waffle", camera.page()),
        ("waffle-big", big.page()),
        ("waffle-waiting", waiting.page()),
        ("edit-waiting", format!("{}/edit", waiting.manage())),
        ("receipt", receipt),
        ("receipt-won", won),
        ("receipt-archived", kept),
        ("waffle-drawn", drawn.page()),
        ("draws", format!("{}/draws", drawn.page())),
        ("lock-draw", format!("{}/draws", camera.manage())),
        ("about", "/about".to_owned()),
        ("api-docs", "/api/docs".to_owned()),
        ("error", "/nothing-here".to_owned()),
        ("find", "/buyer".to_owned()),
        ("buyer", "/buyer/anna".to_owned()),
        ("buyer-long", format!("/buyer/{LONG}")),
        ("buyer-unknown", "/buyer/nobody".to_owned()),
        ("buyer-card", format!("/buyer/{LONG}/card")),
        ("login", "/admin/login".to_owned()),
        ("dashboard", "/admin".to_owned()),
        ("dashboard-archived", "/admin?archived=true".to_owned()),
        ("new-waffle", "/admin/waffles/new".to_owned()),
        ("my-sign-ins", "/admin/settings/login-history".to_owned()),
        ("login-history", "/admin/login-history".to_owned()),
        ("system-settings", "/admin/settings/system".to_owned()),
        ("manage", camera.manage()),
        ("manage-spots", format!("{}?view=spots", camera.manage())),
        ("manage-all", format!("{}?status=all", camera.manage())),
        ("desk-buyer", format!("{}/buyer?handle={LONG}", camera.manage())),
        ("desk-buyer-paid", format!("{}/buyer?handle=syrup.sam", camera.manage())),
        ("history", format!("{}/history?spot=12", camera.manage())),
        ("payments", format!("{}/payments", camera.manage())),
        ("expired", format!("{}/expired", camera.manage())),
        ("sources", format!("{}/sources", camera.manage())),
        ("manage-drawn", drawn.manage()),
        ("manage-archived", archived.manage()),
        ("edit", format!("{}/edit", camera.manage())),
        ("share", format!("{}/share", camera.manage())),
        ("draw", format!("{}/winner", camera.manage())),
        ("draw-big", format!("{}/winner", big.manage())),
        ("change-draw", format!("{}/change-winner?numbers=1", drawn.manage())),
        ("clear-draw", format!("{}/clear-winner", drawn.manage())),
        ("delete", format!("{}/delete", drawn.manage())),
        ("templates", "/admin/share-templates".to_owned()),
        ("users", "/admin/users".to_owned()),
        ("new-template", "/admin/share-templates/new".to_owned()),
        ("edit-template", format!("/admin/share-templates/{template}")),
        ("delete-template", format!("/admin/share-templates/{template}/delete")),
        ("methods", "/admin/payment-methods".to_owned()),
        ("new-method", "/admin/payment-methods/new".to_owned()),
        ("edit-method", format!("/admin/payment-methods/{method}")),
        ("deactivate-method", format!("/admin/payment-methods/{method}/deactivate")),
        ("report-months", report("report=monthly-activity")),
        ("report-buyers", report("report=power-buyers")),
        ("report-droughts", report("report=drought")),
        ("report-speed", report("report=spot-velocity")),
        ("report-empty", report("report=power-buyers&from=2001-01-01&to=2001-01-02")),
        ("audit", "/admin/audit".to_owned()),
        ("audit-filtered", "/admin/audit?action=mark_paid&to=2026-06-01".to_owned()),
        // Now signed in.
        ("about-system", "/about#system-title".to_owned()),
    ]
}

/// Opens a page as its users do: everything under `/admin` except the sign-in is for sellers.
async fn visit(browser: &Browser, path: &str) {
    browser.goto(path).await;
    if path != "/admin/login" && browser.path().await == "/admin/login" {
        browser.fill("#username", "admin").await;
        browser.fill("#password", PASSWORD).await;
        browser.press("main form button").await;
        browser.shows("form.who").await;
    }
    browser.becomes("document.readyState === 'complete' && document.querySelector('.js, .bare')").await;
}

#[tokio::test]
async fn every_page_fits_the_smallest_phone_and_thumbs_and_complains_of_nothing() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let pages = shop(&app).await;
    let browser = chromedriver.open(&app).await;
    browser.resize(320, 640).await;
    browser.first_run(WATCH).await;
    for (name, path) in &pages {
        visit(&browser, path).await;
        if browser
            .value("document.querySelector('[data-live]') !== null && !document.querySelector('[data-archived]')")
            .await
            == true
        {
            browser.says("[data-live]", "Live").await;
        }
        stands_still(&browser, name).await;
        let width = browser.value("document.documentElement.scrollWidth").await;
        assert_eq!(width, 320, "{name} scrolls sideways");
        assert_eq!(browser.value(TOO_SMALL).await, json!([]), "{name} has what no thumb hits");
        assert_eq!(browser.value(OTHERWISE_NAMED).await, json!([]), "{name} has what is called otherwise");
        assert_eq!(browser.value(OTHERWISE_WRITTEN).await, json!([]), "{name} writes otherwise");
        assert_eq!(browser.value(SKIPPED_LEVELS).await, json!([]), "{name} skips a level of headings");
        assert_eq!(browser.value(CURRENT_ENTRY_VISIBLE).await, true, "{name} is out of sight in the navigation");
        let mut complaints = browser.complaints().await;
        // This page answers 404 on purpose.
        complaints.retain(|complaint| *name != "error" || !complaint.contains("404"));
        // Going on to the next page closes sockets that were still being opened.
        complaints.retain(|complaint| !complaint.contains("closed before the connection is established"));
        assert_eq!(complaints, [""; 0], "{name}");
    }
}

/// What reaches over the edge, where nothing around it scrolls by itself.
const OVER_THE_EDGE: &str = "[...document.querySelectorAll('main *, header *, footer *')]
    .filter((it) => it.checkVisibility() && !it.closest('.visually-hidden, .tabs, .parts, .skip, .crumb, table.spots'))
    .filter((it) => { const {left, right, width} = it.getBoundingClientRect();
        return width > 1 && (right > 390.5 || left < -0.5); })
    .filter((it) => ![...function* (at) { while ((at = at.parentElement)) yield at; }(it)]
        .some((at) => ['auto', 'scroll'].includes(getComputedStyle(at).overflowX)))
    .slice(0, 5).map((it) => `${it.outerHTML.slice(0, 80)} ${it.getBoundingClientRect().right}`)";

#[tokio::test]
async fn every_page_fits_a_phone_with_letters_of_twice_the_size() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let pages = shop(&app).await;
    let browser = chromedriver.open_with_large_letters(&app).await;
    browser.resize(390, 844).await;
    browser.goto("/").await;
    assert_eq!(browser.value("getComputedStyle(document.documentElement).fontSize").await, "32px");
    let mut wide = Vec::new();
    for (name, path) in &pages {
        visit(&browser, path).await;
        let [over, width] =
            [browser.value(OVER_THE_EDGE).await, browser.value("document.documentElement.scrollWidth").await];
        let has_table = browser.value("document.querySelector('table.spots') !== null").await;
        if over != json!([]) || (width != 390 && has_table == false) {
            wide.push(format!("{name} is {width} wide: {over}"));
        }
    }
    assert!(wide.is_empty(), "{wide:#?}");
}

/// Saves the pictures in the folder `WAFFLE_PICTURES`, if it is set, for people to look at.
#[tokio::test]
async fn every_page_looks_other_in_the_dark() {
    let folder = env::var_os("WAFFLE_PICTURES");
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let pages = shop(&app).await;
    let browser = chromedriver.open(&app).await;
    for (device, width, height) in [("phone", 390, 844), ("desktop", 1280, 800)] {
        browser.resize(width, height).await;
        for (name, path) in &pages {
            visit(&browser, path).await;
            let mut pictures = Vec::new();
            for scheme in ["light", "dark"] {
                browser.prefer(scheme).await;
                let picture = browser.picture().await;
                if let Some(folder) = &folder {
                    fs::write(Path::new(folder).join(format!("{name}-{device}-{scheme}.png")), &picture).unwrap();
                }
                pictures.push(picture);
            }
            assert_ne!(pictures[0], pictures[1], "{name} on a {device}");
        }
    }
}
