//! `GET /api/receipts/:token`

use std::time::Duration;

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use waffle_test_databases::inspection::{lock_table, until_waiting};
use waffle_tests::{TestApp, answer, refusal, refused};

use super::{Receipt, spots};

#[tokio::test]
async fn a_receipt_tells_all_of_its_claim() {
    let app = TestApp::with(&[("WAFFLE__PAYMENTS__WALLET_A__LINK", "https://pay.example/{handle}/{amount}")]).await;
    let seller = app.seller().await;
    let mut methods = Vec::new();
    for (kind, name, handle) in [("wallet_a", "Honey Pay", "@golden"), ("wallet_b", "Bank", "DE12 3456")] {
        let method = json!({"type": kind, "display_name": name, "handle_or_url": handle});
        methods.push(seller.post("/api/admin/payment-methods", &method).await.json()["id"].clone());
    }
    let waffle = seller.waffle("Box", 6).await;
    let terms = json!({"payment_methods": methods, "pay_within_minutes": 30});
    seller.patch(&waffle.admin_api(""), &terms).await;
    let receipt = Receipt::of(&app, &waffle, &[5, 2], "@Anna").await;
    let answer = app.get(&receipt.path("")).await.ok();
    assert_eq!(answer.header("cache-control"), "no-store");
    assert_eq!(answer.header("referrer-policy"), "no-referrer");
    assert_eq!(answer.header("x-robots-tag"), "noindex");
    assert_eq!(answer.header("access-control-allow-origin"), "");
    assert_eq!(answer.header("x-event-seq"), "3");
    let mut told = answer.json();
    let detail = app.get(&waffle.api("")).await.json();
    let listed = app.get("/api/waffles").await.json()[0].clone();
    assert_eq!(told["waffle"].take(), listed);
    let by = app.get(&waffle.api("/spots")).await.json();
    let spot = |number: usize| {
        json!({"number": number, "status": "pending", "claimed_at": "2026-06-01T12:00:00Z",
            "pay_by": by[number - 1]["pay_by"], "in_draw": null, "prize": null, "alternate": null, "yours": true})
    };
    let option = |at: usize, link: Value| {
        let mut option = detail["payment_options"][at].clone();
        option["link"] = link;
        option
    };
    assert_eq!(
        told,
        json!({
            "waffle": null, "social_handle": "anna", "spots": [spot(2), spot(5)],
            "owed": 5_000, "amount_to_send": 5_000,
            "payment_options": [option(0, json!("https://pay.example/golden/50.00")), option(1, Value::Null)],
            "says_paid_at": null, "says_paid_until": null, "result": "open",
        })
    );
    assert_eq!(detail["payment_options"][0]["link"], "https://pay.example/golden", "nobody owes there");
    seller.pay(waffle.spot(5)).await;
    let told = receipt.read(&app).await;
    assert_eq!(told["payment_options"][0]["link"], "https://pay.example/golden/25.00");
    assert_eq!((&told["owed"], &told["spots"][1]["pay_by"]), (&json!(2_500), &Value::Null));
    seller.pay(waffle.spot(2)).await;
    let told = receipt.read(&app).await;
    assert_eq!((&told["owed"], &told["payment_options"][0]["link"]), (&json!(0), &json!("https://pay.example/golden")));
}

