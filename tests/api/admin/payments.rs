//! `POST /api/admin/waffles/:id/payments` and `/api/admin/payers`

use serde_json::{Value, json};
use waffle_tests::{Seller, TestApp, Waffle, faults, refusal, refused};

fn line(waffle: &Waffle, text: &str, handle: &str, numbers: &[usize]) -> Value {
    let ids: Vec<_> = numbers.iter().map(|number| waffle.spot(*number)).collect();
    json!({"text": text, "social_handle": handle, "spot_ids": ids})
}

/// Takes lines, and returns for each what it pays and why the rest is skipped.
async fn take(seller: &Seller, waffle: &Waffle, lines: &[Value]) -> Value {
    let taken = seller.post(&waffle.admin_api("/payments"), &json!({"lines": lines})).await.ok().json();
    let results = taken["results"].as_array().unwrap().clone();
    let row = |(result, place): (&Value, usize)| {
        assert_eq!(result["line"], place);
        let numbers: Vec<_> = result["paid"].as_array().unwrap().iter().map(|spot| spot["number"].clone()).collect();
        let skipped: Vec<_> = result["skipped"].as_array().unwrap().iter().map(|it| it["reason"].clone()).collect();
        json!([numbers, skipped])
    };
    results.iter().zip(1..).map(row).collect()
}

async fn found(seller: &Seller, waffle: &Waffle, text: &str) -> Vec<Value> {
    let answer = seller.post(&waffle.admin_api("/match-payments"), &json!({"text": text})).await.json();
    answer["lines"].as_array().unwrap().clone()
}

#[tokio::test]
async fn the_same_export_pasted_again_pays_no_new_claims() {
    let (app, seller) = TestApp::with_seller_as("mia", "waffle_manager").await;
    let (waffle, other) = (seller.waffle("Box", 9).await, seller.waffle("Other", 9).await);
    app.claim(&waffle, &[1, 2], "anna").await;
    app.claim(&waffle, &[3], "ben").await;
    let text = "Date,From,Amount,Note\n2026-06-01,A. P,50.00,@anna\n2026-06-01,B. S,25.00,@ben";
    let lines = found(&seller, &waffle, text).await;
    let verdicts: Vec<_> = lines.iter().map(|it| it["verdict"].clone()).collect();
    assert_eq!(verdicts, ["unknown", "exact", "exact"]);
    let orders: Vec<Value> = lines[1..]
        .iter()
        .map(|it| json!({"text": it["text"], "social_handle": it["social_handle"], "spot_ids": it["spot_ids"]}))
        .collect();
    assert_eq!(take(&seller, &waffle, &orders).await, json!([[[1, 2], []], [[3], []]]));

    // New claims of the same amount, here and elsewhere.
    app.claim(&waffle, &[4, 5], "anna").await;
    app.claim(&other, &[1, 2], "anna").await;
    for waffle in [&waffle, &other] {
        let again = found(&seller, waffle, &text.replace(',', " ,").replace(" ,", ",")).await;
        assert_eq!((&again[1]["verdict"], &again[1]["sure"]), (&json!("repeated"), &json!(false)));
        assert_eq!((&again[1]["taken_at"], &again[1]["spot_ids"]), (&json!("2026-06-01T12:00:00Z"), &json!([])));
    }
    let row = |again: bool| {
        let mut line = line(&other, "  2026-06-01,A.\tP,50.00,@anna ", "anna", &[1, 2]);
        line["again"] = json!(again);
        line
    };
    assert_eq!(take(&seller, &other, &[row(false)]).await, json!([[[], ["taken_before", "taken_before"]]]));
    assert_eq!(take(&seller, &other, &[row(true)]).await, json!([[[1, 2], []]]));
    // Another line of hers counts.
    let next = found(&seller, &waffle, &format!("{text}\n2026-06-02,A. P,50.00,@anna")).await;
    assert_eq!((&next[3]["verdict"], &next[3]["sure"]), (&json!("exact"), &json!(true)));
}

