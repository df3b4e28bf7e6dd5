//! Subscriptions: what an actor sends its watchers, and the state that both sides share.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use actix::{Message as ActixMessage, Recipient};
use bytestring::ByteString;
use tokio::sync::watch;
use waffle_wire::event::Event;
use waffle_wire::message::Message;

use crate::telemetry::Counters;

/// A watcher with more unread bytes than this is evicted.
pub const MOST_BACKLOG: usize = 1 << 20;
/// What a broadcast counts besides its text, so that small ones are bounded too.
const ENVELOPE: usize = 128;

/// A message as it is sent: encoded once, shared among all watchers.
#[derive(Debug, Clone)]
pub struct Encoded {
    /// The event's sequence number; 0 for a message that is no event.
    pub seq: i64,
    /// The JSON text.
    pub text: ByteString,
}

impl Encoded {
    /// Encodes what watchers hear of an event.
    pub fn event(event: Event) -> Self {
        Self::new(event.seq, &event.into_message())
    }

    /// Tells the client to fetch the spots again.
    pub fn resync() -> Self {
        Self::new(0, &Message::Resync)
    }

    /// Asks the client whether it is there.
    pub fn ping() -> Self {
        Self::new(0, &Message::Ping)
    }

    fn new(seq: i64, message: &Message) -> Self {
        Self { seq, text: serde_json::to_string(message).unwrap_or_default().into() }
    }
}

/// What every watcher is sent after a commit, shared by all of them.
#[derive(Debug, Clone, ActixMessage)]
#[rtype(result = "()")]
pub struct Broadcast {
    /// The messages, in order.
    pub messages: Arc<[Encoded]>,
    /// The sequence number up to which a watcher has seen everything after these.
    pub through: i64,
    bytes: usize,
}

impl Broadcast {
    /// Bundles messages.
    pub fn new(messages: impl Into<Arc<[Encoded]>>, through: i64) -> Self {
        let messages = messages.into();
        let bytes = ENVELOPE + messages.iter().map(|m| m.text.len()).sum::<usize>();
        Self { messages, through, bytes }
    }
}

/// The state of a subscription.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubscriptionState {
    /// Broadcasts arrive.
    Live,
    /// The waffle's actor is gone: subscribe again from the last sequence number.
    Lost,
    /// The watcher read too slowly: close with 1013.
    Evicted,
    /// The waffle is archived or deleted: close with 1000.
    Over,
    /// The server stops: close with 1001.
    Stopping,
}

/// Shared by a waffle's actor and one watcher.
#[derive(Debug)]
struct Cell {
    state: watch::Sender<SubscriptionState>,
    backlog: AtomicUsize,
}

/// The watcher's side of a subscription.
#[derive(Debug)]
pub struct Subscription {
    cell: Arc<Cell>,
    /// Its state.
    pub state: watch::Receiver<SubscriptionState>,
}

impl Subscription {
    /// Notes that a broadcast was read.
    pub fn took(&self, broadcast: &Broadcast) {
        // Saturating: broadcasts of an earlier subscription may still be in the mailbox.
        let less = |backlog: usize| Some(backlog.saturating_sub(broadcast.bytes));
        let _ = self.cell.backlog.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
    }
}

/// The actor's side of a subscription. When the actor dies, dropping this tells the watcher.
#[derive(Debug)]
pub struct Subscriber {
    /// Identifies the subscription.
    pub id: u64,
    to: Recipient<Broadcast>,
    cell: Arc<Cell>,
    counters: Arc<Counters>,
}

/// Makes the two sides of a subscription.
pub fn subscription(to: Recipient<Broadcast>, counters: Arc<Counters>) -> (Subscriber, Subscription) {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let (sender, receiver) = watch::channel(SubscriptionState::Live);
    let cell = Arc::new(Cell { state: sender, backlog: AtomicUsize::new(0) });
    let subscriber = Subscriber { id: NEXT.fetch_add(1, Ordering::Relaxed), to, cell: Arc::clone(&cell), counters };
    (subscriber, Subscription { cell, state: receiver })
}

impl Subscriber {
    /// Sends without waiting; tells whether the watcher stays. One that is too slow is evicted.
    pub fn send(&self, broadcast: &Broadcast) -> bool {
        if !self.connected() {
            return false;
        }
        if self.cell.backlog.fetch_add(broadcast.bytes, Ordering::Relaxed) > MOST_BACKLOG {
            self.counters.evicted.one();
            self.end(SubscriptionState::Evicted);
            return false;
        }
        // `do_send` ignores the mailbox's limit; the backlog in bytes is the bound.
        self.to.do_send(broadcast.clone());
        true
    }

    /// Tells whether the watcher is still there and wants this subscription.
    pub fn connected(&self) -> bool {
        self.to.connected() && !self.cell.state.is_closed()
    }

    /// Ends the subscription.
    pub fn end(&self, state: SubscriptionState) {
        self.cell.state.send_if_modified(|now| {
            let live = *now == SubscriptionState::Live;
            if live {
                *now = state;
            }
            live
        });
    }
}

impl Drop for Subscriber {
    fn drop(&mut self) {
        self.end(SubscriptionState::Lost);
    }
}
