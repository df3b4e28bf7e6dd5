//! Subscriptions: what a waffle's actor sends its watchers, and how it gets to each of them.
//!
//! The watchers of a waffle share one hub for each thread that serves them. The actor gives a broadcast to the hubs; a
//! hub wakes its watchers on their own thread, and each of them reads on from where it was.

mod broadcast;
mod hub;
mod subscription;
mod unread;

pub use broadcast::{Broadcast, Encoded};
pub use hub::{Hub, Hubs, Seat};
pub use subscription::{Subscriber, Subscription, subscription};

/// How a subscription ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubscriptionEnd {
    /// The waffle's actor is gone: subscribe again from the last sequence number.
    Lost,
    /// The waffle is archived or deleted: close with 1000.
    Over,
    /// The server stops: close with 1001.
    Stopping,
}

/// What a subscription brings next.
#[derive(Debug)]
pub enum News {
    /// Something to send.
    Broadcast(Broadcast),
    /// Whether the server sees the database: without it, it may miss changes made by others.
    Live(bool),
    /// There is nothing after this.
    Ended(SubscriptionEnd),
}
