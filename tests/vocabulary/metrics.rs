//! What the server reports to its operator.

use std::time::Duration;

use reqwest::Method;
use waffle_beacon::http_client::client_builder;

use crate::app::{Answer, TestApp, answer_beside};
use crate::exposition::Exposition;

/// A setting that turns the listener for metrics on.
pub const ON: (&str, &str) = ("WAFFLE__SERVER__METRICS_LISTEN", "127.0.0.1:0");

impl TestApp {
    pub async fn with_metrics() -> Self {
        Self::with(&[ON]).await
    }

    /// Sends a request to the metrics listener.
    pub async fn ask_metrics(&self, method: Method, path: &str) -> Answer {
        let url = format!("http://{}{path}", self.metrics.expect("a listener for metrics"));
        let client = client_builder().pool_max_idle_per_host(0).tls_certs_only([]).build().unwrap();
        answer_beside(client.request(method, url)).await
    }

    pub async fn metrics(&self) -> Exposition {
        let answer = self.ask_metrics(Method::GET, "/metrics").await.ok();
        Exposition::parse(&answer.text())
    }

    /// Reads the metrics until one has this value.
    pub async fn metrics_become(&self, name: &str, value: u64) {
        let reading = async { while self.metrics().await.count(name) != value {} };
        tokio::time::timeout(Duration::from_secs(10), reading).await.unwrap_or_else(|_| panic!("{name} stays"));
    }
}
