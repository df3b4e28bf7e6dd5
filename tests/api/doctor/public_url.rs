//! The lines about the public address, with real proxies as documented, and with what breaks each of them.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use waffle_test_databases::TestDatabase;
use waffle_tests::TestApp;

use super::authority::Authority;
use super::{Found, doctor};
use crate::proxies::proxy::{Program, Proxy, Setup};

const TRUSTED: &str = "127.0.0.1";
/// Whose addresses the documented nginx passes on.
const FORWARDED_FOR: &str = "proxy_set_header X-Forwarded-For $remote_addr;";

/// A server, and an authority that the doctor trusts.
struct Shop {
    app: TestApp,
    authority: Authority,
}

impl Shop {
    async fn open() -> Self {
        Self { app: TestApp::by_the_real_clock(&[]).await, authority: Authority::new("ours") }
    }

    /// The doctor's findings at an address.
    async fn look(&self, public_url: &str, trusted: &str) -> Found {
        let mut command = doctor(&self.app.database_url());
        command.env("WAFFLE__SERVER__PUBLIC_URL", public_url).env("TRUSTED_PROXIES", trusted);
        command.env("SSL_CERT_FILE", self.authority.file());
        Found::by(command).await
    }

    /// The doctor's findings behind nginx as documented with some changes.
    async fn behind_nginx(&self, changes: &[(&str, &str)]) -> Found {
        let issued = self.authority.issue("localhost", -1, 89);
        let setup = Setup { certificate: &issued.certificate, key: &issued.key, changes, ..nginx(self.app.address) };
        self.look(&Proxy::set_up(&setup).await.local_address(), TRUSTED).await
    }
}

fn nginx<'s>(upstream: SocketAddr) -> Setup<'s> {
    Setup::documented(Program::Nginx, upstream)
}

#[track_caller]
fn all_is_well(found: &Found) {
    for line in ["public-url", "tls", "client-address", "proxy-headers", "websocket"] {
        found.is(line, "ok", "");
    }
}

#[tokio::test]
async fn behind_both_proxies_as_documented_all_is_well() {
    let shop = Shop::open().await;
    let found = shop.behind_nginx(&[]).await;
    all_is_well(&found);
    found.is("tls", "ok", "89 days left");
    found.is("client-address", "ok", "sees this machine as 127.0.0.1, through 127.0.0.1");

    let caddy = Setup { name: "localhost", ..Setup::documented(Program::Caddy, shop.app.address) };
    let caddy = Proxy::set_up(&caddy).await;
    let mut command = doctor(&shop.app.database_url());
    command.env("WAFFLE__SERVER__PUBLIC_URL", caddy.local_address()).env("TRUSTED_PROXIES", TRUSTED);
    command.env("SSL_CERT_FILE", caddy.authority());
    all_is_well(&Found::by(command).await);
}

#[tokio::test]
async fn a_header_that_nginx_does_not_set_is_found() {
    let shop = Shop::open().await;
    for (line, replaced, by, outcome, words) in [
        ("client-address", FORWARDED_FOR, "", "wrong", "can choose its address"),
        ("client-address", FORWARDED_FOR, "proxy_set_header X-Forwarded-For \"\";", "wrong", "does not name them"),
        ("client-address", FORWARDED_FOR, "proxy_set_header X-Forwarded-For unknown;", "wrong", "does not name them"),
        (
            "client-address",
            FORWARDED_FOR,
            "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;",
            "warning",
            "only adds",
        ),
        ("proxy-headers", "proxy_set_header Host $http_host;", "", "warning", "Host arrives as waffle, not localhost:"),
        ("proxy-headers", "proxy_set_header X-Forwarded-Host $http_host;", "", "warning", "X-Forwarded-Host arrives"),
        ("proxy-headers", "proxy_set_header X-Request-Id $request_id;", "", "warning", "X-Request-Id arrives"),
        ("proxy-headers", "proxy_set_header X-Forwarded-Proto $scheme;", "", "warning", "arrives as nothing"),
        (
            "proxy-headers",
            "proxy_set_header X-Forwarded-Proto $scheme;",
            "proxy_set_header X-Forwarded-Proto \"https, http\";",
            "warning",
            "no Strict-Transport-Security",
        ),
        ("websocket", "proxy_set_header Upgrade $http_upgrade;", "", "wrong", "status 200"),
        ("websocket", "proxy_http_version 1.1;", "proxy_http_version 1.0;", "wrong", "upgrade"),
    ] {
        let found = shop.behind_nginx(&[(replaced, by)]).await;
        found.is(line, outcome, words);
        for other in ["public-url", "client-address", "proxy-headers", "websocket"] {
            assert!(other == line || found.lines[other].0 == "ok", "{replaced}: {}", found.text);
        }
    }
}

#[tokio::test]
async fn a_proxy_that_is_not_trusted_and_clients_that_are_trusted_are_wrong() {
    let app = TestApp::by_the_real_clock(&[("TRUSTED_PROXIES", "10.0.0.0/8")]).await;
    let shop = Shop { app, authority: Authority::new("ours") };
    let found = shop.behind_nginx(&[]).await;
    found.is("client-address", "wrong", "TRUSTED_PROXIES=127.0.0.1");
    found.is("proxy-headers", "ok", "");
    let direct = format!("http://{}", shop.app.address);
    shop.look(&direct, TRUSTED).await.is("client-address", "ok", "no proxy");
    shop.look(&direct, "0.0.0.0/0").await.is("client-address", "wrong", "includes addresses of clients");
}

