//! `GET /api/admin/login-history`

use std::time::{Duration, Instant};

use futures_util::{StreamExt as _, stream};
use reqwest::Method;
use serde_json::{Value, json};
use waffle_tests::{
    Answer, PASSWORD, Seller, TestApp, answer, bearer, each, form, login, login_from, refusal, refused, token,
};

use crate::whois_server::WhoisServer;

const PATH: &str = "/api/admin/login-history";
const PHONE: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
                     Version/17.5 Mobile/15E148 Safari/604.1";
const ANSWER: &str = "Origin-AS: 64500\nOrg-Name: Example Hosting\nCity: Berlin\nCountry-Code: DE\n";

async fn history(app: &TestApp, token: &str, query: &str) -> Answer {
    answer(bearer(app, Method::GET, &format!("{PATH}{query}"), token)).await
}

/// The usernames in the records that the seller sees.
async fn names(seller: &Seller, query: &str) -> Vec<Value> {
    each(&seller.get(&format!("{PATH}{query}")).await.ok().json()["records"], "username")
}

async fn id(seller: &Seller) -> String {
    seller.get("/api/admin/me").await.json()["id"].as_str().unwrap().to_owned()
}

/// Starts a server that looks up addresses at the test's own WHOIS server.
async fn asking(server: &WhoisServer) -> TestApp {
    let app = TestApp::with(&[("WAFFLE__WHOIS__LOOKUPS", "true")]).await;
    app.sql(&format!("INSERT INTO settings VALUES ('whois_server', '{}')", server.name())).await;
    app
}

/// Reads the newest record until it holds the WHOIS server's answer.
async fn enriched(app: &TestApp, token: &str) -> Value {
    let begun = Instant::now();
    loop {
        let record = history(app, token, "?per_page=1").await.json()["records"][0].clone();
        if record["whois_server"] != Value::Null {
            return record;
        }
        assert!(begun.elapsed() < Duration::from_secs(10), "{record}");
    }
}

#[tokio::test]
async fn a_sign_in_is_recorded_with_what_is_known_of_it() {
    let app = TestApp::start().await;
    let request = app.request(Method::POST, "/api/admin/login").header("x-forwarded-for", "2001:db8::7");
    let signed_in = request.header("user-agent", PHONE).json(&json!({"username": "Admin", "password": PASSWORD}));
    let body = answer(signed_in).await.json();
    let (token, admin_id) = (body["token"].as_str().unwrap(), &body["admin"]["id"]);

    let answer = history(&app, token, "").await;
    assert_eq!((answer.status.as_u16(), answer.header("cache-control")), (200, "no-store"));
    let page = answer.json();
    let record_id = page["records"][0]["id"].as_str().unwrap();
    assert_eq!(record_id.len(), 36);
    let expected = json!({
        "records": [{
            "id": record_id, "admin_id": admin_id, "username": "admin", "ip_address": "2001:db8::7",
            "user_agent": PHONE, "browser": "Safari", "os": "iOS", "device_type": "mobile",
            "ip_org": null, "ip_country": null, "ip_city": null, "ip_asn": null, "whois_server": null,
            "created_at": "2026-06-01T12:00:00Z",
        }],
        "page": 1, "per_page": 25, "total": 1,
    });
    assert_eq!(page, expected);
    assert_eq!(history(&app, token, "/").await.json(), expected);
}

#[tokio::test]
async fn the_form_is_recorded_too_and_a_refused_sign_in_is_not() {
    let app = TestApp::start().await;
    let (browser, proof) = app.visitor().open("/admin/login").await;
    for (password, status) in [("wrong", 401), (PASSWORD, 303)] {
        let request = app.request(Method::POST, "/admin/login").header("cookie", &browser.cookie);
        let fields = [("csrf_token", proof.as_str()), ("username", "admin"), ("password", password)];
        assert_eq!(answer(form(request.header("user-agent", "x\u{e9}"), fields)).await.status, status);
    }
    assert_eq!(login(&app, "admin", "wrong").await.status, 401);
    app.sql("UPDATE admins SET active = false").await;
    assert_eq!(login(&app, "admin", PASSWORD).await.status, 403);
    app.sql("UPDATE admins SET active = true").await;
    app.holds("(SELECT count(*) = 1 AND min(user_agent) = 'x\u{e9}' AND min(browser) = 'Unknown' FROM login_history)")
        .await;
    app.holds("(SELECT l.created_at = a.last_login_at FROM login_history l JOIN admins a ON a.id = l.admin_id)").await;
}

#[tokio::test]
async fn any_browser_may_sign_in_whatever_it_says_of_itself() {
    let app = TestApp::start().await;
    for agent in ["", "-", "\u{1f9c7}", &"x".repeat(5_000), "Mozilla/5.0 (", "' OR 1=1 --"] {
        let request = app.request(Method::POST, "/api/admin/login").header("user-agent", agent.as_bytes());
        answer(request.json(&json!({"username": "admin", "password": PASSWORD}))).await.ok();
    }
    let without =
        answer(app.request(Method::POST, "/api/admin/login").json(&json!({"username": "admin", "password": PASSWORD})));
    assert_eq!(without.await.status, 200);
    app.holds("(SELECT count(*) = 7 AND max(char_length(user_agent)) = 512 FROM login_history)").await;
}

