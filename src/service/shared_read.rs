//! Reads of the database that are shared by all callers that ask while one is under way: the ledger's group commit, for
//! reading.
//!
//! A caller that comes during a read waits for the next one, never for that one, which may lack changes that the caller
//! knows of. So under load a read answers all callers that came during the one before. Long reads begin no more often
//! than their bounds say, however many ask: either the last value is used for a while, or the next read is put off.

use std::collections::VecDeque;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until, timeout};
use waffle_domain::failure::Failure;

/// How often a caller asks whose read ends without an answer, for example because the thread that began it ends.
const TRIES: u32 = 2;

type Result<V> = std::result::Result<V, Failure>;
/// The callers that wait for a read.
type Waiting<V> = Vec<oneshot::Sender<Result<V>>>;
type Read<K, V> = dyn Fn(K, Option<V>) -> BoxFuture<'static, Result<V>> + Send + Sync;

/// Values that are read for many callers together, by key. Clones share them.
pub(crate) struct SharedReads<K, V>(Arc<Shared<K, V>>);

struct Shared<K, V> {
    read: Box<Read<K, V>>,
    bounds: Bounds<V>,
    /// The keys that were asked for last, newest first. Others are dropped, along with their values.
    slots: Mutex<VecDeque<Arc<Slot<K, V>>>>,
}

/// How much is kept, since anyone can invent keys, and how long a read may take.
pub(crate) struct Bounds<V> {
    /// The number of keys.
    pub(crate) keys: usize,
    /// What their values may weigh in all.
    pub(crate) weight: usize,
    /// How much a value weighs.
    pub(crate) weigh: fn(&V) -> usize,
    /// For how long a value that is kept answers without another read, from when its own began.
    pub(crate) good_for: fn(&V) -> Duration,
    /// How long after a read began the next one begins, at the earliest: earlier callers wait for it.
    pub(crate) apart: fn(&V) -> Duration,
    /// After this time a read has failed. A caller that comes during one waits for it, and for the next.
    pub(crate) limit: Duration,
}

/// The bound of values that are read again each time, and of reads that may begin at any time.
pub(crate) fn no_time<V>(_: &V) -> Duration {
    Duration::ZERO
}

struct Slot<K, V> {
    key: K,
    state: Mutex<State<V>>,
}

struct State<V> {
    /// The last value.
    last: Option<Kept<V>>,
    /// Whether a reader is at work, which goes on until no caller waits.
    reading: bool,
    /// The callers since the read under way began.
    waiting: Waiting<V>,
}

impl<K, V> SharedReads<K, V>
where
    K: Clone + PartialEq + Send + Sync + 'static,
    V: Clone + Send + 'static,
{
    /// `read` gets the key, and the last value, if that is kept: to be returned again if it is still true.
    pub(crate) fn new(
        bounds: Bounds<V>,
        read: impl Fn(K, Option<V>) -> BoxFuture<'static, Result<V>> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(Shared { read: Box::new(read), bounds, slots: Mutex::default() }))
    }

    /// Reads a value, together with all callers that ask for it in the meantime. Unless the last one is still good, the
    /// read begins after this call, and ends even if its first caller has gone. Fails after twice the limit at most.
    pub(crate) async fn get(&self, key: K) -> Result<V> {
        for _ in 0..TRIES {
            let (sender, answer) = oneshot::channel();
            let slot = self.0.slot(key.clone());
            if let Some(value) = slot.good() {
                return Ok(value);
            }
            if slot.join(sender) {
                tokio::spawn(Reader { shared: Arc::clone(&self.0), slot, done: false }.run());
            }
            if let Ok(result) = answer.await {
                return result;
            }
        }
        Err(Failure::internal("a shared read died"))
    }
}

