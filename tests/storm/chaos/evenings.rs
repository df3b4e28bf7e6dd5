//! Whole evenings in parallel with the crowd of `make chaos`: a seller sells a small waffle, changes its title, merges
//! two handles of a buyer, and deletes it, picks its winner, or locks a draw, whose beacon may be late or lie. Each
//! step is repeated until its outcome is known; in the end, every server has to show what was acknowledged, and someone
//! who watches has seen it all.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{StreamExt, stream};
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IndexedRandom};
use reqwest::RequestBuilder;
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};
use waffle_beacon::local::LocalBeacon;
use waffle_beacon::local::manners::Manner;
use waffle_store::pools::PgConnectOptions;
use waffle_tests::PASSWORD;

use crate::api::{Api, Board, Seller};
use crate::arena::{self, SIDE_BY_SIDE};
use crate::draws;
use crate::evidence::Spot;
use crate::history::Terms;
use crate::judge::judge_watchers;
use crate::watcher::Watcher;

const SPOTS: u32 = 10;
/// The one that wins where no draw decides.
const WINNER: i32 = 3;
/// How long a step may take to become known, and each server to show the end.
const PATIENCE: Duration = Duration::from_mins(1);
/// A draw is at least this far away. None is locked later than that before the end.
const DELAY: Duration = Duration::from_secs(30);

/// How an evening ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Deleted,
    Picked,
    Locked,
}

/// A waffle whose evening is over.
pub(super) struct Evening {
    board: Board,
    title: String,
    end: End,
    /// Unless it is deleted.
    watcher: Option<Watcher>,
    /// By their numbers, from 1.
    handles: Vec<String>,
}

impl Evening {
    /// Compares what a server shows with what was acknowledged. The error says what differs.
    async fn compare(&self, api: &Api) -> Result<(), String> {
        let answer = api.get(&format!("/api/waffles/{}/spots", self.board.slug)).send().await;
        let answer = answer.map_err(|error| error.to_string())?;
        match (self.end, answer.status().as_u16()) {
            (End::Deleted, 404) => return Ok(()),
            (End::Picked | End::Locked, 200) => {}
            (_, status) => return Err(format!("status {status}")),
        }
        let spots: Vec<Spot> = answer.json().await.map_err(|error| error.to_string())?;
        let winners = spots.iter().filter(|spot| spot.status == "winner").map(|spot| spot.number).collect::<Vec<_>>();
        let won = if self.end == End::Picked { winners == [WINNER] } else { winners.len() == 1 };
        let right = |(spot, handle): (&Spot, &String)| {
            ["winner", "loser"].contains(&&*spot.status) && spot.claimed_by_handle.as_ref() == Some(handle)
        };
        let all_right = won && spots.len() == self.handles.len() && spots.iter().zip(&self.handles).all(right);
        if !all_right {
            return Err(format!("{:?} instead of {spots:?}", self.handles));
        }
        let answer = api.get(&format!("/api/waffles/{}", self.board.slug)).send().await;
        let shown: Value = answer.map_err(|error| error.to_string())?.json().await.unwrap_or_default();
        if shown["title"] == self.title { Ok(()) } else { Err(format!("the title is {}", shown["title"])) }
    }
}

/// A seller's session at all servers, which is used at any of them.
struct Anywhere {
    at: Vec<Seller>,
    rng: StdRng,
}

impl Anywhere {
    /// Repeats a request until it is known to be done; returns its answer, or `None` if an earlier try did it.
    async fn until_done(&mut self, request: impl Fn(&Seller) -> RequestBuilder, done_already: &[u16]) -> Option<Value> {
        let (begun, mut unsure, mut path) = (Instant::now(), false, String::new());
        loop {
            let seller = self.at.choose(&mut self.rng).unwrap();
            let answer = match request(seller).send().await {
                Ok(response) => {
                    path = response.url().path().to_owned();
                    (response.status().as_u16(), response.json::<Value>().await.unwrap_or_default())
                }
                Err(_) => (0, Value::Null),
            };
            match answer.0 {
                200 | 201 if !answer.1.is_null() => return Some(answer.1),
                0 | 200 | 201 => unsure = true,
                503 => unsure |= answer.1["code"] == "outcome_unknown",
                // A server whose clock is behind locks no draw.
                409 if answer.1["code"] == "too_late" => {}
                status if unsure && done_already.contains(&status) => return None,
                _ => panic!("{path}: {answer:?}"),
            }
            assert!(begun.elapsed() < PATIENCE, "{path}: not done within {PATIENCE:?}: {answer:?}");
            sleep(Duration::from_millis(self.rng.random_range(50..200))).await;
        }
    }

    async fn create(&mut self, title: &str) -> Board {
        let body = json!({"title": title, "total_spots": SPOTS, "spot_price": 2_500});
        // One that was made without an answer stays empty.
        let made = self.until_done(|seller| seller.post("/api/admin/waffles").json(&body), &[]).await.unwrap();
        let text = |name: &str| made[name].as_str().unwrap().to_owned();
        let path = format!("/api/waffles/{}/spots", text("slug"));
        let spots = self.until_done(|seller| seller.get(&path), &[]).await.unwrap();
        let ids = spots.as_array().unwrap().iter().map(|spot| spot["id"].as_i64().unwrap()).collect();
        Board { id: text("id"), slug: text("slug"), ids }
    }

