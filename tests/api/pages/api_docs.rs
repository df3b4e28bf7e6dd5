//! `GET /api/docs` and `GET /api/docs/:group`: the API's description, for people.

use serde_json::{Value, json};
use waffle_tests::{Page, TestApp, words};

use crate::openapi::{document, operations};

/// The path of a group's page.
fn path_of(group: &str) -> String {
    format!("/api/docs/{}", group.to_lowercase().replace(' ', "-"))
}

/// Opens the page that an endpoint is on.
async fn page_of(app: &TestApp, id: &str) -> Page {
    let document = document(app).await;
    let (_, operation) = operations(&document).into_iter().find(|(_, it)| it["operationId"] == id).unwrap();
    app.visitor().get(&path_of(operation["tags"][0].as_str().unwrap())).await
}

#[tokio::test]
async fn every_endpoint_stands_on_the_page_of_its_group_with_its_address_and_an_anchor() {
    let app = TestApp::shared().await;
    let (document, visitor) = (document(&app).await, app.visitor());
    let start = visitor.get("/api/docs").await;
    assert_eq!((start.status(), start.words("title").as_str()), (200, "API · Waffle"));
    for chapter in ["signing-in", "errors", "limits"] {
        assert!(start.has(&format!("h2#{chapter}")), "{chapter}");
    }
    let groups = document["tags"].as_array().unwrap();
    let listed = start.all(".api-groups li");
    assert_eq!(listed.len(), groups.len());
    let mut left = operations(&document);
    for (group, listed) in groups.iter().zip(listed) {
        let name = group["name"].as_str().unwrap();
        let (own, others): (Vec<_>, Vec<_>) = left.into_iter().partition(|(_, it)| it["tags"][0] == name);
        left = others;
        let endpoints = match own.len() {
            0 => String::new(),
            1 => " 1 endpoint".to_owned(),
            count => format!(" {count} endpoints"),
        };
        assert_eq!(words(listed), format!("{name}{endpoints}"));
        let page = visitor.get(&path_of(name)).await;
        assert_eq!((page.status(), page.words("h1").as_str()), (200, name));
        assert_eq!(page.words("title"), format!("API: {name} · Waffle"));
        assert_eq!(page.all("article.api-operation").len(), own.len(), "{name}");
        for (address, operation) in own {
            let id = operation["operationId"].as_str().unwrap();
            let said = page.words(&format!("article#{id}"));
            assert!(said.contains(&address), "{id}: {said}");
            for (status, _) in operation["responses"].as_object().unwrap() {
                assert!(said.contains(status.as_str()), "{id} lacks {status}");
            }
            assert!(page.has(&format!("nav.api-contents a[href='#{id}']")), "{id} is in the contents");
        }
    }
    assert!(left.is_empty(), "on no page: {left:?}");
}

#[tokio::test]
async fn the_pages_lead_to_each_other_and_say_which_is_open() {
    let app = TestApp::shared().await;
    let visitor = app.visitor();
    let (mut path, mut seen): (String, Vec<String>) = ("/api/docs".to_owned(), Vec::new());
    let contents: Vec<String> = loop {
        let page = visitor.get(&path).await;
        assert_eq!(page.attribute("nav.api-contents [aria-current=page]", "href"), path);
        assert_eq!(page.all("nav.api-contents [aria-current]").len(), 1, "{path}");
        for link in page.all("nav.api-contents ul ul a") {
            let target = link.value().attr("href").unwrap();
            assert!(page.has(&format!("[id='{}']", target.trim_start_matches('#'))), "{target} leads nowhere");
        }
        let previous = page.all("a[rel=prev]").first().and_then(|link| link.value().attr("href")).map(str::to_owned);
        assert_eq!(previous.as_ref(), seen.last(), "{path}");
        seen.push(path);
        if !page.has("a[rel=next]") {
            let links = page.all("nav.api-contents > ul > li > a");
            break links.iter().map(|link| link.value().attr("href").unwrap().to_owned()).collect();
        }
        path = page.attribute("a[rel=next]", "href");
    };
    assert_eq!(seen, contents);
}

