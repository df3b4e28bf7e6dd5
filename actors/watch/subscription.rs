//! A subscription's two sides: a watcher asks to be let in, and the waffle's actor lets it in.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use tokio::sync::oneshot;

use crate::watch::broadcast::Broadcast;
use crate::watch::hub::{Hub, Seat};
use crate::watch::{News, SubscriptionEnd};

/// The actor's answer: what this watcher alone is sent, and how it goes on.
#[derive(Debug)]
struct Admission {
    missed: Option<Broadcast>,
    then: Result<Seat, SubscriptionEnd>,
}

/// The watcher's side of a subscription, which ends when this is dropped.
#[derive(Debug)]
pub struct Subscription {
    /// Until the actor has answered.
    admission: Option<oneshot::Receiver<Admission>>,
    answer: Admission,
}

/// The actor's side of a subscription until it is answered. Dropped, the watcher's side is lost.
#[derive(Debug)]
pub struct Subscriber {
    hub: Arc<Hub>,
    admission: oneshot::Sender<Admission>,
}

/// Makes the two sides of a subscription, for a watcher on the hub's thread.
pub fn subscription(hub: Arc<Hub>) -> (Subscriber, Subscription) {
    let (sender, receiver) = oneshot::channel();
    let subscription = Subscription { admission: Some(receiver), ..Subscription::ended(SubscriptionEnd::Lost) };
    (Subscriber { hub, admission: sender }, subscription)
}

impl Subscription {
    /// Makes one that has ended already.
    pub fn ended(end: SubscriptionEnd) -> Self {
        Self { admission: None, answer: Admission { missed: None, then: Err(end) } }
    }

    /// Returns what comes next, in order, the end last.
    pub fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<News> {
        if let Some(admission) = &mut self.admission {
            if let Ok(answer) = ready!(Pin::new(admission).poll(context)) {
                self.answer = answer;
            }
            self.admission = None;
        }
        if let Some(missed) = self.answer.missed.take() {
            return Poll::Ready(News::Broadcast(missed));
        }
        match &mut self.answer.then {
            Ok(seat) => seat.poll_next(context),
            Err(end) => Poll::Ready(News::Ended(*end)),
        }
    }

    /// Waits for what comes next.
    pub async fn next(&mut self) -> News {
        poll_fn(|context| self.poll_next(context)).await
    }
}

impl Subscriber {
    /// Sends the watcher what it missed, and from now on everything.
    pub fn admit(self, missed: Broadcast) {
        // After the hub's end the watcher has to come back, to another hub.
        if let Some(seat) = self.hub.seat() {
            self.answer(Admission { missed: Some(missed), then: Ok(seat) });
        }
    }

    /// Ends the subscription, after what the watcher missed.
    pub fn end(self, missed: Option<Broadcast>, end: SubscriptionEnd) {
        self.answer(Admission { missed, then: Err(end) });
    }

    fn answer(self, admission: Admission) {
        // A watcher that has gone leaves its seat as this is dropped.
        let _ = self.admission.send(admission);
    }
}
