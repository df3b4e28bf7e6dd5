//! A proxy before the database that breaks at one of its answers.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::sleep;

/// How it breaks. The database has done its work, but the answer does not arrive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Breakage {
    /// Both sides see the connection end.
    Cut,
    /// That answer is lost; the connection lives on.
    Swallow,
    /// From then on, nothing goes through the connection, not even its end.
    Freeze,
    /// For this long, nothing goes through any connection, nor can one be made.
    Silence(Duration),
}

/// Passes everything on, and breaks once. Dropped, it ends all connections.
#[derive(Debug)]
pub struct BreakingProxy {
    port: u16,
    state: Arc<State>,
    accepting: JoinHandle<()>,
}

#[derive(Debug)]
struct State {
    /// The answer at which it breaks, counted from 1 over all connections.
    at: usize,
    breakage: Breakage,
    answers: watch::Sender<usize>,
    silent: watch::Sender<bool>,
}

impl State {
    /// Counts an answer. Returns whether it is the one to break at.
    fn breaks(&self) -> bool {
        let mut breaks = false;
        self.answers.send_modify(|count| {
            *count += 1;
            breaks = *count == self.at;
        });
        breaks
    }

    async fn until_it_flows(&self) {
        // The sender lives as long as `self`, so waiting can't fail.
        let _ = self.silent.subscribe().wait_for(|silent| !silent).await;
    }
}

impl BreakingProxy {
    /// Listens, connects each client to this local port, and breaks at the answer with this number.
    pub async fn before(port: u16, at: usize, breakage: Breakage) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let own = listener.local_addr()?.port();
        let state = Arc::new(State { at, breakage, answers: watch::Sender::new(0), silent: watch::Sender::new(false) });
        let shared = Arc::clone(&state);
        let accepting = tokio::spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((client, _)) = listener.accept().await {
                let state = Arc::clone(&shared);
                connections.spawn(async move {
                    // An error means that one side ended the connection.
                    pass(client, port, &state).await.unwrap_or_default();
                });
            }
        });
        Ok(Self { port: own, state, accepting })
    }

    /// The port on which it listens.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Counts the database's answers.
    pub fn answers(&self) -> usize {
        *self.state.answers.borrow()
    }

    /// Resolves when it has broken.
    pub async fn broken(&self) {
        let _ = self.state.answers.subscribe().wait_for(|count| *count >= self.state.at).await;
    }
}

impl Drop for BreakingProxy {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn pass(client: TcpStream, port: u16, state: &State) -> io::Result<()> {
    state.until_it_flows().await;
    let database = TcpStream::connect(("127.0.0.1", port)).await?;
    client.set_nodelay(true)?;
    database.set_nodelay(true)?;
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_database, mut to_database) = database.into_split();
    let ended = tokio::select! {
        ended = ask(&mut from_client, &mut to_database, state) => ended,
        ended = answer(&mut from_database, &mut to_client, state) => ended,
    };
    if matches!(ended, Ok(End::Frozen)) {
        std::future::pending::<()>().await;
    }
    ended.map(|_| ())
}

/// How a direction of a connection ended.
enum End {
    Closed,
    Frozen,
}

async fn ask(from: &mut OwnedReadHalf, to: &mut OwnedWriteHalf, state: &State) -> io::Result<End> {
    let mut question = vec![0; 64 * 1024];
    loop {
        let length = from.read(&mut question).await?;
        state.until_it_flows().await;
        if length == 0 {
            return Ok(End::Closed);
        }
        to.write_all(&question[..length]).await?;
    }
}

async fn answer(from: &mut OwnedReadHalf, to: &mut OwnedWriteHalf, state: &State) -> io::Result<End> {
    let (mut bytes, mut chunk) = (Vec::new(), vec![0; 64 * 1024]);
    loop {
        let length = from.read(&mut chunk).await?;
        state.until_it_flows().await;
        if length == 0 {
            return Ok(End::Closed);
        }
        bytes.extend_from_slice(&chunk[..length]);
        while let Some(end) = first_answer(&bytes) {
            let answer: Vec<u8> = bytes.drain(..end).collect();
            if !state.breaks() {
                to.write_all(&answer).await?;
                continue;
            }
            match state.breakage {
                Breakage::Cut => return Ok(End::Closed),
                Breakage::Swallow => {}
                Breakage::Freeze => return Ok(End::Frozen),
                Breakage::Silence(duration) => {
                    state.silent.send_replace(true);
                    sleep(duration).await;
                    state.silent.send_replace(false);
                }
            }
        }
    }
}

/// Finds the end of the first whole answer: of all messages up to one after which the client may speak. Those are the
/// refusal of TLS, a step of signing in, and the end of a request.
fn first_answer(bytes: &[u8]) -> Option<usize> {
    let mut start = 0;
    loop {
        let kind = *bytes.get(start)?;
        // The refusal has no length; what follows it comes only after the client has spoken.
        if kind == b'N' && start + 1 == bytes.len() {
            return Some(start + 1);
        }
        let length = bytes.get(start + 1..start + 5)?;
        let length = length.try_into().map_or(0, u32::from_be_bytes);
        let end = start + 1 + usize::try_from(length).ok()?;
        bytes.get(..end)?;
        // After its last word on signing in (12) and its consent (0), the server goes on by itself.
        let goes_on = matches!(bytes.get(start + 5..start + 9), Some([0, 0, 0, 0 | 12]));
        if kind == b'Z' || (kind == b'R' && !goes_on) {
            return Some(end);
        }
        start = end;
    }
}
