//! `GET /api/docs`: the API's description, for people.

use serde_json::{Value, json};
use waffle_tests::{TestApp, words};

#[tokio::test]
async fn every_endpoint_stands_on_the_page_with_its_address_and_an_anchor() {
    let app = TestApp::shared().await;
    let page = app.visitor().get("/api/docs").await;
    assert_eq!(page.status(), 200);
    let document = app.get("/api/openapi.json").await.json();
    let mut count = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let id = operation["operationId"].as_str().unwrap();
            let said = page.words(&format!("article#{id}"));
            assert!(said.contains(&format!("{} {path}", method.to_uppercase())), "{id}: {said}");
            for (status, _) in operation["responses"].as_object().unwrap() {
                assert!(said.contains(status.as_str()), "{id} lacks {status}");
            }
            assert!(page.has(&format!("nav.api-contents a[href='#{id}']")), "{id} is in the contents");
            assert!(page.has(&format!("details.api-folded:not([open]) > article#{id}")), "{id} is folded");
            count += 1;
        }
    }
    assert_eq!(page.all("article.api-operation").len(), count);
    for link in page.all("nav.api-contents a") {
        let target = link.value().attr("href").unwrap();
        assert!(page.has(&format!("[id='{}']", target.trim_start_matches('#'))), "{target} leads nowhere");
    }
}

#[tokio::test]
async fn an_endpoint_says_who_may_call_it_what_it_takes_and_what_it_answers() {
    let app = TestApp::start().await;
    let page = app.visitor().get("/api/docs").await;
    let claim = page.words("#claimSpots");
    for said in [
        "Who may call it: Anybody",
        "Idempotency-Key header, string, 1 to 128 characters",
        "spots list of integers, at least 1 item, required",
        "200 OK a list of objects",
        "claimed_by_handle string or null",
        "status available | pending | paid | winner | loser",
        "spots_taken : Others hold some of these spots",
        "Refusals: 400, 403, 404, 408, 409, 413, 415, 429, 500, 503",
        "With Retry-After .",
    ] {
        assert!(claim.contains(said), "{said:?} in {claim}");
    }
    assert!(page.words("#createWaffle").contains("title string, 1 to 200 characters, required"));
    assert!(page.words("#createWaffle").contains("payment_options[].link string or null"));
    assert!(page.words("#listSpots").contains("X-Event-Seq integer"));
    assert!(page.words("#exportSpots").contains("200 OK text/csv"));
    assert!(page.words("#renderShareMessage").contains("Body may be left out"));
    for (id, callers) in [
        ("getOwnAccount", "Every signed-in admin"),
        ("deleteWaffle", "Admins and super admins"),
        ("exportSpots", "Anybody, signed in or not"),
    ] {
        assert_eq!(page.words(&format!("#{id} .api-callers")), format!("Who may call it: {callers}"));
    }
    assert!(page.words("section[aria-labelledby='live-updates-title']").contains("/ws/{slug}?since=<seq>"));
}

#[tokio::test]
async fn the_examples_on_the_page_work() {
    let (app, seller) = TestApp::with_seller().await;
    let page = app.visitor().get("/api/docs").await;
    let example = |id: &str| -> Value {
        let text = page.one(&format!("#{id} .api-example")).text().collect::<String>();
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{id}: {error} in {text}"))
    };
    let mut created = Value::Null;
    for (id, path) in [
        ("createPaymentMethod", "/api/admin/payment-methods"),
        ("createShareTemplate", "/api/admin/share-templates"),
        ("createWaffle", "/api/admin/waffles"),
    ] {
        created = seller.post(path, &example(id)).await.ok().json();
    }
    let admin = format!("/api/admin/waffles/{}", created["id"].as_str().unwrap());
    for (id, path) in [("claimSpots", "/api/claims"), ("claimRandomSpots", "/api/claims/random")] {
        let mut body = example(id);
        body["waffle_id"] = created["id"].clone();
        assert_eq!(seller.post(path, &body).await.status, 200, "{id}");
    }
    assert_eq!(seller.patch(&admin, &example("editWaffle")).await.status, 200);
    let filled = seller.post(&format!("{admin}/share-message/render"), &example("renderShareMessage")).await;
    assert!(filled.json()["message"].as_str().unwrap().contains("100 spots at $20.00"), "{}", filled.text());
    let drawn = seller.post(&format!("{admin}/winner"), &example("drawWinners")).await;
    assert_eq!(drawn.json()["fields"][0]["field"], "winning_spot_numbers", "not paid yet: {}", drawn.text());
    assert_eq!(example("logIn"), json!({"username": "admin", "password": "a long sentence"}));
}

#[tokio::test]
async fn the_page_is_a_page_and_easy_to_find() {
    let app = TestApp::shared().await;
    for path in ["/api/docs", "/api/docs/"] {
        let answer = app.get(path).await;
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
        assert!(answer.header("content-security-policy").contains("style-src 'self'"), "{path}");
        assert_eq!(answer.header("access-control-allow-origin"), "", "{path}");
    }
    let visitor = app.visitor();
    assert!(visitor.get("/api/docs").await.has("a[href='/api/openapi.json']"));
    assert!(visitor.get("/about").await.has("main a[href='/api/docs']"));
    let home = visitor.get("/").await;
    assert_eq!(words(home.one("footer a[href='/api/docs']")), "API");
}