#[tokio::test]
async fn a_thousand_lines_are_taken_and_a_repeat_takes_what_is_missing() {
    let (app, seller, waffle) = TestApp::selling("Box", 1_000).await;
    let numbers: Vec<i64> = (1..=1_000).collect();
    for hundred in numbers.chunks(100) {
        app.claim(&waffle, hundred, "anna").await;
    }
    let lines = |count: usize| -> Vec<Value> {
        (1..=count).map(|n| line(&waffle, &format!("payment {n} of @anna"), "anna", &[n])).collect()
    };
    // As if the first request had been cut off.
    take(&seller, &waffle, &lines(500)).await;
    let path = waffle.admin_api("/payments");
    for _ in 0..20 {
        let all = seller.post(&path, &json!({"lines": lines(1_000)})).await;
        if all.status == 200 {
            let results = all.json()["results"].clone();
            assert_eq!(results.as_array().map(Vec::len), Some(1_000));
            assert_eq!(results[0]["skipped"][0]["reason"], "taken_before");
            app.holds("(SELECT count(*) FROM spots WHERE status = 'paid') = 1000").await;
            app.holds("(SELECT count(*) FROM events WHERE to_status = 'paid') = 1000").await;
            return;
        }
        // On a slow machine, it says how far it got.
        assert_eq!(refusal(&all), refused(503, "outcome_unknown"));
        assert!(all.json()["error"].as_str().unwrap().contains(" of 1000 lines are done."), "{}", all.text());
    }
    panic!("it never ends");
}

#[tokio::test]
async fn payments_that_take_too_long_leave_the_rest_to_a_repeat() {
    let (app, seller, waffle) = TestApp::selling("Box", 300).await;
    for hundred in (1..=300).collect::<Vec<_>>().chunks(100) {
        app.claim(&waffle, hundred, "anna").await;
    }
    let lines: Vec<Value> = (1..=300).map(|n| line(&waffle, &format!("payment {n} of @anna"), "anna", &[n])).collect();
    // Each fifty take longer than a second. After three seconds, no further ones are begun.
    app.sql(
        "CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(1.1); RETURN NULL; END $$;
         CREATE TRIGGER slow AFTER INSERT ON taken_lines FOR EACH STATEMENT EXECUTE FUNCTION slow()",
    )
    .await;
    let stopped = seller.post(&waffle.admin_api("/payments"), &json!({"lines": lines})).await;
    assert_eq!(refusal(&stopped), refused(503, "outcome_unknown"));
    let said = stopped.json()["error"].as_str().unwrap().to_owned();
    let done = ["50 of 300", "100 of 300", "150 of 300"];
    assert!(done.iter().any(|done| said.starts_with(&format!("{done} lines are done."))), "{said}");

    app.sql("DROP TRIGGER slow ON taken_lines").await;
    take(&seller, &waffle, &lines).await;
    app.holds("(SELECT count(*) FROM events WHERE to_status = 'paid') = 300").await;
}

#[tokio::test]
async fn payers_are_matched_where_no_handle_is_and_ticked_from_the_second_time_on() {
    let (app, seller, waffle) = TestApp::selling("Box", 9).await;
    app.claim(&waffle, &[1], "sugar_rose").await;
    let text = |day: u8| format!("{day} Jun, Rose Miller paid you $25.00");
    let one = async |day: u8| found(&seller, &waffle, &text(day)).await.remove(0);
    let unknown = one(1).await;
    assert_eq!((&unknown["verdict"], &unknown["payer"]), (&json!("unknown"), &json!("Rose Miller")));
    take(&seller, &waffle, &[line(&waffle, &text(1), "sugar_rose", &[1])]).await;
    let payers = seller.get("/api/admin/payers?search=ROSE%20m").await.json();
    let (id, at) = (payers["payers"][0]["id"].clone(), "2026-06-01T12:00:00Z");
    let rose = json!({"id": id, "name": "Rose Miller", "social_handle": "sugar_rose", "since": at, "last_at": at});
    assert_eq!(payers, json!({"payers": [rose], "page": 1, "per_page": 25, "total": 1}));
    assert_eq!(seller.get("/api/admin/payers?search=zoe").await.json()["total"], 0);

    for (number, sure) in [(2, false), (3, true)] {
        app.claim(&waffle, &[number], "sugar_rose").await;
        let day = u8::try_from(number).unwrap();
        let matched = one(day).await;
        let expected = [json!("sugar_rose"), json!("payer"), json!("exact"), json!(sure)];
        let told = ["social_handle", "matched_by", "verdict", "sure"].map(|field| matched[field].clone());
        assert_eq!(told, expected);
        take(&seller, &waffle, &[line(&waffle, &text(day), "sugar_rose", &[usize::from(day)])]).await;
    }
    let path = format!("/api/admin/payers/{}", id.as_str().unwrap());
    let delete = waffle_tests::bearer(&app, reqwest::Method::DELETE, &path, &seller.token);
    assert_eq!(waffle_tests::answer(delete).await.status, 200);
    app.claim(&waffle, &[4], "sugar_rose").await;
    assert_eq!(one(4).await["verdict"], "unknown");

    // The column for names has it, and a name that is not in the line doesn't count.
    let row = "2026-06-05,see you at the game,Rosa M,25.00";
    let with_names = found(&seller, &waffle, &format!("Date,Note,Name,Amount\n{row}")).await.remove(1);
    assert_eq!(with_names["payer"], "Rosa M");
    let with = |payer: &str, text: &str, number: usize| {
        let mut line = line(&waffle, text, "sugar_rose", &[number]);
        line["payer"] = json!(payer);
        line
    };
    take(&seller, &waffle, &[with("Rosa M", row, 4)]).await;
    app.claim(&waffle, &[5], "sugar_rose").await;
    take(&seller, &waffle, &[with("Somebody Else", "2026-06-06,Rosa M,25.00", 5)]).await;
    app.claim(&waffle, &[6], "sugar_rose").await;
    take(&seller, &waffle, &[with("J.R. Smith", "2026-06-07,J.R. Smith,25.00", 6)]).await;
    let payers = seller.get("/api/admin/payers").await.json();
    let names = payers["payers"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap());
    let names: std::collections::BTreeSet<_> = names.collect();
    assert_eq!(Vec::from_iter(names), ["J.R Smith", "Rosa M"]);
}

