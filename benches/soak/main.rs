//! An evening that does not end: 300 claims a second, as browsers send them, in front of 2,000 watchers who come and
//! go, on boards that sellers open one after the other. What the server holds has to stay the same: memory, open
//! files, connections to the database.
//!
//! `cargo bench -p waffle-tests --bench soak`, for `WAFFLE_SOAK_SECONDS` (3600).

#![expect(clippy::unwrap_used, reason = "a benchmark stops at the first failure")]
#![expect(clippy::cast_precision_loss, reason = "numbers for people")]

mod chart;

use std::cell::{Cell, RefCell};
use std::fs;
use std::net::Ipv4Addr;
use std::rc::Rc;
use std::time::Duration;

use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IndexedRandom};
use sqlx::{Connection, PgConnection};
use tokio::task::LocalSet;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep};
use waffle_tests::rig::{self, verdict};

use chart::{Moment, print};
use rig::{claims::post_keyed, crowd::Crowd, http::Http, latencies::Latencies};
use rig::{seller::Seller, seller::Waffle, server::Server, stage::Stage};

const CLAIMS_PER_SECOND: u64 = 300;
/// How many send them in turns.
const BUYERS: u64 = 30;
/// Watchers come and go in groups, each of one board.
const GROUPS: u64 = 40;
const GROUP: usize = 50;
/// How long a group watches at least and at most, in milliseconds.
const STAYS: std::ops::Range<u64> = 5_000..60_000;
/// The boards that are open at the same time. One that is sold out makes room for another.
const OPEN: usize = 10;
const SPOTS: u32 = 2_000;
/// The server's state is noted this often in all.
const MOMENTS: u32 = 120;
/// How much more memory the last quarter may take than the second, in per cent.
const GROWTH: f64 = 5.0;

/// The open boards, each with the number of its next spot.
struct Evening {
    server: Server,
    seller: Rc<Seller>,
    boards: RefCell<Vec<(Waffle, u32)>>,
    over: Cell<bool>,
    claims: Cell<u64>,
    latencies: RefCell<Vec<Latencies>>,
    rng: RefCell<StdRng>,
}

impl Evening {
    /// Writes a claim of the next spot of any board. Returns whether it was the last one: then the board is not open
    /// any more.
    fn claim(&self, request: &mut Vec<u8>) -> bool {
        let (mut boards, mut rng) = (self.boards.borrow_mut(), self.rng.borrow_mut());
        let place = rng.random_range(0..boards.len());
        let (waffle, next) = &mut boards[place];
        let (id, number, buyer) = (&waffle.id, *next, self.claims.get());
        *next += 1;
        self.claims.set(buyer + 1);
        let body = format!(r#"{{"waffle_id":"{id}","spots":[{number}],"social_handle":"buyer{buyer}"}}"#);
        post_keyed(request, "/api/claims", &body);
        let sold_out = number == SPOTS;
        if sold_out {
            boards.swap_remove(place);
        }
        sold_out
    }

    /// Claims at an even pace.
    async fn buy(&self, first: Duration) {
        sleep(first).await;
        let mut connection = Http::connect(&self.server.address, Ipv4Addr::LOCALHOST).await.unwrap();
        let mut pace = interval(Duration::from_micros(1_000_000 * BUYERS / CLAIMS_PER_SECOND));
        pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (mut request, mut latencies) = (Vec::new(), Latencies::default());
        while !self.over.get() {
            pace.tick().await;
            request.clear();
            let sold_out = self.claim(&mut request);
            let begun = Instant::now();
            let answer = connection.ask(&request).await.unwrap();
            assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(answer.body));
            latencies.push(begun.elapsed());
            if sold_out {
                let waffle = self.seller.sell(SPOTS).await;
                self.boards.borrow_mut().push((waffle, 1));
            }
        }
        self.latencies.borrow_mut().push(latencies);
    }

