//! The address at which the doctor learns how its requests arrive: for anyone else, there is none.

use std::time::Duration;

use reqwest::{Method, RequestBuilder};
use serde_json::json;
use waffle_http::arrival::{ADDRESS, PROOF};
use waffle_service::clock::Clock;
use waffle_service::config::Secret;
use waffle_service::doctor_pass::DoctorPass;
use waffle_tests::{Answer, TestApp, answer};

/// What differs between all answers.
const VARYING: [&str; 2] = ["date", "x-request-id"];

fn proof(secret: &str, clock: &Clock) -> String {
    DoctorPass::new(&Secret::new(secret), clock).sign()
}

fn like_a_websocket(request: RequestBuilder) -> RequestBuilder {
    let headers = [("connection", "upgrade"), ("upgrade", "websocket"), ("sec-websocket-version", "13")];
    let request = headers.into_iter().fold(request, |request, (name, value)| request.header(name, value));
    request.header("sec-websocket-key", "d2FmZmxlIGRvY3Rvci4uLg==")
}

fn without_what_varies(mut answer: Answer) -> String {
    for name in VARYING {
        answer.headers.remove(name);
    }
    let mut headers: Vec<_> = answer.headers.iter().map(|(name, value)| format!("{name}: {value:?}")).collect();
    headers.sort_unstable();
    format!("{} {headers:?} {:?}", answer.status, answer.body)
}

#[tokio::test]
async fn only_the_doctor_is_answered_and_others_find_nothing_there() {
    let app = TestApp::start().await;
    let ours = "a secret of thirty-two characters";
    let good = proof(ours, &app.clock);
    let get = |path: &str, proof: &str| app.request(Method::GET, path).header(PROOF, proof);
    let arrived =
        answer(get(ADDRESS, &good).header("x-forwarded-for", "203.0.113.7").header("x-request-id", "7")).await;
    assert_eq!((arrived.status.as_u16(), arrived.header("cache-control")), (200, "no-store"));
    let host = app.address.to_string();
    assert_eq!(
        arrived.json(),
        json!({
            "peer": "127.0.0.1", "peer_trusted": true, "client": "203.0.113.7", "host": host, "request_id": "7",
            "forwarded_for": "203.0.113.7", "forwarded_host": null, "forwarded_proto": null, "via": null,
        })
    );

    let other = proof("another secret of thirty-two characters", &app.clock);
    for bad in ["", "nonsense", &other, &good[1..], &format!("{good}A")] {
        for upgrade in [false, true] {
            let upgraded = |request| if upgrade { like_a_websocket(request) } else { request };
            let there = answer(upgraded(get(ADDRESS, bad))).await;
            let nowhere = answer(upgraded(get("/api/nothing", bad))).await;
            assert_eq!(without_what_varies(there), without_what_varies(nowhere), "{bad} {upgrade}");
        }
    }
    let made_up = Method::from_bytes(b"BREW").unwrap();
    for method in [Method::HEAD, Method::OPTIONS, Method::POST, Method::PUT, Method::TRACE, made_up] {
        let there =
            answer(app.request(method.clone(), ADDRESS).header(PROOF, &good).header("origin", "https://x.example"));
        let nowhere = answer(app.request(method.clone(), "/api/nothing").header("origin", "https://x.example"));
        assert_eq!(without_what_varies(there.await), without_what_varies(nowhere.await), "{method}");
    }
    let stranger = app.get(ADDRESS).await;
    assert_eq!((stranger.status.as_u16(), stranger.json()["code"].as_str()), (404, Some("not_found")));
    assert_eq!(answer(get("/api/doctors", &good)).await.status, 404);
    app.clock.advance(Duration::from_mins(1));
    assert_eq!(answer(get(ADDRESS, &good)).await.status, 404, "a proof is too old after a minute");
}
