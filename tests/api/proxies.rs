//! The proxies of docs/deployment.md: what a client claims about itself does not get through them.

pub(crate) mod proxy;

use proxy::{Program, Proxy};
use reqwest::Method;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use waffle_domain::photo::MAX_FILE;
use waffle_tests::pictures::jpeg_of_length;
use waffle_tests::{PASSWORD, TestApp, answer};

use waffle_tests::program::{said, waffle};

/// What a client claims, none of which is true.
const CLAIMED: [&str; 10] = [
    "-H",
    "X-Forwarded-Host: evil.example",
    "-H",
    "X-Forwarded-For: 198.51.100.66",
    "-H",
    "X-Forwarded-Proto: gopher",
    "-H",
    "Forwarded: for=198.51.100.66;host=evil.example;proto=gopher",
    "-H",
    "X-Request-Id: chosen-by-evil",
];

/// Reads one request's head, and answers with it.
async fn echo(listener: TcpListener) {
    let (mut connection, _) = listener.accept().await.unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(connection.read_u8().await.unwrap());
    }
    let start = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", head.len());
    connection.write_all(&[start.as_bytes(), &head].concat()).await.unwrap();
}

async fn replaces_what_clients_claim(program: Program) {
    let upstream = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let proxy = Proxy::start(program, upstream.local_addr().unwrap()).await;
    let echoing = tokio::spawn(echo(upstream));
    let seen = proxy.read("/", &CLAIMED).await.to_lowercase();
    echoing.await.unwrap();
    for line in [
        "host: waffles.example.com",
        "x-forwarded-host: waffles.example.com",
        "x-forwarded-for: 127.0.0.1",
        "x-forwarded-proto: https",
    ] {
        assert!(seen.contains(&format!("\r\n{line}\r\n")), "{program:?} leaves out {line}: {seen}");
    }
    let request = seen.split_once("\r\n\r\n").unwrap().1;
    for claimed in ["chosen-by-evil", "198.51.100.66", "gopher", "\r\nx-forwarded-host: evil"] {
        // `Forwarded` is not read.
        let mut lines = request.lines().filter(|line| !line.starts_with("forwarded:"));
        assert!(!lines.any(|line| line.contains(claimed)), "{program:?} passes on {claimed}: {seen}");
    }
}

async fn keeps_cards_and_records_clean(program: Program) {
    let (app, _, waffle) = TestApp::selling("Box", 6).await;
    let proxy = Proxy::start(program, app.address).await;
    let card = format!("/waffle/{}/card.png?format=square", waffle.slug);
    let tag = |head: &str| {
        let line =
            head.lines().find(|line| line.to_lowercase().starts_with("etag:")).unwrap_or_else(|| panic!("{head}"));
        line.split_once(": ").unwrap().1.to_owned()
    };
    let claimed = tag(&proxy.read(&card, &CLAIMED).await);
    let own = answer(app.request(Method::GET, &card).header("host", "waffles.example.com")).await;
    assert_eq!(claimed, own.header("etag"), "{program:?}");
    let page = proxy.read(&format!("/waffle/{}", waffle.slug), &CLAIMED).await;
    assert!(page.contains("https://waffles.example.com/waffle/") && !page.contains("evil.example"), "{page}");

    let body = json!({"username": "admin", "password": PASSWORD}).to_string();
    let sign_in = [&CLAIMED[..], &["-H", "Content-Type: application/json", "--data", &body]].concat();
    assert!(proxy.read("/api/admin/login", &sign_in).await.starts_with("HTTP/1.1 200"));
    app.holds("(SELECT count(*) FROM login_history WHERE ip_address = '127.0.0.1') = 1").await;
    app.holds("NOT EXISTS (SELECT FROM login_history WHERE ip_address = '198.51.100.66')").await;
}

#[tokio::test]
async fn nginx_as_documented_replaces_what_clients_claim() {
    replaces_what_clients_claim(Program::Nginx).await;
}

#[tokio::test]
async fn caddy_as_documented_replaces_what_clients_claim() {
    replaces_what_clients_claim(Program::Caddy).await;
}

#[tokio::test]
async fn behind_nginx_no_client_chooses_the_host_of_a_card_or_its_own_address() {
    keeps_cards_and_records_clean(Program::Nginx).await;
}

#[tokio::test]
async fn behind_caddy_no_client_chooses_the_host_of_a_card_or_its_own_address() {
    keeps_cards_and_records_clean(Program::Caddy).await;
}

#[tokio::test]
async fn the_largest_photo_gets_through() {
    let (app, seller) = TestApp::with_seller().await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("photo.jpg");
    std::fs::write(&file, jpeg_of_length(MAX_FILE)).unwrap();
    let (token, field) = (format!("Authorization: Bearer {}", seller.token), format!("file=@{}", file.display()));
    for program in [Program::Nginx, Program::Caddy] {
        let proxy = Proxy::start(program, app.address).await;
        let answer = proxy.read("/api/admin/uploads", &["-H", &token, "-F", &field]).await;
        assert!(answer.contains("HTTP/1.1 201"), "{program:?}: {answer}");
        assert!(answer.contains("https://waffles.example.com/photos/"), "{program:?}: {answer}");
    }
}

#[tokio::test]
async fn no_proxy_as_documented_logs_a_secret_address() {
    for program in [Program::Nginx, Program::Caddy] {
        // Nothing listens there, so that each request is an error as well.
        let proxy = Proxy::start(program, "127.0.0.1:1".parse().unwrap()).await;
        for (path, status) in [
            ("/claim/secret", 502),
            ("//claim/secret", 502),
            ("/%63laim/secret", 502),
            ("/api/receipts/secret/paid", 502),
            ("/admin/reset-password?token=secret", 502),
            ("/claim/secret%", 400),
            ("/about", 502),
        ] {
            let answer = proxy.read(path, &["--path-as-is"]).await;
            assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{program:?} {path}: {answer}");
        }
        let logs = proxy.logs();
        assert!(!logs.contains("secret"), "{program:?}: {logs}");
        assert!(program.logs_no_requests() || logs.contains("GET /about "), "{program:?}: {logs}");
    }
}

#[tokio::test]
async fn old_versions_of_tls_are_refused_as_documented() {
    for program in [Program::Nginx, Program::Caddy] {
        let proxy = Proxy::start(program, "127.0.0.1:1".parse().unwrap()).await;
        // The library behind curl offers them only at its lowest level of security.
        for (newest, shaken) in [("1.1", false), ("1.2", true), ("1.3", true)] {
            let arguments = ["--tls-max", newest, "--tlsv1.0", "--ciphers", "DEFAULT:@SECLEVEL=0"];
            assert_eq!(proxy.shakes_hands(&arguments).await, shaken, "{program:?} {newest}");
        }
    }
}

#[tokio::test]
async fn what_is_fetched_over_tls_needs_a_certificate_that_somebody_vouches_for() {
    let upstream = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let proxy = Proxy::start(Program::Nginx, upstream.local_addr().unwrap()).await;
    let page = format!("{}/waffle/camera/draws/1", proxy.address());
    let output = waffle().args(["verify", &page]).output().await.unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("invalid peer certificate"), "{}", said(&output));
}
