//! A server's API, in its users' terms.

use std::{
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use reqwest::{Client, ClientBuilder, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};
use tokio::runtime::Handle;
use waffle_beacon::http_client::client_builder;

use crate::evidence::{Answer, Audited, Claimed, Order, Shown, Spot, Wish};
use waffle_tests::PASSWORD;
use waffle_tests::program::Server;

/// Longer than any request may take.
const PATIENCE: Duration = Duration::from_secs(14);

/// A client of one server, which its clones share. The server's address may change when it is restarted.
#[derive(Clone)]
pub(crate) struct Api {
    address: Arc<Mutex<String>>,
    client: Client,
    /// The runtime on whose one thread claims are sent; none for the caller's runtime.
    thread: Option<Handle>,
}

/// A client signed in to the first account.
#[derive(Clone)]
pub(crate) struct Seller {
    api: Api,
    token: String,
}

/// The answer to one attempt of a claim, how long it took, and the token of its receipt.
pub(crate) struct Told {
    pub(crate) answer: Answer,
    pub(crate) took: Duration,
    pub(crate) receipt: Option<String>,
}

/// A waffle whose spots are claimed.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub(crate) id: String,
    pub(crate) slug: String,
    /// The spots' ids, in the order of their numbers from 1.
    pub(crate) ids: Vec<i64>,
}

impl Told {
    pub(crate) fn claimed(self, order: Order) -> Claimed {
        Claimed { order, answers: vec![(self.answer, self.took)] }
    }
}

impl Board {
    /// A claim without a key.
    pub(crate) fn order(&self, handle: impl Into<String>, wish: Wish) -> Order {
        Order { waffle_id: self.id.clone(), handle: handle.into(), wish, key: None }
    }
}

impl Api {
    pub(crate) fn of(server: &Server) -> Self {
        Self::at(server.address.clone())
    }

    /// A client of what listens at this host and port.
    pub(crate) fn at(address: String) -> Self {
        Self::with(address, client_builder())
    }

    /// The same with a new connection for each request, as buyers on their own phones have. Claims are sent by the one
    /// thread of a runtime: on several, a request that is handed to a connection while that ends on another thread gets
    /// no answer, not even that it ended (<https://github.com/hyperium/hyper/issues/4122>).
    pub(crate) fn of_strangers(address: String, thread: Handle) -> Self {
        let api = Self::with(address, client_builder().pool_max_idle_per_host(0));
        Self { thread: Some(thread), ..api }
    }

    fn with(address: String, client: ClientBuilder) -> Self {
        let client = client.timeout(PATIENCE).tcp_nodelay(true).tls_certs_only([]).build().unwrap();
        Self { address: Arc::new(Mutex::new(address)), client, thread: None }
    }

    /// Sends requests to another process from now on.
    pub(crate) fn follow(&self, server: &Server) {
        self.address.lock().unwrap().clone_from(&server.address);
    }

    pub(crate) fn address(&self) -> String {
        self.address.lock().unwrap().clone()
    }

    pub(crate) fn get(&self, path: &str) -> RequestBuilder {
        self.client.get(format!("http://{}{path}", self.address()))
    }

    pub(crate) fn post(&self, path: &str) -> RequestBuilder {
        self.client.post(format!("http://{}{path}", self.address()))
    }

    /// Claims from the buyer's own IP address.
    pub(crate) async fn claim(&self, order: &Order, from: &str) -> Told {
        let (id, handle) = (&order.waffle_id, &order.handle);
        let (path, body) = match &order.wish {
            Wish::Numbers(numbers) => {
                ("/api/claims", json!({"waffle_id": id, "social_handle": handle, "spots": numbers}))
            }
            Wish::Any(count) => {
                ("/api/claims/random", json!({"waffle_id": id, "social_handle": handle, "count": count}))
            }
        };
        let mut request = self.post(path).header("x-forwarded-for", from).json(&body);
        if let Some(key) = &order.key {
            request = request.header("idempotency-key", key);
        }
        let begun = Instant::now();
        let sent = match &self.thread {
            Some(thread) => thread.spawn(request.send()).await.unwrap(),
            None => request.send().await,
        };
        let response = match sent {
            Ok(response) => response,
            Err(error) => {
                if error.is_timeout() {
                    println!("no answer for {handle} at {} in time", self.address());
                }
                return Told { answer: Answer::Unknown(format!("{error:?}")), took: begun.elapsed(), receipt: None };
            }
        };
        let receipt = response.headers().get("x-claim-receipt").map(|token| token.to_str().unwrap().to_owned());
        Told { answer: read_claim(response).await, took: begun.elapsed(), receipt }
    }

