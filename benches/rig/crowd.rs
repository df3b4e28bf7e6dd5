//! Watchers. A separate thread reads what they were sent, in large pieces and several times a second, so that thousands
//! of them cost little. It sleeps until the kernel reports which of them were sent something: those that are sent
//! nothing take no CPU time from what is measured. Messages are seen after 20 ms at most.

use std::{
    collections::HashMap,
    io::{ErrorKind, Read, Write},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
        mpsc,
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use futures_util::{StreamExt, stream};
use mio::{Events, Interest, Poll, Token, Waker, net::TcpStream};

use super::{
    claims::{Figures, Load, Targets},
    frames::Frames,
    http::{Http, home},
    process::Used,
    seller::Seller,
    server::Server,
};

/// How long the thread rests after it has read all there was, so that there is more to read each time.
const REST: Duration = Duration::from_millis(20);
/// How often the watchers show that they are there. The server gives them 75 s.
const PROOF: Duration = Duration::from_secs(20);
/// An empty pong, masked as a client's frames must be.
const PONG: [u8; 6] = [0x8a, 0x80, 0, 0, 0, 0];
/// How many connect at the same time.
const ABREAST: usize = 64;
/// How many are read between two rests.
const AT_ONCE: usize = 32_768;
/// What wakes the thread without being a socket; the sockets are counted from 0.
const CALL: Token = Token(usize::MAX);

/// Open sockets; they close when this is dropped.
pub struct Crowd {
    newcomers: mpsc::Sender<(TcpStream, Vec<u8>)>,
    call: Waker,
    heard: Arc<Heard>,
    thread: Option<JoinHandle<()>>,
}

/// What all of them received.
#[derive(Default)]
struct Heard {
    messages: AtomicU64,
    bytes: AtomicU64,
    lost: AtomicU64,
    over: AtomicBool,
}

impl Default for Crowd {
    fn default() -> Self {
        let (newcomers, arrivals) = mpsc::channel();
        let heard = Arc::<Heard>::default();
        let poll = Poll::new().unwrap();
        let call = Waker::new(poll.registry(), CALL).unwrap();
        let listener =
            Listener { poll, sockets: HashMap::new(), buffer: vec![0; 256 * 1_024], heard: Arc::clone(&heard) };
        let thread = thread::spawn(move || listener.listen(&arrivals));
        Self { newcomers, call, heard, thread: Some(thread) }
    }
}

impl Crowd {
    /// Opens sockets of a waffle's watchers.
    pub async fn watching(address: &str, slug: &str, count: usize) -> Self {
        let crowd = Self::default();
        crowd.add(address, slug, count).await;
        crowd
    }

    /// Opens more sockets.
    pub async fn add(&self, address: &str, slug: &str, count: usize) {
        let sockets = stream::iter(0..count).map(|watcher| async move {
            Http::connect(address, home(watcher)).await.unwrap().upgrade(slug).await.unwrap()
        });
        sockets.buffer_unordered(ABREAST).for_each(|(socket, rest)| async { self.take(socket, rest) }).await;
    }

    /// Takes over a socket, and what was read of it that is not to be counted elsewhere.
    pub fn take(&self, socket: tokio::net::TcpStream, rest: Vec<u8>) {
        self.newcomers.send((TcpStream::from_std(socket.into_std().unwrap()), rest)).unwrap();
        self.call.wake().unwrap();
    }

    /// Returns how many messages they have got.
    pub fn messages(&self) -> u64 {
        self.heard.messages.load(Relaxed)
    }

    /// Returns how many bytes they have got.
    pub fn bytes(&self) -> u64 {
        self.heard.bytes.load(Relaxed)
    }

    /// Returns how many the server has cut off.
    pub fn lost(&self) -> u64 {
        self.heard.lost.load(Relaxed)
    }

    /// Waits until they have got this many messages in all, or nothing for a while. Returns how long that took.
    pub async fn hear(&self, messages: u64, since: Instant) -> Duration {
        let (mut seen, mut news) = (self.messages(), Instant::now());
        while self.messages() < messages && news.elapsed() < Duration::from_secs(2) {
            tokio::time::sleep(Duration::from_millis(5)).await;
            if self.messages() > seen {
                (seen, news) = (self.messages(), Instant::now());
            }
        }
        news.duration_since(since)
    }
}

impl Drop for Crowd {
    fn drop(&mut self) {
        self.heard.over.store(true, Relaxed);
        let _ = self.call.wake();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The result for a waffle that was sold out in front of watchers.
pub struct Told {
    pub messages: u64,
    pub bytes: u64,
    /// How many watchers the server has cut off.
    pub lost: u64,
    pub took: Duration,
    pub used: Used,
    /// What the buyers measured.
    pub figures: Figures,
    /// The megabytes of the server without the watchers and with them.
    pub megabytes: (f64, f64),
}

impl Told {
    /// Returns messages per second.
    pub fn rate(&self) -> f64 {
        self.messages as f64 / self.took.as_secs_f64()
    }
}

/// Sells a waffle out to some buyers in front of some watchers, and waits until all of these have received each spot.
pub async fn sell_out(server: &Server, seller: &Seller, spots: u32, (buyers, watchers): (usize, usize)) -> Told {
    let waffle = seller.sell(spots).await;
    let without = server.megabytes();
    let crowd = Crowd::watching(&server.address, &waffle.slug, watchers).await;
    let megabytes = (without, server.megabytes());
    let (begun, before) = (Instant::now(), server.used());
    let load = Load { connections: buyers, time: Duration::MAX, status: 200 };
    let figures = load.claim(server, &Targets::new(&[waffle])).await;
    let took = crowd.hear(u64::from(spots) * watchers as u64, begun).await;
    let used = server.used().since(before);
    Told { messages: crowd.messages(), bytes: crowd.bytes(), lost: crowd.lost(), took, used, figures, megabytes }
}

struct Listener {
    poll: Poll,
    sockets: HashMap<Token, (TcpStream, Frames)>,
    buffer: Vec<u8>,
    heard: Arc<Heard>,
}

impl Listener {
    fn listen(mut self, arrivals: &mpsc::Receiver<(TcpStream, Vec<u8>)>) {
        let (mut events, mut proof, mut tokens) = (Events::with_capacity(AT_ONCE), Instant::now(), (0..).map(Token));
        while !self.heard.over.load(Relaxed) {
            match self.poll.poll(&mut events, Some(PROOF.saturating_sub(proof.elapsed()))) {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                polled => polled.unwrap(),
            }
            for ((socket, rest), token) in arrivals.try_iter().zip(&mut tokens) {
                self.take(socket, &rest, token);
            }
            for event in events.iter().filter(|event| event.token() != CALL) {
                if !self.drain(event.token(), event.is_read_closed()) && self.sockets.remove(&event.token()).is_some() {
                    self.heard.lost.fetch_add(1, Relaxed);
                }
            }
            if proof.elapsed() >= PROOF {
                proof = Instant::now();
                for (socket, _) in self.sockets.values_mut() {
                    let _ = socket.write(&PONG);
                }
            }
            thread::sleep(REST);
        }
    }

    /// Begins to listen to a socket. If there is something to read, the next poll reports it.
    fn take(&mut self, mut socket: TcpStream, rest: &[u8], token: Token) {
        let mut frames = Frames::default();
        self.heard.messages.fetch_add(frames.feed(rest), Relaxed);
        self.poll.registry().register(&mut socket, token, Interest::READABLE).unwrap();
        self.sockets.insert(token, (socket, frames));
    }

    /// Reads what there is, once for each report. Returns whether the socket is still open.
    fn drain(&mut self, token: Token, closed: bool) -> bool {
        let Some((socket, frames)) = self.sockets.get_mut(&token) else { return false };
        loop {
            match socket.read(&mut self.buffer) {
                Ok(0) => return false,
                Ok(read) => {
                    self.heard.messages.fetch_add(frames.feed(&self.buffer[..read]), Relaxed);
                    self.heard.bytes.fetch_add(read as u64, Relaxed);
                    // Less than there is room for is all there is, unless the end comes after it.
                    if read < self.buffer.len() && !closed {
                        return true;
                    }
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return true,
                Err(_) => return false,
            }
        }
    }
}
