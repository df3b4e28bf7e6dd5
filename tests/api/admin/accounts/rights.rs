//! A right lost while a request is in flight.

use reqwest::Method;
use serde_json::{Value, json};
use waffle_test_databases::inspection::{lower_account, until_waiting};
use waffle_tests::{answer, bearer, refusal, refused};

use super::{Office, PASSWORD, PATH};

#[tokio::test]
async fn who_is_lowered_while_a_request_is_under_way_changes_nothing() {
    let (office, boss) = Office::with_colleague("boss", "super_admin").await;
    let anna = office.colleague("anna", "waffle_manager").await;
    let waffle = office.post("/api/admin/waffles", &json!({"title": "Box", "total_spots": 2, "spot_price": 100})).await;
    let waffle = format!("/api/admin/waffles/{}", waffle.json()["id"].as_str().unwrap());
    let new = json!({"username": "zoe", "email": "zoe@example.org", "password": PASSWORD, "role": "super_admin"});
    let calls: [(Method, String, Value); 6] = [
        (Method::POST, PATH.to_owned(), new),
        (Method::PATCH, anna.at("/password"), json!({"new_password": "another-good-one"})),
        (Method::PATCH, anna.at("/profile"), json!({"first_name": "Eve"})),
        (Method::PATCH, "/api/admin/settings".to_owned(), json!({"lockout_max_attempts": 1_000})),
        (Method::GET, "/api/admin/password-resets".to_owned(), json!(null)),
        (Method::DELETE, waffle.clone(), json!({"confirmation": "DELETE", "password": PASSWORD})),
    ];
    let database = office.app.database_url().parse().unwrap();
    for (method, path, body) in calls {
        let lowering = lower_account(&database, "boss").await.unwrap();
        let request = bearer(&office.app, method.clone(), &path, &boss.token).json(&body);
        let (answer, ()) = tokio::join!(answer(request), async {
            until_waiting(&database, 1).await.unwrap();
            lowering.commit().await.unwrap();
        });
        assert_eq!(refusal(&answer), refused(403, "forbidden"), "{method} {path}");
        office.app.sql("UPDATE admins SET role = 'super_admin' WHERE username = 'boss'").await;
    }
    office.app.holds("NOT EXISTS (SELECT FROM audit_trail WHERE admin_username = 'boss')").await;
    assert_eq!(office.get(&waffle).await.status, 200);
    assert_eq!(office.get(PATH).await.json().as_array().unwrap().len(), 3);
}
