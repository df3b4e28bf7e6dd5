//! What sellers do: create waffles, mark spots paid, release them.

use std::sync::Arc;

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Answer, Site, TestApp, answer};
use crate::sign_in::{PASSWORD, bearer, form_with_file, token};

/// A signed-in admin.
pub struct Seller {
    app: Arc<Site>,
    pub token: String,
}

/// A waffle on sale.
pub struct Waffle {
    pub id: String,
    pub slug: String,
    spots: Vec<i64>,
}

impl Waffle {
    /// Reads the spots of a waffle.
    pub async fn read(app: &Site, id: String, slug: String) -> Self {
        let spots = app.get(&format!("/api/waffles/{slug}/spots")).await;
        Self::of(&json!({"id": id, "slug": slug}), &spots.json())
    }

    /// Reads the API's answers about the created waffle and its spots.
    pub fn of(created: &Value, spots: &Value) -> Self {
        let text = |field: &str| created[field].as_str().unwrap().to_owned();
        let spots = spots.as_array().unwrap().iter().map(|spot| spot["id"].as_i64().unwrap()).collect();
        Self { id: text("id"), slug: text("slug"), spots }
    }

    /// The id of a spot.
    pub fn spot(&self, number: usize) -> i64 {
        self.spots[number - 1]
    }

    /// The ids of spots.
    pub fn spots(&self, numbers: &[u32]) -> Vec<i64> {
        numbers.iter().map(|number| self.spot(usize::try_from(*number).unwrap())).collect()
    }

    /// The path of its page.
    pub fn page(&self) -> String {
        format!("/waffle/{}", self.slug)
    }

    /// Where its claim form goes.
    pub fn claim(&self) -> String {
        format!("/waffle/{}/claim", self.slug)
    }

    /// The path of its manage page, followed by `rest`.
    pub fn manage(&self, rest: &str) -> String {
        format!("/admin/waffles/{}{rest}", self.id)
    }

    /// Its path in the public API, followed by `rest`.
    pub fn api(&self, rest: &str) -> String {
        format!("/api/waffles/{}{rest}", self.slug)
    }

    /// Its path in the admin API, followed by `rest`.
    pub fn admin_api(&self, rest: &str) -> String {
        format!("/api/admin/waffles/{}{rest}", self.id)
    }
}

impl TestApp {
    /// Signs in to the first account.
    pub async fn seller(&self) -> Seller {
        Seller { app: self.site(), token: token(self).await }
    }

    /// Creates another account with the first one's password, and signs in to it.
    pub async fn seller_as(&self, username: &str, role: &str) -> Seller {
        self.sql(&format!(
            "INSERT INTO admins (id, username, email, role, password_hash, created_at)
             SELECT gen_random_uuid(), '{username}', '{username}@localhost', '{role}', password_hash, now()
             FROM admins WHERE username = 'admin'"
        ))
        .await;
        let login = self.request(Method::POST, "/api/admin/login");
        let answer = answer(login.json(&json!({"username": username, "password": PASSWORD}))).await;
        Seller { app: self.site(), token: answer.json()["token"].as_str().unwrap().to_owned() }
    }
}

impl Seller {
    pub async fn get(&self, path: &str) -> Answer {
        answer(bearer(&self.app, Method::GET, path, &self.token)).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.call(Method::POST, path, body).await
    }
    pub async fn patch(&self, path: &str, body: &Value) -> Answer {
        self.call(Method::PATCH, path, body).await
    }

    pub async fn delete(&self, path: &str, body: &Value) -> Answer {
        self.call(Method::DELETE, path, body).await
    }

    pub async fn call(&self, method: Method, path: &str, body: &Value) -> Answer {
        answer(bearer(&self.app, method, path, &self.token).json(body)).await
    }

    /// Uploads a file.
    pub async fn upload(&self, file: &[u8]) -> Answer {
        let request = bearer(&self.app, Method::POST, "/api/admin/uploads", &self.token);
        answer(form_with_file(request, &[], ("file", file))).await
    }

    /// Posts a new waffle.
    pub async fn create(&self, body: &Value) -> Answer {
        self.post("/api/admin/waffles", body).await
    }

    /// Creates a waffle with this many spots.
    pub async fn waffle(&self, title: &str, spots: usize) -> Waffle {
        let created = self.create(&json!({"title": title, "total_spots": spots, "spot_price": 2_500})).await.ok();
        let created = created.json();
        let spots = self.app.get(&format!("/api/waffles/{}/spots", created["slug"].as_str().unwrap())).await;
        Waffle::of(&created, &spots.json())
    }

    pub async fn pay(&self, spot: i64) -> Answer {
        answer(bearer(&self.app, Method::POST, &format!("/api/admin/spots/{spot}/pay"), &self.token)).await
    }

    /// Marks spots paid, one by one.
    pub async fn pays(&self, waffle: &Waffle, numbers: impl IntoIterator<Item = usize>) {
        for number in numbers {
            self.pay(waffle.spot(number)).await.ok();
        }
    }

    pub async fn release(&self, spot: i64) -> Answer {
        answer(bearer(&self.app, Method::POST, &format!("/api/admin/spots/{spot}/release"), &self.token)).await
    }

    pub async fn pay_many(&self, waffle: &Waffle, spots: &[i64]) -> Answer {
        self.post(&waffle.admin_api("/spots/pay"), &json!({"spot_ids": spots})).await
    }

    /// The waffle's transitions, newest first.
    pub async fn activity(&self, waffle: &Waffle, query: &str) -> Vec<Value> {
        self.get(&waffle.admin_api(&format!("/activity{query}"))).await.ok().json()["entries"]
            .as_array()
            .unwrap()
            .clone()
    }
}
