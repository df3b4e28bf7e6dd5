//! Everyone comes back together: a watcher of each waffle on a separate connection, and readers who ask for each.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::{JoinSet, LocalSet};

/// On how many connections readers ask for the waffles, one after the other.
const READERS: usize = 256;

/// What was asked, how it was answered, and how long after the server began to listen.
#[derive(Default)]
pub(crate) struct Back {
    watchers: Answers,
    readers: Answers,
}

/// When each was answered, and with which status.
#[derive(Default)]
struct Answers {
    after: Vec<Duration>,
    /// How long readers on an open connection waited.
    waited: Vec<Duration>,
    statuses: BTreeMap<u16, usize>,
}

/// Opens a socket for each waffle, and reads each, all at the same time.
pub(crate) async fn come_back(address: &str, waffles: i32, since: i64) -> Back {
    let begun = Instant::now();
    LocalSet::new()
        .run_until(async {
            let (mut watchers, mut readers) = (JoinSet::new(), JoinSet::new());
            for number in 1..=waffles {
                watchers.spawn_local(watch(address.to_owned(), number, since));
            }
            let next = Rc::new(Cell::new(1));
            for _ in 0..READERS {
                readers.spawn_local(read(address.to_owned(), Rc::clone(&next), waffles));
            }
            let mut back = Back::default();
            let mut sockets = Vec::new();
            while let Some(Ok((socket, status, came))) = watchers.join_next().await {
                sockets.push(socket);
                back.watchers.note(status, came.duration_since(begun), None);
            }
            while let Some(Ok(answers)) = readers.join_next().await {
                for (status, asked, came) in answers {
                    back.readers.note(status, came.duration_since(begun), Some(came.duration_since(asked)));
                }
            }
            back
        })
        .await
}

/// Watches a waffle; returns once the event that was missed is there, or immediately if none was.
async fn watch(address: String, number: i32, since: i64) -> (TcpStream, u16, Instant) {
    let mut socket = TcpStream::connect(&address).await.unwrap();
    let request = format!(
        "GET /ws/sown-{number}?since={since} HTTP/1.1\r\nhost: bench\r\nconnection: upgrade\r\n\
         upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    socket.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::with_capacity(1_024);
    loop {
        if socket.read_buf(&mut answer).await.unwrap_or_default() == 0 {
            return (socket, 0, Instant::now());
        }
        let Some((head, body)) = parts(&answer) else { continue };
        let status = status(head);
        if status != 101 || since > 0 || body.windows(11).any(|part| part == b"spot_update") {
            return (socket, status, Instant::now());
        }
    }
}

/// Reads one waffle after the other.
async fn read(address: String, next: Rc<Cell<i32>>, waffles: i32) -> Vec<(u16, Instant, Instant)> {
    let mut connection = TcpStream::connect(&address).await.unwrap();
    let mut answers = Vec::new();
    loop {
        let number = next.replace(next.get() + 1);
        if number > waffles {
            return answers;
        }
        let asked = Instant::now();
        let request = format!("GET /api/waffles/sown-{number} HTTP/1.1\r\nhost: bench\r\n\r\n");
        connection.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::with_capacity(2_048);
        let status = loop {
            assert!(connection.read_buf(&mut answer).await.unwrap() > 0, "the server closed a connection");
            if let Some((head, body)) = parts(&answer)
                && body.len() >= content_length(head)
            {
                break status(head);
            }
        };
        answers.push((status, asked, Instant::now()));
    }
}

fn parts(answer: &[u8]) -> Option<(&str, &[u8])> {
    let end = answer.windows(4).position(|end| end == b"\r\n\r\n")?;
    Some((str::from_utf8(&answer[..end]).ok()?, &answer[end + 4..]))
}

fn status(head: &str) -> u16 {
    head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default()
}

fn content_length(head: &str) -> usize {
    let lines = head.lines().filter_map(|line| line.split_once(": "));
    let mut lengths = lines.filter(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    lengths.next().map_or(0, |(_, length)| length.parse().unwrap())
}

impl Answers {
    fn note(&mut self, status: u16, after: Duration, waited: Option<Duration>) {
        self.after.push(after);
        self.waited.extend(waited);
        *self.statuses.entry(status).or_default() += 1;
    }
}

impl fmt::Display for Answers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = |times: &[Duration], percent: usize| {
            let mut times = times.to_vec();
            times.sort_unstable();
            times.get((times.len() * percent / 100).min(times.len().saturating_sub(1))).copied().unwrap_or_default()
        };
        write!(f, "half after {:.2?}, 99 % after {:.2?}", of(&self.after, 50), of(&self.after, 99))?;
        write!(f, ", all after {:.2?}", of(&self.after, 100))?;
        if !self.waited.is_empty() {
            write!(f, "; waited {:.2?} at most", of(&self.waited, 100))?;
        }
        write!(f, "; answers by status {:?}", self.statuses)
    }
}

impl fmt::Display for Back {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "watchers: {}\nreaders: {}", self.watchers, self.readers)
    }
}