#[tokio::test]
async fn each_role_sees_its_share() {
    let (app, boss) = TestApp::with_seller().await;
    let anna = app.seller_as("anna", "admin").await;
    let adam = app.seller_as("adam", "admin").await;
    let mona = app.seller_as("mona", "waffle_manager").await;
    let milo = app.seller_as("milo", "waffle_manager").await;
    assert_eq!(names(&boss, "").await, ["milo", "mona", "adam", "anna", "admin"]);
    assert_eq!(names(&anna, "").await, ["milo", "mona", "anna"]);
    assert_eq!(names(&adam, "").await, ["milo", "mona", "adam"]);
    assert_eq!(names(&mona, "").await, ["mona"]);
    assert_eq!(names(&milo, "").await, ["milo"]);
    app.sql("UPDATE admins SET role = 'admin' WHERE username = 'mona'").await;
    assert_eq!(names(&anna, "").await, ["milo", "anna"], "by the roles of now");
    app.sql("UPDATE admins SET role = 'waffle_manager' WHERE username = 'mona'").await;

    assert_eq!(names(&boss, &format!("?admin_id={}", id(&anna).await)).await, ["anna"]);
    assert_eq!(names(&boss, "?admin_id=").await.len(), 5);
    assert_eq!(names(&boss, "?admin_id=00000000-0000-7000-8000-000000000000").await, [""; 0]);
    assert_eq!(refusal(&boss.get(&format!("{PATH}?admin_id=anna")).await), refused(400, "validation_failed"));
    for other in [&anna, &mona] {
        for asked in [id(other).await, id(&milo).await, "anna".to_owned()] {
            let answer = other.get(&format!("{PATH}?admin_id={asked}")).await;
            assert_eq!(refusal(&answer), refused(403, "forbidden"), "{asked}");
        }
    }
}

#[tokio::test]
async fn a_long_history_comes_in_pages() {
    let (app, token) = TestApp::with_token().await;
    app.sql(
        "INSERT INTO login_history (id, admin_id, admin_username, ip_address, user_agent, browser, os, \
         device_type, created_at)
         SELECT gen_random_uuid(), id, username, '203.0.113.1', n::text, 'x', 'x', 'desktop', \
             created_at - make_interval(secs => n)
         FROM admins, generate_series(1, 119) n",
    )
    .await;
    let page = async |query: &str| {
        let page = history(&app, &token, query).await.json();
        let shown = page["records"].as_array().unwrap().len();
        (shown, page["page"].clone(), page["per_page"].clone(), page["total"].clone())
    };
    assert_eq!(page("").await, (25, json!(1), json!(25), json!(120)));
    assert_eq!(page("?page=5").await, (20, json!(5), json!(25), json!(120)));
    assert_eq!(page("?page=6").await, (0, json!(6), json!(25), json!(120)));
    assert_eq!(page("?per_page=101").await, (100, json!(1), json!(100), json!(120)));
    assert_eq!(refusal(&history(&app, &token, "?page=x").await), refused(400, "validation_failed"));
    let second = history(&app, &token, "?page=2&per_page=2").await.json();
    assert_eq!(each(&second["records"], "user_agent"), ["2", "3"], "newest first");
}

#[tokio::test]
async fn the_holder_of_the_address_is_found_out_afterwards() {
    let server = WhoisServer::saying(ANSWER);
    let app = asking(&server).await;
    let token = token(&app).await;
    let record = enriched(&app, &token).await;
    let told = ["ip_org", "ip_country", "ip_city", "ip_asn", "whois_server"].map(|field| record[field].clone());
    assert_eq!(told, ["Example Hosting", "DE", "Berlin", "AS64500", &server.name()]);
    assert_eq!(server.questions(), ["203.0.113.7"]);
    login_from(&app, "10.0.0.7", "admin", PASSWORD).await;
    login_from(&app, "203.0.113.8", "admin", PASSWORD).await;
    enriched(&app, &token).await;
    assert_eq!(server.questions(), ["203.0.113.7", "203.0.113.8"], "none for the private address");
}

#[tokio::test]
async fn a_storm_of_a_thousand_sign_ins_does_not_wait_for_a_server_that_says_nothing() {
    let server = WhoisServer::silent();
    let app = asking(&server).await;
    let slowest = stream::iter(0..1_000)
        .map(|n| {
            let app = &app;
            async move {
                let (begun, address) = (Instant::now(), format!("198.18.{}.{}", n / 250, n % 250 + 1));
                assert_eq!(login_from(app, &address, "admin", PASSWORD).await.status, 200);
                begun.elapsed()
            }
        })
        .buffer_unordered(8)
        .fold(Duration::ZERO, async |slowest, took| slowest.max(took))
        .await;
    assert!(slowest < Duration::from_secs(5), "{slowest:?}");
    app.holds("(SELECT count(*) = 1000 FROM login_history)").await;
    assert_eq!(server.most_at_once(), 4);
}
