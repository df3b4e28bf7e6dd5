//! Accounts over the API: super admins manage them, owners change their own, and forgotten passwords are reset.

mod change_password;
mod create;
mod me;
mod password;
mod password_resets;
mod profile;
mod rights;
mod standing;

use std::ops::Deref;

use reqwest::Method;
use serde_json::{Value, json};
use waffle_tests::{Answer, PASSWORD, Seller, TestApp, answer, login};

const PATH: &str = "/api/admin/admins";

/// A server with its first account, a super admin, signed in.
struct Office {
    app: TestApp,
    /// The first account.
    own: Seller,
}

/// Another account, signed in.
struct Colleague {
    id: String,
    username: String,
    token: String,
}

impl Colleague {
    /// The account's path, followed by `rest`.
    fn at(&self, rest: &str) -> String {
        format!("{PATH}/{}{rest}", self.id)
    }
}

/// Calls the API as the first account.
impl Deref for Office {
    type Target = Seller;

    fn deref(&self) -> &Seller {
        &self.own
    }
}

impl Office {
    async fn open() -> Self {
        Self::with(&[]).await
    }

    /// Opens with another account.
    async fn with_colleague(username: &str, role: &str) -> (Self, Colleague) {
        let office = Self::open().await;
        let colleague = office.colleague(username, role).await;
        (office, colleague)
    }

    async fn with(settings: &[(&str, &str)]) -> Self {
        let url = ("WAFFLE__SERVER__PUBLIC_URL", "https://waffles.example.com");
        let settings: Vec<_> = [url].into_iter().chain(settings.iter().copied()).collect();
        let app = TestApp::with(&settings).await;
        let own = app.seller().await;
        Self { app, own }
    }

    /// Posts without being signed in.
    async fn post_as_nobody(&self, path: &str, body: &Value) -> Answer {
        answer(self.app.request(Method::POST, path).json(body)).await
    }

    /// Creates an account with [`PASSWORD`] and signs in to it.
    async fn colleague(&self, username: &str, role: &str) -> Colleague {
        let email = format!("{username}@example.org");
        let body = json!({"username": username, "email": email, "password": PASSWORD, "role": role});
        let created = self.post(PATH, &body).await.ok().json();
        let id = created["id"].as_str().unwrap().to_owned();
        Colleague { id, username: username.to_owned(), token: self.token_of(username, PASSWORD).await }
    }

    async fn token_of(&self, username: &str, password: &str) -> String {
        login(&self.app, username, password).await.ok().json()["token"].as_str().unwrap().to_owned()
    }

    /// Fetches the first account.
    async fn own(&self) -> Value {
        self.get("/api/admin/me").await.json()
    }
}

#[tokio::test]
async fn the_list_has_every_account_the_active_ones_first() {
    let (office, zoe) = Office::with_colleague("zoe", "waffle_manager").await;
    let ben = office.colleague("ben", "admin").await;
    office.delete(&ben.at(""), &json!({"current_password": PASSWORD})).await;
    let list = office.get(&format!("{PATH}/")).await.ok().json();
    let named: Vec<_> = list.as_array().unwrap().iter().map(|a| (&a["username"], &a["role"], &a["active"])).collect();
    let expected = [
        (&json!("admin"), &json!("super_admin"), &json!(true)),
        (&json!("zoe"), &json!("waffle_manager"), &json!(true)),
        (&json!("ben"), &json!("admin"), &json!(false)),
    ];
    assert_eq!(named, expected);
    assert_eq!(list[0], office.own().await, "an account is shown as its owner sees it");
    assert_eq!(list[1]["id"], zoe.id);
    assert!(!list.to_string().contains("$2b$"));
}