#[tokio::test]
async fn a_server_without_a_proxy_lets_clients_choose_if_it_trusts_them() {
    let shop = Shop::open().await;
    let found = shop.look(&format!("http://{}", shop.app.address), TRUSTED).await;
    found.is("public-url", "ok", "leads to this server");
    found.is("tls", "skipped", "on this machine");
    found.is("client-address", "wrong", "can choose its address");
    found.is("proxy-headers", "skipped", "no proxy");
    found.is("websocket", "ok", "");
}

#[tokio::test]
async fn a_certificate_that_browsers_refuse_or_soon_will_is_found() {
    let shop = Shop::open().await;
    let stranger = Authority::new("a stranger");
    for (authority, name, days, outcome, words) in [
        (&shop.authority, "localhost", (-69, 21), "ok", "21 days left"),
        (&shop.authority, "localhost", (-70, 20), "warning", "20 days left"),
        (&shop.authority, "localhost", (-83, 7), "warning", "7 days left"),
        (&shop.authority, "localhost", (-84, 6), "wrong", "6 days left"),
        // One that is always replaced soon.
        (&shop.authority, "localhost", (-2, 4), "ok", "4 days left"),
        (&shop.authority, "localhost", (-90, -1), "wrong", "expired"),
        (&shop.authority, "localhost", (1, 90), "wrong", "not valid yet"),
        (&shop.authority, "waffles.example.com", (-1, 89), "wrong", "not valid for name"),
        (&stranger, "localhost", (-1, 89), "wrong", "UnknownIssuer"),
    ] {
        let issued = authority.issue(name, days.0, days.1);
        let setup = Setup { certificate: &issued.certificate, key: &issued.key, ..nginx(shop.app.address) };
        let found = shop.look(&Proxy::set_up(&setup).await.local_address(), TRUSTED).await;
        found.is("tls", outcome, words);
        let refused = outcome == "wrong" && !words.contains("left");
        found.is("public-url", if refused { "skipped" } else { "ok" }, "");
        found.is("websocket", if refused { "skipped" } else { "ok" }, "");
    }
}

#[tokio::test]
async fn an_address_that_leads_elsewhere_or_nowhere_is_wrong() {
    let shop = Shop::open().await;
    let nowhere = shop.look("http://127.0.0.1:1", TRUSTED).await;
    nowhere.is("public-url", "wrong", "Check its DNS records");
    nowhere.is("websocket", "skipped", "not answered");
    let without_tls = shop.look("http://waffles.invalid", TRUSTED).await;
    without_tls.is("public-url", "wrong", "can't be reached");
    without_tls.is("tls", "wrong", "WAFFLE__SERVER__PUBLIC_URL=https://");
    let unset = shop.look("", TRUSTED).await;
    for line in ["public-url", "tls", "client-address", "proxy-headers", "websocket"] {
        unset.is(line, "skipped", "server.public_url");
    }

    for (status, outcome) in [
        ("301 Moved Permanently\r\nLocation: https://www.waffles.example.com/", "https://www.waffles.example.com/"),
        ("200 OK", "something else answers"),
        ("404 Not Found", "JWT_SECRET"),
        ("502 Bad Gateway", "does not reach the server"),
    ] {
        let elsewhere = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = elsewhere.local_addr().unwrap();
        let answering = tokio::spawn(async move { answer_once(&elsewhere, status, "").await });
        shop.look(&format!("http://{address}"), TRUSTED).await.is("public-url", "wrong", outcome);
        drop(answering.await.unwrap());
    }
}

#[tokio::test]
async fn a_server_with_another_secret_is_another_server() {
    let app = TestApp::by_the_real_clock(&[("JWT_SECRET", "another secret of thirty-two characters")]).await;
    let shop = Shop { app, authority: Authority::new("ours") };
    shop.look(&format!("http://{}", shop.app.address), TRUSTED).await.is("public-url", "wrong", "JWT_SECRET");
}

#[tokio::test]
async fn silence_is_found_in_time() {
    let database = TestDatabase::create().await.unwrap();
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mut command = doctor(&database.url());
    command.env("WAFFLE__SERVER__PUBLIC_URL", format!("http://{}", silent.local_addr().unwrap()));
    let begun = Instant::now();
    Found::by(command).await.is("public-url", "wrong", "too long");
    assert!(begun.elapsed() < Duration::from_secs(15), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn an_upgrade_after_which_no_message_arrives_is_wrong() {
    let shop = Shop::open().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let arrival = json!({"peer": "127.0.0.1", "peer_trusted": false, "client": "127.0.0.1"}).to_string();
    let holding_back = tokio::spawn(async move {
        answer_once(&listener, "200 OK", &arrival).await;
        // Until the doctor gives up, this proxy keeps what the server sends.
        let mut held = answer_once(&listener, "101 Switching Protocols\r\nUpgrade: websocket", "").await;
        held.read_to_end(&mut Vec::new()).await.unwrap();
    });
    let found = shop.look(&format!("http://{address}"), TRUSTED).await;
    found.is("websocket", "wrong", "no message arrives");
    holding_back.await.unwrap();
}

/// Reads a request's head, and answers.
async fn answer_once(listener: &TcpListener, status: &str, body: &str) -> TcpStream {
    let (mut connection, _) = listener.accept().await.unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(connection.read_u8().await.unwrap());
    }
    let length = if status.starts_with("101") {
        "Connection: upgrade".into()
    } else {
        format!("Connection: close\r\nContent-Length: {}", body.len())
    };
    connection.write_all(format!("HTTP/1.1 {status}\r\n{length}\r\n\r\n{body}").as_bytes()).await.unwrap();
    connection
}