#[tokio::test]
async fn amounts_tell_buyers_apart_where_the_seller_wants_that() {
    let app = TestApp::with(&[("WAFFLE__PAYMENTS__WALLET_A__LINK", "https://pay.example/{handle}/{amount}")]).await;
    let seller = app.seller().await;
    let method = json!({"type": "wallet_a", "display_name": "Honey Pay", "handle_or_url": "@golden"});
    let method = seller.post("/api/admin/payment-methods", &method).await.json()["id"].clone();
    let waffle = seller.waffle("Box", 9).await;
    let anna = Receipt::of(&app, &waffle, &[1, 2], "anna").await;
    let ben = Receipt::of(&app, &waffle, &[3], "ben").await;
    let again = Receipt::of(&app, &waffle, &[4], "anna").await;
    let told = async |receipt: &Receipt| {
        let told = receipt.read(&app).await;
        let link = told["payment_options"][0]["link"].as_str().unwrap().rsplit_once('/').unwrap().1.to_owned();
        (told["owed"].as_i64().unwrap(), told["amount_to_send"].as_i64().unwrap(), link)
    };
    seller.patch(&waffle.admin_api(""), &json!({"payment_methods": [method]})).await;
    assert_eq!(told(&anna).await, (5_000, 5_000, "50.00".into()));
    seller.patch(&waffle.admin_api(""), &json!({"distinct_amounts": true})).await;
    // Whatever the order of reading, the first to claim has the fewest cents, and the same on all receipts.
    assert_eq!(told(&ben).await, (2_500, 2_502, "25.02".into()));
    assert_eq!(told(&anna).await, (5_000, 5_001, "50.01".into()));
    assert_eq!(told(&again).await, (2_500, 2_501, "25.01".into()));
    let html = app.get(&format!("/claim/{}", ben.0)).await.text();
    assert!(html.contains(">$25.02<") && html.contains("<p data-exactly>"), "{html}");
    let desk = seller.get(&waffle.admin_api("/buyers")).await.json();
    let rows: Vec<_> =
        desk["entries"].as_array().unwrap().iter().map(|it| (&it["owed"], &it["amount_to_send"])).collect();
    assert_eq!(rows, [(&json!(7_500), &json!(7_501)), (&json!(2_500), &json!(2_502))]);
    assert_eq!(desk["totals"]["owed"], 10_000);

    for (line, verdict, spots) in [
        ("anna $75.01", "exact", 3),
        ("anna $75.00", "exact", 3),
        ("anna $50.01", "part", 2),
        ("anna $25.02", "differs", 0),
        ("ben $25.02", "exact", 1),
    ] {
        let found = seller.post(&waffle.admin_api("/match-payments"), &json!({"text": line})).await.json();
        let found = &found["lines"][0];
        let ids = found["spot_ids"].as_array().unwrap().len();
        assert_eq!((found["verdict"].as_str().unwrap(), ids), (verdict, spots), "{line}");
    }
    seller.pay(waffle.spot(3)).await;
    assert_eq!(ben.read(&app).await["amount_to_send"], 0, "nothing is owed");
    // A later buyer, and those who have seen an amount before.
    assert_eq!(told(&Receipt::of(&app, &waffle, &[5], "cleo").await).await.1, 2_503);
    seller.patch(&waffle.admin_api(""), &json!({"distinct_amounts": false})).await;
    assert_eq!(told(&anna).await.1, 5_000);
    seller.patch(&waffle.admin_api(""), &json!({"distinct_amounts": true})).await;
    assert_eq!(told(&anna).await.1, 5_001);
}

#[tokio::test]
async fn every_successful_claim_has_a_receipt_and_a_repeat_has_the_same() {
    let (app, other) = TestApp::two_servers().await;
    let waffle = app.seller().await.waffle("Box", 4).await;
    let keyed = async |app: &TestApp, path: &str, body: &Value| {
        answer(
            app.request(Method::POST, path)
                .header("idempotency-key", format!("a-key-that-is-long-enough:{path}"))
                .json(body),
        )
        .await
    };
    let numbered = json!({"waffle_id": waffle.id, "spots": [1], "social_handle": "anna"});
    let any = json!({"waffle_id": waffle.id, "count": 9, "social_handle": "ben"});
    for (path, body) in [("/api/claims", &numbered), ("/api/claims/random", &any)] {
        let claimed = keyed(&app, path, body).await;
        let first = claimed.header("x-claim-receipt").to_owned();
        assert_eq!(first.len(), 70);
        for server in [&app, &other] {
            let again = keyed(server, path, body).await;
            assert_eq!((again.header("x-claim-receipt"), again.text()), (&*first, claimed.text()), "{path}");
            assert_eq!(server.get(&format!("/api/receipts/{first}")).await.status, 200);
        }
    }
    let none = answer(app.claiming_random(&any)).await;
    assert_eq!((none.status.as_u16(), &none.json()["claimed_count"]), (200, &json!(0)));
    assert!(!none.headers.contains_key("x-claim-receipt"));
    assert!(!app.claim(&waffle, &[1], "carl").await.headers.contains_key("x-claim-receipt"));
}

