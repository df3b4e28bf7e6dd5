//! A running server to talk to, in the words of its users.

use std::{
    net::SocketAddr,
    ops::Deref,
    panic::resume_unwind,
    sync::Arc,
    thread::{self, JoinHandle},
    time::Duration,
};

use bytes::Bytes;
use chrono::{DateTime, Utc};
use reqwest::{
    Client, Method, RequestBuilder, StatusCode,
    header::{HeaderMap, HeaderName},
    redirect::Policy,
};
use serde_json::Value;
use tokio::sync::{OnceCell, oneshot};
use tokio::time::{sleep, timeout};
use waffle::server;
use waffle_actors::waffles::Waffles;
use waffle_beacon::http_client::client_builder;
use waffle_service::clock::Clock;
use waffle_service::config::{Config, Environment};
use waffle_test_databases::{Cluster, TestDatabase};

use crate::described;

/// A server in this process with a separate database. Its clock stands still at noon; the proxies it trusts are the
/// loopback addresses, so that `X-Forwarded-For` chooses a client; its rate limits are off unless a test sets them. It
/// is stopped, and its end awaited, when it is dropped.
pub struct TestApp {
    site: Arc<Site>,
    pub waffles: Waffles,
    /// Where it serves metrics, if that is turned on.
    pub metrics: Option<SocketAddr>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
    database: Option<TestDatabase>,
    cards: tempfile::TempDir,
}

/// A server as its users reach it.
pub struct Site {
    pub address: SocketAddr,
    pub clock: Clock,
    client: Client,
}

/// What the server answered.
#[derive(Debug)]
pub struct Answer {
    /// The method and the address of the request.
    asked: String,
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl TestApp {
    /// A server for one test.
    pub async fn start() -> Self {
        Self::with(&[]).await
    }

    /// The server of all tests that change nothing but waffles that they made themselves, and neither the clock, nor
    /// settings, nor accounts. Other tests may make waffles with the same title, and the same buyers may claim from
    /// them.
    pub async fn shared() -> Arc<Self> {
        static SHARED: OnceCell<Arc<TestApp>> = OnceCell::const_new();
        let start = async || {
            let app = Self::start().await;
            // It is never dropped. Drawing a card makes the folder again.
            std::fs::remove_dir(app.cards.path()).expect("an empty folder");
            Arc::new(app)
        };
        Arc::clone(SHARED.get_or_init(start).await)
    }

    /// A server with some settings of the environment.
    pub async fn with(settings: &[(&str, &str)]) -> Self {
        let database = TestDatabase::create().await.expect("a test database");
        let mut app = Self::on(&database.url(), settings).await;
        app.database = Some(database);
        app
    }

    /// A server with the same clock as the database.
    pub async fn by_the_real_clock(settings: &[(&str, &str)]) -> Self {
        let database = TestDatabase::create().await.expect("a test database");
        let mut app = Self::by(Clock::system(), &database.url(), settings).await;
        app.database = Some(database);
        app
    }

    /// A server on a PostgreSQL that the test may stop.
    pub async fn on_cluster(settings: &[(&str, &str)]) -> (Cluster, Self) {
        let cluster = Cluster::throwaway().await.expect("a PostgreSQL");
        cluster.create_database("waffle").await.expect("a database");
        let app = Self::on(&cluster.url("waffle"), settings).await;
        (cluster, app)
    }

    /// A server on a database that the test keeps.
    pub async fn on(database_url: &str, settings: &[(&str, &str)]) -> Self {
        Self::by(Clock::manual(noon()), database_url, settings).await
    }

    async fn by(clock: Clock, database_url: &str, settings: &[(&str, &str)]) -> Self {
        let cards = tempfile::tempdir().expect("a folder for share cards");
        let environment = environment(database_url, settings);
        let environment = environment.with("WAFFLE__CARDS__CACHE_DIR", cards.path().to_str().expect("a plain path"));
        let config = Config::load(&environment).expect("a configuration");
        let (stop, stopped) = oneshot::channel();
        let (started, address) = oneshot::channel();
        let servers_clock = clock.clone();
        let thread = thread::spawn(move || {
            actix_web::rt::System::new().block_on(async {
                let server = server::build(&config, &servers_clock).await.expect("a server");
                let addresses = (server.address(), server.metrics_address());
                started.send((addresses, server.waffles().clone())).ok().expect("a test that waits");
                server.run(async { stopped.await.unwrap_or_default() }).await.expect("a shutdown in peace");
            });
        });
        let Ok(((address, metrics), waffles)) = address.await else {
            resume_unwind(thread.join().expect_err("a server that did not start"));
        };
        // Idle connections would only delay the server's end.
        let client = client_builder().redirect(Policy::none()).pool_max_idle_per_host(0);
        // Reading certificates takes longer than most tests.
        let client = client.tls_certs_only([]).build().expect("a client");
        let site = Arc::new(Site { address, clock, client });
        Self { site, waffles, metrics, stop: Some(stop), thread: Some(thread), database: None, cards }
    }

    /// How its users reach it.
    pub fn site(&self) -> Arc<Site> {
        Arc::clone(&self.site)
    }

    /// Two servers on a database that the first one keeps.
    pub async fn two_servers() -> (Self, Self) {
        let first = Self::start().await;
        let second = Self::on(&first.database_url(), &[]).await;
        (first, second)
    }

    /// This server's own database.
    pub fn database(&self) -> &TestDatabase {
        self.database.as_ref().expect("a database of this server's own")
    }

    /// Where it is.
    pub fn database_url(&self) -> String {
        self.database().url()
    }

    /// Changes the database behind the server's back.
    pub async fn sql(&self, statements: &str) {
        self.database().execute(statements).await.unwrap_or_else(|error| panic!("{error} in {statements}"));
    }

    /// Asserts that a condition holds in the database.
    pub async fn holds(&self, condition: &str) {
        self.sql(&format!("DO $test$ BEGIN ASSERT ({condition}), 'it does not hold'; END $test$")).await;
    }

    /// Stops the server and waits for its end.
    pub fn stop(&mut self) {
        if let Some(stop) = self.stop.take() {
            // A server that is gone already shows below.
            let _ = stop.send(());
        }
        if let Some(Err(panic)) = self.thread.take().map(JoinHandle::join)
            && !thread::panicking()
        {
            resume_unwind(panic);
        }
    }
}

impl Drop for TestApp {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Deref for TestApp {
    type Target = Site;

