//! Buyers in a closed loop: each sends its next request when the last one is answered.

use std::{
    cell::{Cell, RefCell},
    fmt,
    io::Write as _,
    net::Ipv4Addr,
    rc::Rc,
    time::{Duration, Instant},
};

use tokio::task::{JoinSet, LocalSet};
use uuid::Uuid;

use super::{http::Http, latencies::Latencies, process::Used, seller::Waffle, server::Server};

/// How many different handles the buyers use.
const HANDLES: u64 = 5_000;
/// How the answer begins to a claim of any spots where none is left. It has cost next to nothing, so it doesn't count.
const SOLD_OUT: &[u8] = br#"{"claimed_count":0,"#;

/// Spots to claim, each once: the first spot of every waffle, then the second, and so on.
pub struct Targets {
    waffles: Vec<Waffle>,
    next: Cell<u64>,
}

impl Targets {
    pub fn new(waffles: &[Waffle]) -> Rc<Self> {
        Rc::new(Self { waffles: waffles.to_vec(), next: Cell::new(0) })
    }

    /// Writes the claim of the next spot. Returns `None` when all were asked for.
    pub fn write(&self, request: &mut Vec<u8>) -> Option<usize> {
        let turn = self.next.replace(self.next.get() + 1);
        let (number, place) = (turn / self.waffles.len() as u64, turn % self.waffles.len() as u64);
        let waffle = &self.waffles[usize::try_from(place).unwrap()];
        let (id, number, buyer) = (&waffle.id, number + 1, turn % HANDLES);
        (number <= waffle.spots.into()).then(|| {
            let body = format!(r#"{{"waffle_id":"{id}","spots":[{number}],"social_handle":"buyer{buyer}"}}"#);
            post(request, "/api/claims", &body);
            0
        })
    }
}

pub fn post(request: &mut Vec<u8>, path: &str, body: &str) {
    post_with(request, path, "", body);
}

/// Writes a request with its own key, as browsers send it.
pub fn post_keyed(request: &mut Vec<u8>, path: &str, body: &str) {
    post_with(request, path, &format!("idempotency-key: {}\r\n", Uuid::new_v4()), body);
}

fn post_with(request: &mut Vec<u8>, path: &str, field: &str, body: &str) {
    let length = body.len();
    write!(
        request,
        "POST {path} HTTP/1.1\r\nhost: bench\r\naccept-encoding: gzip, deflate, br\r\n{field}\
         content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    )
    .unwrap();
}

pub fn get(request: &mut Vec<u8>, path: &str) {
    write!(request, "GET {path} HTTP/1.1\r\nhost: bench\r\naccept-encoding: gzip, deflate, br\r\n\r\n").unwrap();
}

/// How many ask, for how long at most, and what every answer has to be.
#[derive(Clone, Copy)]
pub struct Load {
    pub connections: usize,
    pub time: Duration,
    pub status: u16,
}

/// What a run measured.
pub struct Figures {
    pub took: Duration,
    pub used: Used,
    /// By kind of request.
    pub kinds: Vec<Latencies>,
    /// Bytes of the answers' bodies.
    pub bytes: u64,
}

impl Figures {
    pub fn all(&self) -> Latencies {
        Latencies::merge(self.kinds.clone())
    }

    fn count(&self) -> f64 {
        self.kinds.iter().map(Latencies::count).sum::<usize>() as f64
    }

    /// Returns answers per second.
    pub fn rate(&self) -> f64 {
        self.count() / self.took.as_secs_f64()
    }

    /// Returns the CPU time for each answer, in microseconds: the server's, and PostgreSQL's.
    pub fn cost(&self) -> (f64, f64) {
        let each = |time: Duration| time.as_secs_f64() * 1e6 / self.count();
        (each(self.used.server), each(self.used.postgres))
    }

    pub fn body(&self) -> f64 {
        self.bytes as f64 / self.count()
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ((server, postgres), share) = (self.cost(), self.used.load_share());
        write!(f, "{:>7.0}/s, {}, CPU each: server {server:>4.0} µs, ", self.rate(), self.all())?;
        write!(f, "PostgreSQL {postgres:>4.0} µs; buyers {share:>2.0} % of all")
    }
}

impl Load {
    /// Claims the targets.
    pub async fn claim(self, server: &Server, targets: &Rc<Targets>) -> Figures {
        let targets = Rc::clone(targets);
        self.run(server, move |request| targets.write(request)).await
    }

    /// Reads a path again and again.
    pub async fn read(self, server: &Server, path: &str) -> Figures {
        let mut asked = Vec::new();
        get(&mut asked, path);
        self.repeat(server, asked).await
    }

    /// Sends a request again and again.
    pub async fn repeat(self, server: &Server, asked: Vec<u8>) -> Figures {
        let next = move |request: &mut Vec<u8>| {
            request.extend_from_slice(&asked);
            Some(0)
        };
        self.run(server, next).await
    }

    /// Sends the requests that `next` writes, until the time has passed, it returns `None`, or nothing is left to
    /// claim. Otherwise it returns the request's kind, a small number.
    pub async fn run<N>(self, server: &Server, next: N) -> Figures
    where
        N: FnMut(&mut Vec<u8>) -> Option<usize> + 'static,
    {
        let next = Rc::new(RefCell::new(next));
        let work = LocalSet::new();
        let (took, used, outcomes) = work
            .run_until(async move {
                let mut connections = Vec::new();
                for _ in 0..self.connections {
                    connections.push(Http::connect(&server.address, Ipv4Addr::LOCALHOST).await.unwrap());
                }
                let (begun, before) = (Instant::now(), server.used());
                let mut buyers = JoinSet::new();
                for connection in connections {
                    buyers.spawn_local(self.ask(connection, Rc::clone(&next), begun));
                }
                let outcomes = buyers.join_all().await;
                (begun.elapsed(), server.used().since(before), outcomes)
            })
            .await;
        let count = outcomes.iter().map(|(kinds, _)| kinds.len()).max().unwrap_or_default();
        let of_kind = |kind: usize| {
            Latencies::merge(outcomes.iter().filter_map(|(kinds, _): &(Vec<Latencies>, u64)| kinds.get(kind).cloned()))
        };
        let kinds = (0..count).map(of_kind).collect();
        Figures { took, used, kinds, bytes: outcomes.iter().map(|(_, bytes)| bytes).sum() }
    }

    async fn ask<N>(self, mut connection: Http, next: Rc<RefCell<N>>, begun: Instant) -> (Vec<Latencies>, u64)
    where
        N: FnMut(&mut Vec<u8>) -> Option<usize>,
    {
        let (mut kinds, mut bytes, mut request, mut now) = (Vec::<Latencies>::new(), 0, Vec::new(), Instant::now());
        while now.duration_since(begun) < self.time {
            request.clear();
            let Some(kind) = next.borrow_mut()(&mut request) else { break };
            let answer = connection.ask(&request).await.expect("an answer");
            assert_eq!(answer.status, self.status, "{}", String::from_utf8_lossy(answer.body));
            if answer.body.starts_with(SOLD_OUT) {
                break;
            }
            bytes += answer.body.len() as u64;
            let answered = Instant::now();
            if kinds.len() <= kind {
                kinds.resize_with(kind + 1, Latencies::default);
            }
            kinds[kind].push(answered.duration_since(now));
            now = answered;
        }
        (kinds, bytes)
    }
}