#[tokio::test]
async fn a_spot_that_was_released_claimed_anew_or_renamed_is_not_yours_any_more() {
    let (app, seller, waffle) = TestApp::selling("Box", 6).await;
    let receipt = Receipt::of(&app, &waffle, &[1, 2, 3, 4], "anna").await;
    seller.release(waffle.spot(1)).await;
    seller.release(waffle.spot(2)).await;
    app.claim(&waffle, &[2], "anna").await;
    rename(&app, &waffle, 3, "ben").await;
    let told = receipt.read(&app).await;
    assert_eq!(spots(&told), ["1 available", "2 pending", "3 pending", "4 pending yours"]);
    assert_eq!((&told["owed"], &told["social_handle"]), (&json!(2_500), &json!("anna")));
}

/// Renames a spot as a seller would.
async fn rename(app: &TestApp, waffle: &waffle_tests::Waffle, number: usize, to: &str) {
    app.sql(&format!(
        "SELECT change_spots(ARRAY[ROW(
            gen_random_uuid(), '{}', '{{{}}}', 'rename', NULL, '{to}', NULL, NULL, NULL, false, NULL,
            ROW(id, username, NULL)
        )::spot_change], now()) FROM admins",
        waffle.id,
        waffle.spot(number)
    ))
    .await;
    app.waffles.refresh(waffle.id.parse().unwrap());
}

#[tokio::test]
async fn a_spot_stays_yours_when_your_handle_becomes_part_of_another() {
    let (app, _, waffle) = TestApp::selling("Box", 6).await;
    let receipt = Receipt::of(&app, &waffle, &[1, 2], "ana").await;
    app.sql(
        "SELECT merge_users(gen_random_uuid(), 'ana', 'anna', ARRAY(SELECT id FROM waffles), true,
             ROW(id, username, NULL), '2026-06-01T12:00:00Z')
         FROM admins",
    )
    .await;
    let told = receipt.read(&app).await;
    assert_eq!(spots(&told), ["1 pending yours", "2 pending yours"]);
    assert_eq!((&told["social_handle"], &told["owed"]), (&json!("anna"), &json!(5_000)));
}

#[tokio::test]
async fn a_receipt_outlives_the_archiving_of_its_waffle_but_not_its_end() {
    let (app, _, waffle) = TestApp::selling("Box", 6).await;
    let receipt = Receipt::of(&app, &waffle, &[1], "anna").await;
    app.archives(&waffle).await;
    assert_eq!(receipt.read(&app).await["waffle"]["archived"], true);
    assert_eq!(receipt.says_paid(&app, Some("")).await["spots"][0]["yours"], true);
    app.deletes(&waffle).await;
    let gone = refused(404, "not_found");
    assert_eq!(refusal(&app.get(&receipt.path("")).await), gone);
    assert_eq!(refusal(&receipt.post(&app, "/paid", &json!({"note": ""})).await), gone);
    assert_eq!(refusal(&receipt.give_back(&app, &[1]).await), gone);
}

#[tokio::test]
async fn an_unknown_token_opens_nothing() {
    let (app, _, waffle) = TestApp::shared_selling("Box", 6).await;
    let receipt = Receipt::of(&app, &waffle, &[1], "anna").await;
    let forged = format!("{}A", &receipt.0[..58]);
    let forged = if forged == receipt.0 { format!("{}B", &receipt.0[..58]) } else { forged };
    for token in [forged.as_str(), "x", "..%2fadmin", "%ff", &"A".repeat(59), &"A".repeat(5_000)] {
        for (method, rest) in [(Method::GET, ""), (Method::POST, "/paid"), (Method::POST, "/give-back")] {
            let request = app.request(method, &format!("/api/receipts/{token}{rest}")).json(&json!({}));
            let answer = answer(request).await;
            assert_eq!(answer.status, 404, "{token} {rest}: {}", answer.text());
            assert_eq!((answer.header("cache-control"), answer.header("referrer-policy")), ("no-store", "no-referrer"));
        }
    }
    // A handle allows nothing.
    assert_eq!(app.get("/api/receipts/anna").await.status, 404);
}

