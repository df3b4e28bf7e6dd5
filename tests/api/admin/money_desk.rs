//! `/api/admin/waffles/:id/buyers` and `/match-payments`

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use waffle_tests::{Answer, Seller, TestApp, Waffle, answer, bearer, each, faults, refusal, refused};

async fn desk(seller: &Seller, waffle: &Waffle, query: &str) -> Value {
    seller.get(&waffle.admin_api(&format!("/buyers{query}"))).await.ok().json()
}

fn handles(desk: &Value) -> Vec<&str> {
    desk["entries"].as_array().unwrap().iter().map(|entry| entry["social_handle"].as_str().unwrap()).collect()
}

/// Anna has paid, Ben owes since noon and half past, Cleo owes since a quarter past and has paid too.
async fn sell(app: &TestApp, seller: &Seller) -> Waffle {
    let waffle = seller.waffle("Box", 9).await;
    app.claim(&waffle, &[1], "zoe").await;
    app.claim(&waffle, &[2], "anna").await;
    app.claim(&waffle, &[3, 4], "ben").await;
    app.clock.advance(Duration::from_mins(15));
    app.claim(&waffle, &[5, 6], "cleo").await;
    app.clock.advance(Duration::from_mins(15));
    app.claim(&waffle, &[7], "ben").await;
    seller.pays(&waffle, [1, 2, 6]).await;
    waffle
}

async fn sold() -> (TestApp, Seller, Waffle) {
    let (app, seller) = TestApp::with_seller().await;
    let waffle = sell(&app, &seller).await;
    (app, seller, waffle)
}

#[tokio::test]
async fn who_owes_comes_first_and_all_of_it_adds_up() {
    let (app, seller) = TestApp::with_seller_as("mia", "waffle_manager").await;
    let waffle = sell(&app, &seller).await;
    let all = desk(&seller, &waffle, "").await;
    assert_eq!(handles(&all), ["ben", "cleo", "anna", "zoe"]);
    assert_eq!(all["totals"], json!({"owed": 10_000, "paid_amount": 7_500, "buyers": 4, "buyers_owing": 2}));
    let spot = |number: usize, status: &str, claimed: &str, paid: Value| {
        json!({"id": waffle.spot(number), "number": number, "status": status, "claimed_by_handle": "cleo",
            "claimed_at": claimed, "paid_at": paid, "pay_by": null})
    };
    let (quarter, half) = ("2026-06-01T12:15:00Z", "2026-06-01T12:30:00Z");
    let cleo = json!({
        "social_handle": "cleo",
        "spots": [spot(5, "pending", quarter, json!(null)), spot(6, "paid", quarter, json!(half))],
        "pending_count": 1, "paid_count": 1, "owed": 2_500, "amount_to_send": 2_500,
        "paid_amount": 2_500, "oldest_pending_at": quarter,
        "not_in_draw": [], "pay_by": null, "overdue": false, "says_paid_at": null, "note": null,
        "says_paid_until": null,
    });
    assert_eq!(all["entries"][1], cleo);
    assert_eq!(all["entries"][0]["oldest_pending_at"], "2026-06-01T12:00:00Z");
    let zoe = &all["entries"][3];
    assert_eq!((&zoe["owed"], &zoe["oldest_pending_at"], &zoe["paid_count"]), (&json!(0), &json!(null), &json!(1)));

    // A winner and a loser have paid, and a buyer who has not was not in the draw.
    app.draws(&waffle, &[6]).await;
    let drawn = desk(&seller, &waffle, "").await;
    assert_eq!(handles(&drawn), ["anna", "ben", "cleo", "zoe"]);
    assert_eq!(drawn["totals"], json!({"owed": 0, "paid_amount": 7_500, "buyers": 4, "buyers_owing": 0}));
    assert_eq!(
        (&drawn["entries"][1]["not_in_draw"], &drawn["entries"][2]["not_in_draw"]),
        (&json!([3, 4, 7]), &json!([5]))
    );
    assert_eq!(desk(&seller, &seller.waffle("Empty", 3).await, "").await["entries"], json!([]));
}

