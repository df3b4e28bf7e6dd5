//! A storm, from its preparation to its evidence.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tokio::{
    task::JoinSet,
    time::{Instant, sleep},
};

use crate::{
    api::{Api, Board, Seller},
    buyers::{Crowd, Place, buy},
    evidence::{Changed, Claimed, Evidence, Shown},
    judge::judge,
    sellers::sell,
    violation::Violation,
    watcher::Watcher,
};

/// How long servers get to show the last change.
const CATCH_UP: Duration = Duration::from_secs(6);

/// Boards, watchers and a crowd at one or several servers.
pub(crate) struct Arena {
    pub(crate) place: Arc<Place>,
    pub(crate) seller: Seller,
    /// Each with the index of its board.
    pub(crate) watchers: Vec<(usize, Watcher)>,
    buying: JoinSet<Vec<(usize, Claimed)>>,
    selling: JoinSet<Vec<(usize, Changed)>>,
    over: Arc<AtomicBool>,
}

impl Arena {
    /// Creates boards of these sizes, each with a watcher at every server, the first with two.
    pub(crate) async fn prepare(apis: &[Api], sizes: &[u32]) -> Self {
        let seller = Seller::sign_in(&apis[0]).await;
        let (mut boards, mut watchers) = (Vec::new(), Vec::new());
        for (place, size) in sizes.iter().enumerate() {
            let board = seller.create(&format!("Board {place}"), *size).await;
            for (number, api) in apis.iter().enumerate() {
                for watcher in 0..if place == 0 { 2 } else { 1 } {
                    let name = format!("{watcher} of board {place} at server {number}");
                    watchers.push((place, Watcher::start(&name, api, &board.slug, Some(0)).await));
                }
            }
            boards.push(board);
        }
        Self {
            place: Arc::new(Place { apis: apis.to_vec(), boards }),
            seller,
            watchers,
            buying: JoinSet::new(),
            selling: JoinSet::new(),
            over: Arc::default(),
        }
    }

    pub(crate) fn board(&self) -> &Board {
        &self.place.boards[0]
    }

    /// Starts the crowd, and sellers at every server.
    pub(crate) fn open(&mut self, crowd: &Crowd, sellers: u64) {
        let until = || {
            let over = Arc::clone(&self.over);
            move || over.load(Ordering::Relaxed)
        };
        for me in 0..crowd.buyers {
            self.buying.spawn(buy(me, crowd.clone(), Arc::clone(&self.place), until()));
        }
        let boards: Arc<[Board]> = self.place.boards.clone().into();
        for me in 0..sellers {
            let api = &self.place.apis[usize::try_from(me).unwrap() % self.place.apis.len()];
            let seller = self.seller.at(api);
            self.selling.spawn(sell(me, (seller, Arc::clone(&boards)), crowd.pause, until()));
        }
    }

    /// Adds a watcher of the first board at one of the servers, which knows nothing of it so far.
    pub(crate) async fn join(&mut self, server: usize) {
        let watcher = Watcher::start("who came late", &self.place.apis[server], &self.board().slug, None).await;
        self.watchers.push((0, watcher));
    }

    /// Waits until the first board has seen this many changes, or until the time is up.
    pub(crate) async fn until(&self, changes: i64, longest: Duration) {
        let end = Instant::now() + longest;
        let newest = || self.watchers.iter().map(|(_, watcher)| watcher.newest()).max().unwrap_or_default();
        while newest() < changes && Instant::now() < end {
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// Ends the storm and gathers the evidence of each board.
    pub(crate) async fn close(mut self) -> Vec<Evidence> {
        self.over.store(true, Ordering::Relaxed);
        let mut all: Vec<Evidence> = self.place.boards.iter().map(|_| Evidence::default()).collect();
        while let Some(claims) = self.buying.join_next().await {
            for (board, claim) in claims.unwrap() {
                all[board].claims.push(claim);
            }
        }
        while let Some(changes) = self.selling.join_next().await {
            for (board, change) in changes.unwrap() {
                all[board].changes.push(change);
            }
        }
        for (evidence, board) in all.iter_mut().zip(&self.place.boards) {
            evidence.activity = self.seller.activity(board).await;
            let newest = evidence.activity.last().map_or(0, |entry| entry.seq);
            for api in &self.place.apis {
                evidence.shown.push(caught_up(api, board, newest).await);
            }
        }
        for (board, watcher) in self.watchers {
            let newest = all[board].activity.last().map_or(0, |entry| entry.seq);
            all[board].watchers.push(watcher.until(newest).await);
        }
        all
    }
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
pub(crate) fn acquit(all: &[Evidence]) {
    acquit_but(all, |_| false);
}

/// Like [`acquit`], but forgives some violations.
pub(crate) fn acquit_but(all: &[Evidence], forgiven: impl Fn(&Violation) -> bool) {
    for (place, evidence) in all.iter().enumerate() {
        println!("board {place}: {} events, {:?}", evidence.activity.len(), evidence.summary());
        let mut found = judge(evidence);
        found.retain(|violation| !forgiven(violation));
        let some: Vec<_> = found.iter().take(20).collect();
        assert!(found.is_empty(), "board {place}: {} violations, as {some:#?}", found.len());
    }
}
