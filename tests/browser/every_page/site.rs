//! The pages, with something on each of them, and the states that they get into.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use image::ImageFormat;
use reqwest::Method;
use serde_json::{Value, json};
use waffle_beacon::local::{LocalBeacon, Plan};
use waffle_domain::draw::round::Timetable;
use waffle_tests::browser::Browser;
use waffle_tests::pictures::picture;
use waffle_tests::{PASSWORD, TestApp, Waffle, answer, noon};

use crate::selling::is_signed_in;

const LONG: &str = "a_rather_long_handle_for_a_small_tile";

/// How many claims an address may make together.
const BURST: u64 = 20;
/// How many of them are left for the pages: one for each that sends a claim, or gives one back, before `claim-limited`.
const LEFT: u64 = 4;

/// A server, and its pages.
pub(super) struct Site {
    pub(super) app: TestApp,
    pub(super) pages: Vec<Page>,
    /// Decides its draws.
    _beacon: LocalBeacon,
}

/// A page in one of its states.
pub(super) struct Page {
    pub(super) name: &'static str,
    pub(super) path: String,
    /// What is sent on the page to get into the state: a form, by its CSS, and what is filled in beforehand.
    pub(super) sends: Option<(&'static str, Value)>,
    /// What is pressed on the page to get into the state, by its CSS.
    pub(super) presses: Option<&'static str>,
}

impl Page {
    /// What the console may complain of, since the server refuses something on purpose.
    pub(super) fn excuses(&self, complaint: &str) -> bool {
        (self.name == "error" || self.sends.is_some()) && complaint.contains("the server responded with a status of 4")
    }
}

fn page(name: &'static str, path: impl Into<String>) -> Page {
    Page { name, path: path.into(), sends: None, presses: None }
}

/// A page after something on it was pressed.
fn pressed(name: &'static str, path: impl Into<String>, button: &'static str) -> Page {
    Page { presses: Some(button), ..page(name, path) }
}

/// A page after a form of it was sent.
fn sent(name: &'static str, path: impl Into<String>, form: &'static str, fields: Value) -> Page {
    Page { sends: Some((form, fields)), ..page(name, path) }
}

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

/// A beacon with a round every 3 seconds, whose clock is far ahead: it has every round that a server may ask for.
async fn beacon() -> LocalBeacon {
    let timetable = Timetable::new(noon().timestamp() - 2_999, 3).expect("a timetable");
    let listen = (Ipv4Addr::LOCALHOST, 0).into();
    let now = Arc::new(|| noon() + Duration::from_hours(48));
    let beacon = LocalBeacon::start(Plan { listen, secret: [7; 32], timetable, now }).await.expect("a beacon");
    beacon.tell_newest(timetable.newest_at(noon()).expect("a round"));
    beacon
}

/// A waffle whose winner the beacon drew, and one whose draw is locked but not drawn; and the winner's spot.
async fn draws(app: &TestApp) -> ([Waffle; 2], Value) {
    let waffles = [app.waffle("A teapot", 40).await, app.waffle("A second teapot", 40).await];
    for (waffle, delay) in waffles.iter().zip([60, 86_400]) {
        app.sells(waffle, &[1, 2, 30], "anna").await;
        app.sells(waffle, &[4, 7], LONG).await;
        let prize =
            "A teapot from the first kiln of the season, with its box, two cups and a signed letter of the potter";
        let reason = "Ben asked me to leave his spot out.";
        let terms = json!({"delay_seconds": delay, "reason": reason, "alternates": 2, "prizes": [prize]});
        app.as_admin(&format!("/api/admin/waffles/{}/draws", waffle.id), &terms).await;
    }
    app.clock.advance(Duration::from_secs(65));
    let path = format!("/api/waffles/{}/draws/1", waffles[0].slug);
    let draw = app.becomes(&path, |answer| answer.json()["state"] == "drawn").await.json();
    (waffles, draw["winning_spot_numbers"][0].clone())
}

/// Creates accounts: one whose password is forgotten, and one that is deactivated. Returns their ids, and the path of
/// the page for a new password.
async fn colleagues(app: &TestApp) -> [String; 3] {
    let username = "long-name.".repeat(7)[..64].to_owned();
    let account = |username: &str, email: &str| {
        json!({
            "username": username, "email": email, "password": "first-iron-42", "role": "waffle_manager",
            "first_name": "Mia", "last_name": "Maple",
        })
    };
    let created = app.as_admin("/api/admin/admins", &account(&username, "mia@example.org")).await;
    let gone = app.as_admin("/api/admin/admins", &account("ben", "ben@example.org")).await;
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    app.sql(&format!("UPDATE admins SET active = false WHERE id = '{}'", text(&gone["id"]))).await;
    app.as_admin("/api/admin/forgot-password", &json!({"username": username})).await;
    let open = app.read_as_admin("/api/admin/password-resets").await;
    [text(&created["id"]), text(&gone["id"]), format!("/admin/reset-password?token={}", text(&open[0]["token"]))]
}

impl Site {
    /// Puts something on every page.
    pub(super) async fn open() -> Self {
        let beacon = beacon().await;
        let settings = beacon.settings();
        let mut settings: Vec<_> = settings.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let burst = BURST.to_string();
        settings.extend([
            ("WAFFLE__RATE_LIMIT__CLAIMS_PER_MINUTE", "60"),
            ("WAFFLE__RATE_LIMIT__CLAIMS_BURST", burst.as_str()),
        ]);
        let app = TestApp::with(&settings).await;
        let pages = pages(&app).await;
        use_up_claims(&app).await;
        Self { app, pages, _beacon: beacon }
    }
}

/// Leaves this address the claims that the pages send.
async fn use_up_claims(app: &TestApp) {
    app.clock.advance(Duration::from_secs(BURST));
    for _ in LEFT..BURST {
        let claim = answer(app.request(Method::POST, "/api/claims").body("no json")).await;
        assert_eq!(claim.status, 400, "{}", claim.text());
    }
}

#[expect(clippy::too_many_lines, reason = "a list")]
async fn pages(app: &TestApp) -> Vec<Page> {
    let seller = app.seller().await;
    let photo = seller.upload(&picture(64, 64, ImageFormat::Png)).await.ok().json();
    let name = "The Golden Waffle House at the Old Harbour, open since 1894!";
    seller.patch("/api/admin/seller", &json!({"name": name, "picture_url": photo["url"]})).await.ok();
    let wallets = [("wallet_a", "Honey Pay", "@the-golden-waffle-house"), ("wallet_b", "Bank", "https://bank.example")];
    let camera = json!({
        "title": "Golden Hour: a vintage rangefinder camera with its leather case", "total_spots": 100,
        "image_url": photo["url"],
    });
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
    let troll = json!({"handle": "a_handle_that_claims_and_never_pays", "reason": "Claims a lot and never pays."});
    app.as_admin("/api/admin/blocked-handles", &troll).await;
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
    let ([drawn_in_public, locked], winner) = draws(app).await;
    let reason = format!("replace_reason_{winner}");
    let [account, deactivated, reset] = colleagues(app).await;
    let sources = app.read_as_admin(&camera.admin_api("/sources")).await;
    vec![
        page("home", "/"),
        page("waffles", "/waffles"),
        page("waffle", camera.page()),
        page("waffle-big", big.page()),
        page("waffle-waiting", waiting.page()),
        page("receipt", &receipt),
        sent("give-back", &receipt, "form[action$=give-back]", json!({"numbers": "5, 9", "spot": "5"})),
        page("receipt-won", won),
        page("receipt-archived", kept),
        page("waffle-drawn", drawn.page()),
        sent("claim-refused", camera.page(), "#claim", json!({"numbers": "2, 4", "social_handle": "ben"})),
        sent("claim-invalid", camera.page(), "#claim", json!({"numbers": "", "social_handle": "no such handle"})),
        sent(
            "claimed",
            "/waffle/midnight-knife-hand-forged",
            "#claim",
            json!({"numbers": "1", "social_handle": "ben"}),
        ),
        sent("claim-limited", camera.page(), "#claim", json!({"numbers": "4", "social_handle": "ben"})),
        page("waffle-locked", locked.page()),
        page("waffle-drawn-in-public", drawn_in_public.page()),
        page("stage", format!("{}/stage", camera.page())),
        page("stage-big", format!("{}/stage", big.page())),
        page("stage-waiting", format!("{}/stage", waiting.page())),
        page("stage-locked", format!("{}/stage", locked.page())),
        page("stage-drawn", format!("{}/stage", drawn.page())),
        page("draws", format!("{}/draws", drawn.page())),
        page("draws-drawn", format!("{}/draws", drawn_in_public.page())),
        page("draw-drawn", format!("{}/draws/1", drawn_in_public.page())),
        page("draw-locked", format!("{}/draws/1", locked.page())),
        page("about", "/about"),
        page("offline", "/offline"),
        page("api-docs", "/api/docs"),
        page("api-docs-group", "/api/docs/payments-and-draws"),
        page("error", "/nothing-here"),
        page("find", "/buyer"),
        page("buyer", "/buyer/anna"),
        page("buyer-long", format!("/buyer/{LONG}")),
        page("buyer-unknown", "/buyer/nobody"),
        page("buyer-card", format!("/buyer/{LONG}/card")),
        page("login", "/admin/login"),
        sent("login-refused", "/admin/login", "main form", json!({"username": "admin", "password": "wrong"})),
        page("forgot", "/admin/forgot-password"),
        sent("forgot-sent", "/admin/forgot-password", "main form", json!({"username": "nobody"})),
        page("reset", reset),
        page("reset-invalid", "/admin/reset-password?token=x"),
        page("dashboard", "/admin"),
        page("dashboard-archived", "/admin?archived=true"),
        page("new-waffle", "/admin/waffles/new"),
        page("new-waffle-again", format!("/admin/waffles/new?from={}", camera.id)),
        sent("new-waffle-refused", "/admin/waffles/new", "main form", json!({"title": "", "spot_price": "?"})),
        page("my-sign-ins", "/admin/settings/login-history"),
        page("login-history", "/admin/login-history"),
        page("system-settings", "/admin/settings/system"),
        sent("system-settings-refused", "/admin/settings/system", "main form", json!({"jwt_expiration_hours": "0"})),
        page("edit-waiting", format!("{}/edit", waiting.manage(""))),
        page("lock-draw", format!("{}/draws", camera.manage(""))),
        page("lock-draw-locked", format!("{}/draws", locked.manage(""))),
        page("lock-draw-drawn", format!("{}/draws", drawn_in_public.manage(""))),
        sent(
            "replace-refused",
            format!("{}/draws", drawn_in_public.manage("")),
            "form[data-replace]",
            json!({reason.as_str(): ""}),
        ),
        sent(
            "replaced",
            format!("{}/draws", drawn_in_public.manage("")),
            "form[data-replace]",
            json!({reason.as_str(): "No answer for two days, and then “thanks, but I found another one”."}),
        ),
        page("draw-replaced", format!("{}/draws/1", drawn_in_public.page())),
        page("waffle-replaced", drawn_in_public.page()),
        page("manage", camera.manage("")),
        page("manage-spots", format!("{}?view=spots", camera.manage(""))),
        page("manage-draw", format!("{}?view=draw", camera.manage(""))),
        page("manage-activity", format!("{}?view=activity", camera.manage(""))),
        page("manage-all", format!("{}?status=all", camera.manage(""))),
        page("desk-buyer", format!("{}/buyer?handle={LONG}", camera.manage(""))),
        page("desk-buyer-paid", format!("{}/buyer?handle=syrup.sam", camera.manage(""))),
        page("history", format!("{}/history?spot=12", camera.manage(""))),
        page("history-buyer", format!("{}/history?handle=anna", camera.manage(""))),
        page("payments", format!("{}/payments", camera.manage(""))),
        sent(
            "payments-found",
            format!("{}/payments", camera.manage("")),
            "form[action$=payments]",
            json!({"text": format!("anna $200\n{LONG} $7.00\nnobody $25\nsyrup.sam 125.00 Honey Pay")}),
        ),
        page("expired", format!("{}/expired", camera.manage(""))),
        page("sources", format!("{}/sources", camera.manage(""))),
        sent(
            "release-source",
            format!("{}/sources", camera.manage("")),
            "form[action$=release-source]",
            json!({"source": sources["entries"][0]["source"]}),
        ),
        page("manage-drawn", format!("{}?view=draw", drawn.manage(""))),
        page("manage-archived", archived.manage("")),
        page("edit", format!("{}/edit", camera.manage(""))),
        page("share", format!("{}/share", camera.manage(""))),
        page("share-drawn", format!("{}/share", drawn.manage(""))),
        page("draw", format!("{}/winner", camera.manage(""))),
        sent(
            "draw-refused",
            format!("{}/winner", camera.manage("")),
            "main form",
            json!({"winning_spot_numbers": "9"}),
        ),
        sent(
            "draw-confirm",
            format!("{}/winner", camera.manage("")),
            "main form",
            json!({"winning_spot_numbers": "12"}),
        ),
        page("draw-big", format!("{}/winner", big.manage(""))),
        page("change-draw", format!("{}/change-winner?numbers=1", drawn.manage(""))),
        page("clear-draw", format!("{}/clear-winner", drawn.manage(""))),
        page("delete", format!("{}/delete", drawn.manage(""))),
        page("templates", "/admin/share-templates"),
        page("users", "/admin/users"),
        page("merge-users", "/admin/users/merge"),
        page("blocked", "/admin/users/blocked"),
        page("payers", "/admin/users/payers"),
        sent(
            "blocked-refused",
            "/admin/users/blocked",
            "main form.form",
            json!({"handle": "no such handle", "reason": "x".repeat(501)}),
        ),
        page("new-template", "/admin/share-templates/new"),
        sent("new-template-refused", "/admin/share-templates/new", "main form", json!({"name": ""})),
        page("edit-template", format!("/admin/share-templates/{template}")),
        page("delete-template", format!("/admin/share-templates/{template}/delete")),
        page("methods", "/admin/payment-methods"),
        page("new-method", "/admin/payment-methods/new"),
        sent("new-method-refused", "/admin/payment-methods/new", "main form", json!({"display_name": ""})),
        page("edit-method", format!("/admin/payment-methods/{method}")),
        page("deactivate-method", format!("/admin/payment-methods/{method}/deactivate")),
        page("report-months", report("report=monthly-activity")),
        page("report-buyers", report("report=power-buyers")),
        page("report-droughts", report("report=drought")),
        page("report-speed", report("report=spot-velocity")),
        page("report-empty", report("report=power-buyers&from=2001-01-01&to=2001-01-02")),
        page("audit", "/admin/audit"),
        page("audit-filtered", "/admin/audit?action=mark_paid&to=2026-06-01"),
        // Now signed in.
        page("about-system", "/about#system-title"),
        page("accounts", "/admin/admins"),
        page("new-account", "/admin/admins/new"),
        sent("new-account-refused", "/admin/admins/new", "main form", json!({"email": "x"})),
        page("account", format!("/admin/admins/{account}")),
        page("account-deactivated", format!("/admin/admins/{deactivated}")),
        page("settings", "/admin/settings"),
        pressed("keys", "/admin/settings", "[data-keys-open]"),
        sent("seller-refused", "/admin/settings", "form[action$=seller]", json!({"name": "x".repeat(61)})),
        page("security", "/admin/settings/security"),
        sent("security-refused", "/admin/settings/security", "main form", json!({"new_password": "short"})),
        page("second-factor", "/admin/settings/second-factor"),
        sent(
            "second-factor-begun",
            "/admin/settings/second-factor",
            "main form",
            json!({"current_password": PASSWORD}),
        ),
    ]
}

/// Opens a page as its users do: everything under `/admin` except for the signing in is for sellers.
pub(super) async fn visit(browser: &Browser, page: &Page) {
    browser.goto(&page.path).await;
    if !page.path.starts_with("/admin/login") && browser.path().await == "/admin/login" {
        browser.fill("#username", "admin").await;
        browser.fill("#password", PASSWORD).await;
        browser.press("main form button").await;
        is_signed_in(browser).await;
    }
    browser.becomes(LOADED).await;
    if let Some(button) = page.presses {
        browser.press(button).await;
    }
    if let Some((form, fields)) = &page.sends {
        // The browser and the page's script would keep the server from seeing it.
        let send = format!(
            "((form, fields) => {{ {FILL} window.before = true; form.noValidate = true;
            HTMLFormElement.prototype.submit.call(form); }})(document.querySelector({}), {fields})",
            json!(form)
        );
        browser.value(&send).await;
        browser.becomes(format!("!window.before && {LOADED}")).await;
    }
}

const LOADED: &str = "document.readyState === 'complete' && document.querySelector('.js, .bare')";

/// Fills `fields` in a form, by their names. What a button of the form would send is sent without a press.
pub(super) const FILL: &str = "for (const [name, value] of Object.entries(fields)) {
        form.querySelector(`button[name='${name}']`)?.replaceWith(
            Object.assign(form.ownerDocument.createElement('input'), {name, type: 'hidden'}));
        for (const field of [form.elements[name]].flatMap((it) => it instanceof RadioNodeList ? [...it] : it)) {
            if (field?.type === 'checkbox') field.checked = field.value === value; else if (field) field.value = value;
        }
    }";