#[tokio::test]
async fn a_line_that_was_counted_by_hand_is_remembered_and_pays_for_nothing() {
    let (app, seller, waffle) = TestApp::selling("Box", 9).await;
    app.claim(&waffle, &[1, 2], "anna").await;
    seller.pay(waffle.spot(1)).await;
    let remember = async |numbers: &[usize]| {
        let mut line = line(&waffle, "@anna $25", "anna", numbers);
        line["remember"] = json!(true);
        let taken = seller.post(&waffle.admin_api("/payments"), &json!({"lines": [line]})).await;
        taken.json()["results"][0].clone()
    };
    let not_paid = |numbers: &[usize]| -> Value {
        numbers.iter().map(|number| json!({"id": waffle.spot(*number), "reason": "spot_not_paid"})).collect()
    };
    let result =
        |skipped: Value, remembered: bool| json!({"line": 1, "paid": [], "skipped": skipped, "remembered": remembered});
    assert_eq!(remember(&[2]).await, result(not_paid(&[2]), false));
    assert_eq!(remember(&[1, 2]).await, result(not_paid(&[1, 2]), false));
    app.holds("(SELECT count(*) FROM taken_lines) = 0").await;
    assert_eq!(remember(&[1]).await, result(json!([]), true));
    let before = json!([{"id": waffle.spot(1), "reason": "taken_before"}]);
    assert_eq!(remember(&[1]).await, result(before, false));
    app.holds("(SELECT count(*) FROM spots WHERE status = 'paid') = 1").await;
}

#[tokio::test]
async fn what_can_not_be_taken_is_refused_as_a_whole() {
    let (app, seller, waffle) = TestApp::selling("Box", 3).await;
    app.claim(&waffle, &[1, 2], "anna").await;
    let path = waffle.admin_api("/payments");
    let good = line(&waffle, "@anna $25", "anna", &[1]);
    let faulty = [
        json!({}),
        json!({"lines": []}),
        json!({"lines": vec![good.clone(); 1_001]}),
        json!({"lines": [good, {"text": " ", "social_handle": "anna", "spot_ids": [1]}]}),
        json!({"lines": [good, {"text": "x", "social_handle": "a b", "spot_ids": [1]}]}),
        json!({"lines": [good, {"text": "x", "social_handle": "anna", "spot_ids": []}]}),
        json!({"lines": [good, {"text": "x", "social_handle": "anna", "spot_ids": vec![1; 10_001]}]}),
        json!({"lines": [{"text": "x", "social_handle": "anna", "spot_ids": [1], "again": true, "remember": true}]}),
        json!({"lines": [good, {"text": "x", "social_handle": "anna"}]}),
    ];
    for body in faulty {
        assert_eq!(faults(&seller.post(&path, &body).await)[0], "lines", "{body:.80}");
    }
    let most = json!({"text": "nobody", "social_handle": "nobody", "spot_ids": vec![1; 10_000]});
    assert_eq!(take(&seller, &waffle, &[most]).await, json!([[[], ["not_found"]]]));
    app.sql(&format!("UPDATE waffles SET draw_round_at = now() + interval '1 minute' WHERE id = '{}'", waffle.id))
        .await;
    assert_eq!(refusal(&seller.post(&path, &json!({"lines": [good]})).await), refused(409, "draw_locked"));
    app.sql(&format!("UPDATE waffles SET draw_round_at = NULL WHERE id = '{}'", waffle.id)).await;
    seller.pay(waffle.spot(2)).await;
    app.draws(&waffle, &[2]).await;
    assert_eq!(refusal(&seller.post(&path, &json!({"lines": [good]})).await), refused(409, "waffle_not_active"));
    app.holds("(SELECT count(*) FROM taken_lines) = 0").await;
}