    /// A group of watchers, then the next one; returns how many messages they got, and how many were cut off.
    async fn watch(&self) -> (u64, u64) {
        let (mut messages, mut lost) = (0, 0);
        while !self.over.get() {
            let slug = self.boards.borrow().choose(&mut *self.rng.borrow_mut()).unwrap().0.slug.clone();
            let end = Instant::now() + Duration::from_millis(self.rng.borrow_mut().random_range(STAYS));
            let crowd = Crowd::watching(&self.server.address, &slug, GROUP).await;
            while Instant::now() < end && !self.over.get() {
                sleep(Duration::from_millis(200)).await;
            }
            messages += crowd.messages();
            lost += crowd.lost();
            // Its thread ends within its rest.
            tokio::task::spawn_blocking(|| drop(crowd)).await.unwrap();
        }
        (messages, lost)
    }

    async fn moment(&self, at: Duration, database: &mut PgConnection) -> Moment {
        let id = self.server.id();

        let sessions = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'waffle'";
        let connections: i64 = sqlx::query_scalar(sessions).fetch_one(database).await.unwrap();
        Moment {
            minutes: at.as_secs_f64() / 60.0,
            megabytes: self.server.megabytes(),
            files: fs::read_dir(format!("/proc/{id}/fd")).map_or(0, Iterator::count),
            connections,
            claims: self.claims.get(),
        }
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    rig::raise_open_files();
    let lasting = Duration::from_secs(rig::number("WAFFLE_SOAK_SECONDS", 3_600));
    let stage = Stage::set().await;
    let server = Server::start(&stage, "soak", &[]).await;
    let seller = Seller::sign_in(&server).await;
    let boards = seller.sell_many(OPEN, SPOTS).await.into_iter().map(|waffle| (waffle, 1)).collect();
    let evening = Rc::new(Evening {
        server,
        seller,
        boards: RefCell::new(boards),
        over: Cell::default(),
        claims: Cell::default(),
        latencies: RefCell::default(),
        rng: RefCell::new(StdRng::seed_from_u64(1)),
    });
    let mut database = PgConnection::connect(&stage.url("soak")).await.unwrap();
    let (begun, before) = (Instant::now(), evening.server.used());
    let work = LocalSet::new();
    let moments = work
        .run_until(async {
            let buyers: Vec<_> = (0..BUYERS)
                .map(|buyer| {
                    let evening = Rc::clone(&evening);
                    let first = Duration::from_micros(1_000_000 * buyer / CLAIMS_PER_SECOND);
                    tokio::task::spawn_local(async move { evening.buy(first).await })
                })
                .collect();
            let groups: Vec<_> = (0..GROUPS)
                .map(|_| {
                    let evening = Rc::clone(&evening);
                    tokio::task::spawn_local(async move { evening.watch().await })
                })
                .collect();
            let mut moments = Vec::new();
            while begun.elapsed() < lasting {
                sleep(lasting / MOMENTS).await;
                moments.push(evening.moment(begun.elapsed(), &mut database).await);
            }
            evening.over.set(true);
            for buyer in buyers {
                buyer.await.unwrap();
            }
            let (mut messages, mut lost) = (0, 0);
            for group in groups {
                let (got, cut) = group.await.unwrap();
                (messages, lost) = (messages + got, lost + cut);
            }
            println!("{messages} messages to watchers, {lost} watchers cut off");
            moments
        })
        .await;
    let (took, used) = (begun.elapsed(), evening.server.used().since(before));
    let latencies = Latencies::merge(evening.latencies.take());
    println!(
        "{} claims in {took:.0?} ({:.0}/s), {latencies}",
        latencies.count(),
        latencies.count() as f64 / took.as_secs_f64()
    );
    println!("CPU: server {:.0?}, PostgreSQL {:.0?}", used.server, used.postgres);
    let (early, late) = print(&moments);
    let growth = 100.0 * (late / early - 1.0);
    println!(
        "memory {early:.1} MB in the second quarter, {late:.1} MB in the last one ({growth:+.1} %): {}",
        verdict(growth < GROWTH)
    );
    drop(database);
    drop(Rc::into_inner(evening));
    stage.clear().await;
}
