//! Answers about a draw that has ended, with a standby that commits wait for.

use std::pin::pin;

use serde_json::{Value, json};
use waffle_test_databases::Replicated;
use waffle_tests::{TestApp, refusal, refused};

use super::{beacon, lock, settings, sold};

#[tokio::test]
async fn that_a_draw_is_over_already_is_said_once_the_standby_knows_it() {
    let (servers, beacon) = (Replicated::start("waffle").await.unwrap(), beacon().await);
    let settings = settings(&beacon);
    let settings: Vec<_> = settings.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let app = TestApp::on(&servers.primary.url("waffle"), &settings).await;
    let seller = app.seller().await;
    let waffle = sold(&app, &seller).await;
    let draw = lock(&seller, &waffle, json!({})).await;
    let why = json!({"reason": "A payment was marked by mistake."});
    assert_eq!(seller.post(&waffle.admin_api("/draws/1/void"), &why).await.status, 200);
    let round = json!({"round": draw["round"], "signature": "00".repeat(48)});
    let waits = async |what: &str, body: &Value| {
        servers.cut_off().await.unwrap();
        let path = waffle.admin_api(&format!("/draws/1/{what}"));
        let mut asked = pin!(seller.post(&path, body));
        tokio::select! {
            biased;
            answer = &mut asked => panic!("{what} does not wait: {}", answer.text()),
            waits = servers.until_waits("pg_logical_emit_message") => waits.unwrap(),
        }
        servers.rejoin().await.unwrap();
        assert_eq!(refusal(&asked.await), refused(409, "draw_not_locked"), "{what}");
    };
    waits("void", &why).await;
    waits("beacon", &round).await;
}
