//! Creates the waffles to claim spots of, through the API as a seller would.

use serde_json::{Value, json};
use waffle_private_postgres::Cluster;

use crate::contender::{Contender, PASSWORD};

/// The waffles that were created.
pub(crate) struct Seed {
    pub(crate) waffles: Vec<String>,
    pub(crate) slugs: Vec<String>,
}

impl Seed {
    /// Creates waffles in a new database.
    pub(crate) async fn sow(cluster: &Cluster, waffles: usize, spots: u32) -> Self {
        let server = Contender::server(cluster).await;
        let client = reqwest::Client::new();
        let post = async |path: &str, token: &str, body: Value| -> Value {
            let request = client.post(format!("http://{}{path}", server.address)).bearer_auth(token).json(&body);
            request.send().await.unwrap().error_for_status().unwrap().json().await.unwrap()
        };
        let signed_in = post("/api/admin/login", "", json!({"username": "admin", "password": PASSWORD})).await;
        let token = signed_in["token"].as_str().unwrap();
        let mut seed = Self { waffles: Vec::new(), slugs: Vec::new() };
        for number in 0..waffles {
            let body = json!({"title": format!("Waffle {number}"), "total_spots": spots, "spot_price": 2_500});
            let made = post("/api/admin/waffles", token, body).await;
            seed.waffles.push(made["id"].as_str().unwrap().to_owned());
            seed.slugs.push(made["slug"].as_str().unwrap().to_owned());
        }
        seed
    }
}
