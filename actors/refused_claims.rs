//! Writes down what buyers asked for and did not get, for sellers who are asked who was first. No claim waits for it: a
//! crowd that is refused faster than this writes leaves the rest unwritten.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use tokio::sync::{Mutex, mpsc};
use waffle_domain::board::Board;
use waffle_domain::claim::{Claim, Granted};
use waffle_domain::failure::Failure;
use waffle_domain::refused_spot::RefusedSpot;
use waffle_domain::timeouts::{BACKGROUND_CALL, REFUSED_CLAIMS_END};
use waffle_store::pools::PgPool;
use waffle_store::refused_claims::keep;

use crate::database_call::within;
use crate::supervised_task::{Stopping, Supervised};
use crate::telemetry::Counters;

/// How many spots may wait to be written; one more is dropped.
const MOST_WAITING: usize = 4_096;
/// How many are written in one statement.
const BATCH: usize = 512;
/// The pause after a statement, which bounds what a flood costs the database.
const PAUSE: Duration = Duration::from_millis(500);

/// The way to the writer. Clones lead to the same one; the default one writes nothing.
#[derive(Clone, Default)]
pub struct RefusedClaims(Option<Writer>);

#[derive(Clone)]
struct Writer {
    spots: mpsc::Sender<RefusedSpot>,
    now: Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>,
}

impl RefusedClaims {
    /// Starts the writer in the local set of the caller. At shutdown, it writes those that wait.
    pub fn start(
        pool: PgPool,
        now: Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>,
        counters: Arc<Counters>,
    ) -> (Self, Supervised) {
        let (spots, queue) = mpsc::channel(MOST_WAITING);
        let queue = Arc::new(Mutex::new(queue));
        let task = Supervised::start("refused claims", REFUSED_CLAIMS_END, move |stopping| {
            write(Arc::clone(&queue), pool.clone(), Arc::clone(&counters), stopping)
        });
        (Self(Some(Writer { spots, now })), task)
    }

    /// Has it written down what a claim did not get because others had been faster, as the board shows. Returns
    /// immediately, with how many spots are dropped because too many wait.
    pub(crate) fn note(&self, claim: &Claim, answer: &Result<Granted, Failure>, board: &Board) -> usize {
        let Some(Writer { spots, now }) = &self.0 else { return 0 };
        let refused = RefusedSpot::of(claim, answer, board, now());
        refused.into_iter().filter_map(|spot| spots.try_send(spot).err()).count()
    }
}

/// Writes what comes, until it has to end and nothing waits.
async fn write(
    queue: Arc<Mutex<mpsc::Receiver<RefusedSpot>>>,
    pool: PgPool,
    counters: Arc<Counters>,
    mut stopping: Stopping,
) {
    let (mut queue, mut works) = (queue.lock().await, true);
    loop {
        let mut batch = Vec::new();
        tokio::select! {
            biased;
            spots = queue.recv_many(&mut batch, BATCH) => {
                if spots == 0 {
                    return;
                }
            }
            () = stopping.requested() => return,
        }
        let written = within(BACKGROUND_CALL, keep(&pool, &batch)).await;
        if let Err(failure) = &written {
            counters.claims.refused_lost.add(batch.len() as u64);
            if works {
                log::warn!(error:% = failure; "refused claims can't be written down");
            }
        }
        works = written.is_ok();
        stopping.within(PAUSE).await;
    }
}
