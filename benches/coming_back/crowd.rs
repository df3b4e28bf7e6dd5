//! Everyone comes back together: a watcher of each waffle on a separate connection, and readers who ask for each.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt;
use std::net::Ipv4Addr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tokio::task::{JoinSet, LocalSet};
use waffle_tests::rig::http::Http;

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

/// Watches a waffle; returns once the event that was missed is there, or immediately if none was. The status is 0 if
/// the server ended the connection.
async fn watch(address: String, number: i32, since: i64) -> (Option<TcpStream>, u16, Instant) {
    let connection = Http::connect(&address, Ipv4Addr::LOCALHOST).await.unwrap();
    let slug = format!("sown-{number}?since={since}");
    let Ok((mut status, mut socket, mut received)) = connection.try_upgrade(&slug).await else {
        return (None, 0, Instant::now());
    };
    while status == 101 && since == 0 && !received.windows(11).any(|part| part == b"spot_update") {
        if socket.read_buf(&mut received).await.unwrap_or_default() == 0 {
            status = 0;
        }
    }
    (Some(socket), status, Instant::now())
}

/// Reads one waffle after the other.
async fn read(address: String, next: Rc<Cell<i32>>, waffles: i32) -> Vec<(u16, Instant, Instant)> {
    let mut connection = Http::connect(&address, Ipv4Addr::LOCALHOST).await.unwrap();
    let mut answers = Vec::new();
    loop {
        let number = next.replace(next.get() + 1);
        if number > waffles {
            return answers;
        }
        let asked = Instant::now();
        let request = format!("GET /api/waffles/sown-{number} HTTP/1.1\r\nhost: bench\r\n\r\n");
        let status = connection.ask(request.as_bytes()).await.expect("an answer").status;
        answers.push((status, asked, Instant::now()));
    }
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
