//! Subscriptions: what a waffle's actor tells its watchers, and the outbox that lies between it and each of them.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use bytes::Bytes;
use waffle_wire::event::Event;
use waffle_wire::frame::{FrameKind, frame};
use waffle_wire::message::Message;

use crate::telemetry::Counters;

/// A watcher for whom more unread bytes than this would wait is evicted.
pub const MOST_BACKLOG: usize = 1 << 20;
/// What a broadcast counts besides its frames, so that small ones are bounded too.
const ENVELOPE: usize = 128;
/// An outbox with room for more broadcasts than this is replaced once it is empty.
const ROOM_KEPT: usize = 16;

/// A message as it is sent: a finished frame, encoded once and shared by all watchers.
#[derive(Debug, Clone)]
pub struct Encoded {
    /// The sequence number of the first event that it stands for; 0 for a message that is no event.
    pub first: i64,
    /// The sequence number of the last event that it stands for; 0 for a message that is no event.
    pub seq: i64,
    frame: Bytes,
}

impl Encoded {
    /// Encodes what watchers hear of an event.
    pub fn event(event: Event) -> Self {
        Self::new(event.seq, event.seq, &event.into_message())
    }

    /// Tells the client to fetch the spots again, since it missed too much.
    pub fn resync() -> Self {
        Self::new(0, 0, &Message::Resync { seq: None })
    }

    /// Tells the client to fetch the spots again, in place of many events.
    pub fn resync_instead(first: i64, last: i64) -> Self {
        Self::new(first, last, &Message::Resync { seq: Some(last) })
    }

    fn new(first: i64, seq: i64, message: &Message) -> Self {
        let text = serde_json::to_vec(message).unwrap_or_default();
        Self { first, seq, frame: frame(FrameKind::Text, &text).into() }
    }
}

/// What every watcher is sent after a commit: all its frames in one piece, which nobody copies.
#[derive(Debug)]
pub struct Broadcast {
    frames: Bytes,
    /// The sequence number of each message, and where its frame begins.
    messages: Box<[(i64, usize)]>,
    /// The sequence number up to which a watcher has seen everything after these.
    pub through: i64,
}

impl Broadcast {
    /// Bundles messages, in order.
    pub fn new(messages: &[Encoded], through: i64) -> Arc<Self> {
        let mut place = 0;
        let places = messages.iter().map(|message| {
            let begin = place;
            place += message.frame.len();
            (message.seq, begin)
        });
        let places = places.collect();
        let frames = match messages {
            [only] => only.frame.clone(),
            all => all.iter().map(|message| message.frame.as_ref()).collect::<Vec<_>>().concat().into(),
        };
        Arc::new(Self { frames, messages: places, through })
    }

    /// Tells whether the client has to start over, whatever it has seen.
    pub fn starts_over(&self) -> bool {
        self.messages.first().is_some_and(|(seq, _)| *seq == 0)
    }

    /// The frames of the messages after a sequence number.
    pub fn after(&self, seen: i64) -> Bytes {
        let news = self.messages.partition_point(|(seq, _)| *seq <= seen);
        let begin = self.messages.get(news).map_or(self.frames.len(), |(_, begin)| *begin);
        self.frames.slice(begin..)
    }

    /// The frames of all messages.
    pub fn all(&self) -> Bytes {
        self.frames.clone()
    }

    /// The sequence numbers of the messages, in order; 0 for one that tells to start over.
    pub fn seqs(&self) -> impl Iterator<Item = i64> {
        self.messages.iter().map(|(seq, _)| *seq)
    }

    fn bytes(&self) -> usize {
        ENVELOPE + self.frames.len()
    }
}

/// How a subscription ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubscriptionEnd {
    /// The waffle's actor is gone: subscribe again from the last sequence number.
    Lost,
    /// The watcher read too slowly: close with 1013.
    Evicted,
    /// The waffle is archived or deleted: close with 1000.
    Over,
    /// The server stops: close with 1001.
    Stopping,
}

/// What a subscription brings next.
#[derive(Debug)]
pub enum News {
    /// Something to send.
    Broadcast(Arc<Broadcast>),
    /// There is nothing after this.
    Ended(SubscriptionEnd),
}

