use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use futures_util::FutureExt;
use futures_util::future::join_all;
use tokio::spawn;
use tokio::sync::Semaphore;
use tokio::task::{JoinHandle, yield_now};
use tokio::time::sleep;
use waffle_domain::failure::Failure;
use waffle_domain::refusal::Refusal;

use super::*;

/// A value that is good for a while, and one that is good for hardly any time.
const LONG: usize = 1_000_000;
const BRIEF: usize = 2_000_000;
const GOOD_FOR: Duration = Duration::from_secs(1);

fn good_for(value: &Arc<usize>) -> Duration {
    match **value {
        BRIEF.. => Duration::from_millis(1),
        LONG.. => GOOD_FOR,
        _ => Duration::ZERO,
    }
}

/// A database of one number. Its reads see what is there when they begin, and end when the test lets them.
struct Store {
    value: AtomicUsize,
    begun: AtomicUsize,
    gate: Semaphore,
    away: AtomicBool,
    broken: AtomicBool,
}

impl Store {
    /// A store, and reads of it that are shared.
    fn shared(keys: usize, weight: usize) -> (Arc<Self>, Arc<SharedReads<u32, Arc<usize>>>) {
        let store = Arc::new(Self {
            value: AtomicUsize::new(0),
            begun: AtomicUsize::new(0),
            gate: Semaphore::new(0),
            away: AtomicBool::new(false),
            broken: AtomicBool::new(false),
        });
        let own = Arc::clone(&store);
        // As heavy as it is large.
        let bounds = Bounds {
            keys,
            weight,
            weigh: |value: &Arc<usize>| **value,
            good_for,
            apart: no_time,
            limit: Duration::from_millis(500),
        };
        let reads = SharedReads::new(bounds, move |_, last| {
            let store = Arc::clone(&own);
            async move { store.read(last).await }.boxed()
        });
        (store, Arc::new(reads))
    }

    async fn read(&self, last: Option<Arc<usize>>) -> Result<Arc<usize>> {
        let value = self.value.load(Ordering::SeqCst);
        self.begun.fetch_add(1, Ordering::SeqCst);
        self.gate.acquire().await.unwrap().forget();
        assert!(!self.broken.load(Ordering::SeqCst), "injected by the test");
        if self.away.load(Ordering::SeqCst) {
            return Err(Failure::unavailable("away"));
        }
        Ok(last.filter(|last| **last == value).unwrap_or_else(|| Arc::new(value)))
    }

    async fn has_begun(&self, reads: usize) {
        while self.begun.load(Ordering::SeqCst) < reads {
            yield_now().await;
        }
        assert_eq!(self.begun.load(Ordering::SeqCst), reads);
    }
}

/// Asks, and returns when that is noted.
async fn ask<T: Clone + Send + 'static>(
    reads: &Arc<SharedReads<u32, T>>,
    key: u32,
    times: usize,
) -> Vec<JoinHandle<Result<T>>> {
    let ask = |_| {
        let reads = Arc::clone(reads);
        spawn(async move { reads.get(key).await })
    };
    let asked = (0..times).map(ask).collect();
    for _ in 0..10 {
        yield_now().await;
    }
    asked
}

async fn answers<T>(asked: Vec<JoinHandle<Result<T>>>) -> Vec<Result<T>> {
    join_all(asked).await.into_iter().map(|answer| answer.unwrap()).collect()
}

fn values(answers: Vec<Result<Arc<usize>>>) -> Vec<usize> {
    answers.into_iter().map(|answer| *answer.unwrap()).collect()
}

