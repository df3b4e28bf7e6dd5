//! A proxy before the database that loses answers, or breaks at one of them.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
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

/// The end of an answer after which no transaction is open.
const IDLE: &[u8] = b"Z\0\0\0\x05I";

/// Passes everything on, but for the answers that it is to lose. Dropped, it ends all connections.
#[derive(Debug)]
pub struct BreakingProxy {
    port: u16,
    database: u16,
    state: Arc<State>,
    accepting: JoinHandle<()>,
}

#[derive(Debug)]
struct State {
    /// The answer at which it breaks, counted from 1 over all connections, and how.
    at: Option<(usize, Breakage)>,
    /// Text in the questions whose answers are distinguished from others.
    marker: &'static str,
    /// Whether each answer to such a question is lost.
    always: bool,
    /// How many answers are to be lost next: to such questions, and to any.
    marked: AtomicUsize,
    any: AtomicUsize,
    lost: AtomicUsize,
    statements: AtomicUsize,
    answers: watch::Sender<usize>,
    silent: watch::Sender<bool>,
    /// How long each piece of an answer is held back, in milliseconds.
    delay: AtomicU64,
}

/// What is known of the questions on a connection.
#[derive(Default)]
struct Asked {
    marked: AtomicBool,
}

impl State {
    /// Counts an answer. Returns how it is lost, if it is. A statement's text is sent only with its first use; the
    /// answer to that (`prepared` is not yet so) commits nothing.
    fn loses(&self, answer: &[u8], marked: bool, prepared: bool) -> Option<Breakage> {
        let mut count = 0;
        self.answers.send_modify(|answers| {
            *answers += 1;
            count = *answers;
        });
        let breakage = match self.at {
            Some((at, breakage)) if at == count => Some(breakage),
            _ if self.always && marked => Some(if answer.ends_with(IDLE) { Breakage::Cut } else { Breakage::Swallow }),
            _ if prepared && takes_one(&self.marked) => Some(Breakage::Cut),
            _ => self.cuts_any(),
        };
        self.lost.fetch_add(usize::from(breakage == Some(Breakage::Cut)), Relaxed);
        breakage
    }

    fn cuts_any(&self) -> Option<Breakage> {
        takes_one(&self.any).then_some(Breakage::Cut)
    }

    async fn until_it_flows(&self) {
        // The sender lives as long as `self`, so waiting can't fail.
        let _ = self.silent.subscribe().wait_for(|silent| !silent).await;
    }
}

fn takes_one(ordered: &AtomicUsize) -> bool {
    ordered.fetch_update(Relaxed, Relaxed, |ordered| ordered.checked_sub(1)).is_ok()
}

impl BreakingProxy {
    /// Listens, connects each client to this local port, and breaks at the answer with this number.
    pub async fn before(port: u16, at: usize, breakage: Breakage) -> io::Result<Self> {
        Self::start(port, Some((at, breakage)), "", false).await
    }

    /// Loses each answer to a question that contains the marker, once the database has done what it was asked, and
    /// ends that connection.
    pub async fn losing(port: u16, marker: &'static str) -> io::Result<Self> {
        Self::start(port, None, marker, true).await
    }

    /// Passes everything on until a breakage is set. The marker distinguishes some questions from others.
    pub async fn passing(port: u16, marker: &'static str) -> io::Result<Self> {
        Self::start(port, None, marker, false).await
    }

    async fn start(port: u16, at: Option<(usize, Breakage)>, marker: &'static str, always: bool) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let own = listener.local_addr()?.port();
        let state = Arc::new(State {
            at,
            marker,
            always,
            marked: AtomicUsize::default(),
            any: AtomicUsize::default(),
            lost: AtomicUsize::default(),
            statements: AtomicUsize::default(),
            answers: watch::Sender::new(0),
            silent: watch::Sender::new(false),
            delay: AtomicU64::default(),
        });
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
        Ok(Self { port: own, database: port, state, accepting })
    }

    /// The port on which it listens.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The URL of a database behind it, changed to lead through it.
    pub fn url(&self, database_url: &str) -> String {
        database_url.replace(&format!(":{}/", self.database), &format!(":{}/", self.port))
    }

    /// Counts the database's answers.
    pub fn answers(&self) -> usize {
        *self.state.answers.borrow()
    }

    /// Counts the answers that were lost with their connections.
    pub fn lost(&self) -> usize {
        self.state.lost.load(Relaxed)
    }

    /// Counts the statements that clients had executed.
    pub fn statements(&self) -> usize {
        self.state.statements.load(Relaxed)
    }

    /// Loses the database's next answer, on whichever connection, and ends that connection.
    pub fn cut(&self) {
        self.state.any.fetch_add(1, Relaxed);
    }

    /// Loses the next answer to a statement that contains the marker, and ends that connection.
    pub fn cut_marked(&self) {
        self.state.marked.fetch_add(1, Relaxed);
    }

