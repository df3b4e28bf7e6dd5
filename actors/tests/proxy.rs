//! A proxy before the database that can lose an answer.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// The end of PostgreSQL's answer to a whole request, when no transaction is open.
const READY: &[u8] = b"Z\0\0\0\x05I";

/// Passes everything on, until a client sends the marker: then the server does its work, and its answer is lost
/// together with the connection.
#[derive(Clone)]
pub(crate) struct Proxy {
    pub(crate) port: u16,
    lost: Arc<AtomicUsize>,
}

impl Proxy {
    pub(crate) async fn before(server: u16, marker: &'static str) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let lost = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&lost);
        actix::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(SocketAddr::from(([127, 0, 0, 1], server))).await.unwrap();
                actix::spawn(pass(client, server, marker, Arc::clone(&count)));
            }
        });
        Self { port, lost }
    }

    /// Counts the answers that were lost.
    pub(crate) fn lost(&self) -> usize {
        self.lost.load(Ordering::Relaxed)
    }
}

async fn pass(client: TcpStream, server: TcpStream, marker: &'static str, lost: Arc<AtomicUsize>) {
    let ((from_client, to_client), (from_server, to_server)) = (client.into_split(), server.into_split());
    let (seen, cut) = watch::channel(false);
    tokio::select! {
        () = questions(from_client, to_server, marker, &seen) => {}
        () = answers(from_server, to_client, cut, &lost) => {}
    }
}

async fn questions(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, marker: &str, seen: &watch::Sender<bool>) {
    let mut buffer = vec![0; 64 * 1024];
    while let Ok(count @ 1..) = from.read(&mut buffer).await {
        let question = &buffer[..count];
        if question.windows(marker.len()).any(|part| part == marker.as_bytes()) {
            seen.send_replace(true);
        }
        if to.write_all(question).await.is_err() {
            return;
        }
    }
}

async fn answers(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, cut: watch::Receiver<bool>, lost: &AtomicUsize) {
    let mut buffer = vec![0; 64 * 1024];
    while let Ok(count @ 1..) = from.read(&mut buffer).await {
        let answer = &buffer[..count];
        if !*cut.borrow() {
            if to.write_all(answer).await.is_err() {
                return;
            }
        } else if answer.ends_with(READY) {
            lost.fetch_add(1, Ordering::Relaxed);
            return;
        }
    }
}
