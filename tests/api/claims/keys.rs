//! `Idempotency-Key`: repeating a claim safely.

use futures_util::future::join_all;
use reqwest::RequestBuilder;
use serde_json::{Value, json};
use waffle_tests::{Answer, TestApp, Waffle, answer, faults, refusal, refused};

fn body(waffle: &Waffle, spots: &[i64], handle: &str) -> Value {
    json!({"waffle_id": waffle.id, "spots": spots, "social_handle": handle})
}

fn any(waffle: &Waffle, count: i64, handle: &str) -> Value {
    json!({"waffle_id": waffle.id, "count": count, "social_handle": handle})
}

async fn keyed(request: RequestBuilder, key: &str) -> Answer {
    answer(request.header("idempotency-key", key)).await
}

#[tokio::test]
async fn a_repeat_is_answered_as_before_and_claims_nothing() {
    let (app, seller, waffle) = TestApp::selling("Box", 9).await;
    let first = keyed(app.claiming(&body(&waffle, &[3, 1], "anna")), "k1").await.ok();
    let random = keyed(app.claiming_random(&any(&waffle, 2, "anna")), "k2").await;
    seller.pay(waffle.spot(1)).await;
    seller.release(waffle.spot(3)).await;
    app.claim(&waffle, &[3], "ben").await;
    app.draws(&waffle, &[1]).await;
    // The same request, written differently.
    for again in [body(&waffle, &[3, 1], "anna"), body(&waffle, &[1, 3], " @Anna")] {
        let again = keyed(app.claiming(&again), "k1").await;
        assert_eq!((again.status.as_u16(), again.text()), (200, first.text()));
    }
    let again = keyed(app.claiming_random(&any(&waffle, 2, "@anna")), "k2").await;
    assert_eq!((again.status.as_u16(), again.text()), (200, random.text()));
    assert_eq!(app.claimed_count(&waffle).await, 4);
}

#[tokio::test]
async fn a_repeat_has_the_receipt_only_if_nobody_could_have_guessed_its_key() {
    let (app, seller) = TestApp::with_seller().await;
    let (waffle, lottery) = (seller.waffle("Box", 9).await, seller.waffle("Lottery", 9).await);
    for (spot, length, repeated) in [(1, 1, false), (3, 19, false), (5, 20, true), (7, 128, true)] {
        let key = "k".repeat(length);
        let numbered = body(&waffle, &[spot], "anna");
        let random = any(&lottery, 1, "anna");
        for (request, key) in
            [(app.claiming(&numbered), key.clone()), (app.claiming_random(&random), "r".repeat(length))]
        {
            let again = request.try_clone().unwrap();
            let first = keyed(request, &key).await;
            assert!(!first.header("x-claim-receipt").is_empty(), "a first claim always has it: {length}");
            let again = keyed(again, &key).await;
            assert_eq!((again.status.as_u16(), again.text()), (200, first.text()));
            let receipt = if repeated { first.header("x-claim-receipt") } else { "" };
            assert_eq!(again.header("x-claim-receipt"), receipt, "{length}");
        }
    }
}

#[tokio::test]
async fn a_key_of_another_request_is_refused_also_across_both_endpoints() {
    let (app, seller, waffle) = TestApp::selling("Box", 9).await;
    let other = seller.waffle("Other", 9).await;
    assert_eq!(keyed(app.claiming(&body(&waffle, &[1], "anna")), "k").await.status, 200);
    assert_eq!(keyed(app.claiming_random(&any(&waffle, 1, "anna")), "r").await.status, 200);
    let reused = refused(409, "idempotency_key_reused");
    for changed in [
        body(&waffle, &[2], "anna"),
        body(&waffle, &[1], "ben"),
        body(&other, &[1], "anna"),
        body(&waffle, &[1, 2], "anna"),
    ] {
        assert_eq!(refusal(&keyed(app.claiming(&changed), "k").await), reused, "{changed}");
    }
    for changed in [any(&waffle, 2, "anna"), any(&waffle, 1, "ben"), any(&other, 1, "anna")] {
        assert_eq!(refusal(&keyed(app.claiming_random(&changed), "r").await), reused, "{changed}");
    }
    assert_eq!(refusal(&keyed(app.claiming_random(&any(&waffle, 1, "anna")), "k").await), reused);
    assert_eq!(refusal(&keyed(app.claiming(&body(&waffle, &[1], "anna")), "r").await), reused);
    assert_eq!((app.claimed_count(&waffle).await, app.claimed_count(&other).await), (2, 0));
}