    async fn evening(&mut self, title: &str, end: End) -> Evening {
        let board = self.create(title).await;
        let watcher = if end == End::Deleted {
            None
        } else {
            let at = self.at.choose(&mut self.rng).unwrap().api();
            Some(Watcher::start(title, at, &board.slug, Some(0)).await)
        };
        let path = |rest: &str| format!("/api/admin/waffles/{}{rest}", board.id);
        let edited = format!("{title}, edited");
        let body = json!({"title": edited});
        self.until_done(|seller| seller.patch(&path("")).json(&body), &[]).await;
        let name = |buyer: i64| format!("{}-{buyer}", title.replace(' ', "-").to_lowercase());
        let mut handles = Vec::new();
        for (number, id) in (1..).zip(&board.ids) {
            handles.push(name(number % 4));
            let body = json!({"social_handle": name(number % 4), "spots": [number]});
            self.until_done(|seller| seller.post(&path("/assign")).json(&body), &[409]).await;
            self.until_done(|seller| seller.post(&format!("/api/admin/spots/{id}/pay")), &[409]).await;
        }
        let merge = format!("/api/admin/users/{}/merge", name(0));
        let body = json!({"into": name(1), "dry_run": false});
        self.until_done(|seller| seller.post(&merge).json(&body), &[]).await;
        for handle in handles.iter_mut().filter(|handle| **handle == name(0)) {
            *handle = name(1);
        }
        match end {
            End::Deleted => {
                let body = json!({"confirmation": "DELETE", "password": PASSWORD});
                self.until_done(|seller| seller.delete(&path("")).json(&body), &[404]).await;
            }
            End::Picked => {
                let body = json!({"winning_spot_numbers": [WINNER]});
                self.until_done(|seller| seller.post(&path("/winner")).json(&body), &[409]).await;
            }
            End::Locked => {
                let body = json!({"delay_seconds": DELAY.as_secs(), "one_win_per_handle": board.ids[0] % 2 == 0});
                self.until_done(|seller| seller.post(&path("/draws")).json(&body), &[409]).await;
            }
        }
        Evening { board, title: edited, end, watcher, handles }
    }
}

/// Begins evenings of several sellers, one after the other each, which go on until this time.
pub(super) fn begin(
    seller: &Seller,
    apis: &[Api],
    beacon: &Arc<LocalBeacon>,
    first: u64,
    until: Instant,
) -> JoinSet<Vec<Evening>> {
    let mut sellers = JoinSet::new();
    for me in first..first + 3 {
        let rng = StdRng::seed_from_u64(2_000_000 + me);
        let mut desk = Anywhere { at: apis.iter().map(|api| seller.at(api)).collect(), rng };
        let beacon = Arc::clone(beacon);
        sellers.spawn(async move {
            let mut evenings = Vec::new();
            while Instant::now() < until {
                let late = Instant::now() + DELAY + Duration::from_secs(5) > until;
                let ends: &[End] =
                    if late { &[End::Deleted, End::Picked] } else { &[End::Deleted, End::Picked, End::Locked] };
                let end = *ends.choose(&mut desk.rng).unwrap();
                evenings.push(desk.evening(&format!("Evening {me} {}", evenings.len()), end).await);
                beacon.behave(if desk.rng.random_bool(0.5) { Manner::Honest } else { dishonest(&mut desk.rng) });
                sleep(Duration::from_millis(desk.rng.random_range(0..2_000))).await;
            }
            evenings
        });
    }
    sellers
}

fn dishonest(rng: &mut StdRng) -> Manner {
    let all = [Manner::Silent, Manner::Status(500), Manner::WrongSignature, Manner::RoundBefore];
    let more = [Manner::RoundBeforeRenamed, Manner::WrongRandomness, Manner::HangsUp, Manner::Slow];
    [all, more].as_flattened().choose(rng).unwrap().clone()
}

/// Waits for the evenings, and compares what each server shows with what was acknowledged; returns how they ended.
pub(super) async fn acquit(
    evenings: JoinSet<Vec<Evening>>,
    apis: &[Api],
    beacon: &LocalBeacon,
    database: &PgConnectOptions,
) -> BTreeSet<String> {
    let mut all: Vec<Evening> = evenings.join_all().await.into_iter().flatten().collect();
    beacon.behave(Manner::Honest);
    let count = |end| all.iter().filter(|evening| evening.end == end).count();
    let [deleted, picked, drawn] = [End::Deleted, End::Picked, End::Locked].map(count);
    let each = all.iter_mut().map(async |evening| {
        for api in apis {
            let begun = Instant::now();
            while let Err(difference) = evening.compare(api).await {
                let slug = &evening.board.slug;
                assert!(begun.elapsed() < PATIENCE, "{slug}, {:?}, at {}: {difference}", evening.end, api.address());
                sleep(Duration::from_millis(100)).await;
            }
        }
        let Some(watcher) = evening.watcher.take() else { return };
        let mut history = arena::history(database, apis, &evening.board, Terms::default()).await;
        history.watchers.push(watcher.until(history.log.last().map_or(0, |event| event.seq)).await);
        let mut found = judge_watchers(&history);
        if evening.end == End::Locked {
            found.extend(draws::violations(&apis[0], &evening.board, beacon, history).await);
        }
        assert!(found.is_empty(), "{}: {found:#?}", evening.board.slug);
    });
    stream::iter(each).buffered(SIDE_BY_SIDE).collect::<()>().await;
    let all = deleted + picked + drawn;
    println!("{all} waffles edited, {all} handles merged, {deleted} waffles deleted, {picked} picked, {drawn} drawn");
    let ended = [(deleted, "deleted"), (picked, "picked"), (drawn, "drawn")].into_iter();
    ended.filter(|(times, _)| *times > 0).map(|(_, end)| format!("evening {end}")).collect()
}
