//! Watchers. A thread of its own reads what they were sent, in large pieces and some times a second, so that thousands
//! of them cost little.

use std::{
    io::{ErrorKind, Read, Write},
    net::TcpStream,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
        mpsc,
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use futures_util::{StreamExt, stream};

use super::{
    frames::Frames,
    http::{Http, home},
};

/// How long the thread rests after it has read all there was.
const REST: Duration = Duration::from_millis(20);
/// How often the watchers show that they are there. The server gives them 75 s.
const PROOF: Duration = Duration::from_secs(20);
/// An empty pong, masked as a client's frames have to be.
const PONG: [u8; 6] = [0x8a, 0x80, 0, 0, 0, 0];
/// How many connect at once.
const ABREAST: usize = 64;

/// Open sockets; they close when this is dropped.
pub(crate) struct Crowd {
    newcomers: Option<mpsc::Sender<(TcpStream, Vec<u8>)>>,
    heard: Arc<Heard>,
    thread: Option<JoinHandle<()>>,
}

/// What all of them heard.
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
        let listener = Arc::clone(&heard);
        let thread = thread::spawn(move || listen(&arrivals, &listener));
        Self { newcomers: Some(newcomers), heard, thread: Some(thread) }
    }
}

impl Crowd {
    /// Opens sockets of a waffle's watchers.
    pub(crate) async fn watching(address: &str, slug: &str, count: usize) -> Self {
        let crowd = Self::default();
        crowd.add(address, slug, count).await;
        crowd
    }

    /// Opens more sockets.
    pub(crate) async fn add(&self, address: &str, slug: &str, count: usize) {
        let sockets = stream::iter(0..count).map(|watcher| async move {
            Http::connect(address, home(watcher)).await.unwrap().upgrade(slug).await.unwrap()
        });
        sockets.buffer_unordered(ABREAST).for_each(|(socket, rest)| async { self.take(socket, rest) }).await;
    }

    /// Takes over a socket, and what was read of it that is not to be counted elsewhere.
    pub(crate) fn take(&self, socket: tokio::net::TcpStream, rest: Vec<u8>) {
        self.newcomers.as_ref().unwrap().send((socket.into_std().unwrap(), rest)).unwrap();
    }

    /// Returns how many messages they have got.
    pub(crate) fn messages(&self) -> u64 {
        self.heard.messages.load(Relaxed)
    }

    /// Returns how many bytes they have got.
    pub(crate) fn bytes(&self) -> u64 {
        self.heard.bytes.load(Relaxed)
    }

    /// Returns how many the server has cut off.
    pub(crate) fn lost(&self) -> u64 {
        self.heard.lost.load(Relaxed)
    }

    /// Waits until they have got so many messages in all, or nothing for a while. Returns how long that took.
    pub(crate) async fn hear(&self, messages: u64, since: Instant) -> Duration {
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
        self.newcomers = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn listen(arrivals: &mpsc::Receiver<(TcpStream, Vec<u8>)>, heard: &Heard) {
    let (mut sockets, mut buffer, mut proof) = (Vec::new(), vec![0; 256 * 1_024], Instant::now());
    while !heard.over.load(Relaxed) {
        for (socket, rest) in arrivals.try_iter() {
            let mut frames = Frames::default();
            heard.messages.fetch_add(frames.feed(&rest), Relaxed);
            sockets.push((socket, frames));
        }
        let before = sockets.len();
        sockets.retain_mut(|(socket, frames)| drain(socket, frames, &mut buffer, heard));
        heard.lost.fetch_add((before - sockets.len()) as u64, Relaxed);
        if proof.elapsed() > PROOF {
            proof = Instant::now();
            for (socket, _) in &mut sockets {
                let _ = socket.write(&PONG);
            }
        }
        thread::sleep(REST);
    }
}

/// Reads what there is. Returns whether the socket is still open.
fn drain(socket: &mut TcpStream, frames: &mut Frames, buffer: &mut [u8], heard: &Heard) -> bool {
    loop {
        match socket.read(buffer) {
            Ok(0) => return false,
            Ok(read) => {
                heard.messages.fetch_add(frames.feed(&buffer[..read]), Relaxed);
                heard.bytes.fetch_add(read as u64, Relaxed);
                if read < buffer.len() {
                    return true;
                }
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => return true,
            Err(_) => return false,
        }
    }
}