#[tokio::test]
async fn a_refused_claim_may_be_tried_again_with_its_key() {
    let (app, seller, waffle) = TestApp::selling("Box", 5).await;
    app.claim(&waffle, &[1], "ben").await;
    let refused = keyed(app.claiming(&body(&waffle, &[1, 2], "anna")), "k").await;
    assert_eq!((refused.status.as_u16(), &refused.json()["taken"]), (409, &json!([1])));
    assert_eq!(keyed(app.claiming(&body(&waffle, &[9], "anna")), "k").await.status, 400);
    seller.release(waffle.spot(1)).await;
    assert_eq!(keyed(app.claiming(&body(&waffle, &[1, 2], "anna")), "k").await.status, 200);
    let other = keyed(app.claiming(&body(&waffle, &[3], "anna")), "k").await;
    assert_eq!(refusal(&other), waffle_tests::refused(409, "idempotency_key_reused"));
}

#[tokio::test]
async fn a_key_is_good_for_24_hours_and_not_longer() {
    let (app, _, waffle) = TestApp::selling("Box", 9).await;
    let first = keyed(app.claiming_random(&any(&waffle, 2, "anna")), "k").await;
    app.sql("UPDATE idempotency_keys SET created_at = created_at - interval '23 hours 59 minutes'").await;
    assert_eq!(keyed(app.claiming_random(&any(&waffle, 2, "anna")), "k").await.text(), first.text());
    let early = keyed(app.claiming_random(&any(&waffle, 1, "anna")), "k").await;
    assert_eq!(refusal(&early), refused(409, "idempotency_key_reused"));
    app.sql("UPDATE idempotency_keys SET created_at = created_at - interval '1 minute'").await;
    let anew = keyed(app.claiming_random(&any(&waffle, 1, "anna")), "k").await;
    assert_eq!((anew.status.as_u16(), &anew.json()["claimed_count"]), (200, &json!(1)));
    assert_eq!(app.claimed_count(&waffle).await, 3);
    assert_eq!(keyed(app.claiming_random(&any(&waffle, 1, "anna")), "k").await.text(), anew.text(), "a day of its own");
}

#[tokio::test]
async fn repeats_at_the_same_time_claim_once() {
    let (app, _, waffle) = TestApp::selling("Box", 50).await;
    let random = any(&waffle, 3, "anna");
    let answers = join_all((0..10).map(|_| keyed(app.claiming_random(&random), "r"))).await;
    assert!(answers.iter().all(|answer| answer.status == 200 && answer.body == answers[0].body), "{answers:?}");
    let free =
        app.spots(&waffle).await.iter().find(|spot| spot["status"] == "available").unwrap()["number"].as_i64().unwrap();
    let numbered = body(&waffle, &[free], "anna");
    let answers = join_all((0..10).map(|_| keyed(app.claiming(&numbered), "n"))).await;
    assert!(answers.iter().all(|answer| answer.status == 200 && answer.body == answers[0].body), "{answers:?}");
    assert_eq!(app.claimed_count(&waffle).await, 4);
}

#[tokio::test]
async fn a_key_has_1_to_128_visible_characters() {
    let (app, _, waffle) = TestApp::selling("Box", 9).await;
    for (spot, key) in [(1, "x".repeat(128)), (2, "!".to_owned()), (3, "~{}\"'".to_owned())] {
        assert_eq!(keyed(app.claiming(&body(&waffle, &[spot], "anna")), &key).await.status, 200, "{key}");
    }
    for key in ["", " ", "a b", "tab\tbed", "é", &"x".repeat(129)] {
        for request in [app.claiming(&body(&waffle, &[4], "anna")), app.claiming_random(&any(&waffle, 1, "anna"))] {
            assert_eq!(faults(&keyed(request, key).await)[0], "Idempotency-Key", "{key:?}");
        }
    }
    assert_eq!(app.claimed_count(&waffle).await, 3);
}