#[tokio::test]
async fn some_are_searched_for_and_a_table_has_a_row_for_each() {
    let (app, seller, waffle) = sold().await;
    for (search, found) in [("E", &["ben", "cleo", "zoe"][..]), ("@Ann", &["anna"]), ("_", &[]), ("", &["ben"])] {
        let desk = desk(&seller, &waffle, &format!("?search={search}")).await;
        assert!(
            handles(&desk).starts_with(found) && (search.is_empty() || handles(&desk).len() == found.len()),
            "{desk}"
        );
        assert_eq!(desk["totals"]["buyers"], 4, "of all");
    }
    app.sql(&format!(
        "INSERT INTO payment_notes SELECT waffle_id, seq, 2, at, '=1+1' FROM events
             WHERE waffle_id = '{}' AND spot_number = 3 AND from_status = 'available'",
        waffle.id
    ))
    .await;
    let table = seller.get(&waffle.admin_api("/buyers?search=e&format=csv")).await;
    assert_eq!(table.header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(table.header("content-disposition"), "attachment; filename=\"box-buyers.csv\"");
    let rows = "social_handle,spots,pending_count,paid_count,owed,paid_amount,oldest_pending_at,pay_by,overdue,\
        says_paid_at,note,says_paid_until,amount_to_send\r\n\
        ben,3 4 7,3,0,7500,0,2026-06-01T12:00:00Z,,false,2026-06-01T12:00:00Z,'=1+1,,7500\r\n\
        cleo,5 6,1,1,2500,2500,2026-06-01T12:15:00Z,,false,,,,2500\r\n\
        zoe,1,0,1,0,2500,,,false,,,,0\r\n";
    assert_eq!(table.text(), rows);
    for query in ["?format=xml", "?search=%00", "?filter=all"] {
        assert_eq!(refusal(&seller.get(&waffle.admin_api(&format!("/buyers{query}"))).await).0, 400, "{query}");
    }
}

#[tokio::test]
async fn who_says_paid_from_a_source_of_several_handles_is_found() {
    let (app, seller, waffle) = TestApp::selling("Box", 9).await;
    for (spot, handle, address, says) in [
        (1, "anna", "203.0.113.5", true),
        (2, "ben", "203.0.113.5", false),
        (3, "cleo", "203.0.113.6", true),
        (4, "cleo", "203.0.113.6", true),
    ] {
        let claim = json!({"waffle_id": waffle.id, "spots": [spot], "social_handle": handle});
        let claimed = answer(app.claiming(&claim).header("x-forwarded-for", address)).await;
        if says {
            let path = format!("/api/receipts/{}/paid", claimed.header("x-claim-receipt"));
            assert_eq!(answer(app.request(Method::POST, &path).json(&json!({"note": ""}))).await.status, 200);
        }
    }
    let found = desk(&seller, &waffle, "?filter=shared_source").await;
    assert_eq!((handles(&found), &found["totals"]["buyers"]), (vec!["anna"], &json!(3)));
    assert_eq!(handles(&desk(&seller, &waffle, "?filter=shared_source&search=cl").await), [""; 0]);
    let page = seller.get(&format!("/admin/waffles/{}?filter=shared_source", waffle.id)).await;
    assert_eq!(page.text().matches("data-buyer=").count(), 1);
    seller.pay(waffle.spot(1)).await;
    assert_eq!(handles(&desk(&seller, &waffle, "?filter=shared_source").await), [""; 0], "she owes nothing");
}

#[tokio::test]
async fn what_buyers_say_and_deadlines_that_passed_are_shown() {
    let (app, seller, waffle) = TestApp::selling("Box", 9).await;
    app.claim(&waffle, &[1], "anna").await;
    seller.patch(&waffle.admin_api(""), &json!({"pay_within_minutes": 600})).await;
    app.claim(&waffle, &[2, 3], "anna").await;
    app.claim(&waffle, &[4], "ben").await;
    let said = format!(
        "INSERT INTO payment_notes SELECT waffle_id, seq, 1, '2026-06-01T12:05:00Z', 'by wallet' FROM events
             WHERE waffle_id = '{}' AND spot_number = 4 AND from_status = 'available'",
        waffle.id
    );
    app.sql(&said).await;
    let shown = desk(&seller, &waffle, "").await;
    let anna = &shown["entries"][0];
    let deadlines: Vec<_> = anna["spots"].as_array().unwrap().iter().map(|spot| spot["pay_by"].clone()).collect();
    assert_eq!((&deadlines[0], &deadlines[1]), (&json!(null), &anna["pay_by"]), "the earliest: {anna}");
    assert!(anna["pay_by"].is_string());
    let ben = &shown["entries"][1];
    assert_eq!((&ben["says_paid_at"], &ben["note"]), (&json!("2026-06-01T12:05:00Z"), &json!("by wallet")));
    assert_eq!((&anna["overdue"], &ben["overdue"]), (&json!(false), &json!(false)));

    // Only by the clock of this server, the deadline has passed.
    app.clock.advance(Duration::from_hours(24 * 3_650));
    let later = desk(&app.seller().await, &waffle, "").await;
    let overdue: Vec<_> = later["entries"].as_array().unwrap().iter().map(|entry| &entry["overdue"]).collect();
    assert_eq!(overdue, [true, true]);
}

#[tokio::test]
async fn all_that_a_buyer_owes_is_paid_at_once() {
    let (app, seller) = TestApp::with_seller_as("mia", "waffle_manager").await;
    let waffle = sell(&app, &seller).await;
    let path = waffle.admin_api("/buyers/@Ben/pay");
    let paid = answer(bearer(&app, Method::POST, &path, &seller.token)).await.ok().json();
    assert_eq!(each(&paid["paid"], "id"), [3, 4, 7].map(|number| waffle.spot(number)));
    assert_eq!(paid["skipped"], json!([]));
    let spot = json!({"id": waffle.spot(3), "number": 3, "status": "paid", "claimed_by_handle": "ben"});
    assert_eq!(paid["paid"][0], spot);
    let after = desk(&seller, &waffle, "?search=ben").await;
    assert_eq!((&after["entries"][0]["owed"], &after["totals"]["owed"]), (&json!(0), &json!(2_500)));
    for handle in ["ben", "nobody"] {
        let path = waffle.admin_api(&format!("/buyers/{handle}/pay"));
        assert_eq!(seller.post(&path, &json!({})).await.json(), json!({"paid": [], "skipped": []}), "{handle}");
    }
    app.holds("(SELECT count(*) FROM audit_trail WHERE action = 'mark_paid' AND admin_username = 'mia') = 6").await;
}

#[tokio::test]
async fn some_spots_are_paid_and_what_is_not_the_buyers_is_skipped() {
    let (app, seller, waffle) = sold().await;
    let other = seller.waffle("Other", 5).await;
    app.claim(&other, &[1], "cleo").await;
    let [free, cleos, cleos_paid, bens] = [8, 5, 6, 3].map(|number| waffle.spot(number));
    let asked = json!({"spot_ids": [free, cleos, cleos_paid, bens, other.spot(1), 999_999, cleos]});
    for (verb, done) in [("pay", "paid"), ("release", "released")] {
        let path = waffle.admin_api(&format!("/buyers/cleo/{verb}"));
        let answer = seller.post(&path, &asked).await.json();
        assert_eq!(each(&answer[done], "id"), [cleos], "{verb}");
        let mut skipped: Vec<_> = answer["skipped"].as_array().unwrap().clone();
        skipped.sort_by_key(|skipped| skipped["id"].as_i64());
        let reasons: Vec<_> =
            skipped.iter().map(|s| (s["id"].as_i64().unwrap(), s["reason"].as_str().unwrap())).collect();
        let (foreign, wrong) = ("not_found", "spot_not_pending");
        let mut expected =
            vec![(bens, foreign), (cleos_paid, wrong), (free, wrong), (other.spot(1), foreign), (999_999, foreign)];
        expected.sort_unstable();
        assert_eq!(reasons, expected, "{verb}");
        seller.release(cleos).await;
        app.claim(&waffle, &[5], "cleo").await;
    }
    assert_eq!(app.spots(&other).await[0]["status"], "pending");
    for wrong in [json!({"spot_ids": []}), json!({"spot_ids": vec![1; 3_001]})] {
        let answer = seller.post(&waffle.admin_api("/buyers/cleo/pay"), &wrong).await;
        assert_eq!(refusal(&answer), refused(400, "validation_failed"), "{wrong:.40}");
    }
    let most = json!({"spot_ids": (1..=3_000).collect::<Vec<i64>>()});
    assert_eq!(seller.post(&waffle.admin_api("/buyers/cleo/pay"), &most).await.status, 200);
}

#[tokio::test]
async fn what_a_buyer_owes_for_is_released_and_what_is_paid_stays() {
    let (app, seller, waffle) = sold().await;
    let released = answer(bearer(&app, Method::POST, &waffle.admin_api("/buyers/cleo/release"), &seller.token)).await;
    assert_eq!(each(&released.json()["released"], "id"), [waffle.spot(5)]);
    assert_eq!(released.json()["released"][0]["status"], "available");
    assert_eq!(handles(&desk(&seller, &waffle, "").await), ["ben", "anna", "cleo", "zoe"]);
    app.draws(&waffle, &[6]).await;
    let pay = waffle.admin_api("/buyers/ben/pay");
    assert_eq!(refusal(&seller.post(&pay, &json!({})).await), refused(409, "waffle_not_active"));
    let released = seller.post(&waffle.admin_api("/buyers/ben/release"), &json!({"spot_ids": null})).await.json();
    assert_eq!(each(&released["released"], "id").len(), 3, "also once the winners are drawn");
}

#[tokio::test]
async fn it_needs_a_handle_and_a_draw_that_is_not_locked() {
    let (app, seller, waffle) = sold().await;
    let odd = seller.post(&waffle.admin_api("/buyers/a%20b/pay"), &json!({})).await;
    assert_eq!(refusal(&odd), refused(400, "validation_failed"));
    app.sql(&format!("UPDATE waffles SET draw_round_at = now() + interval '1 minute' WHERE id = '{}'", waffle.id))
        .await;
    let locked = seller.post(&waffle.admin_api("/buyers/ben/pay"), &json!({})).await;
    assert_eq!(refusal(&locked), refused(409, "draw_locked"));
    assert!(locked.json()["round_at"].is_string());
    let released = seller.post(&waffle.admin_api("/buyers/ben/release"), &json!({})).await;
    assert_eq!((released.status.as_u16(), each(&released.json()["released"], "id").len()), (200, 3));
}

#[tokio::test]
async fn payments_are_found_and_nothing_changes() {
    let (app, seller) = TestApp::with_seller_as("mia", "waffle_manager").await;
    let waffle = sell(&app, &seller).await;
    let text = "Payments\n\n@Ben sent you $50.00\ncleo;25,00\nzoe $25\nben again\n@cleo 25,00 €";
    let found = seller.post(&waffle.admin_api("/match-payments"), &json!({"text": text})).await.ok().json();
    let line = |line: i64, text: &str, handle: Value, amount: Value, verdict: &str, numbers: &[usize]| {
        let ids: Vec<_> = numbers.iter().map(|number| waffle.spot(*number)).collect();
        let by = if handle.is_null() { Value::Null } else { json!("handle") };
        json!({
            "line": line, "text": text, "social_handle": handle, "matched_by": by, "payer": null, "amount": amount,
            "verdict": verdict, "sure": verdict == "exact", "taken_at": null, "spot_ids": ids,
        })
    };
    let mut lines = json!([
        line(1, "Payments", json!(null), json!(null), "unknown", &[]),
        line(3, "@Ben sent you $50.00", json!("ben"), json!(5_000), "part", &[3, 4]),
        line(4, "cleo;25,00", json!("cleo"), json!(2_500), "exact", &[5]),
        line(5, "zoe $25", json!("zoe"), json!(2_500), "paid_already", &[]),
        line(6, "ben again", json!("ben"), json!(null), "repeated", &[]),
        line(7, "@cleo 25,00 €", json!("cleo"), json!(null), "repeated", &[]),
    ]);
    lines[2]["payer"] = json!("cleo");
    lines[3]["payer"] = json!("zoe");
    assert_eq!(found, json!({"lines": lines}));
    assert_eq!(desk(&seller, &waffle, "").await["totals"]["owed"], 10_000);
    app.holds("(SELECT count(*) FROM audit_trail WHERE admin_username = 'mia') = 4").await;
    for body in [json!({}), json!({"text": null})] {
        assert_eq!(faults(&seller.post(&waffle.admin_api("/match-payments"), &body).await)[0], "text");
    }
    let none = seller.post(&waffle.admin_api("/match-payments"), &json!({"text": ""})).await;
    assert_eq!(none.json(), json!({"lines": []}));
}

#[tokio::test]
async fn a_text_has_64_kib_and_its_body_400() {
    let (app, seller, waffle) = TestApp::selling("Box", 3).await;
    let path = waffle.admin_api("/match-payments");
    let send = async |body: String| -> Answer {
        let request = bearer(&app, Method::POST, &path, &seller.token).header("content-type", "application/json");
        answer(request.body(body)).await
    };
    for (length, status) in [(65_536, 200), (65_537, 400)] {
        let text = "é".repeat(length / 2) + &"x".repeat(length % 2);
        assert_eq!(seller.post(&path, &json!({"text": text})).await.status, status, "{length}");
    }
    // Each byte of a text may be written in six.
    let escaped = send(format!(r#"{{"text": "{}"}}"#, "\\u0041".repeat(65_536))).await;
    assert_eq!((escaped.status.as_u16(), escaped.json()["lines"][0]["verdict"].as_str()), (200, Some("unknown")));
    for (length, status) in [(400 * 1024, 200), (400 * 1024 + 1, 413)] {
        let body = r#"{"text": "anna"}"#;
        assert_eq!(send(format!("{body}{}", " ".repeat(length - body.len()))).await.status, status, "{length}");
    }
}
