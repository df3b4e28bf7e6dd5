//! A proxy before the database that can lose an answer.

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
    calls: Arc<AtomicUsize>,
}

impl Proxy {
    pub(crate) async fn before(server: u16, marker: &'static str) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (lost, calls) = (Arc::default(), Arc::default());
        let (count, called) = (Arc::clone(&lost), Arc::clone(&calls));
        actix::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(SocketAddr::from(([127, 0, 0, 1], server))).await.unwrap();
                actix::spawn(pass(client, server, marker, Arc::clone(&count), Arc::clone(&called)));
            }
        });
        Self { port, lost, calls }
    }

    /// Counts the answers that were lost.
    pub(crate) fn lost(&self) -> usize {
        self.lost.load(Ordering::Relaxed)
    }

    /// Counts the statements that clients had executed.
    pub(crate) fn calls(&self) -> usize {
        self.calls.load(Ordering::Relaxed)
    }
}

async fn pass(
    client: TcpStream,
    server: TcpStream,
    marker: &'static str,
    lost: Arc<AtomicUsize>,
    calls: Arc<AtomicUsize>,
) {
    let ((from_client, to_client), (from_server, to_server)) = (client.into_split(), server.into_split());
    let (seen, cut) = watch::channel(false);
    tokio::select! {
        () = questions(from_client, to_server, marker, &seen, &calls) => {}
        () = answers(from_server, to_client, cut, &lost) => {}
    }
}

async fn questions(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    marker: &str,
    seen: &watch::Sender<bool>,
    calls: &AtomicUsize,
) {
    let mut messages = Messages::default();
    let mut buffer = vec![0; 64 * 1024];
    while let Ok(count @ 1..) = from.read(&mut buffer).await {
        let question = &buffer[..count];
        calls.fetch_add(messages.statements(question), Ordering::Relaxed);
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

/// What a client sends, cut into messages: a kind (none at first, until the connection is set up), a length, a body.
#[derive(Default)]
struct Messages {
    bytes: Vec<u8>,
    set_up: bool,
}

impl Messages {
    /// Counts the statements among the messages that these bytes complete.
    fn statements(&mut self, more: &[u8]) -> usize {
        /// The version of the protocol; an offer of TLS has another number there.
        const VERSION: &[u8] = &[0, 3, 0, 0];
        self.bytes.extend_from_slice(more);
        let mut statements = 0;
        loop {
            let kind = usize::from(self.set_up);
            let Some(length) = self.bytes.get(kind..kind + 4) else { return statements };
            let end = kind + u32::from_be_bytes(length.try_into().unwrap()) as usize;
            if self.bytes.len() < end {
                return statements;
            }
            let message: Vec<u8> = self.bytes.drain(..end).collect();
            if self.set_up {
                statements += usize::from(matches!(message[0], b'E' | b'Q'));
            } else {
                self.set_up = message[4..8] == *VERSION;
            }
        }
    }
}
