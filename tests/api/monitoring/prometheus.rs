//! A real Prometheus with the project's configuration, which reads the test's server.

use std::fs::{self, File};
use std::net::SocketAddr;
use std::process::Stdio;
use std::time::Duration;

use reqwest::Client;
use serde_json::Value;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::process::{Child, Command};
use tokio::time::timeout;
use waffle_beacon::http_client::client_builder;
use waffle_tests::ROOT;

const CONFIGURATION: &str = include_str!("../../../deploy/prometheus/prometheus.yml");

/// Runs a check from the project's folder, which must succeed.
pub(super) async fn promtool(arguments: &[&str]) {
    let output = Command::new("promtool").current_dir(ROOT).args(arguments).output().await;
    let output = output.expect("promtool, which .ci/install-packages installs");
    let said = [&*output.stdout, &*output.stderr].map(|it| String::from_utf8_lossy(it).into_owned()).concat();
    assert!(output.status.success(), "{arguments:?}: {said}");
}

/// A running Prometheus. It ends when it is dropped.
pub(super) struct Prometheus {
    address: String,
    client: Client,
    _child: Child,
    _folder: TempDir,
}

impl Prometheus {
    /// Starts it with the configuration for production, in which only times and the server's address are replaced.
    pub(super) async fn start(server: SocketAddr) -> Self {
        // Another program may take a port between its choice and the start.
        for _ in 0..5 {
            if let Some(prometheus) = Self::try_start(server).await {
                return prometheus;
            }
        }
        panic!("Prometheus does not start");
    }

    async fn try_start(server: SocketAddr) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let replaced = [("127.0.0.1:9100", &*server.to_string()), ("interval: 15s", "interval: 200ms")];
        let configuration = replaced.iter().fold(CONFIGURATION.to_owned(), |text, (from, to)| {
            assert!(text.contains(from), "{from}");
            text.replace(from, to)
        });
        fs::write(folder.path().join("prometheus.yml"), configuration).unwrap();
        fs::copy(format!("{ROOT}/deploy/prometheus/alerts.yml"), folder.path().join("alerts.yml")).unwrap();
        let address = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().to_string();
        let mut child = Command::new("prometheus")
            .current_dir(folder.path())
            .args(["--config.file=prometheus.yml", "--storage.tsdb.path=data"])
            .arg(format!("--web.listen-address={address}"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(File::create(folder.path().join("said.log")).unwrap())
            .kill_on_drop(true)
            .spawn()
            .expect("prometheus, which .ci/install-packages installs");
        let client = client_builder().tls_certs_only([]).timeout(Duration::from_secs(5)).build().unwrap();
        let ready = async {
            let url = format!("http://{address}/-/ready");
            while child.try_wait().unwrap().is_none() {
                if client.get(&url).send().await.is_ok_and(|answer| answer.status().is_success()) {
                    return true;
                }
                tokio::task::yield_now().await;
            }
            false
        };
        let ready = timeout(Duration::from_secs(20), ready).await.expect("a Prometheus that starts or ends");
        ready.then_some(Self { address, client, _child: child, _folder: folder })
    }

    /// The path of a query of an expression's present value.
    pub(super) fn query(expression: &str) -> String {
        let mut url = reqwest::Url::parse("http://x/api/v1/query").unwrap();
        url.query_pairs_mut().append_pair("query", expression);
        format!("{}?{}", url.path(), url.query().unwrap())
    }

    /// Asks its API, which must succeed, and returns the data.
    pub(super) async fn ask(&self, path: &str) -> Value {
        let answer = self.client.get(format!("http://{}{path}", self.address)).send().await.unwrap();
        let mut answer: Value = serde_json::from_slice(&answer.bytes().await.unwrap()).unwrap();
        assert_eq!(answer["status"], "success", "{path}: {answer}");
        answer["data"].take()
    }

    /// Asks until the data are right.
    pub(super) async fn becomes(&self, path: &str, is_right: impl Fn(&Value) -> bool) -> Value {
        let asking = async {
            loop {
                let data = self.ask(path).await;
                if is_right(&data) {
                    return data;
                }
            }
        };
        timeout(Duration::from_secs(20), asking).await.unwrap_or_else(|_| panic!("{path} stays as it is"))
    }
}
