//! `PATCH /api/admin/admins/:id/password`

use serde_json::json;
use waffle_tests::sign_in::{login, me, refusal, refused};

use super::{Office, PASSWORD, PATH, UNKNOWN, faults};

const NEW: &str = "another-iron-43";

#[tokio::test]
async fn a_super_admin_sets_another_password_and_the_session_stays() {
    let office = Office::open().await;
    let anna = office.colleague("anna", "admin").await;
    let set = office.patch(&anna.at("/password"), &json!({"new_password": NEW})).await;
    assert_eq!((set.status.as_u16(), set.json()), (200, me(&office.app, &anna.token).await.json()));
    assert!(!set.text().contains(NEW));
    assert_eq!(login(&office.app, "anna", PASSWORD).await.status, 401);
    assert_eq!(login(&office.app, "anna", NEW).await.status, 200);
    office.assert_audited(&["admin reset_admin_password anna"]).await;
}

#[tokio::test]
async fn what_the_policy_refuses_changes_nothing() {
    let office = Office::open().await;
    let anna = office.colleague("anna", "admin").await;
    let long = "x".repeat(73);
    for body in [
        json!({}),
        json!({"new_password": ""}),
        json!({"new_password": "short-7"}),
        json!({"new_password": "PASSWORD"}),
        json!({"new_password": long}),
    ] {
        assert_eq!(faults(&office.patch(&anna.at("/password"), &body).await), ["new_password"], "{body}");
    }
    let number = office.patch(&anna.at("/password"), &json!({"new_password": 12_345_678})).await;
    assert_eq!(refusal(&number), refused(400, "malformed_json"));
    assert_eq!(login(&office.app, "anna", PASSWORD).await.status, 200);
    office.assert_audited(&[]).await;
}

#[tokio::test]
async fn ones_own_password_needs_the_current_one_elsewhere() {
    let office = Office::open().await;
    let own = format!("{PATH}/{}/password", office.own().await["id"].as_str().unwrap());
    assert_eq!(refusal(&office.patch(&own, &json!({"new_password": NEW})).await), refused(409, "own_account"));
    let unknown = format!("{UNKNOWN}/password");
    assert_eq!(refusal(&office.patch(&unknown, &json!({"new_password": ""})).await), refused(404, "not_found"));
    assert_eq!(login(&office.app, "admin", PASSWORD).await.status, 200);
    office.assert_audited(&[]).await;
}
