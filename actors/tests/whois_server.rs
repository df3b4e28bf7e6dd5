//! A WHOIS server that answers as a test wants.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::tcp::{ReadHalf, WriteHalf};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::runtime::Builder;
use tokio::sync::{Semaphore, oneshot};
use tokio::time::{sleep, timeout};

/// What a server does with a question.
#[derive(Clone)]
pub(crate) enum Manner {
    /// Says this, with its own name for `{self}`, and hangs up.
    Says(Vec<u8>),
    /// Says nothing, and keeps the connection until it gets a permit to hang up.
    Holds(Arc<Semaphore>),
    /// Never stops talking.
    TalksForEver,
    /// Says a line at intervals, and never stops.
    Drips,
}

/// A server on its own thread, on any port of the loopback address. It ends when it is dropped.
pub(crate) struct WhoisServer {
    address: SocketAddr,
    seen: Arc<Seen>,
    _end: oneshot::Sender<()>,
}

#[derive(Default)]
struct Seen {
    connections: AtomicUsize,
    questions: Mutex<Vec<String>>,
    now: AtomicUsize,
    most: AtomicUsize,
}

impl WhoisServer {
    /// A server that gives this answer.
    pub(crate) fn saying(answer: impl Into<Vec<u8>>) -> Self {
        Self::with(Manner::Says(answer.into()))
    }

    /// A server that never says anything.
    pub(crate) fn silent() -> Self {
        Self::with(Manner::Holds(Arc::new(Semaphore::new(0))))
    }

    pub(crate) fn with(manner: Manner) -> Self {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        listener.set_nonblocking(true).expect("a listener");
        let address = listener.local_addr().expect("an address");
        let manner = match manner {
            Manner::Says(text) => Manner::Says(match String::from_utf8(text) {
                Ok(text) => text.replace("{self}", &address.to_string()).into_bytes(),
                Err(error) => error.into_bytes(),
            }),
            other => other,
        };
        let (seen, (end, ended)) = (Arc::new(Seen::default()), oneshot::channel::<()>());
        let noted = Arc::clone(&seen);
        thread::spawn(move || {
            Builder::new_current_thread().enable_all().build().expect("a runtime").block_on(async {
                let listener = TcpListener::from_std(listener).expect("a listener");
                let serve = async {
                    while let Ok((connection, _)) = listener.accept().await {
                        tokio::spawn(attend(connection, manner.clone(), Arc::clone(&noted)));
                    }
                };
                tokio::select! {
                    () = serve => {}
                    _ = ended => {}
                }
            });
        });
        Self { address, seen, _end: end }
    }

    /// Its name, as the setting `whois_server` takes it.
    pub(crate) fn name(&self) -> String {
        self.address.to_string()
    }

    /// The questions so far.
    pub(crate) fn questions(&self) -> Vec<String> {
        self.seen.questions.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The number of questions.
    pub(crate) fn asked(&self) -> usize {
        self.seen.questions.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Waits for a number of questions.
    pub(crate) async fn until_asked(&self, times: usize) {
        let asked = async {
            while self.asked() < times {
                sleep(Duration::from_millis(2)).await;
            }
        };
        assert!(timeout(Duration::from_secs(5), asked).await.is_ok(), "it is asked");
    }

    /// The number of connections, even without a question.
    pub(crate) fn connections(&self) -> usize {
        self.seen.connections.load(Ordering::SeqCst)
    }

    /// The most questions that waited at the same time.
    pub(crate) fn most_at_once(&self) -> usize {
        self.seen.most.load(Ordering::SeqCst)
    }
}

/// A port where nothing listens, and nothing else will while this is held.
pub(crate) fn closed_port() -> TcpSocket {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind(([127, 0, 0, 1], 0).into()).expect("a port");
    socket
}

async fn attend(mut connection: TcpStream, manner: Manner, seen: Arc<Seen>) -> std::io::Result<()> {
    seen.connections.fetch_add(1, Ordering::SeqCst);
    let (reading, mut writing) = connection.split();
    let mut question = String::new();
    let mut reading = BufReader::new(reading);
    if reading.read_line(&mut question).await? == 0 {
        return Ok(());
    }
    let now = seen.now.fetch_add(1, Ordering::SeqCst) + 1;
    seen.most.fetch_max(now, Ordering::SeqCst);
    seen.questions.lock().unwrap_or_else(PoisonError::into_inner).push(question.trim_end().to_owned());
    let answered = answer(&mut reading, &mut writing, manner).await;
    seen.now.fetch_sub(1, Ordering::SeqCst);
    answered
}

async fn answer(
    reading: &mut BufReader<ReadHalf<'_>>,
    writing: &mut WriteHalf<'_>,
    manner: Manner,
) -> std::io::Result<()> {
    match manner {
        Manner::Says(text) => writing.write_all(&text).await,
        Manner::Holds(release) => {
            let mut more = String::new();
            tokio::select! {
                permit = release.acquire() => permit.map_err(std::io::Error::other)?.forget(),
                // Zero bytes: the other side hung up.
                _ = reading.read_line(&mut more) => {}
            }
            Ok(())
        }
        Manner::TalksForEver => loop {
            writing.write_all(b"org-name: Endless\n").await?;
        },
        Manner::Drips => loop {
            writing.write_all(b"org-name: Endless\n").await?;
            sleep(Duration::from_millis(50)).await;
        },
    }
}
