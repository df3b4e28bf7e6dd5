//! The buyers: 64 connections on one thread. It shares the machine with the servers, so it does as little as it can.

use std::{
    cell::Cell,
    fmt,
    io::Write as _,
    rc::Rc,
    time::{Duration, Instant},
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    task::{JoinSet, LocalSet},
};

use crate::contender::Contender;

const CONNECTIONS: usize = 64;
/// How many different handles the buyers use.
const HANDLES: u64 = 5_000;

/// Spots to claim, each once: the first spot of every waffle, then the second, and so on.
pub(crate) struct Targets {
    waffles: Vec<String>,
    spots: u64,
    next: Cell<u64>,
}

impl Targets {
    pub(crate) fn new(waffles: Vec<String>, spots: u32) -> Rc<Self> {
        Rc::new(Self { waffles, spots: spots.into(), next: Cell::new(0) })
    }

    fn take(&self) -> Option<(&str, u64, u64)> {
        let turn = self.next.replace(self.next.get() + 1);
        let (number, waffle) = (turn / self.waffles.len() as u64, turn % self.waffles.len() as u64);
        let waffle = &self.waffles[usize::try_from(waffle).unwrap()];
        (number < self.spots).then_some((waffle, number + 1, turn % HANDLES))
    }
}

/// What a run measured.
pub(crate) struct Figures {
    took: Duration,
    used: Duration,
    /// Ascending, in microseconds.
    latencies: Vec<u32>,
}

impl Figures {
    /// Claims per second.
    pub(crate) fn rate(&self) -> f64 {
        self.latencies.len() as f64 / self.took.as_secs_f64()
    }

    fn percentile(&self, percent: usize) -> f64 {
        let place = self.latencies.len() * percent / 100;
        self.latencies.get(place).map_or(0.0, |micros| f64::from(*micros) / 1_000.0)
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rate, p50, p99) = (self.rate(), self.percentile(50), self.percentile(99));
        let cost = self.used.as_micros() as f64 / self.latencies.len() as f64;
        write!(f, "{rate:>7.0} claims/s, p50 {p50:>6.2} ms, p99 {p99:>6.2} ms, {cost:>4.0} µs of processor per claim")
    }
}

/// Claims for `time`, or until nothing is left. Panics unless every claim is granted.
pub(crate) async fn run(contender: &Contender, targets: &Rc<Targets>, time: Duration) -> Figures {
    let address = contender.address.clone();
    let (targets, before) = (Rc::clone(targets), contender.used());
    let (took, latencies) = LocalSet::new()
        .run_until(async move {
            let mut connections = Vec::new();
            for _ in 0..CONNECTIONS {
                let connection = TcpStream::connect(&address).await.unwrap();
                connection.set_nodelay(true).unwrap();
                connections.push(connection);
            }
            let begun = Instant::now();
            let mut buyers = JoinSet::new();
            for connection in connections {
                let targets = Rc::clone(&targets);
                buyers.spawn_local(async move { buy(connection, &targets, begun, time).await });
            }
            let mut latencies = buyers.join_all().await.concat();
            let took = begun.elapsed();
            latencies.sort_unstable();
            (took, latencies)
        })
        .await;
    Figures { took, used: contender.used().saturating_sub(before), latencies }
}

async fn buy(mut connection: TcpStream, targets: &Targets, begun: Instant, time: Duration) -> Vec<u32> {
    let (mut latencies, mut body, mut request, mut answer) = (Vec::new(), Vec::new(), Vec::new(), vec![0; 4_096]);
    let mut now = Instant::now();
    while now.duration_since(begun) < time
        && let Some((waffle, number, buyer)) = targets.take()
    {
        body.clear();
        request.clear();
        write!(body, r#"{{"waffle_id":"{waffle}","spots":[{number}],"social_handle":"buyer{buyer}"}}"#).unwrap();
        let length = body.len();
        write!(
            request,
            "POST /api/claims HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\n\r\n"
        )
        .unwrap();
        request.extend_from_slice(&body);
        connection.write_all(&request).await.unwrap();
        read(&mut connection, &mut answer).await;
        let answered = Instant::now();
        latencies.push(u32::try_from(answered.duration_since(now).as_micros()).unwrap());
        now = answered;
    }
    latencies
}

/// Reads one response, which must be a 200.
async fn read(connection: &mut TcpStream, answer: &mut [u8]) {
    let mut length = 0;
    loop {
        let more = connection.read(&mut answer[length..]).await.unwrap();
        assert!(more > 0, "the server closed a connection");
        length += more;
        let text = &answer[..length];
        let Some(head) = text.windows(4).position(|end| end == b"\r\n\r\n") else { continue };
        assert!(text.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(text));
        if length >= head + 4 + content_length(&text[..head]) {
            return;
        }
    }
}

fn content_length(head: &[u8]) -> usize {
    const NAME: &[u8] = b"content-length: ";
    let place = head.windows(NAME.len()).position(|name| name.eq_ignore_ascii_case(NAME)).expect("a length");
    let digits = head[place + NAME.len()..].iter().take_while(|byte| byte.is_ascii_digit());
    digits.fold(0, |length, digit| length * 10 + usize::from(digit - b'0'))
}
