//! The messages, byte for byte, because other people's programs read them.

use serde_json::json;
use waffle_tests::{Seller, TestApp, Waffle};

/// Makes every change that watchers are informed of to a waffle of three spots.
async fn live_through(app: &TestApp, seller: &Seller) -> Waffle {
    let waffle = seller.waffle("Box", 3).await;
    app.claim(&waffle, &[1, 2], "anna").await;
    seller.pay_many(&waffle, &[waffle.spot(1), waffle.spot(2)]).await;
    let edit = json!({"title": "The \"Box\"", "description": "Gold & <gems>"});
    assert_eq!(seller.patch(&waffle.admin_api(""), &edit).await.status, 200);
    for (path, body) in [
        ("/winner", json!({"winning_spot_numbers": [2]})),
        ("/change-winner", json!({"winning_spot_numbers": [1]})),
        ("/clear-winner", json!({})),
        ("/archive", json!({})),
        ("/unarchive", json!({})),
    ] {
        seller.post(&waffle.admin_api(path), &body).await.ok();
    }
    seller.release(waffle.spot(1)).await;
    waffle
}

fn expected(waffle: &Waffle) -> Vec<String> {
    let Waffle { id, slug, .. } = waffle;
    let update = |seq, number: usize, status, handle| {
        let spot = waffle.spot(number);
        format!(
            concat!(
                r#"{{"type":"spot_update","seq":{},"spot":{{"id":{},"number":{},"status":"{}","#,
                r#""claimed_by_handle":{}}}}}"#,
            ),
            seq, spot, number, status, handle
        )
    };
    let anna = "\"anna\"";
    let summary = |seq, before| {
        format!(
            concat!(
                r#"{{"type":"waffle_updated","seq":{},"waffle":{{"archived":false,"available_count":1,"#,
                r#""claimed_count":2,"claims_paused":false,"completed_at":null,"created_at":"2026-06-01T12:00:00Z","#,
                r#""description":"Gold & <gems>","distinct_amounts":false,"draws_before":{},"fill_percent":66.7,"#,
                r#""id":"{}","image_url":null,"#,
                r#""item_count":1,"max_spots_per_handle":null,"opens_at":null,"paid_count":2,"#,
                r#""pay_within_minutes":null,"pending_count":0,"private_chain":false,"#,
                r#""says_paid_grace_hours":null,"slug":"{}","#,
                r#""spot_price":2500,"status":"active","title":"The \"Box\"","total_spots":3,"unlisted":false,"#,
                r#""winning_prizes":null,"winning_social_handles":[],"winning_spot_numbers":[],"won_by":null}}}}"#,
            ),
            seq, before, id, slug
        )
    };
    let drawn = |kind, seq, number, before| {
        format!(
            concat!(
                r#"{{"type":"{}","seq":{},"slug":"{}","waffle_id":"{}","winning_social_handles":["anna"],"#,
                r#""winning_spot_numbers":[{}],"winning_prizes":null,"won_by":"hand","draws_before":{},"#,
                r#""private_chain":false}}"#,
            ),
            kind, seq, slug, id, number, before
        )
    };
    let spot = waffle.spot(2);
    vec![
        update(1, 1, "pending", anna),
        update(2, 2, "pending", anna),
        update(3, 1, "paid", anna),
        update(4, 2, "paid", anna),
        summary(5, 0),
        update(6, 1, "loser", anna),
        update(7, 2, "winner", anna),
        format!(
            concat!(
                r#"{{"type":"winner","seq":8,"slug":"{}","social_handle":"anna","spot":{{"claimed_by_handle":"anna","#,
                r#""id":{},"number":2,"status":"winner"}},"waffle_id":"{}"}}"#,
            ),
            slug, spot, id
        ),
        drawn("waffle_completed", 9, 2, 0),
        update(10, 1, "winner", anna),
        update(11, 2, "loser", anna),
        drawn("winner_changed", 12, 1, 1),
        update(13, 1, "paid", anna),
        update(14, 2, "paid", anna),
        format!(r#"{{"type":"winner_cleared","seq":15,"slug":"{slug}","waffle_id":"{id}"}}"#),
        format!(r#"{{"type":"waffle_archived","seq":16,"slug":"{slug}","waffle_id":"{id}"}}"#),
        summary(17, 2),
        update(18, 1, "available", "null"),
    ]
}

#[tokio::test]
async fn every_message_is_written_so_whoever_committed_it() {
    let (app, seller) = TestApp::with_seller().await;
    let waffle = live_through(&app, &seller).await;
    let elsewhere = TestApp::on(&app.database_url(), &[]).await;
    for server in [&app, &elsewhere] {
        let mut watcher = server.watch("/ws/box?since=0").await;
        for expected in expected(&waffle) {
            assert_eq!(watcher.next_text().await, expected);
        }
    }
    assert_eq!(app.watch("/ws/box?since=99").await.next_text().await, r#"{"type":"resync"}"#);
}
