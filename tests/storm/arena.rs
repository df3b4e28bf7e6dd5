//! A storm, from its preparation to its evidence.

use std::{
    env, fs,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use futures_util::{StreamExt, stream};
use serde_json::{Value, json};
use tokio::{
    task::JoinSet,
    time::{Instant, sleep},
};
use waffle_store::pools::{self, PgConnectOptions};
use waffle_test_databases::inspection;

use crate::{
    api::{Api, Board, Seller},
    crowd::{Crowd, Notes, Place, buy, sell},
    evidence::Shown,
    history::{History, Terms},
    judge::judge,
    watcher::Watcher,
};

/// How long servers get to show the last change.
const CATCH_UP: Duration = Duration::from_secs(6);
/// How long everything that is due may take to be released.
const SETTLED: Duration = Duration::from_secs(15);
/// How many boards are prepared, or read, side by side.
pub(crate) const SIDE_BY_SIDE: usize = 4;

/// Boards, watchers and a crowd at one or several servers.
pub(crate) struct Arena {
    pub(crate) place: Arc<Place>,
    pub(crate) seller: Seller,
    /// Each with the index of its board.
    pub(crate) watchers: Vec<(usize, Watcher)>,
    terms: Vec<Terms>,
    /// The number of the first buyer and of the first seller: no one uses the keys of an earlier storm.
    pub(crate) first: u64,
    /// What others than the crowd noted.
    pub(crate) noted: Notes,
    database: PgConnectOptions,
    people: JoinSet<Notes>,
}

impl Arena {
    /// Creates boards of these sizes, each with a watcher at every server, the first with two.
    pub(crate) async fn prepare(database: &PgConnectOptions, apis: &[Api], sizes: &[u32]) -> Self {
        Self::under(database, apis, sizes.iter().map(|size| json!({"total_spots": size}))).await
    }

    /// The same with boards of these fields, which may be terms.
    pub(crate) async fn under(
        database: &PgConnectOptions,
        apis: &[Api],
        bodies: impl IntoIterator<Item = Value>,
    ) -> Self {
        let seller = Seller::sign_in(&apis[0]).await;
        let prepared = stream::iter(bodies).enumerate().map(async |(place, mut body)| {
            body["claims_paused"] = false.into();
            let board = seller.create_with(&format!("Board {place}"), body.clone()).await;
            let mut watchers = Vec::new();
            for (number, api) in apis.iter().enumerate() {
                for watcher in 0..if place == 0 { 2 } else { 1 } {
                    let name = format!("{watcher} of board {place} at server {number}");
                    watchers.push((place, Watcher::start(&name, api, &board.slug, Some(0)).await));
                }
            }
            (board, (serde_json::from_value(body).unwrap(), watchers))
        });
        let (boards, (terms, watchers)): (_, (_, Vec<_>)) = prepared.buffered(SIDE_BY_SIDE).unzip().await;
        let watchers = watchers.into_iter().flatten().collect();
        let place = Arc::new(Place { apis: apis.to_vec(), boards, over: AtomicBool::new(false) });
        Self {
            place,
            seller,
            watchers,
            terms,
            first: 0,
            noted: Notes::new(),
            database: database.clone(),
            people: JoinSet::new(),
        }
    }

    pub(crate) fn board(&self) -> &Board {
        &self.place.boards[0]
    }

    /// Starts the crowd, with sellers at every server.
    pub(crate) fn open(&mut self, crowd: &Crowd) {
        for me in self.first..self.first + crowd.buyers {
            self.people.spawn(buy(me, crowd.clone(), Arc::clone(&self.place)));
        }
        for (me, api) in (self.first..self.first + crowd.sellers).zip(self.place.apis.iter().cycle()) {
            let at_desk = (self.seller.at(api), api.clone());
            self.people.spawn(sell(me, crowd.clone(), at_desk, Arc::clone(&self.place)));
        }
    }

    /// Adds a watcher of the first board at one of the servers, which knows nothing of it so far.
    pub(crate) async fn join(&mut self, server: usize) {
        let watcher = Watcher::start("who came late", &self.place.apis[server], &self.board().slug, None).await;
        self.watchers.push((0, watcher));
    }

    /// Waits until each of these boards has seen this many changes, or until the time is up.
    pub(crate) async fn until(&self, boards: usize, changes: i64, longest: Duration) {
        let end = Instant::now() + longest;
        let newest = |board| {
            let watchers = self.watchers.iter().filter(|(of, _)| *of == board);
            watchers.map(|(_, watcher)| watcher.newest()).max().unwrap_or_default()
        };
        while (0..boards).any(|board| newest(board) < changes) && Instant::now() < end {
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// Ends the storm, and gathers what is known of each board, once nothing is left that expires by itself.
    pub(crate) async fn close(self) -> Vec<History> {
        self.place.over.store(true, Ordering::Relaxed);
        let mut notes = self.people.join_all().await.concat();
        notes.extend(self.noted);
        settled(&self.database).await;
        let read = self.place.boards.iter().zip(self.terms);
        let read = read.map(|(board, terms)| history(&self.database, &self.place.apis, board, terms));
        let mut all: Vec<_> = stream::iter(read).buffered(SIDE_BY_SIDE).collect().await;
        for (board, note) in notes {
            all[board].notes.push(note);
        }
        for (board, watcher) in self.watchers {
            let newest = all[board].log.last().map_or(0, |event| event.seq);
            all[board].watchers.push(watcher.until(newest).await);
        }
        all
    }
}

/// Waits until nothing is left that expires by itself within that time.
async fn settled(database: &PgConnectOptions) {
    let (pool, end) = (pools::pool(database, 1), Instant::now() + SETTLED);
    let due = "SELECT EXISTS (SELECT FROM waffles WHERE next_pay_by < now() + $1)";
    while sqlx::query_scalar(due).bind(SETTLED).fetch_one(&pool).await.unwrap() && Instant::now() < end {
        sleep(Duration::from_millis(100)).await;
    }
}

/// Reads a waffle's log, and waits until each server shows it.
pub(crate) async fn history(database: &PgConnectOptions, apis: &[Api], board: &Board, terms: Terms) -> History {
    let read_at = inspection::now(database).await.unwrap();
    let id = board.id.parse().unwrap();
    let log = inspection::log(database, id).await.unwrap();
    let contradictions = inspection::contradictions(database, id).await.unwrap();
    let newest = log.last().map_or(0, |event| event.seq);
    let mut shown = Vec::new();
    for api in apis {
        shown.push(caught_up(api, board, newest).await);
    }
    History { terms, log, contradictions, shown, read_at, ..History::default() }
}

/// The board as a server shows it once it has caught up, or at the latest after [`CATCH_UP`].
async fn caught_up(api: &Api, board: &Board, newest: i64) -> Shown {
    let end = Instant::now() + CATCH_UP;
    loop {
        let shown = api.board(&board.slug).await;
        match shown {
            Some(shown) if shown.seq >= newest || Instant::now() > end => return shown,
            _ if Instant::now() > end => panic!("{} is not to be had", board.slug),
            _ => sleep(Duration::from_millis(50)).await,
        }
    }
}

/// Judges every board, and panics if anything was wrong.
pub(crate) fn acquit(all: &[History]) {
    for (place, history) in all.iter().enumerate() {
        println!("board {place}: {} events, {:?}", history.log.len(), history.summary());
        let found = judge(history);
        if !found.is_empty() {
            let file = env::temp_dir().join(format!("waffle-evidence-{}.txt", std::process::id()));
            fs::write(&file, format!("{found:#?}\n{history:#?}")).unwrap();
            let some: Vec<_> = found.iter().take(20).collect();
            panic!("board {place}: {} violations, as {some:#?}. See {}.", found.len(), file.display());
        }
    }
}
