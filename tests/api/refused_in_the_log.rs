//! What the program's log says about refused clients: it has an address to detect attacks by, and no secret.

use reqwest::redirect::Policy;
use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use waffle_beacon::http_client::client_builder;
use waffle_test_databases::TestDatabase;
use waffle_tests::{PASSWORD, form};

use waffle_tests::program::{Server, configured};

/// The running program at its usual level of the log.
struct Program {
    server: Server,
    metrics: String,
    client: Client,
    _database: TestDatabase,
}

impl Program {
    async fn start(settings: &[(&str, &str)]) -> Self {
        let database = TestDatabase::create().await.unwrap();
        let mut command = configured(&database.url());
        command
            .env("TRUSTED_PROXIES", "127.0.0.0/8")
            .env("WAFFLE__SERVER__METRICS_LISTEN", "127.0.0.1:0")
            .env("WAFFLE__AUTH__COOKIE_SECURE", "false");
        command.envs(settings.iter().copied());
        let server = Server::listening(command).await;
        let metrics = server.says("at=http://").await;
        let metrics = format!("http://{metrics}");
        let client = client_builder().redirect(Policy::none()).pool_max_idle_per_host(0).build().unwrap();
        Self { server, metrics, client, _database: database }
    }

    /// A request from a different address.
    fn from(&self, client: &str, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("http://{}{path}", self.server.address)).header("x-forwarded-for", client)
    }

    fn post(&self, client: &str, path: &str, body: &Value) -> RequestBuilder {
        self.from(client, Method::POST, path).json(body)
    }

    async fn token(&self, username: &str) -> String {
        let body = json!({"username": username, "password": PASSWORD});
        let session: Value =
            self.post("192.0.2.1", "/api/admin/login", &body).send().await.unwrap().json().await.unwrap();
        session["token"].as_str().unwrap().to_owned()
    }

    /// Stops it as an operator does, and returns its whole log.
    async fn stop(mut self) -> String {
        self.server.stop().await;
        self.server.log()
    }
}

async fn status(request: RequestBuilder) -> u16 {
    request.send().await.unwrap().status().as_u16()
}

/// The lines about a client.
fn lines<'a>(log: &'a str, client: &str) -> Vec<&'a str> {
    let address = format!(" address={client}");
    log.lines().filter(|line| line.ends_with(&address)).collect()
}

/// The value of the form's proof in a page.
fn proof(page: &str) -> String {
    page.split("name=\"csrf_token\" value=\"").nth(1).expect("a form").split('"').next().unwrap().to_owned()
}

