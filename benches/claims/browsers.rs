//! Claims as browsers send them, while boards change in every other way too: each with a key and all header fields, by
//! a handle that is new to the board, on boards with a cap and a deadline; one in five for a spot that another buyer
//! has just asked for. One spot in ten is given back, and one in five marked paid.

use std::{
    cell::{Cell, RefCell},
    collections::{HashMap, VecDeque},
    fmt::{self, Display, Formatter},
    io::Write as _,
    net::Ipv4Addr,
    rc::Rc,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tokio::task::{JoinSet, LocalSet};
use tokio::time::sleep;
use uuid::Uuid;

use crate::{
    Bench, SPREAD,
    contest::{in_turns, judge, judge_slowest},
    pgbench::{Floor, Pgbench, best},
    rig::{
        claims::post,
        http::{Http, field},
        latencies::Latencies,
        process::Used,
        seller::{Seller, Waffle},
    },
};

const SPOTS: u32 = 10_000;
const BROWSERS: usize = 64;
/// How many connections give spots back and mark spots paid.
const CHANGING: usize = 16;

/// What a buyer's browser sends besides the claim.
const BROWSER: &str = "user-agent: Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, \
    like Gecko) Mobile/15E148 Instagram 402.0.0.23.74\r\naccept: */*\r\naccept-language: en-US,en;q=0.9\r\n\
    accept-encoding: gzip, deflate, br\r\norigin: http://bench\r\nreferer: http://bench/waffle/board\r\n\
    sec-fetch-site: same-origin\r\nsec-fetch-mode: cors\r\nsec-fetch-dest: empty\r\n";

/// The boards, and what is still to be done on them.
struct Market {
    waffles: Vec<Waffle>,
    /// The id of each spot, by waffle and number.
    spots: HashMap<(usize, u64), i64>,
    turn: Cell<u64>,
    /// Requests that other connections send while claims go on.
    changes: RefCell<VecDeque<Vec<u8>>>,
    over: Cell<bool>,
}

/// What a run reached.
pub(crate) struct Evening {
    took: Duration,
    used: Used,
    claims: Latencies,
    granted: usize,
    changed: usize,
}

impl Evening {
    /// Returns the granted claims per second.
    fn rate(&self) -> f64 {
        self.per_second(self.granted)
    }

    fn per_second(&self, count: usize) -> f64 {
        count as f64 / self.took.as_secs_f64()
    }
}

impl Display for Evening {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let asked = self.claims.count();
        let each = |time: Duration| time.as_secs_f64() * 1e6 / asked as f64;
        write!(
            f,
            "{:>6.0} granted/s of {:.0} asked, {:.0} changes/s, {}, CPU of each claim: server {:.0} µs, \
             PostgreSQL {:.0} µs",
            self.rate(),
            self.per_second(asked),
            self.per_second(self.changed),
            self.claims,
            each(self.used.server),
            each(self.used.postgres),
        )
    }
}

/// Measures such claims against one call per claim that leaves the same rows, and the same while nothing is given back
/// or paid, which shows what a claim costs.
pub(crate) async fn measure(bench: &Bench) {
    println!("\n## {BROWSERS} browsers, {SPREAD} waffles with a cap and a deadline, one claim in five disputed");
    let terms = json!({"max_spots_per_handle": 5, "pay_within_minutes": 60});
    let market = Rc::new(Market::open(bench, bench.seller.sell_many_on(SPREAD, SPOTS, &terms).await).await);
    let theirs = bench.seller.sell_many_on(SPREAD, SPOTS, &terms).await;
    let floor = Pgbench::new(&bench.stage, &theirs, Floor::Keyed).await.map(Rc::new);
    let clients = best(async || floor.clone()).await;
    market.evening(bench, 0).await;
    let (mut ratios, mut slowest) = (Vec::new(), Vec::new());
    for round in 1..=bench.rounds {
        let them = async || Some(floor.as_ref()?.run(clients, bench.seconds).await);
        let (us, them) = in_turns(bench, round, async || market.evening(bench, CHANGING).await, them).await;
        println!("round {round}  waffle  {us}");
        bench.stage.checkpoint().await;
        println!("         alone   {}", market.evening(bench, 0).await);
        slowest.push(us.claims.percentile(99));
        if let Some(them) = them {
            println!(
                "         floor   {:>6.0}/s, PostgreSQL {:.0} µs; ratio {:.2}",
                them.rate,
                them.cost,
                us.rate() / them.rate
            );
            ratios.push(us.rate() / them.rate);
        }
    }
    judge(&ratios, 3.5);
    judge_slowest(slowest, 10.0);
}