#[tokio::test]
async fn a_caller_after_a_write_never_gets_a_read_that_began_before_it() {
    let (store, reads) = Store::shared(8, 8);
    let before = ask(&reads, 1, 1).await;
    store.has_begun(1).await;
    store.value.store(7, Ordering::SeqCst);
    let after = ask(&reads, 1, 100).await;
    store.gate.add_permits(2);
    assert_eq!(values(answers(before).await), [0]);
    assert_eq!(values(answers(after).await), [7; 100]);
    store.has_begun(2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn under_load_all_callers_read_what_was_acknowledged() {
    let (store, reads) = Store::shared(8, 8);
    store.gate.add_permits(1_000_000);
    let acknowledged = Arc::new(AtomicUsize::new(0));
    let readers = (0..32).map(|_| {
        let (reads, store, acknowledged) = (Arc::clone(&reads), Arc::clone(&store), Arc::clone(&acknowledged));
        spawn(async move {
            for _ in 0..200 {
                let written = store.value.fetch_add(1, Ordering::SeqCst) + 1;
                acknowledged.fetch_max(written, Ordering::SeqCst);
                let least = acknowledged.load(Ordering::SeqCst);
                assert!(*reads.get(1).await.unwrap() >= least);
            }
        })
    });
    for reader in join_all(readers).await {
        reader.unwrap();
    }
    assert!(store.begun.load(Ordering::SeqCst) <= 32 * 200);
}

#[tokio::test]
async fn what_is_still_true_is_kept() {
    let (store, reads) = Store::shared(8, 8);
    store.gate.add_permits(3);
    let first = reads.get(1).await.unwrap();
    assert!(Arc::ptr_eq(&first, &reads.get(1).await.unwrap()));
    store.value.store(7, Ordering::SeqCst);
    assert_eq!(*reads.get(1).await.unwrap(), 7);
}

#[tokio::test]
async fn a_long_value_is_read_once_in_a_while_however_many_ask() {
    let (store, reads) = Store::shared(8, usize::MAX);
    store.value.store(LONG, Ordering::SeqCst);
    let first = ask(&reads, 1, 1).await;
    store.has_begun(1).await;
    let during = ask(&reads, 1, 100).await;
    store.gate.add_permits(9);
    assert_eq!(values(answers(first).await), [LONG]);
    assert_eq!(values(answers(during).await), [LONG; 100]);
    store.value.store(LONG + 1, Ordering::SeqCst);
    assert_eq!(*reads.get(1).await.unwrap(), LONG, "it is good until then");
    store.has_begun(1).await;
    sleep(GOOD_FOR).await;
    assert_eq!(*reads.get(1).await.unwrap(), LONG + 1, "and not longer");
    store.has_begun(2).await;
}

#[tokio::test]
async fn a_value_that_took_longer_to_read_than_it_is_good_for_answers_only_earlier_callers() {
    let (store, reads) = Store::shared(8, usize::MAX);
    store.value.store(BRIEF, Ordering::SeqCst);
    let before = ask(&reads, 1, 1).await;
    store.has_begun(1).await;
    store.value.store(BRIEF + 1, Ordering::SeqCst);
    let during = ask(&reads, 1, 1).await;
    sleep(Duration::from_millis(5)).await;
    store.gate.add_permits(2);
    assert_eq!(values(answers(before).await), [BRIEF]);
    assert_eq!(values(answers(during).await), [BRIEF + 1]);
}

#[tokio::test]
async fn a_read_that_fails_fails_for_all_that_wait_for_it_and_no_others() {
    let (store, reads) = Store::shared(8, 8);
    let first = ask(&reads, 1, 1).await;
    let next = ask(&reads, 1, 9).await;
    store.away.store(true, Ordering::SeqCst);
    store.gate.add_permits(2);
    for answer in answers(first).await.into_iter().chain(answers(next).await) {
        assert_eq!(answer, Err(Failure::unavailable("away")));
    }
    store.away.store(false, Ordering::SeqCst);
    store.gate.add_permits(1);
    assert!(reads.get(1).await.is_ok());
}

#[tokio::test]
async fn a_read_that_hangs_is_given_up() {
    let (store, reads) = Store::shared(8, 8);
    assert!(matches!(reads.get(1).await, Err(Failure { refusal: Refusal::DatabaseUnavailable, .. })));
    store.gate.add_permits(1);
    assert!(reads.get(1).await.is_ok());
}

#[tokio::test]
async fn a_first_caller_that_goes_away_leaves_no_other_waiting() {
    let (store, reads) = Store::shared(8, 8);
    let gone = ask(&reads, 1, 1).await;
    store.has_begun(1).await;
    let others = ask(&reads, 1, 3).await;
    gone[0].abort();
    store.gate.add_permits(2);
    assert_eq!(values(answers(others).await), [0; 3]);
}

#[tokio::test]
async fn nothing_is_read_for_callers_that_have_gone() {
    let (store, reads) = Store::shared(8, 8);
    let first = ask(&reads, 1, 1).await;
    for gone in ask(&reads, 1, 3).await {
        gone.abort();
        assert!(gone.await.unwrap_err().is_cancelled());
    }
    store.gate.add_permits(9);
    answers(first).await;
    assert!(reads.get(1).await.is_ok());
    store.has_begun(2).await;
}

#[tokio::test]
async fn a_thread_that_ends_leaves_no_caller_waiting() {
    let (store, reads) = Store::shared(8, 8);
    let ending = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let first = Arc::clone(&reads);
    ending.spawn(async move { first.get(1).await });
    store.has_begun(1).await;
    let others = ask(&reads, 1, 3).await;
    ending.shutdown_background();
    // They ask again one by one, so that not all of them may share the next read.
    while store.begun.load(Ordering::SeqCst) < 2 {
        yield_now().await;
    }
    store.gate.add_permits(3);
    assert_eq!(values(answers(others).await), [0; 3]);
}

#[tokio::test]
async fn a_read_that_panics_is_not_the_end() {
    let (store, reads) = Store::shared(8, 8);
    let first = ask(&reads, 1, 1).await;
    let next = ask(&reads, 1, 3).await;
    store.broken.store(true, Ordering::SeqCst);
    store.gate.add_permits(2);
    for answer in answers(first).await.into_iter().chain(answers(next).await) {
        assert!(matches!(answer, Err(Failure { refusal: Refusal::Internal, .. })));
    }
    store.broken.store(false, Ordering::SeqCst);
    store.gate.add_permits(1);
    assert!(reads.get(1).await.is_ok());
}

#[tokio::test]
async fn invented_keys_are_answered_and_forgotten() {
    let (store, reads) = Store::shared(3, 8);
    store.gate.add_permits(1_000);
    let first = reads.get(0).await.unwrap();
    for key in 1..100 {
        assert!(reads.get(key).await.is_ok());
    }
    assert_eq!(reads.0.slots().iter().map(|slot| slot.key).collect::<Vec<_>>(), [99, 98, 97]);
    assert!(!Arc::ptr_eq(&first, &reads.get(0).await.unwrap()));
}

#[tokio::test]
async fn a_caller_that_waits_for_a_forgotten_key_is_answered() {
    let (store, reads) = Store::shared(1, 8);
    let waiting = ask(&reads, 1, 5).await;
    let other = ask(&reads, 2, 1).await;
    store.gate.add_permits(3);
    assert_eq!(values(answers(waiting).await), [0; 5]);
    assert_eq!(values(answers(other).await), [0]);
}

#[tokio::test]
async fn values_that_weigh_too_much_are_forgotten_and_shared_all_the_same() {
    let (store, reads) = Store::shared(8, 2);
    store.gate.add_permits(1_000);
    for (key, weight) in [(1, 1), (2, 1), (3, 1), (4, 3)] {
        store.value.store(weight, Ordering::SeqCst);
        assert_eq!(*reads.get(key).await.unwrap(), weight);
    }
    let kept = |key: u32| reads.0.slots().iter().any(|slot| slot.key == key && slot.state().last.is_some());
    assert_eq!([1, 2, 3, 4].map(kept), [false, true, true, false]);
}
