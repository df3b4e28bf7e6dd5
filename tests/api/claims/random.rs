//! `POST /api/claims/random`

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use waffle_api::count::Count;
use waffle_tests::{Answer, TestApp, Waffle, answer, faults, refusal, refused};

fn numbers(answer: &Answer) -> Vec<i64> {
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["spot_numbers"].as_array().unwrap().iter().map(|number| number.as_i64().unwrap()).collect()
}

#[tokio::test]
async fn as_many_as_asked_for_are_claimed_and_listed_ascending() {
    let (app, _, waffle) = TestApp::shared_selling("Box", 50).await;
    let claimed = app.claim_random(&waffle, 10, "@Anna").await;
    let got = numbers(&claimed);
    assert!(got.is_sorted_by(|one, next| one < next) && got.iter().all(|number| (1..=50).contains(number)));
    assert_eq!(
        claimed.json(),
        json!({"claimed_count": 10, "requested_count": 10, "spot_numbers": got, "message": "Claimed 10 spots"})
    );
    let taken: Vec<_> = app
        .spots(&waffle)
        .await
        .iter()
        .filter(|spot| spot["claimed_by_handle"] == "anna")
        .map(|spot| spot["number"].as_i64().unwrap())
        .collect();
    assert_eq!(taken, got);
    assert_eq!(app.claim_random(&waffle, 1, "anna").await.json()["message"], "Claimed 1 spots");
}

#[tokio::test]
async fn what_is_left_is_claimed_and_then_nothing() {
    let (app, _, waffle) = TestApp::selling("Box", 5).await;
    app.claim(&waffle, &[2, 4], "ben").await;
    assert_eq!(
        app.claim_random(&waffle, 5, "anna").await.json(),
        json!({
            "claimed_count": 3, "requested_count": 5, "spot_numbers": [1, 3, 5],
            "message": "Claimed 3 of 5 requested spots",
        })
    );
    let nothing = app.claim_random(&waffle, 2, "zoe").await.ok().json();
    assert_eq!(
        nothing,
        json!({
            "claimed_count": 0, "requested_count": 2, "spot_numbers": [],
            "message": "Claimed 0 of 2 requested spots",
        })
    );
    app.holds("(SELECT array_agg(handle ORDER BY handle) FROM buyers) = '{anna,ben}'").await;
}

#[tokio::test]
async fn a_count_is_a_whole_number_from_1_on_without_a_limit() {
    let (app, _, waffle) = TestApp::shared_selling("Box", 5).await;
    for count in ["0", "-1", "-9223372036854775808", "-1000000000000000000000000000000"] {
        assert_eq!(faults(&claim_written(&app, &waffle, count).await)[0], "count", "{count}");
    }
    for count in [json!("1"), json!(1.5), json!([1]), json!(true)] {
        let body = json!({"waffle_id": waffle.id, "count": count, "social_handle": "anna"});
        assert_eq!(refusal(&answer(app.claiming_random(&body)).await), refused(400, "malformed_json"), "{count}");
    }
    for count in [Value::Null, json!(0)] {
        let body = json!({"waffle_id": waffle.id, "count": count, "social_handle": "anna"});
        assert_eq!(refusal(&answer(app.claiming_random(&body)).await), refused(400, "validation_failed"), "{count}");
    }
    assert_eq!(app.claimed_count(&waffle).await, 0);
    let most = i64::MAX.to_string();
    for (count, got) in
        [(&*most, 5), ("9223372036854775808", 0), ("18446744073709551616", 0), ("1000000000000000000000000000000", 0)]
    {
        let claimed = claim_written(&app, &waffle, count).await.json();
        assert_eq!(claimed["message"], format!("Claimed {got} of {most} requested spots"), "{count}");
    }
}

#[test]
fn every_whole_number_is_a_count_and_nothing_else() {
    let read = |text: &str| serde_json::from_str::<Count>(text).ok().map(|count| count.0);
    let long = format!("1{}", "0".repeat(30));
    for (text, count) in [
        ("7", 7),
        ("9223372036854775808", 9_223_372_036_854_775_808),
        ("18446744073709551615", u64::MAX),
        ("18446744073709551616", u64::MAX),
        (&long, u64::MAX),
        ("-1", 0),
        ("-99999999999999999999", 0),
    ] {
        assert_eq!(read(text), Some(count), "{text}");
    }
    for text in ["1.5", "1.0", "-0.5", "true", "\"1\"", "[1]", "{}", "null"] {
        assert_eq!(read(text), None, "{text}");
    }
}

async fn claim_written(app: &TestApp, waffle: &Waffle, count: &str) -> Answer {
    let body = format!(r#"{{"waffle_id": "{}", "count": {count}, "social_handle": "anna"}}"#, waffle.id);
    answer(app.request(Method::POST, "/api/claims/random").body(body)).await
}

#[tokio::test]
async fn many_at_once_share_the_board_without_a_rest() {
    let (app, _, waffle) = TestApp::shared_selling("Box", 50).await;
    let names: Vec<_> = (0..20).map(|n| format!("buyer{n}")).collect();
    let answers = join_all(names.iter().map(|name| app.claim_random(&waffle, 3, name))).await;
    let mut all: Vec<_> = answers.iter().flat_map(numbers).collect();
    all.sort_unstable();
    assert_eq!(all, (1..=50).collect::<Vec<_>>());
}

#[tokio::test]
async fn the_choice_is_not_always_the_same() {
    let app = TestApp::shared().await;
    let seller = app.seller().await;
    let mut choices = Vec::new();
    for _ in 0..3 {
        let waffle = seller.waffle("Box", 1_000).await;
        choices.push(numbers(&app.claim_random(&waffle, 10, "anna").await));
    }
    choices.dedup();
    assert_eq!(choices.len(), 3, "{choices:?}");
}

#[tokio::test]
async fn it_goes_on_where_only_the_database_knows_what_is_free() {
    let (app, _, waffle) = TestApp::selling("Box", 10).await;
    app.sql(
        "WITH taken AS (
                 UPDATE spots SET status = 'pending', claimed_by_handle = 'zoe', claimed_at = now() WHERE number <= 8
                 RETURNING waffle_id, id, number
             ), logged AS (
                 INSERT INTO events (waffle_id, seq, at, kind, spot_id, spot_number, from_status, \
                     to_status, social_handle)
                 SELECT waffle_id, number, now(), 'spot_update', id, number, 'available', 'pending', 'zoe' FROM taken
             )
             UPDATE waffles SET last_seq = 8, available_count = 2, pending_count = 8",
    )
    .await;
    assert_eq!(numbers(&app.claim_random(&waffle, 10, "anna").await), [9, 10]);
}
