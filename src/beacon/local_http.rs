//! As much HTTP as a local beacon needs: one GET for each connection.

use std::io;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The longest request.
const MOST_BYTES: usize = 8 * 1024;

/// What is sent.
pub(crate) enum Reply {
    /// JSON with a status, readable from any origin.
    Json(u16, String),
    /// Raw bytes, one at a time if there is a pause.
    #[cfg(any(test, feature = "faults"))]
    Raw(Vec<u8>, std::time::Duration),
    /// A body that never ends.
    #[cfg(any(test, feature = "faults"))]
    Endless,
    /// Nothing, for as long as the other side waits.
    #[cfg(any(test, feature = "faults"))]
    Silence,
    /// The end of the connection.
    #[cfg(any(test, feature = "faults"))]
    HangUp,
}

/// Reads a request and returns its path; `None` unless it is a GET.
pub(crate) async fn path(stream: &mut (impl AsyncRead + Unpin)) -> io::Result<Option<String>> {
    let mut head = Vec::new();
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        if head.len() >= MOST_BYTES || stream.read_buf(&mut head).await? == 0 {
            return Ok(None);
        }
    }
    let line = String::from_utf8_lossy(&head).lines().next().unwrap_or_default().to_owned();
    let path = line.strip_prefix("GET ").and_then(|rest| rest.split_once(' ')).map(|(path, _)| path.to_owned());
    Ok(path)
}

/// Sends a reply and closes the connection.
pub(crate) async fn send(stream: &mut TcpStream, reply: Reply) -> io::Result<()> {
    match reply {
        Reply::Json(status, body) => stream.write_all(json(status, &body).as_bytes()).await?,
        #[cfg(any(test, feature = "faults"))]
        Reply::Raw(bytes, pause) if pause.is_zero() => stream.write_all(&bytes).await?,
        #[cfg(any(test, feature = "faults"))]
        Reply::Raw(bytes, pause) => {
            for byte in bytes {
                tokio::time::sleep(pause).await;
                stream.write_all(&[byte]).await?;
            }
        }
        #[cfg(any(test, feature = "faults"))]
        Reply::Endless => {
            stream.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n").await?;
            loop {
                stream.write_all(&[b' '; 1024]).await?;
            }
        }
        #[cfg(any(test, feature = "faults"))]
        Reply::Silence => {
            stream.read_u8().await?;
        }
        #[cfg(any(test, feature = "faults"))]
        Reply::HangUp => {}
    }
    stream.shutdown().await
}

fn json(status: u16, body: &str) -> String {
    let reason = match status {
        200 => "OK",
        404 => "Not Found",
        425 => "Too Early",
        _ => "Refused",
    };
    // Pages ask relays directly, from another origin.
    format!(
        "HTTP/1.1 {status} {reason}\r\nContent-Type: application/json\r\nAccess-Control-Allow-Origin: *\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
}