#[tokio::test]
async fn who_is_refused_leaves_one_line_with_the_address_and_no_secret() {
    let program = Program::start(&[]).await;
    let admin = program.token("admin").await;
    let account =
        json!({"username": "mia", "email": "mia@example.com", "role": "waffle_manager", "password": PASSWORD});
    assert_eq!(status(program.post("192.0.2.1", "/api/admin/admins", &account).bearer_auth(&admin)).await, 201);
    let mia = program.token("mia").await;
    let page = program.from("192.0.2.2", Method::GET, "/admin/login").send().await.unwrap();
    let cookie = page.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    let csrf_token = proof(&page.text().await.unwrap());
    let sign_in = |client: &str, csrf_token: &str| {
        let request = program.from(client, Method::POST, "/admin/login").header("cookie", &cookie);
        form(request, [("username", "admin"), ("password", "guess-4711"), ("csrf_token", csrf_token)])
    };
    let wrong = json!({"username": "password-in-the-wrong-field", "password": "guess-4711"});
    let login = |client: &str| program.post(client, "/api/admin/login", &wrong);
    let change = json!({"current_password": "guess-4711", "new_password": "another-guess-4712"});
    let foreign =
        |client: &str, path: &str| program.post(client, path, &json!({})).header("origin", "https://evil.example");

    assert_eq!(status(login("203.0.113.1")).await, 401);
    assert_eq!(status(sign_in("203.0.113.2", &csrf_token)).await, 401);
    for expected in [401, 401, 401, 401, 401, 429] {
        assert_eq!(status(login("203.0.113.3")).await, expected);
        assert_eq!(status(sign_in("203.0.113.4", &csrf_token)).await, expected);
    }
    assert_eq!(status(sign_in("203.0.113.5", "forged")).await, 403);
    assert_eq!(status(foreign("203.0.113.6", "/api/claims")).await, 403);
    assert_eq!(status(foreign("203.0.113.7", "/admin/logout")).await, 403);
    assert_eq!(status(program.from("203.0.113.8", Method::GET, "/api/admin/admins").bearer_auth(&mia)).await, 403);
    let as_mia = program.from("203.0.113.9", Method::GET, "/admin/admins").header("cookie", format!("token={mia}"));
    assert_eq!(status(as_mia).await, 403);
    let wrong_own = program.post("203.0.113.10", "/api/admin/change-password", &change).bearer_auth(&mia);
    assert_eq!(status(wrong_own).await, 403);
    let security = program.from("192.0.2.2", Method::GET, "/admin/settings/security");
    let security = security.header("cookie", format!("token={mia}")).send().await.unwrap().text().await.unwrap();
    let (session_proof, cookie) = (proof(&security), format!("token={mia}"));
    let request = program.from("203.0.113.11", Method::POST, "/admin/settings/security").header("cookie", &cookie);
    let fields = [
        ("current_password", "guess-4711"),
        ("new_password", "another-guess-4712"),
        ("new_password_again", "another-guess-4712"),
        ("csrf_token", &*session_proof),
    ];
    assert_eq!(status(form(request, fields)).await, 403);
    // Nothing to watch for: no session, and a wrong address.
    assert_eq!(status(program.from("203.0.113.12", Method::GET, "/api/admin/me")).await, 401);
    assert_eq!(status(program.from("203.0.113.13", Method::GET, "/nothing")).await, 404);

    let log = program.stop().await;
    for (client, code) in [
        (1, "status=401 failure=invalid_credentials"),
        (2, "status=401"),
        (5, "status=403"),
        (6, "status=403 failure=csrf_failed"),
        (7, "status=403 failure=csrf_failed"),
        (8, "status=403 failure=forbidden"),
        (9, "status=403 failure=forbidden"),
        (10, "status=403 failure=invalid_password"),
        (11, "status=403"),
    ] {
        let about = lines(&log, &format!("203.0.113.{client}"));
        let [line] = about.as_slice() else { panic!("{client}: {about:?}") };
        assert!(line.contains(" INFO ") && line.contains("request refused: ") && line.contains(code), "{line}");
    }
    for client in ["203.0.113.3", "203.0.113.4"] {
        let about = lines(&log, client);
        assert_eq!(about.len(), 6, "{about:?}");
        assert!(about[4].contains("status=401") && about[5].contains("status=429"), "{about:?}");
    }
    for client in ["203.0.113.12", "203.0.113.13"] {
        assert!(lines(&log, client).is_empty(), "{log}");
    }
    for secret in [
        "guess-4711",
        "another-guess",
        "password-in-the-wrong-field",
        PASSWORD,
        &*mia,
        &*admin,
        &csrf_token,
        &session_proof,
    ] {
        assert!(!log.contains(secret), "{secret} in {log}");
    }
}

/// Sends bytes that are no HTTP, and returns the status of the answer.
async fn garbage(address: &str, bytes: &[u8]) -> String {
    let mut connection = TcpStream::connect(address).await.unwrap();
    // The server may have answered and closed before all was written.
    let _ = connection.write_all(bytes).await;
    let mut answer = Vec::new();
    let _ = connection.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).split(' ').nth(1).unwrap_or_default().to_owned()
}

#[tokio::test]
async fn a_flood_of_what_is_no_request_is_counted_and_leaves_one_line() {
    let program = Program::start(&[]).await;
    for _ in 0..50 {
        for bytes in
            [&b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n"[..], b"GET\r\n\r\n", b"GET / HTTP/1.1\r\nbad header\r\n\r\n"]
        {
            assert_eq!(garbage(&program.server.address, bytes).await, "400");
        }
    }
    let too_long = [&b"GET / HTTP/1.1\r\nx: "[..], &vec![b'a'; 200_000]].concat();
    garbage(&program.server.address, &too_long).await;
    let metrics = program.client.get(&program.metrics).send().await.unwrap();
    let metrics = metrics.text().await.unwrap();
    assert!(metrics.contains("\nwaffle_malformed_requests_total 151\n"), "{metrics}");
    let log = program.stop().await;
    assert_eq!(log.matches("not an HTTP request: count=1 ").count(), 1, "{log}");
    assert_eq!((log.matches("ERROR").count(), log.matches("stream error: ").count()), (0, 1), "{log}");
}

#[tokio::test]
async fn a_flood_is_counted_although_nothing_is_logged() {
    let program = Program::start(&[("RUST_LOG", "info,actix_http=off")]).await;
    assert_eq!(garbage(&program.server.address, b"GET\r\n\r\n").await, "400");
    let metrics = program.client.get(&program.metrics).send().await.unwrap();
    assert!(metrics.text().await.unwrap().contains("\nwaffle_malformed_requests_total 1\n"));
    program.stop().await;
}

#[tokio::test]
async fn the_start_warns_once_that_a_proxy_may_choose_the_host() {
    let warning = "server.public_url is not set";
    let unset = Program::start(&[]).await.stop().await;
    assert_eq!(unset.lines().filter(|line| line.contains(" WARN ") && line.contains(warning)).count(), 1, "{unset}");
    let set = Program::start(&[("WAFFLE__SERVER__PUBLIC_URL", "https://waffles.example.com")]).await.stop().await;
    assert!(!set.contains(warning), "{set}");
}