#[tokio::test]
async fn an_unknown_group_is_a_page_that_says_so() {
    let app = TestApp::shared().await;
    for path in ["/api/docs/nothing", "/api/docs/Claims", "/api/docs/claims/more"] {
        let page = app.visitor().get(path).await;
        assert_eq!(page.status(), 404, "{path}");
        assert!(page.words("main").contains("There is nothing at this address."), "{}", page.words("main"));
        assert!(page.answer.header("content-security-policy").contains("style-src 'self'"), "{path}");
    }
}

#[tokio::test]
async fn an_endpoint_says_who_may_call_it_what_it_takes_and_what_it_answers() {
    let app = TestApp::start().await;
    let told = async |id: &str| page_of(&app, id).await.words(&format!("#{id}"));
    let claim = told("claimSpots").await;
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
    let waffle = told("createWaffle").await;
    assert!(waffle.contains("title string, 1 to 200 characters, required"));
    assert!(waffle.contains("payment_options[].link string or null"));
    assert!(told("listSpots").await.contains("X-Event-Seq integer"));
    assert!(told("exportSpots").await.contains("200 OK text/csv"));
    assert!(told("renderShareMessage").await.contains("Body may be left out"));
    for (id, callers) in [
        ("getOwnAccount", "Every signed-in admin"),
        ("deleteWaffle", "Admins and super admins"),
        ("exportSpots", "Anybody, signed in or not"),
    ] {
        let page = page_of(&app, id).await;
        assert_eq!(page.words(&format!("#{id} .api-callers")), format!("Who may call it: {callers}"));
    }
    let live = app.visitor().get("/api/docs/live-updates").await;
    assert!(live.words(".api-says").contains("/ws/{slug}?since=<seq>"));
}

#[tokio::test]
async fn the_examples_on_the_pages_work() {
    let (app, seller) = TestApp::with_seller().await;
    let example = async |id: &str| {
        let text = page_of(&app, id).await.one(&format!("#{id} .api-example")).text().collect::<String>();
        serde_json::from_str::<Value>(&text).unwrap_or_else(|error| panic!("{id}: {error} in {text}"))
    };
    let mut created = Value::Null;
    for (id, path) in [
        ("createPaymentMethod", "/api/admin/payment-methods"),
        ("createShareTemplate", "/api/admin/share-templates"),
        ("createWaffle", "/api/admin/waffles"),
    ] {
        created = seller.post(path, &example(id).await).await.ok().json();
    }
    let admin = format!("/api/admin/waffles/{}", created["id"].as_str().unwrap());
    for (id, path) in [("claimSpots", "/api/claims"), ("claimRandomSpots", "/api/claims/random")] {
        let mut body = example(id).await;
        body["waffle_id"] = created["id"].clone();
        assert_eq!(seller.post(path, &body).await.status, 200, "{id}");
    }
    assert_eq!(seller.patch(&admin, &example("editWaffle").await).await.status, 200);
    let filled = seller.post(&format!("{admin}/share-message/render"), &example("renderShareMessage").await).await;
    assert!(filled.json()["message"].as_str().unwrap().contains("100 spots at $20.00"), "{}", filled.text());
    let drawn = seller.post(&format!("{admin}/winner"), &example("drawWinners").await).await;
    assert_eq!(drawn.json()["fields"][0]["field"], "winning_spot_numbers", "not paid yet: {}", drawn.text());
    assert_eq!(example("logIn").await, json!({"username": "admin", "password": "a long sentence"}));
}

#[tokio::test]
async fn the_pages_are_pages_and_easy_to_find() {
    let app = TestApp::shared().await;
    for path in ["/api/docs", "/api/docs/", "/api/docs/claims", "/api/docs/claims/"] {
        let answer = app.get(path).await.ok();
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