    /// The status of the health probe, and how long it took.
    pub(crate) async fn health(&self) -> (StatusCode, Duration) {
        let begun = Instant::now();
        let response = self.get("/health").send().await.expect("an answer from the probe");
        (response.status(), begun.elapsed())
    }

    /// The board as this server shows it; `None` unless a whole answer comes, which is 200.
    pub(crate) async fn board(&self, slug: &str) -> Option<Shown> {
        let response = self.get(&format!("/api/waffles/{slug}/spots")).send().await.ok()?.error_for_status().ok()?;
        let seq = response.headers()["x-event-seq"].to_str().unwrap().parse().unwrap();
        let spots: Vec<Spot> = response.json().await.ok()?;
        Some(Shown { seq, spots })
    }
}

pub(crate) async fn read_claim(response: Response) -> Answer {
    let status = response.status();
    let retry_after = response.headers().contains_key("retry-after");
    let Ok(body) = response.json::<Value>().await else { return Answer::Unknown("half an answer".into()) };
    let numbers = |value: &Value| -> Vec<i32> {
        value.as_array().into_iter().flatten().map(|n| i32::try_from(n.as_i64().unwrap()).unwrap()).collect()
    };
    let code = body["code"].as_str().unwrap_or_default().to_owned();
    match (status.as_u16(), code.as_str()) {
        (200, _) if body.is_array() => {
            Answer::Granted(numbers(&body.as_array().unwrap().iter().map(|spot| spot["number"].clone()).collect()))
        }
        (200, _) => Answer::Granted(numbers(&body["spot_numbers"])),
        (409, "spots_taken") => Answer::Taken(numbers(&body["taken"])),
        (503, "outcome_unknown") => {
            assert!(retry_after, "outcome_unknown does not say when to come again");
            Answer::Unknown(code)
        }
        (status, _) => Answer::Refused { status, code, retry_after },
    }
}

impl Seller {
    pub(crate) async fn sign_in(api: &Api) -> Self {
        let body = json!({"username": "admin", "password": PASSWORD});
        let response = api.post("/api/admin/login").json(&body).send().await.unwrap().error_for_status().unwrap();
        let token = response.json::<Value>().await.unwrap()["token"].as_str().unwrap().to_owned();
        Self { api: api.clone(), token }
    }

    /// The server at which it is signed in.
    pub(crate) fn api(&self) -> &Api {
        &self.api
    }

    /// The same account at another server.
    pub(crate) fn at(&self, api: &Api) -> Self {
        Self { api: api.clone(), token: self.token.clone() }
    }

    pub(crate) fn post(&self, path: &str) -> RequestBuilder {
        self.api.post(path).bearer_auth(&self.token)
    }

    pub(crate) fn patch(&self, path: &str) -> RequestBuilder {
        self.api.client.patch(format!("http://{}{path}", self.api.address())).bearer_auth(&self.token)
    }

    pub(crate) fn get(&self, path: &str) -> RequestBuilder {
        self.api.get(path).bearer_auth(&self.token)
    }

    pub(crate) fn delete(&self, path: &str) -> RequestBuilder {
        self.api.client.delete(format!("http://{}{path}", self.api.address())).bearer_auth(&self.token)
    }

    pub(crate) async fn create(&self, title: &str, total: u32) -> Board {
        self.create_with(title, json!({"total_spots": total})).await
    }

    /// Creates a waffle with these fields.
    pub(crate) async fn create_with(&self, title: &str, mut body: Value) -> Board {
        body["title"] = title.into();
        body["spot_price"] = 2_500.into();
        let request = self.post("/api/admin/waffles").json(&body);
        let detail: Value = request.send().await.unwrap().error_for_status().unwrap().json().await.unwrap();
        let text = |name: &str| detail[name].as_str().unwrap().to_owned();
        let shown = self.api.board(&text("slug")).await.unwrap();
        Board { id: text("id"), slug: text("slug"), ids: shown.spots.iter().map(|spot| spot.id).collect() }
    }

    /// The whole audit log, oldest first.
    pub(crate) async fn audit_log(&self) -> Vec<Audited> {
        let request = self.get("/api/admin/audit/export");
        let file = request.send().await.unwrap().error_for_status().unwrap().bytes().await.unwrap();
        let mut entries: Vec<Audited> = csv::Reader::from_reader(&*file).deserialize().map(Result::unwrap).collect();
        entries.reverse();
        entries
    }
}
