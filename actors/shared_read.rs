//! Reads of the database that all share who ask while one is under way: the ledger's group commit, for reading.
//!
//! Whoever comes during a read waits for the next one, never for that one, which may not contain what he was told is
//! done. So under load a read answers everybody who came during the one before. What is long is made no more often than
//! its bounds say, however many ask: either the last one answers for a while, or the next one is put off for that long.

use std::collections::VecDeque;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until, timeout};

use crate::refusal::Refusal;

/// How often somebody asks whose read ends without an answer, as when the thread ends on which it was begun.
const TRIES: u32 = 2;

type Result<V> = std::result::Result<V, Refusal>;
/// Those who wait for a read.
type Waiting<V> = Vec<oneshot::Sender<Result<V>>>;
type Read<K, V> = dyn Fn(K, Option<V>) -> BoxFuture<'static, Result<V>> + Send + Sync;

/// Values that are read for many at once, by key. Clones share them.
pub struct SharedReads<K, V>(Arc<Shared<K, V>>);

struct Shared<K, V> {
    read: Box<Read<K, V>>,
    bounds: Bounds<V>,
    /// The keys that were asked for last, newest first. Others are forgotten, along with their values.
    slots: Mutex<VecDeque<Arc<Slot<K, V>>>>,
}

/// Data retention at most, since strangers can invent keys, and how long a read may take.
pub struct Bounds<V> {
    /// The number of keys.
    pub keys: usize,
    /// What their values may weigh in all.
    pub weight: usize,
    /// How much a value weighs.
    pub weigh: fn(&V) -> usize,
    /// For how long a value that is kept answers without another read, from when its own began.
    pub good_for: fn(&V) -> Duration,
    /// How long after a read began the next one begins, at the earliest: who comes before that waits for it.
    pub apart: fn(&V) -> Duration,
    /// After this time a read has failed. Whoever comes during one waits for it, and for the next.
    pub limit: Duration,
}

/// The bound of values that every read has to make anew, and of those that it may make at any time.
pub(crate) fn at_once<V>(_: &V) -> Duration {
    Duration::ZERO
}

struct Slot<K, V> {
    key: K,
    state: Mutex<State<V>>,
}

struct State<V> {
    /// What was read last.
    last: Option<Kept<V>>,
    /// Whether somebody reads, and will go on until nobody waits.
    reading: bool,
    /// Who came since the read under way began.
    waiting: Waiting<V>,
}

impl<K, V> SharedReads<K, V>
where
    K: Clone + PartialEq + Send + Sync + 'static,
    V: Clone + Send + 'static,
{
    /// `read` gets the key, and what was read last, if that is kept: to be returned again when it is still true.
    pub fn new(
        bounds: Bounds<V>,
        read: impl Fn(K, Option<V>) -> BoxFuture<'static, Result<V>> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(Shared { read: Box::new(read), bounds, slots: Mutex::default() }))
    }

    /// Reads a value, together with all who ask for it meanwhile. Unless the last one is still good, the read begins
    /// after this call, and ends even if its first caller has gone away. Fails after twice the limit at the latest.
    pub async fn get(&self, key: K) -> Result<V> {
        for _ in 0..TRIES {
            let (sender, answer) = oneshot::channel();
            let slot = self.0.slot(key.clone());
            if let Some(value) = slot.good() {
                return Ok(value);
            }
            if slot.join(sender) {
                tokio::spawn(Reader { shared: Arc::clone(&self.0), slot, over: false }.run());
            }
            if let Ok(result) = answer.await {
                return result;
            }
        }
        Err(Refusal::Broken("a shared read died".into()))
    }
}

impl<K: Clone + PartialEq, V> Shared<K, V> {
    fn slots(&self) -> MutexGuard<'_, VecDeque<Arc<Slot<K, V>>>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn slot(&self, key: K) -> Arc<Slot<K, V>> {
        let mut slots = self.slots();
        let known = slots.iter().position(|slot| slot.key == key).and_then(|place| slots.remove(place));
        let slot = known.unwrap_or_else(|| Arc::new(Slot::new(key)));
        slots.push_front(Arc::clone(&slot));
        // Who waits for a slot that goes is answered all the same.
        slots.truncate(self.bounds.keys);
        slot
    }

    /// Forgets what is too much, beginning with what was asked for least recently.
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

    /// What was read last, if it may answer without another read.
    fn good(&self) -> Option<V>
    where
        V: Clone,
    {
        let state = self.state();
        state.last.as_ref().filter(|last| Instant::now() < last.good_until).map(|last| last.value.clone())
    }

    /// Waits for the next read; tells whether the caller has to start it.
    fn join(&self, sender: oneshot::Sender<Result<V>>) -> bool {
        let mut state = self.state();
        state.waiting.push(sender);
        !mem::replace(&mut state.reading, true)
    }
}

struct Kept<V> {
    value: V,
    weight: usize,
    /// Until when it answers without another read.
    good_until: Instant,
    /// When the next read may begin.
    next_at: Instant,
}

/// Reads for a slot until nobody waits.
struct Reader<K, V> {
    shared: Arc<Shared<K, V>>,
    slot: Arc<Slot<K, V>>,
    over: bool,
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
            let late = |_| Err(Refusal::Unavailable("a shared read takes too long".into()));
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
                // Who has gone away needs no answer.
                let _ = sender.send(result.clone());
            }
        }
    }

    /// Takes those who wait; none ends the turn.
    fn next(&mut self) -> Option<(Option<V>, Waiting<V>)> {
        let mut state = self.slot.state();
        state.waiting.retain(|sender| !sender.is_closed());
        if state.waiting.is_empty() {
            state.reading = false;
            self.over = true;
            return None;
        }
        Some((state.last.as_ref().map(|last| last.value.clone()), mem::take(&mut state.waiting)))
    }
}

impl<K, V> Drop for Reader<K, V> {
    /// Where a read panicked, or its thread ended, those who wait start anew.
    fn drop(&mut self) {
        if !self.over {
            let mut state = self.slot.state();
            state.reading = false;
            state.waiting.clear();
        }
    }
}

#[cfg(test)]
mod tests;
