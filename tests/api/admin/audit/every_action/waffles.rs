//! Waffles, their spots and draws.

use std::time::Duration;

use reqwest::Method;
use serde_json::json;
use waffle_beacon::local::LocalBeacon;
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_tests::{PASSWORD, Waffle};

use super::{Reader, UNKNOWN, delete, id, log, patch, post, waffle};

pub(super) async fn waffles(reader: &mut Reader<'_>) {
    let path = "/api/admin/waffles";
    reader.not_done(400, post(path, json!({"title": "", "total_spots": 6, "spot_price": 100}))).await;
    let body = json!({"title": "Box", "total_spots": 6, "spot_price": 100});
    let created = reader.done(AuditAction::CreateWaffle, EntityType::Waffle, post(path, body)).await;
    let at = |rest: &str| format!("{path}/{}{rest}", id(&created));

    reader.not_done(400, patch(&at(""), json!({"title": "New", "spot_price": 0}))).await;
    reader.not_done(404, patch(&format!("{path}/{UNKNOWN}"), json!({"title": "New"}))).await;
    reader.done(AuditAction::UpdateWaffle, EntityType::Waffle, patch(&at(""), json!({"title": "New"}))).await;
    reader.not_done(200, patch(&at(""), json!({"title": "New"}))).await;

    reader.not_done(400, post(&at("/clone"), json!({"title": ""}))).await;
    reader.not_done(404, post(&format!("{path}/{UNKNOWN}/clone"), json!({}))).await;
    reader.done(AuditAction::CreateWaffle, EntityType::Waffle, post(&at("/clone"), json!({}))).await;

    for (action, verb) in [(AuditAction::ArchiveWaffle, "archive"), (AuditAction::UnarchiveWaffle, "unarchive")] {
        reader.not_done(404, post(&format!("{path}/{UNKNOWN}/{verb}"), json!({}))).await;
        reader.done(action, EntityType::Waffle, post(&at(&format!("/{verb}")), json!({}))).await;
        reader.not_done(200, post(&at(&format!("/{verb}")), json!({}))).await;
    }

    reader.not_done(400, delete(&at(""), json!({"confirmation": "delete", "password": PASSWORD}))).await;
    reader.not_done(403, delete(&at(""), json!({"confirmation": "DELETE", "password": "wrong"}))).await;
    let sure = json!({"confirmation": "DELETE", "password": PASSWORD});
    reader.done(AuditAction::DeleteWaffle, EntityType::Waffle, delete(&at(""), sure.clone())).await;
    reader.not_done(404, delete(&at(""), sure)).await;
}

pub(super) async fn spots(reader: &mut Reader<'_>) {
    let waffle = waffle(reader).await;
    let at = |number, verb| format!("/api/admin/spots/{}/{verb}", waffle.spot(number));
    reader.not_done(409, post(&at(1, "pay"), json!({}))).await;
    reader.not_done(409, post(&at(1, "release"), json!({}))).await;
    reader.app.claim(&waffle, &[1, 2, 3], "anna").await;
    assert_eq!(reader.counts().await, reader.total, "a buyer's claim is no deed of an admin");
    for (action, verb) in [(AuditAction::MarkPaid, "pay"), (AuditAction::ReleaseSpot, "release")] {
        reader.not_done(404, post(&format!("/api/admin/spots/999999999/{verb}"), json!({}))).await;
        reader.done(action, EntityType::Spot, post(&at(1, verb), json!({}))).await;
        reader.not_done(409, post(&at(1, verb), json!({}))).await;
    }
    // Paying several spots together adds one entry for each spot that changed.
    let many = json!({"spot_ids": [waffle.spot(1), waffle.spot(2), waffle.spot(3), 999_999_999]});
    reader.seller.post(&waffle.admin_api("/spots/pay"), &many).await;
    reader.adds(2).await;
    reader.not_done(200, post(&waffle.admin_api("/spots/pay"), many)).await;
    reader.not_done(404, post(&format!("/api/admin/waffles/{UNKNOWN}/spots/pay"), json!({"spot_ids": [1]}))).await;
    let (path, some) = (waffle.admin_api("/buyers/anna"), json!({"spot_ids": [waffle.spot(1)]}));
    reader.not_done(200, post(&format!("{path}/pay"), some.clone())).await;
    reader.not_done(200, post(&format!("{path}/release"), some)).await;
    reader.not_done(200, post(&waffle.admin_api("/match-payments"), json!({"text": "anna $1.00"}))).await;
    let assign = waffle.admin_api("/assign");
    let (body, taken) =
        (json!({"social_handle": "@Ben", "spots": [5, 4]}), json!({"social_handle": "ben", "spots": [2]}));
    reader.done(AuditAction::AssignSpots, EntityType::Waffle, post(&assign, body)).await;
    let entry = log(&reader.seller, "per_page=1").await.remove(0);
    assert_eq!(entry["detail"], "spots 4, 5 of camera, assigned to ben");
    reader.not_done(409, post(&assign, taken)).await;
    // A draw completes the waffle, so spots can no longer be paid in bulk.
    reader.seller.post(&waffle.admin_api("/winner"), &json!({"winning_spot_numbers": [2]})).await;
    reader.total += 1;
    let refused = json!({"spot_ids": [waffle.spot(1)]});
    reader.not_done(409, post(&waffle.admin_api("/spots/pay"), refused)).await;
    reader.not_done(409, post(&at(2, "release"), json!({}))).await;
}

