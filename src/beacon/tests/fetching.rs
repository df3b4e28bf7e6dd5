use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use waffle_beacon::http_client::{FetchError, Fetched, Fetcher, Limits};

const LIMITS: Limits = Limits { time: Duration::from_mins(1), bytes: 10 };

/// Answers one request with bytes, and fetches them.
async fn fetched(answer: String) -> Result<Fetched, FetchError> {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}/", listener.local_addr().expect("an address"));
    let server = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("a connection");
        let mut request = [0; 1_024];
        let _ = stream.read(&mut request).await;
        let _ = stream.write_all(answer.as_bytes()).await;
    });
    let fetched = Fetcher::default().get(&url, LIMITS).await;
    server.await.expect("the server");
    fetched
}

fn of(body: &str, announced: usize) -> String {
    format!("HTTP/1.1 200 OK\r\nContent-Length: {announced}\r\nConnection: close\r\n\r\n{body}")
}

fn in_parts(parts: &[&str]) -> String {
    let parts: Vec<_> = parts.iter().map(|part| format!("{:x}\r\n{part}\r\n", part.len())).collect();
    format!("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{}0\r\n\r\n", parts.concat())
}

#[tokio::test]
async fn a_body_may_be_as_long_as_the_limit_and_no_longer() {
    let ten = Ok(Fetched { status: 200, body: b"0123456789".to_vec() });
    assert_eq!(fetched(of("0123456789", 10)).await, ten);
    assert_eq!(fetched(in_parts(&["01234", "56789"])).await, ten);
    assert_eq!(fetched(of("0123456789a", 11)).await, Err(FetchError::TooLong));
    assert_eq!(fetched(in_parts(&["01234", "56789", "a"])).await, Err(FetchError::TooLong));
}

#[tokio::test]
async fn an_answer_that_breaks_off_is_no_answer() {
    assert!(matches!(fetched(of("01234", 10)).await, Err(FetchError::Broken(_))));
}

#[tokio::test]
async fn no_server_leads_elsewhere() {
    for status in [301, 302, 303, 307, 308] {
        let answer = format!("HTTP/1.1 {status} X\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n");
        assert_eq!(fetched(answer).await, Err(FetchError::Redirect("http://127.0.0.1:1/".into())));
    }
}

#[tokio::test]
async fn https_needs_tls_on_the_other_side() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("https://{}/", listener.local_addr().expect("an address"));
    let server = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("a connection");
        let mut hello = [0; 3];
        stream.read_exact(&mut hello).await.expect("a hello");
        let _ = stream.write_all(of("plain", 5).as_bytes()).await;
        hello
    });
    assert!(matches!(Fetcher::default().get(&url, LIMITS).await, Err(FetchError::Unreachable(_))));
    assert_eq!(server.await.expect("the server")[..2], [22, 3], "a handshake of TLS");
}

#[tokio::test]
async fn an_error_names_its_cause_but_not_the_address() {
    let url = "http://127.0.0.1:1/secret";
    let Err(FetchError::Unreachable(why)) = Fetcher::default().get(url, LIMITS).await else {
        panic!("it is reachable")
    };
    assert!(why.contains("refused") && !why.contains("secret"), "{why}");
}
