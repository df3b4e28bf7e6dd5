//! `POST /api/admin/admins`

use serde_json::{Value, json};
use waffle_tests::{faults, login, refusal, refused};

use super::{Office, PASSWORD, PATH};

fn anna() -> Value {
    json!({"username": "anna", "email": "anna@example.org", "password": PASSWORD, "role": "waffle_manager"})
}

fn but(field: &str, value: Value) -> Value {
    let mut body = anna();
    body[field] = value;
    body
}

#[tokio::test]
async fn a_new_account_can_sign_in_at_once() {
    let office = Office::open().await;
    let mut body = but("username", json!(" Anna.B "));
    body["first_name"] = json!(" Anna ");
    body["last_name"] = json!("Berg");
    let created = office.post(PATH, &body).await;
    let mut account = created.json();
    let id = account.as_object_mut().unwrap().remove("id").unwrap();
    let expected = json!({
        "username": "anna.b", "email": "anna@example.org", "role": "waffle_manager", "active": true, "timezone": "UTC",
        "first_name": "Anna", "last_name": "Berg", "display_name": null, "nav_name": "Anna Berg", "social_links": [],
        "last_login_at": null, "created_at": "2026-06-01T12:00:00Z",
    });
    assert_eq!((created.status.as_u16(), account), (201, expected));
    let signed_in = login(&office.app, "anna.b", PASSWORD).await;
    assert_eq!((signed_in.status.as_u16(), &signed_in.json()["admin"]["id"]), (200, &id));
}

#[tokio::test]
async fn a_missing_or_unknown_role_becomes_admin() {
    let office = Office::open().await;
    for (number, role) in [json!(null), json!("root"), json!("Super_Admin"), json!("")].into_iter().enumerate() {
        let mut body = but("role", role.clone());
        body["username"] = json!(format!("anna{number}"));
        body["email"] = json!(format!("anna{number}@example.org"));
        assert_eq!(office.post(PATH, &body).await.json()["role"], "admin", "{role}");
    }
    let mut body = anna();
    body.as_object_mut().unwrap().remove("role");
    assert_eq!(office.post(PATH, &body).await.json()["role"], "admin");
}

#[tokio::test]
async fn every_field_at_fault_is_named() {
    let office = Office::open().await;
    let empty = json!({"username": " ", "email": "", "password": null});
    assert_eq!(faults(&office.post(PATH, &empty).await), ["username", "email", "password"]);
    let wrong = json!({
        "username": "änna", "email": "anna", "password": "michelle", "first_name": "é".repeat(101),
        "last_name": "a\u{0}b", "display_name": "é".repeat(101),
    });
    let fields = ["username", "email", "password", "first_name", "last_name", "display_name"];
    assert_eq!(faults(&office.post(PATH, &wrong).await), fields);
    assert_eq!(faults(&office.post(PATH, &but("password", json!("i am Anna!"))).await), ["password"]);
    assert_eq!(office.get(PATH).await.json().as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_name_or_address_that_somebody_has_is_refused_whatever_its_case() {
    let office = Office::open().await;
    assert_eq!(office.post(PATH, &anna()).await.status, 201);
    let name = but("email", json!("other@example.org"));
    let mut shouted = name.clone();
    shouted["username"] = json!("ANNA");
    for body in [name, shouted] {
        assert_eq!(refusal(&office.post(PATH, &body).await), refused(409, "username_taken"));
    }
    for address in ["anna@example.org", "Anna@Example.ORG"] {
        let mut body = but("username", json!("other"));
        body["email"] = json!(address);
        assert_eq!(refusal(&office.post(PATH, &body).await), refused(409, "email_taken"));
    }
}