pub(super) async fn buyers(reader: &mut Reader<'_>) {
    let waffle = waffle(reader).await;
    reader.app.claim(&waffle, &[1, 2, 3], "anna").await;
    reader.seller.pay(waffle.spot(1)).await;
    reader.total += 1;
    let one = json!({"spot_ids": [waffle.spot(1)]});
    let unpay = waffle.admin_api("/spots/unpay");
    // The entry names the spot, which is only in the answer.
    reader.seller.post(&unpay, &one).await;
    reader.written.insert(AuditAction::UnpaySpot);
    let longer = json!({"spot_ids": [waffle.spot(1), waffle.spot(2)], "minutes": 5});
    let extend = waffle.admin_api("/spots/extend");
    reader.call(&reader.seller.token, Method::POST, &extend, &longer).await.ok();
    reader.written.insert(AuditAction::ExtendSpots);
    reader.adds(3).await;
    let entries: Vec<_> = log(&reader.seller, "per_page=3").await.iter().map(|it| it["action"].clone()).collect();
    assert_eq!(entries, ["extend_spots", "extend_spots", "unpay_spot"]);
    reader.not_done(200, post(&unpay, one)).await;
    reader.not_done(400, post(&unpay, json!({"spot_ids": []}))).await;

    let rename = waffle.admin_api("/rename");
    let to_ben = json!({"spot_ids": [waffle.spot(1), waffle.spot(2)], "social_handle": "ben"});
    reader.done(AuditAction::RenameSpots, EntityType::Waffle, post(&rename, to_ben.clone())).await;
    reader.not_done(200, post(&rename, to_ben)).await;
    reader.not_done(409, post(&rename, json!({"spot_ids": [waffle.spot(4)], "social_handle": "ben"}))).await;

    let merge = "/api/admin/users/ben/merge";
    reader.not_done(200, post(merge, json!({"into": "cleo", "dry_run": true}))).await;
    reader.not_done(400, post(merge, json!({"into": "ben"}))).await;
    reader.done(AuditAction::MergeUsers, EntityType::Settings, post(merge, json!({"into": "cleo"}))).await;
    reader.not_done(200, post(merge, json!({"into": "cleo"}))).await;

    let sources = reader.seller.get(&waffle.admin_api("/sources")).await.json();
    let source = json!({"source": sources["entries"][0]["source"]});
    let release = waffle.admin_api("/release-source");
    reader.not_done(404, post(&release, json!({"source": "0".repeat(32)}))).await;
    reader.done(AuditAction::ReleaseSource, EntityType::Waffle, post(&release, source.clone())).await;
    reader.not_done(200, post(&release, source)).await;
}

