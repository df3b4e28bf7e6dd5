//! `PATCH` and `DELETE /api/admin/admins/:id`: roles, deactivation, activation.

use std::time::Duration;

use reqwest::Method;
use serde_json::json;
use waffle_tests::{call_as, faults, login, me, refusal, refused};

use super::{Office, PASSWORD};

#[tokio::test]
async fn a_role_is_raised_freely_and_lowered_with_the_password() {
    let (office, anna) = Office::with_colleague("anna", "waffle_manager").await;
    let raised = office.patch(&anna.at(""), &json!({"role": "super_admin"})).await;
    assert_eq!((raised.status.as_u16(), raised.json()["role"].as_str()), (200, Some("super_admin")));
    assert_eq!(raised.json(), me(&office.app, &anna.token).await.json());
    for lower in ["admin", "waffle_manager"] {
        for (body, refusal_of_it) in [
            (json!({"role": lower}), refused(400, "validation_failed")),
            (json!({"role": lower, "current_password": ""}), refused(400, "validation_failed")),
            (json!({"role": lower, "current_password": "wrong"}), refused(403, "invalid_password")),
        ] {
            assert_eq!(refusal(&office.patch(&anna.at(""), &body).await), refusal_of_it, "{body}");
        }
        let body = json!({"role": lower, "current_password": PASSWORD});
        for _ in 0..2 {
            let lowered = office.patch(&anna.at(""), &body).await;
            assert_eq!((lowered.status.as_u16(), lowered.json()["role"].as_str()), (200, Some(lower)));
        }
    }
    assert_eq!(faults(&office.patch(&anna.at(""), &json!({"role": "root"})).await), ["role"]);
    assert_eq!(faults(&office.patch(&anna.at(""), &json!({"role": "Admin"})).await), ["role"]);
    assert_eq!(office.patch(&anna.at(""), &json!({"role": null})).await.json()["role"], "waffle_manager");
}

#[tokio::test]
async fn a_deactivated_account_is_out_with_the_next_request_until_it_is_activated() {
    let office = Office::open().await;
    for (number, by_patch) in [false, true].into_iter().enumerate() {
        let anna = office.colleague(&format!("anna{number}"), "admin").await;
        office.app.clock.advance(Duration::from_millis(1));
        let confirmed = json!({"active": false, "current_password": PASSWORD});
        for _ in 0..2 {
            let gone = if by_patch {
                office.patch(&anna.at(""), &confirmed).await
            } else {
                office.delete(&anna.at(""), &confirmed).await
            };
            assert_eq!((gone.status.as_u16(), gone.json()["active"].clone()), (200, json!(false)));
        }
        assert_eq!(refusal(&me(&office.app, &anna.token).await), refused(401, "unauthorized"));
        assert_eq!(refusal(&login(&office.app, &anna.username, PASSWORD).await), refused(403, "account_deactivated"));
        for _ in 0..2 {
            let back = office.patch(&anna.at(""), &json!({"active": true})).await;
            assert_eq!((back.status.as_u16(), back.json()["active"].clone()), (200, json!(true)));
        }
        assert_eq!(refusal(&me(&office.app, &anna.token).await), refused(401, "unauthorized"), "it stays ended");
        let again = office.token_of(&anna.username, PASSWORD).await;
        assert_eq!(me(&office.app, &again).await.status, 200);
    }
}

#[tokio::test]
async fn deactivating_needs_the_password_in_every_way() {
    let (office, anna) = Office::with_colleague("anna", "admin").await;
    for body in [json!({}), json!({"current_password": null}), json!({"current_password": ""})] {
        assert_eq!(faults(&office.delete(&anna.at(""), &body).await), ["current_password"], "{body}");
        let mut patch = body.clone();
        patch["active"] = json!(false);
        assert_eq!(faults(&office.patch(&anna.at(""), &patch).await), ["current_password"], "{patch}");
    }
    let bodiless = waffle_tests::bearer(&office.app, Method::DELETE, &anna.at(""), &office.token);
    assert_eq!(faults(&waffle_tests::answer(bodiless).await), ["current_password"]);
    let wrong = json!({"active": false, "current_password": "wrong"});
    assert_eq!(refusal(&office.delete(&anna.at(""), &wrong).await), refused(403, "invalid_password"));
    assert_eq!(refusal(&office.patch(&anna.at(""), &wrong).await), refused(403, "invalid_password"));
    assert_eq!(me(&office.app, &anna.token).await.status, 200);
}

#[tokio::test]
async fn role_and_activity_change_together_or_not_at_all() {
    let (office, anna) = Office::with_colleague("anna", "admin").await;
    office.delete(&anna.at(""), &json!({"current_password": PASSWORD})).await;
    let half = json!({"active": true, "role": "waffle_manager"});
    assert_eq!(faults(&office.patch(&anna.at(""), &half).await), ["current_password"]);
    assert_eq!(office.get(super::PATH).await.json()[1]["active"], false);
    let whole = json!({"active": true, "role": "super_admin"});
    let account = office.patch(&anna.at(""), &whole).await.json();
    assert_eq!((&account["active"], &account["role"]), (&json!(true), &json!("super_admin")));
}

#[tokio::test]
async fn the_last_super_admin_stays_one_and_nobody_deactivates_himself() {
    let office = Office::open().await;
    let own = format!("{}/{}", super::PATH, office.own().await["id"].as_str().unwrap());
    let lowered = json!({"role": "admin", "current_password": PASSWORD});
    let gone = json!({"active": false, "current_password": PASSWORD});
    assert_eq!(refusal(&office.patch(&own, &lowered).await), refused(409, "last_super_admin"));
    assert_eq!(refusal(&office.patch(&own, &gone).await), refused(409, "own_account"));
    assert_eq!(refusal(&office.delete(&own, &gone).await), refused(409, "own_account"));
    assert_eq!(office.patch(&own, &json!({"role": "super_admin", "active": true})).await.status, 200);

    let boss = office.colleague("boss", "super_admin").await;
    office.delete(&boss.at(""), &gone).await;
    assert_eq!(
        refusal(&office.patch(&own, &lowered).await),
        refused(409, "last_super_admin"),
        "the other is not active"
    );
    office.patch(&boss.at(""), &json!({"active": true})).await;
    assert_eq!(refusal(&office.delete(&own, &gone).await), refused(409, "own_account"));
    let token = office.token_of("boss", PASSWORD).await;
    assert_eq!(call_as(&office.app, &token, Method::DELETE, &own, &gone).await.status, 200, "another super admin");
    assert_eq!(refusal(&me(&office.app, &office.token).await), refused(401, "unauthorized"));
    let last = call_as(&office.app, &token, Method::PATCH, &boss.at(""), &lowered).await;
    assert_eq!(refusal(&last), refused(409, "last_super_admin"));
}