    fn deref(&self) -> &Site {
        &self.site
    }
}

impl Site {
    /// A request that the test completes itself.
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("http://{}{path}", self.address))
    }

    pub async fn get(&self, path: &str) -> Answer {
        answer(self.request(Method::GET, path)).await
    }

    /// Reads an address until its answer is the expected one.
    pub async fn becomes(&self, path: &str, as_it_shall: impl Fn(&Answer) -> bool) -> Answer {
        let reading = async {
            loop {
                let answer = self.get(path).await;
                if as_it_shall(&answer) {
                    return answer;
                }
                sleep(Duration::from_millis(20)).await;
            }
        };
        timeout(Duration::from_secs(10), reading).await.unwrap_or_else(|_| panic!("{path} stays as it was"))
    }
}

/// Sends a request and reads the whole answer, which must match the API's description.
pub async fn answer(request: RequestBuilder) -> Answer {
    let (client, request) = request.build_split();
    let request = request.expect("a request");
    let (method, path) = (request.method().clone(), request.url().path().to_owned());
    let answer = answer_beside(RequestBuilder::from_parts(client, request)).await;
    described::hold(&method, &path, &answer);
    answer
}

/// Sends a request to an address that the API's description does not have, and reads the whole answer.
pub async fn answer_beside(request: RequestBuilder) -> Answer {
    let (client, request) = request.build_split();
    let request = request.expect("a request");
    let asked = format!("{} {}", request.method(), request.url());
    let response = client.execute(request).await.expect("an answer");
    let (status, headers) = (response.status(), response.headers().clone());
    Answer { asked, status, headers, body: response.bytes().await.expect("a whole body") }
}

impl Answer {
    /// Asserts that the server did what was asked.
    #[track_caller]
    pub fn ok(self) -> Self {
        assert!(self.status.is_success(), "{}: {} {}", self.asked, self.status, self.text());
        self
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error} in {:?}", self.text()))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// A header's value; empty when there is none.
    pub fn header(&self, name: impl Into<Name>) -> &str {
        self.headers.get(name.into().0).map_or("", |value| value.to_str().expect("a readable header"))
    }
}

/// The name of a header, as text or constant.
pub struct Name(HeaderName);

impl From<&'static str> for Name {
    fn from(name: &'static str) -> Self {
        Self(HeaderName::from_static(name))
    }
}

impl From<HeaderName> for Name {
    fn from(name: HeaderName) -> Self {
        Self(name)
    }
}

pub fn noon() -> DateTime<Utc> {
    "2026-06-01T12:00:00Z".parse().expect("a time")
}

fn environment(database_url: &str, settings: &[(&str, &str)]) -> Environment {
    let ours = [
        ("DATABASE_URL", database_url),
        ("JWT_SECRET", "a secret of thirty-two characters"),
        ("ADMIN_PASSWORD", "cherry-iron-42"),
        ("TRUSTED_PROXIES", "127.0.0.0/8, ::1"),
        ("WAFFLE__SERVER__LISTEN", "127.0.0.1:0"),
        ("WAFFLE__SERVER__WORKERS", "2"),
        ("WAFFLE__DATABASE__MAX_CONNECTIONS", "5"),
        ("WAFFLE__DATABASE__ACTOR_CONNECTIONS", "4"),
        ("WAFFLE__RATE_LIMIT__CLAIMS_PER_MINUTE", "0"),
        ("WAFFLE__RATE_LIMIT__BUYERS_PER_MINUTE", "0"),
        ("WAFFLE__RATE_LIMIT__RECEIPTS_PER_MINUTE", "0"),
        ("WAFFLE__RATE_LIMIT__CARDS_PER_MINUTE", "0"),
        ("WAFFLE__RATE_LIMIT__LOGIN_PER_MINUTE", "0"),
        ("WAFFLE__AUTH__COOKIE_SECURE", "false"),
        ("WAFFLE__AUTH__BCRYPT_COST", "4"),
        ("WAFFLE__WHOIS__LOOKUPS", "false"),
        // No test asks drand, whose time is not that of a test.
        ("WAFFLE__DRAW__BEACON__URLS", "http://127.0.0.1:9"),
    ];
    ours.iter().chain(settings).fold(Environment::default(), |all, (name, value)| all.with(*name, *value))
}