impl Market {
    async fn open(bench: &Bench, waffles: Vec<Waffle>) -> Self {
        let mut connection = Http::connect(&bench.server.address, Ipv4Addr::LOCALHOST).await.unwrap();
        let mut spots = HashMap::new();
        for (place, waffle) in waffles.iter().enumerate() {
            let request = format!("GET /api/waffles/{}/spots HTTP/1.1\r\nhost: bench\r\n\r\n", waffle.slug);
            let listed: Vec<Value> =
                serde_json::from_slice(connection.ask(request.as_bytes()).await.unwrap().body).unwrap();
            for spot in listed {
                spots.insert((place, spot["number"].as_u64().unwrap()), spot["id"].as_i64().unwrap());
            }
        }
        Self { waffles, spots, turn: Cell::default(), changes: RefCell::default(), over: Cell::new(false) }
    }

    /// Lets browsers claim for the usual time, while some connections give back and mark paid.
    async fn evening(self: &Rc<Self>, bench: &Bench, connections: usize) -> Evening {
        self.over.set(false);
        self.changes.borrow_mut().clear();
        let connect = async || Http::connect(&bench.server.address, Ipv4Addr::LOCALHOST).await.unwrap();
        let (mut claiming, mut changing) = (Vec::new(), Vec::new());
        for _ in 0..BROWSERS {
            claiming.push(connect().await);
        }
        for _ in 0..connections {
            changing.push(connect().await);
        }
        let work = LocalSet::new();
        work.run_until(async {
            let (begun, before) = (Instant::now(), bench.server.used());
            let until = begun + Duration::from_secs(bench.seconds);
            let (mut claims, mut changes) = (JoinSet::new(), JoinSet::new());
            for connection in claiming {
                let market = Rc::clone(self);
                let seller = Rc::clone(&bench.seller);
                claims.spawn_local(async move { market.claim(connection, &seller, until).await });
            }
            for connection in changing {
                let market = Rc::clone(self);
                changes.spawn_local(async move { market.change(connection).await });
            }
            let claimed = claims.join_all().await;
            let (took, used) = (begun.elapsed(), bench.server.used().since(before));
            self.over.set(true);
            let done = changes.join_all().await.into_iter().sum();
            let granted = claimed.iter().map(|(_, granted)| granted).sum();
            let claims = Latencies::merge(claimed.into_iter().map(|(latencies, _)| latencies));
            Evening { took, used, claims, granted, changed: done }
        })
        .await
    }

    /// Claims one spot after the other, and leaves changes of some of them to be sent by others.
    async fn claim(&self, mut connection: Http, seller: &Seller, until: Instant) -> (Latencies, usize) {
        let (mut latencies, mut granted, mut request) = (Latencies::default(), 0, Vec::new());
        while Instant::now() < until {
            let turn = self.turn.replace(self.turn.get() + 1);
            // Of five claims, four ask for a new spot each, and the fifth for the last of these.
            let fresh = turn / 5 * 4 + (turn % 5).min(3);
            let (number, place) =
                (fresh / self.waffles.len() as u64 + 1, usize::try_from(fresh).unwrap() % self.waffles.len());
            let waffle = &self.waffles[place];
            assert!(number <= waffle.spots.into(), "too few spots for such a fast server");
            request.clear();
            let (id, key) = (&waffle.id, Uuid::new_v4().simple());
            let body = format!(r#"{{"waffle_id":"{id}","spots":[{number}],"social_handle":"@New.buyer.{turn}"}}"#);
            write!(
                request,
                "POST /api/claims HTTP/1.1\r\nhost: bench\r\n{BROWSER}idempotency-key: {key}\r\n\
                 content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
                body.len()
            )
            .unwrap();
            let begun = Instant::now();
            let answer = connection.ask(&request).await.expect("an answer");
            latencies.push(begun.elapsed());
            match answer.status {
                200 => {
                    granted += 1;
                    if turn % 10 == 1 {
                        let receipt =
                            String::from_utf8_lossy(field(answer.head, "x-claim-receipt").unwrap()).into_owned();
                        let mut change = Vec::new();
                        post(
                            &mut change,
                            &format!("/api/receipts/{receipt}/give-back"),
                            &format!(r#"{{"spots":[{number}]}}"#),
                        );
                        self.changes.borrow_mut().push_back(change);
                    } else if turn % 5 == 2 {
                        let ids = json!({"spot_ids": [self.spots[&(place, number)]]});
                        let path = format!("/api/admin/waffles/{id}/spots/pay");
                        self.changes.borrow_mut().push_back(seller.request(&path, &ids).into_bytes());
                    }
                }
                status => assert!(status == 409 && turn % 5 >= 3, "{}", String::from_utf8_lossy(answer.body)),
            }
        }
        (latencies, granted)
    }

    async fn change(&self, mut connection: Http) -> usize {
        let mut changed = 0;
        while !self.over.get() {
            let next = self.changes.borrow_mut().pop_front();
            let Some(request) = next else {
                sleep(Duration::from_millis(1)).await;
                continue;
            };
            let answer = connection.ask(&request).await.expect("an answer");
            match answer.status {
                200 => changed += 1,
                status => {
                    assert_eq!(status, 503, "{}", String::from_utf8_lossy(answer.body));
                    self.changes.borrow_mut().push_back(request);
                }
            }
        }
        changed
    }
}
