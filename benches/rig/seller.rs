//! Creates waffles, through the API as a seller would.

use std::{cell::Cell, net::Ipv4Addr, rc::Rc};

use futures_util::{StreamExt, stream};
use serde_json::{Value, json};

use super::{
    http::Http,
    server::{PASSWORD, Server},
};

/// How many waffles are made at the same time.
const HANDS: usize = 8;

/// A waffle that was created.
#[derive(Clone)]
pub struct Waffle {
    pub id: String,
    pub slug: String,
    pub spots: u32,
}

/// A signed-in seller.
pub struct Seller {
    address: String,
    token: String,
    made: Cell<u32>,
}

impl Seller {
    pub async fn sign_in(server: &Server) -> Rc<Self> {
        let mut seller = Self { address: server.address.clone(), token: String::new(), made: Cell::new(0) };
        let answer = seller.post("/api/admin/login", &json!({"username": "admin", "password": PASSWORD})).await;
        answer["token"].as_str().unwrap().clone_into(&mut seller.token);
        Rc::new(seller)
    }

    /// Creates one waffle.
    pub async fn sell(&self, spots: u32) -> Waffle {
        self.sell_on(spots, &json!({})).await
    }

    /// Creates one waffle with these fields besides.
    async fn sell_on(&self, spots: u32, terms: &Value) -> Waffle {
        let number = self.made.replace(self.made.get() + 1);
        let mut body =
            json!({"title": format!("Waffle {number} of {spots}"), "total_spots": spots, "spot_price": 2_500});
        for (field, value) in terms.as_object().unwrap() {
            body[field] = value.clone();
        }
        let made = self.post("/api/admin/waffles", &body).await;
        let text = |key: &str| made[key].as_str().unwrap().to_owned();
        Waffle { id: text("id"), slug: text("slug"), spots }
    }

    /// Creates many waffles, in no particular order.
    pub async fn sell_many(&self, count: usize, spots: u32) -> Vec<Waffle> {
        self.sell_many_on(count, spots, &json!({})).await
    }

    /// Creates many waffles with these fields besides.
    pub async fn sell_many_on(&self, count: usize, spots: u32, terms: &Value) -> Vec<Waffle> {
        stream::iter(0..count).map(|_| self.sell_on(spots, terms)).buffer_unordered(HANDS).collect().await
    }

    async fn post(&self, path: &str, body: &Value) -> Value {
        let mut connection = Http::connect(&self.address, Ipv4Addr::LOCALHOST).await.unwrap();
        let answer = connection.ask(self.request(path, body).as_bytes()).await.unwrap();
        assert!(answer.status < 300, "{path}: {}", String::from_utf8_lossy(answer.body));
        serde_json::from_slice(answer.body).unwrap()
    }

    /// Writes a request of the seller's.
    pub fn request(&self, path: &str, body: &Value) -> String {
        let (body, token) = (body.to_string(), &self.token);
        format!(
            "POST {path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer {token}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        )
    }
}
