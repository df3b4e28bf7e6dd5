//! Requests for an upgrade, byte by byte.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use waffle_tests::TestApp;

const UPGRADE: &str = "host: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n";
const HANDSHAKE: &str = "sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";

/// A ping of a client, and its pong.
const PING: &[u8] = b"\x89\x85\0\0\0\0here?";
const PONG: &[u8] = b"\x8a\x05here?";

/// Reads up to an end.
async fn read_to(connection: &mut TcpStream, end: &[u8]) -> String {
    let mut read = Vec::new();
    while !read.ends_with(end) {
        assert!(connection.read_buf(&mut read).await.unwrap() > 0, "{}", String::from_utf8_lossy(&read));
    }
    String::from_utf8_lossy(&read).into_owned()
}

/// Sends a request and nothing after it; reads until the server closes the connection.
async fn exchange(app: &TestApp, request: &str) -> String {
    let mut connection = TcpStream::connect(app.address).await.unwrap();
    connection.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    connection.read_to_string(&mut answer).await.unwrap();
    answer
}

#[tokio::test]
async fn frames_that_come_with_the_handshake_are_heard() {
    let app = TestApp::start().await;
    app.seller().await.waffle("Box", 2).await;
    let mut connection = TcpStream::connect(app.address).await.unwrap();
    let request = [format!("GET /ws/box HTTP/1.1\r\n{UPGRADE}{HANDSHAKE}\r\n").as_bytes(), PING].concat();
    connection.write_all(&request).await.unwrap();
    let answer = read_to(&mut connection, PONG).await;
    assert!(answer.starts_with("HTTP/1.1 101 Switching Protocols\r\n"), "{answer}");
    assert!(answer.contains("\r\nsec-websocket-accept: ICX+Yqv66kxgM0FcWaLWlFLwTAI=\r\n"), "{answer}");
}

#[tokio::test]
async fn pages_of_other_sites_may_watch() {
    let app = TestApp::start().await;
    app.seller().await.waffle("Box", 2).await;
    for site in ["origin: https://elsewhere.example", "origin: null", "sec-fetch-site: cross-site"] {
        let mut connection = TcpStream::connect(app.address).await.unwrap();
        let request = format!("GET /ws/box HTTP/1.1\r\n{UPGRADE}{HANDSHAKE}{site}\r\n\r\n");
        connection.write_all(request.as_bytes()).await.unwrap();
        let answer = read_to(&mut connection, b"\r\n\r\n").await;
        assert!(answer.starts_with("HTTP/1.1 101 Switching Protocols\r\n"), "{site}: {answer}");
    }
}

#[tokio::test]
async fn a_connection_that_carried_requests_may_become_a_watchers() {
    let app = TestApp::start().await;
    app.seller().await.waffle("Box", 2).await;
    let mut connection = TcpStream::connect(app.address).await.unwrap();
    connection.write_all(b"GET /robots.txt HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
    let robots = read_to(&mut connection, b"\n").await;
    assert!(robots.starts_with("HTTP/1.1 200 OK\r\n"), "{robots}");
    connection.write_all(format!("GET /ws/box HTTP/1.1\r\n{UPGRADE}{HANDSHAKE}\r\n").as_bytes()).await.unwrap();
    read_to(&mut connection, b"\r\n\r\n").await;
    connection.write_all(PING).await.unwrap();
    read_to(&mut connection, PONG).await;
}

#[tokio::test]
async fn asked_of_another_address_the_request_is_answered_like_any_and_the_connection_closed() {
    let (app, _, waffle) = TestApp::selling("Box", 2).await;
    for (path, status) in [("/api/version", "200 OK"), ("/none", "404 Not Found"), ("/ws/none", "404 Not Found")] {
        let answer = exchange(&app, &format!("GET {path} HTTP/1.1\r\n{UPGRADE}\r\n")).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}\r\n")), "{answer}");
        for part in ["\r\nconnection: close\r\n", "\r\ncontent-length: ", "\r\nx-content-type-options: nosniff\r\n"] {
            assert!(answer.contains(part), "{answer}");
        }
    }
    let answer = exchange(&app, &format!("HEAD /api/version HTTP/1.1\r\n{UPGRADE}\r\n")).await;
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.ends_with("\r\n\r\n"), "{answer}");
    // What follows the head of such a request has no end but the connection's, so no one knows whether it is complete.
    let mut connection = TcpStream::connect(app.address).await.unwrap();
    let json = "content-type: application/json\r\nexpect: 100-continue\r\n";
    connection.write_all(format!("POST /api/claims HTTP/1.1\r\n{UPGRADE}{json}\r\n").as_bytes()).await.unwrap();
    let told = read_to(&mut connection, b"\r\n\r\n").await;
    assert_eq!(told, "HTTP/1.1 100 Continue\r\n\r\n");
    let claim = serde_json::json!({"waffle_id": waffle.id, "spots": [1], "social_handle": "anna"});
    connection.write_all(claim.to_string().as_bytes()).await.unwrap();
    connection.shutdown().await.unwrap();
    let mut answer = String::new();
    connection.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 400 Bad Request\r\n"), "{answer}");
}