/// What waits for a watcher. Shared with the waffle's actor.
#[derive(Debug, Default)]
struct Outbox {
    broadcasts: VecDeque<Arc<Broadcast>>,
    bytes: usize,
    end: Option<SubscriptionEnd>,
    /// Whether the watcher has left.
    abandoned: bool,
    waker: Option<Waker>,
}

type SharedOutbox = Arc<Mutex<Outbox>>;

fn lock(outbox: &SharedOutbox) -> MutexGuard<'_, Outbox> {
    outbox.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Wakes the watcher, after letting go of the lock that it takes first.
fn wake(mut outbox: MutexGuard<'_, Outbox>) {
    let waker = outbox.waker.take();
    drop(outbox);
    if let Some(waker) = waker {
        waker.wake();
    }
}

impl Outbox {
    fn take(&mut self) -> Option<News> {
        let Some(broadcast) = self.broadcasts.pop_front() else { return self.end.map(News::Ended) };
        self.bytes -= broadcast.bytes();
        if self.broadcasts.is_empty() && self.broadcasts.capacity() > ROOM_KEPT {
            self.broadcasts = VecDeque::new();
        }
        Some(News::Broadcast(broadcast))
    }
}

/// The watcher's side of a subscription.
#[derive(Debug)]
pub struct Subscription(SharedOutbox);

impl Subscription {
    /// Gives what comes next, in order, the end last.
    pub fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<News> {
        let mut outbox = lock(&self.0);
        if let Some(news) = outbox.take() {
            return Poll::Ready(news);
        }
        if !outbox.waker.as_ref().is_some_and(|waker| waker.will_wake(context.waker())) {
            outbox.waker = Some(context.waker().clone());
        }
        Poll::Pending
    }

    /// Waits for what comes next.
    pub async fn next(&mut self) -> News {
        poll_fn(|context| self.poll_next(context)).await
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let mut outbox = lock(&self.0);
        *outbox = Outbox { abandoned: true, ..Outbox::default() };
    }
}

/// The actor's side of a subscription. When the actor dies, dropping this tells the watcher.
#[derive(Debug)]
pub struct Subscriber {
    /// Identifies the subscription.
    pub id: u64,
    outbox: SharedOutbox,
    counters: Arc<Counters>,
}

/// Makes the two sides of a subscription.
pub fn subscription(counters: Arc<Counters>) -> (Subscriber, Subscription) {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let outbox = SharedOutbox::default();
    let subscriber = Subscriber { id: NEXT.fetch_add(1, Ordering::Relaxed), outbox: Arc::clone(&outbox), counters };
    (subscriber, Subscription(outbox))
}

impl Subscriber {
    /// Sends without waiting; tells whether the watcher stays. One that is too slow is evicted.
    pub fn send(&self, broadcast: &Arc<Broadcast>) -> bool {
        let mut outbox = lock(&self.outbox);
        if outbox.abandoned || outbox.end.is_some() {
            return false;
        }
        // What is alone may be longer: a watcher who has read all else is not slow.
        if outbox.bytes > 0 && outbox.bytes + broadcast.bytes() > MOST_BACKLOG {
            self.counters.evicted.one();
            // What was sent has no gaps; the rest would only take memory for somebody who does not read.
            let waker = outbox.waker.take();
            *outbox = Outbox { end: Some(SubscriptionEnd::Evicted), waker, ..Outbox::default() };
            wake(outbox);
            return false;
        }
        outbox.bytes += broadcast.bytes();
        outbox.broadcasts.push_back(Arc::clone(broadcast));
        wake(outbox);
        true
    }

    /// Tells whether the watcher is still there and wants this subscription.
    pub fn connected(&self) -> bool {
        let outbox = lock(&self.outbox);
        !outbox.abandoned && outbox.end.is_none()
    }

    /// Ends the subscription, after what was sent before.
    pub fn end(&self, end: SubscriptionEnd) {
        let mut outbox = lock(&self.outbox);
        outbox.end.get_or_insert(end);
        wake(outbox);
    }
}

impl Drop for Subscriber {
    fn drop(&mut self) {
        self.end(SubscriptionEnd::Lost);
    }
}
