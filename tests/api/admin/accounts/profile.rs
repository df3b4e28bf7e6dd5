//! `PATCH /api/admin/admins/:id/profile`

use serde_json::json;
use waffle_tests::{faults, me, refusal, refused};

use super::Office;

#[tokio::test]
async fn a_super_admin_changes_what_others_tell_of_themselves() {
    let (office, anna) = Office::with_colleague("anna", "admin").await;
    let edit =
        json!({"display_name": "The Boss", "timezone": "Europe/Berlin", "role": "super_admin", "username": "other"});
    for _ in 0..2 {
        let changed = office.patch(&anna.at("/profile"), &edit).await;
        assert_eq!((changed.status.as_u16(), changed.json()), (200, me(&office.app, &anna.token).await.json()));
        let account = changed.json();
        assert_eq!((&account["nav_name"], &account["timezone"]), (&json!("The Boss"), &json!("Europe/Berlin")));
        assert_eq!((&account["username"], &account["role"]), (&json!("anna"), &json!("admin")), "not here");
    }
}

#[tokio::test]
async fn a_refused_edit_changes_nothing() {
    let (office, anna) = Office::with_colleague("anna", "admin").await;
    let half = json!({"first_name": "Anna", "timezone": "Mars/Olympus", "email": "nobody"});
    assert_eq!(faults(&office.patch(&anna.at("/profile"), &half).await), ["email", "timezone"]);
    let taken = json!({"first_name": "Anna", "email": "ADMIN@localhost"});
    assert_eq!(refusal(&office.patch(&anna.at("/profile"), &taken).await), refused(409, "email_taken"));
    assert_eq!(me(&office.app, &anna.token).await.json()["first_name"], json!(null));
}