    /// Stops passing anything on, on old connections and on new ones.
    pub fn stall(&self) {
        self.state.silent.send_replace(true);
    }

    /// Passes everything on again, what was held back first.
    pub fn resume(&self) {
        self.state.silent.send_replace(false);
    }

    /// Holds back each piece of an answer for this many milliseconds.
    pub fn delay(&self, milliseconds: u64) {
        self.state.delay.store(milliseconds, Relaxed);
    }

    /// Resolves when it has broken.
    pub async fn broken(&self) {
        let at = self.state.at.map_or(0, |(at, _)| at);
        let _ = self.state.answers.subscribe().wait_for(|count| *count >= at).await;
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
    let asked = Asked::default();
    let ended = tokio::select! {
        ended = ask(&mut from_client, &mut to_database, state, &asked) => ended,
        ended = answer(&mut from_database, &mut to_client, state, &asked) => ended,
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

async fn ask(from: &mut OwnedReadHalf, to: &mut OwnedWriteHalf, state: &State, asked: &Asked) -> io::Result<End> {
    let (mut questions, mut question) = (Questions::default(), vec![0; 64 * 1024]);
    let marker = state.marker.as_bytes();
    loop {
        let length = from.read(&mut question).await?;
        state.until_it_flows().await;
        if length == 0 {
            return Ok(End::Closed);
        }
        let question = &question[..length];
        state.statements.fetch_add(questions.statements(question), Relaxed);
        if !marker.is_empty() && question.windows(marker.len()).any(|part| part == marker) {
            asked.marked.store(true, Relaxed);
        }
        to.write_all(question).await?;
    }
}

async fn answer(from: &mut OwnedReadHalf, to: &mut OwnedWriteHalf, state: &State, asked: &Asked) -> io::Result<End> {
    let (mut answers, mut chunk, mut prepared) = (Answers::default(), vec![0; 64 * 1024], false);
    loop {
        let length = from.read(&mut chunk).await?;
        sleep(Duration::from_millis(state.delay.load(Relaxed))).await;
        state.until_it_flows().await;
        if length == 0 {
            return Ok(End::Closed);
        }
        answers.bytes.extend_from_slice(&chunk[..length]);
        while let Some(answer) = answers.first() {
            let marked = asked.marked.load(Relaxed);
            // A notification answers no question.
            let lost = if answer[0] == b'A' { state.cuts_any() } else { state.loses(&answer, marked, prepared) };
            prepared = marked;
            match lost {
                None => to.write_all(&answer).await?,
                Some(Breakage::Cut) => return Ok(End::Closed),
                Some(Breakage::Swallow) => {}
                Some(Breakage::Freeze) => return Ok(End::Frozen),
                Some(Breakage::Silence(duration)) => {
                    state.silent.send_replace(true);
                    sleep(duration).await;
                    state.silent.send_replace(false);
                }
            }
        }
    }
}

/// What a client sends, cut into messages: a kind (none at first, until the connection is set up), a length, a body.
#[derive(Default)]
struct Questions {
    bytes: Vec<u8>,
    set_up: bool,
}

impl Questions {
    /// Counts the statements among the messages that these bytes complete.
    fn statements(&mut self, more: &[u8]) -> usize {
        /// The version of the protocol, at the place of which an offer of TLS has another number.
        const VERSION: &[u8] = &[0, 3, 0, 0];
        self.bytes.extend_from_slice(more);
        let mut statements = 0;
        loop {
            let kind = usize::from(self.set_up);
            let Some(length) = self.bytes.get(kind..kind + 4) else { return statements };
            let length = length.try_into().map_or(0, u32::from_be_bytes);
            let end = kind + usize::try_from(length).unwrap_or(usize::MAX - 1);
            if self.bytes.len() < end {
                return statements;
            }
            let message: Vec<u8> = self.bytes.drain(..end).collect();
            if self.set_up {
                statements += usize::from(matches!(message[0], b'E' | b'Q'));
            } else {
                self.set_up = message.get(4..8) == Some(VERSION);
            }
        }
    }
}

/// What the database sends, cut into answers.
#[derive(Default)]
struct Answers {
    bytes: Vec<u8>,
    /// The end of the last message of the first answer that is known to be whole and not its end.
    looked_at: usize,
}

impl Answers {
    /// Takes the first answer, if it is whole.
    fn first(&mut self) -> Option<Vec<u8>> {
        let end = self.end_of_first()?;
        self.looked_at = 0;
        Some(self.bytes.drain(..end).collect())
    }

    /// Finds the end of all messages up to one after which the client may speak. Those are the refusal of TLS, a step
    /// of signing in, and the end of a request. A notification between answers is whole by itself.
    fn end_of_first(&mut self) -> Option<usize> {
        loop {
            let (bytes, start) = (&self.bytes, self.looked_at);
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
            if kind == b'Z' || (kind == b'R' && !goes_on) || (kind == b'A' && start == 0) {
                return Some(end);
            }
            self.looked_at = end;
        }
    }
}
