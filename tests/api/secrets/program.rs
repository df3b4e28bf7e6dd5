//! The running program, with its log and its answers kept.

use std::fmt::Write as _;

use reqwest::redirect::Policy;
use reqwest::{Client, Method, RequestBuilder};
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};
use waffle_beacon::http_client::client_builder;
use waffle_test_databases::Cluster;
use waffle_tests::program::{Server, configured};
use waffle_tests::{Answer, Waffle, answer};

use super::search::{Hidden, Secrets};

/// The password of the first account.
pub(super) const ADMIN_PASSWORD: &str = "maple-Syrup+7781";
const JWT_SECRET: &str = "one-signature-key-that-nobody-may-ever-read";

/// The password of the standby for reports. That account may sign in and read nothing, so the log says why it failed.
const REPORTS_PASSWORD: &str = "copy-of-the-books-4417";

/// A running program, with its log and its answers so far.
pub(super) struct Run {
    pub(super) cluster: Cluster,
    pub(super) server: Server,
    pub(super) metrics: String,
    pub(super) secrets: Secrets,
    /// A session's token, from the API.
    pub(super) bearer: String,
    /// A session's cookie, from the sign-in page.
    pub(super) cookie: String,
    /// The waffle on sale.
    pub(super) waffle: Option<Waffle>,
    step: &'static str,
    steps: Vec<&'static str>,
    answers: Vec<String>,
    client: Client,
    _cards: tempfile::TempDir,
}

impl Run {
    /// Starts the program, with a log filter or the default one, and a format of the log.
    pub(super) async fn start(filter: Option<&str>, format: &str) -> Self {
        let cluster = Cluster::throwaway().await.unwrap();
        cluster.create_database("waffle").await.unwrap();
        let cards = tempfile::tempdir().unwrap();
        let url = cluster.url("waffle");
        let account = format!("CREATE ROLE reports LOGIN PASSWORD '{REPORTS_PASSWORD}'");
        let mut connection = PgConnection::connect(&url).await.unwrap();
        connection.execute(AssertSqlSafe(account)).await.unwrap();
        let reports_url =
            format!("postgres://reports:{REPORTS_PASSWORD}@127.0.0.1:{}/waffle?sslmode=disable", cluster.port());
        let mut command = configured(&url);
        command
            .env("JWT_SECRET", JWT_SECRET)
            .env("ADMIN_PASSWORD", ADMIN_PASSWORD)
            .env("WAFFLE__LOG__FORMAT", format)
            .env("WAFFLE__DATABASE__REPORTS_URL", &reports_url)
            .env("TRUSTED_PROXIES", "127.0.0.0/8")
            .env("WAFFLE__SERVER__METRICS_LISTEN", "127.0.0.1:0")
            .env("WAFFLE__CARDS__CACHE_DIR", cards.path())
            .env("WAFFLE__RATE_LIMIT__LOGIN_PER_MINUTE", "0");
        if let Some(filter) = filter {
            command.env("RUST_LOG", filter);
        }
        let server = Server::listening(command).await;
        let metrics = server.serves("at").await;
        let mut secrets = Secrets::default();
        secrets.add("JWT_SECRET", JWT_SECRET, Hidden::Everywhere);
        secrets.add("ADMIN_PASSWORD", ADMIN_PASSWORD, Hidden::Everywhere);
        secrets.add("DATABASE_URL", &url, Hidden::Everywhere);
        secrets.add("the address of the standby", &reports_url, Hidden::Everywhere);
        secrets.add("the standby's password", REPORTS_PASSWORD, Hidden::Everywhere);
        let password = url.split('@').next().unwrap().rsplit(':').next().unwrap();
        secrets.add("the database's password", password, Hidden::Everywhere);
        // Every password hash starts like this.
        secrets.add("a password's hash", "$2b$04$", Hidden::Everywhere);
        Self {
            cluster,
            server,
            metrics,
            secrets,
            bearer: String::new(),
            cookie: String::new(),
            waffle: None,
            step: "start",
            steps: Vec::new(),
            answers: Vec::new(),
            // Idle connections would only delay the shutdown.
            client: client_builder().redirect(Policy::none()).pool_max_idle_per_host(0).build().unwrap(),
            _cards: cards,
        }
    }

    /// Begins a step. Its name is the id of its requests, so their log lines show it.
    pub(super) fn step(&mut self, name: &'static str) {
        self.step = name;
        self.steps.push(name);
    }

    /// The steps taken so far.
    pub(super) fn steps(&self) -> &[&'static str] {
        &self.steps
    }

    /// Builds a request.
    pub(super) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("http://{}{path}", self.server.address)).header("x-request-id", self.step)
    }

    /// Builds a request with the API's token.
    pub(super) fn as_api(&self, method: Method, path: &str) -> RequestBuilder {
        self.request(method, path).header("authorization", format!("Bearer {}", self.bearer))
    }

    /// Builds a request as a browser sends it from a page of this site.
    pub(super) fn as_browser(&self, method: Method, path: &str) -> RequestBuilder {
        let origin = format!("http://{}", self.server.address);
        self.request(method, path).header("cookie", format!("token={}", self.cookie)).header("origin", origin)
    }

    /// The same, and asserts the status.
    pub(super) async fn send(&mut self, request: RequestBuilder, status: u16) -> Answer {
        let answer = self.keep(request).await;
        assert_eq!(answer.status, status, "{}: {}", self.step, answer.text());
        answer
    }

    /// Sends a request, and keeps the whole answer.
    pub(super) async fn keep(&mut self, request: RequestBuilder) -> Answer {
        let answer = answer(request).await;
        let mut kept = format!("{} {}\n", self.step, answer.status);
        for (name, value) in &answer.headers {
            let _ = writeln!(kept, "{name}: {}", String::from_utf8_lossy(value.as_bytes()));
        }
        self.answers.push(kept + &answer.text());
        answer
    }

    /// Removes a text from the last answer, where it was rightly given out.
    pub(super) fn given(&mut self, text: &str) {
        let last = self.answers.last_mut().unwrap();
        assert!(last.contains(text), "{}: it was not given", self.step);
        *last = last.replace(text, "(given)");
    }

    /// The CSRF token in a page's first form; from now on a secret, though pages may show it.
    pub(super) fn proof(&mut self, page: &Answer) -> String {
        let text = page.text();
        let proof = text.split("name=\"csrf_token\" value=\"").nth(1).expect("a form").split('"').next().unwrap();
        self.secrets.add(&format!("a form's proof ({})", self.step), proof, Hidden::FromLogs);
        proof.to_owned()
    }

    /// The answers so far.
    pub(super) fn answers(&self) -> String {
        self.answers.join("\n")
    }
}