impl<K: Clone + PartialEq, V> Shared<K, V> {
    fn slots(&self) -> MutexGuard<'_, VecDeque<Arc<Slot<K, V>>>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn slot(&self, key: K) -> Arc<Slot<K, V>> {
        let mut slots = self.slots();
        let known = slots.iter().position(|slot| slot.key == key).and_then(|index| slots.remove(index));
        let slot = known.unwrap_or_else(|| Arc::new(Slot::new(key)));
        slots.push_front(Arc::clone(&slot));
        // Callers that wait for a slot that goes are answered all the same.
        slots.truncate(self.bounds.keys);
        slot
    }

    /// Drops the values that weigh too much, beginning with what was asked for least recently.
    fn lighten(&self) {
        let mut weight = 0;
        for slot in self.slots().iter() {
            let mut state = slot.state();
            let own = state.last.as_ref().map_or(0, |last| last.weight);
            if weight + own > self.bounds.weight {
                state.last = None;
            } else {
                weight += own;
            }
        }
    }
}

impl<K, V> Slot<K, V> {
    fn new(key: K) -> Self {
        Self { key, state: Mutex::new(State { last: None, reading: false, waiting: Vec::new() }) }
    }

    fn state(&self) -> MutexGuard<'_, State<V>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The last value, if it may be used without another read.
    fn good(&self) -> Option<V>
    where
        V: Clone,
    {
        let state = self.state();
        state.last.as_ref().filter(|last| Instant::now() < last.good_until).map(|last| last.value.clone())
    }

    /// Waits for the next read; returns whether the caller has to start it.
    fn join(&self, sender: oneshot::Sender<Result<V>>) -> bool {
        let mut state = self.state();
        state.waiting.push(sender);
        !mem::replace(&mut state.reading, true)
    }
}

struct Kept<V> {
    value: V,
    weight: usize,
    /// Until when it is used without another read.
    good_until: Instant,
    /// When the next read may begin.
    next_at: Instant,
}

/// Reads for a slot until no caller waits.
struct Reader<K, V> {
    shared: Arc<Shared<K, V>>,
    slot: Arc<Slot<K, V>>,
    done: bool,
}

impl<K: Clone + PartialEq, V: Clone> Reader<K, V> {
    async fn run(mut self) {
        loop {
            let next_at = self.slot.state().last.as_ref().map(|last| last.next_at);
            if let Some(next_at) = next_at {
                sleep_until(next_at).await;
            }
            let Some((last, mut waiting)) = self.next() else { return };
            let (begun, bounds) = (Instant::now(), &self.shared.bounds);
            let late = |_| Err(Failure::unavailable("a shared read takes too long"));
            let read = (self.shared.read)(self.slot.key.clone(), last);
            let result = timeout(bounds.limit, read).await.unwrap_or_else(late);
            if let Ok(value) = &result {
                let (good_until, next_at) = (begun + (bounds.good_for)(value), begun + (bounds.apart)(value));
                let mut state = self.slot.state();
                if Instant::now() < good_until {
                    waiting.append(&mut state.waiting);
                }
                state.last = Some(Kept { value: value.clone(), weight: (bounds.weigh)(value), good_until, next_at });
                drop(state);
                self.shared.lighten();
            }
            for sender in waiting {
                // A caller that has gone needs no answer.
                let _ = sender.send(result.clone());
            }
        }
    }

    /// Takes the callers that wait; `None` if there are none, which ends the reader.
    fn next(&mut self) -> Option<(Option<V>, Waiting<V>)> {
        let mut state = self.slot.state();
        state.waiting.retain(|sender| !sender.is_closed());
        if state.waiting.is_empty() {
            state.reading = false;
            self.done = true;
            return None;
        }
        Some((state.last.as_ref().map(|last| last.value.clone()), mem::take(&mut state.waiting)))
    }
}

impl<K, V> Drop for Reader<K, V> {
    /// Where a read panicked, or its thread ended, the callers that wait ask again.
    fn drop(&mut self) {
        if !self.done {
            let mut state = self.slot.state();
            state.reading = false;
            state.waiting.clear();
        }
    }
}

#[cfg(test)]
mod tests;
