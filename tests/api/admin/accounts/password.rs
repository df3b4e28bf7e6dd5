//! `PATCH /api/admin/admins/:id/password`

use serde_json::json;
use waffle_tests::{faults, login, me, refusal, refused};

use super::{Office, PASSWORD, PATH};

const NEW: &str = "another-iron-43";

#[tokio::test]
async fn a_super_admin_sets_another_password_and_the_session_stays() {
    let (office, anna) = Office::with_colleague("anna", "admin").await;
    let set = office.patch(&anna.at("/password"), &json!({"new_password": NEW})).await;
    assert_eq!((set.status.as_u16(), set.json()), (200, me(&office.app, &anna.token).await.json()));
    assert!(!set.text().contains(NEW));
    assert_eq!(login(&office.app, "anna", PASSWORD).await.status, 401);
    assert_eq!(login(&office.app, "anna", NEW).await.status, 200);
}

#[tokio::test]
async fn what_the_policy_refuses_changes_nothing() {
    let (office, anna) = Office::with_colleague("anna", "admin").await;
    for body in [json!({}), json!({"new_password": ""}), json!({"new_password": "My-anna-7"})] {
        assert_eq!(faults(&office.patch(&anna.at("/password"), &body).await), ["new_password"], "{body}");
    }
    assert_eq!(login(&office.app, "anna", PASSWORD).await.status, 200);
}

#[tokio::test]
async fn ones_own_password_needs_the_current_one_elsewhere() {
    let office = Office::open().await;
    let own = format!("{PATH}/{}/password", office.own().await["id"].as_str().unwrap());
    assert_eq!(refusal(&office.patch(&own, &json!({"new_password": NEW})).await), refused(409, "own_account"));
    assert_eq!(login(&office.app, "admin", PASSWORD).await.status, 200);
}