#[tokio::test]
async fn an_address_that_has_read_too_many_receipts_waits_and_all_else_goes_on() {
    let limits = [("WAFFLE__RATE_LIMIT__RECEIPTS_PER_MINUTE", "60"), ("WAFFLE__RATE_LIMIT__RECEIPTS_BURST", "3")];
    let app = TestApp::with(&limits).await;
    let waffle = app.seller().await.waffle("Box", 6).await;
    let receipt = Receipt::of(&app, &waffle, &[1], "anna").await;
    let paths = [receipt.path(""), format!("/claim/{}", receipt.0), "/api/receipts/x".to_owned()];
    let read =
        async |path: &str, client: &str| answer(app.request(Method::GET, path).header("x-forwarded-for", client)).await;
    for (path, status) in paths.iter().zip([200, 200, 404]) {
        assert_eq!(read(path, "2001:db8::1").await.status, status, "{path}");
    }
    for path in &paths {
        let limited = read(path, "2001:db8::2").await;
        assert_eq!((limited.status.as_u16(), limited.header("retry-after")), (429, "1"), "{path}");
        assert_eq!(limited.text().contains("Easy on the syrup"), !path.starts_with("/api"), "{path}");
    }
    let paid = app.request(Method::POST, &receipt.path("/paid")).header("x-forwarded-for", "2001:db8::1");
    assert_eq!(answer(paid.json(&json!({"note": ""}))).await.status, 200, "it counts as a claim");
    assert_eq!(read(&waffle.page(), "2001:db8::1").await.status, 200);
    assert_eq!(read(&paths[0], "2001:db8:0:1::1").await.status, 200, "another address");
    app.clock.advance(Duration::from_secs(1));
    assert_eq!(read(&paths[1], "2001:db8::1").await.status, 200);
    assert_eq!(read(&paths[1], "2001:db8::1").await.status, 429);
}

#[tokio::test]
async fn the_receipt_of_a_whole_board_is_read_and_given_back() {
    let (app, _, waffle) = TestApp::selling("Box", 10_000).await;
    let all: Vec<i64> = (1..=10_000).collect();
    let receipt = Receipt::of(&app, &waffle, &all, "anna").await;
    let told = receipt.read(&app).await;
    assert_eq!((told["spots"].as_array().unwrap().len(), &told["owed"]), (10_000, &json!(25_000_000)));
    let back = receipt.give_back(&app, &all).await;
    assert_eq!((back.status.as_u16(), &back.json()["owed"]), (200, &json!(0)));
}

#[tokio::test]
async fn receipts_of_more_than_200_spots_are_read_two_at_once() {
    let app = TestApp::with(&[("WAFFLE__DATABASE__MAX_CONNECTIONS", "40")]).await;
    let waffle = app.seller().await.waffle("Box", 401).await;
    let long = Receipt::of(&app, &waffle, &(1..=201).collect::<Vec<_>>(), "anna").await.path("");
    let short = Receipt::of(&app, &waffle, &(202..=401).collect::<Vec<_>>(), "anna").await.path("");
    let lock = lock_table(&app.database().connect_options(), "events").await.unwrap();
    let two = join_all((0..2).map(async |_| app.get(&long).await.status));
    let others = async {
        until_waiting(&app.database().connect_options(), 2).await.unwrap();
        let (short, ()) = tokio::join!(app.get(&short), async {
            let third = app.get(&long).await;
            // Immediately: those that wait give up a second later.
            lock.release().await.unwrap();
            assert_eq!((refusal(&third), third.header("retry-after")), (refused(503, "busy"), "5"));
        });
        assert_eq!(short.status, 200, "it waits for the database like anyone");
    };
    let (two, ()) = tokio::join!(two, others);
    assert_eq!(two, [200; 2]);
}