pub(super) async fn payers(reader: &mut Reader<'_>) {
    let waffle = waffle(reader).await;
    reader.app.claim(&waffle, &[1, 2], "anna").await;
    let payments = waffle.admin_api("/payments");
    let line = |text: &str, number: usize| {
        let line = json!({"text": text, "social_handle": "anna", "spot_ids": [waffle.spot(number)]});
        json!({"lines": [line]})
    };
    reader.not_done(400, post(&payments, json!({"lines": []}))).await;
    reader.not_done(200, post(&payments, line("Zoe Miller $25", 3))).await;
    // With the record of the spot.
    reader.seller.post(&payments, &line("Zoe Miller $25", 1)).await;
    reader.written.insert(AuditAction::RememberPayer);
    reader.adds(2).await;
    reader.not_done(200, post(&payments, line("Zoe Miller $25", 2))).await;
    let payer = reader.seller.get("/api/admin/payers").await.json()["payers"][0]["id"].clone();
    let payer = format!("/api/admin/payers/{}", payer.as_str().unwrap());
    reader.done(AuditAction::ForgetPayer, EntityType::Settings, delete(&payer, json!({}))).await;
    reader.not_done(404, delete(&payer, json!({}))).await;
}

pub(super) async fn draws(reader: &mut Reader<'_>, beacon: &LocalBeacon) -> Waffle {
    let waffle = waffle(reader).await;
    reader.app.claim(&waffle, &[1, 2, 3], "anna").await;
    for number in 1..=2 {
        reader.seller.pay(waffle.spot(number)).await;
        reader.total += 1;
    }
    let (set, change, clear) =
        (waffle.admin_api("/winner"), waffle.admin_api("/change-winner"), waffle.admin_api("/clear-winner"));
    let draw = |number: i32| json!({"winning_spot_numbers": [number]});
    for nonsense in [json!({}), draw(3), draw(7), json!({"winning_spot_numbers": [1, 2]})] {
        reader.not_done(400, post(&set, nonsense)).await;
    }
    reader.not_done(409, post(&change, draw(1))).await;
    reader.not_done(409, post(&clear, json!({}))).await;
    reader.done(AuditAction::SetWinner, EntityType::Waffle, post(&set, draw(1))).await;
    reader.not_done(409, post(&set, draw(2))).await;
    reader.not_done(409, patch(&waffle.admin_api(""), json!({"item_count": 2}))).await;
    reader.not_done(400, post(&change, draw(3))).await;
    reader.done(AuditAction::ChangeWinner, EntityType::Waffle, post(&change, draw(2))).await;
    let (draws, why) = (waffle.admin_api("/draws"), json!({"reason": "The winner left."}));
    reader.done(AuditAction::LockDraw, EntityType::Waffle, post(&draws, why.clone())).await;
    reader.not_done(409, post(&draws, why.clone())).await;
    let void = waffle.admin_api("/draws/1/void");
    reader.not_done(400, post(&void, json!({}))).await;
    reader.done(AuditAction::VoidDraw, EntityType::Waffle, post(&void, why.clone())).await;
    reader.not_done(409, post(&void, why)).await;
    let again = post(&draws, json!({"reason": "Once more.", "alternates": 1}));
    let round = reader.done(AuditAction::LockDraw, EntityType::Waffle, again).await["round"].clone();
    reader.app.clock.advance(Duration::from_mins(2));
    let signature = beacon.sign(crate::draws::round(&round));
    let (path, body) = (waffle.admin_api("/draws/2/beacon"), json!({"round": round, "signature": signature}));
    let decided = reader.call(&reader.seller.token, Method::POST, &path, &body).await.ok().json();
    let told = log(&reader.seller, "per_page=2").await;
    assert_eq!([0, 1].map(|at| &told[at]["action"]), ["change_winner", "hand_in_round"]);
    assert_eq!([0, 1].map(|at| &told[at]["admin_username"]), [&json!(null), &json!("admin")]);
    reader.written.insert(AuditAction::HandInRound);
    reader.total += 2;
    reader.not_done(409, post(&path, body)).await;
    let other = json!({"spot_number": decided["winning_spot_numbers"][0], "reason": "No answer."});
    let replace = waffle.admin_api("/draws/2/replace");
    reader.done(AuditAction::ReplaceWinner, EntityType::Waffle, post(&replace, other.clone())).await;
    reader.not_done(400, post(&replace, other)).await;
    reader.done(AuditAction::ClearWinner, EntityType::Waffle, post(&clear, json!({}))).await;
    reader.not_done(409, post(&clear, json!({}))).await;
    waffle
}
