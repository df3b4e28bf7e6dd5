//! Addresses and methods.

use reqwest::Method;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use waffle_tests::{TestApp, answer};

#[tokio::test]
async fn an_unknown_address_is_404_in_json_under_api_and_a_page_elsewhere() {
    let app = TestApp::shared().await;
    for path in ["/api/nothing", "/api", "/api/version/nothing"] {
        let answer = app.get(path).await;
        assert_eq!(answer.status, 404, "{path}");
        assert_eq!(answer.json(), json!({"error": "There is nothing at this address.", "code": "not_found"}));
    }
    let answer = app.get("/nothing").await;
    assert_eq!(answer.status, 404);
    assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
}

#[tokio::test]
async fn a_wrong_method_is_405_and_says_which_are_right() {
    let app = TestApp::shared().await;
    let made_up = Method::from_bytes(b"BREW").unwrap();
    for method in [Method::POST, Method::PUT, Method::DELETE, Method::PATCH, Method::TRACE, made_up] {
        let answer = answer(app.request(method.clone(), "/api/version")).await;
        assert_eq!(answer.status, 405, "{method}");
        assert_eq!(answer.header("allow"), "GET, HEAD, OPTIONS");
        assert_eq!(answer.json()["code"], "method_not_allowed");
    }
    let page = answer(app.request(Method::POST, "/health")).await;
    assert_eq!((page.status.as_u16(), page.header("allow")), (405, "GET, HEAD, OPTIONS"));
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
}

#[tokio::test]
async fn head_answers_as_get_does_without_the_body() {
    let app = TestApp::shared().await;
    for path in ["/api/version", "/health", "/robots.txt", "/favicon.ico"] {
        let (get, head) = (app.get(path).await, answer(app.request(Method::HEAD, path)).await);
        assert_eq!((head.status, get.status.as_u16()), (get.status, 200), "{path}");
        for header in ["content-type", "content-length", "cache-control"] {
            assert_eq!(head.header(header), get.header(header), "{path} {header}");
        }
        assert_eq!(head.header("content-length"), get.body.len().to_string());
        assert!(head.body.is_empty());
    }
}

#[tokio::test]
async fn every_address_works_with_and_without_a_slash_at_its_end() {
    let app = TestApp::shared().await;
    for path in ["/api/version/", "/health/", "/robots.txt/"] {
        assert_eq!(app.get(path).await.status, 200, "{path}");
    }
    assert_eq!(app.get("/api/version/?x=1").await.status, 200);
}

#[tokio::test]
async fn a_value_that_is_named_twice_is_refused_and_other_places_name_none() {
    let app = TestApp::start().await;
    assert_eq!(app.get("/api/waffles?limit=1&limit=2").await.status, 400);
    let login = app.request(Method::POST, "/api/admin/login?username=admin&password=cherry-iron-42");
    let twice = r#"{"username": "admin", "username": "anna", "password": "cherry-iron-42"}"#;
    assert_eq!(answer(login.body(twice)).await.json()["code"], "malformed_json");
    let elsewhere = app.request(Method::POST, "/api/admin/login?username=admin&password=cherry-iron-42");
    assert_eq!(answer(elsewhere.body("{}")).await.json()["code"], "validation_failed");
}

#[tokio::test]
async fn a_request_whose_end_is_told_twice_is_no_request() {
    let app = TestApp::shared().await;
    let smuggled = "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n";
    for lengths in [
        "Content-Length: 5\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\r\nContent-Length: 5",
        "Content-Length: 5\r\nContent-Length: 6",
        "Content-Length: +5",
        "Transfer-Encoding: chunked, identity",
    ] {
        let mut connection = TcpStream::connect(app.address).await.unwrap();
        let request = format!("POST /api/claims HTTP/1.1\r\nHost: x\r\n{lengths}\r\n\r\n0\r\n\r\n{smuggled}");
        connection.write_all(request.as_bytes()).await.unwrap();
        let mut answers = String::new();
        connection.read_to_string(&mut answers).await.unwrap();
        assert!(
            answers.starts_with("HTTP/1.1 400") && answers.matches("HTTP/1.1").count() == 1,
            "{lengths}: {answers}"
        );
    }
}
