//! Hubs: each passes the broadcasts of a waffle's actor to the watchers of one thread.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll, ready};
use std::thread::{self, ThreadId};

use tokio::sync::Notify;
use tokio::sync::futures::OwnedNotified;
use tokio::task::{AbortHandle, spawn_local};

use crate::watch::broadcast::{Broadcast, Encoded};
use crate::watch::unread::Unread;
use crate::watch::{News, SubscriptionEnd};

/// The hubs of a waffle: one for each thread with watchers of it.
#[derive(Debug, Default)]
pub struct Hubs {
    hubs: Mutex<HashMap<ThreadId, Weak<Hub>>>,
    /// Whether the server has lost sight of the database.
    blind: Arc<AtomicBool>,
}

impl Hubs {
    /// Returns the hub of this thread, which has to be one of actix's.
    pub fn here(&self) -> Arc<Hub> {
        let mut hubs = lock(&self.hubs);
        let here = thread::current().id();
        hubs.get(&here).and_then(Weak::upgrade).unwrap_or_else(|| {
            let hub = Hub::start(Arc::clone(&self.blind));
            hubs.retain(|_, hub| hub.strong_count() > 0);
            hubs.insert(here, Arc::downgrade(&hub));
            hub
        })
    }

    /// Sends messages to all watchers; returns how many are so far behind that they have to fetch what they missed.
    pub fn send(&self, messages: &[Encoded], through: i64) -> usize {
        let hubs = self.all();
        if hubs.is_empty() {
            return 0;
        }
        let broadcast = Broadcast::new(messages, through);
        hubs.iter().map(|hub| hub.push(&broadcast)).sum()
    }

    /// Lets all watchers know, once, whether the server sees the database.
    pub fn note_live(&self, live: bool) {
        if self.blind.swap(!live, Ordering::AcqRel) == live {
            for hub in self.all() {
                hub.pushed.notify_one();
            }
        }
    }

    /// Ends all subscriptions, after what was sent before. Later watchers get a new hub.
    pub fn end(&self, end: SubscriptionEnd) {
        for (_, hub) in lock(&self.hubs).drain() {
            if let Some(hub) = hub.upgrade() {
                hub.end(end);
            }
        }
    }

    /// Counts the watchers.
    pub fn watchers(&self) -> usize {
        self.all().iter().map(|hub| lock(&hub.unread).watchers()).sum()
    }

    fn all(&self) -> Vec<Arc<Hub>> {
        lock(&self.hubs).values().filter_map(Weak::upgrade).collect()
    }
}

/// Passes broadcasts on to the watchers of one thread. Ends when the last of them has left.
#[derive(Debug)]
pub struct Hub {
    unread: Mutex<Unread>,
    blind: Arc<AtomicBool>,
    /// Wakes the hub's task.
    pushed: Arc<Notify>,
    /// Wakes the watchers.
    news: Arc<Notify>,
    task: AbortHandle,
}

impl Hub {
    fn start(blind: Arc<AtomicBool>) -> Arc<Self> {
        let (pushed, news) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
        let (hears, passes_on) = (Arc::clone(&pushed), Arc::clone(&news));
        // However many watchers there are, the actor wakes this task, and this task wakes them on their own thread.
        let task = spawn_local(async move {
            loop {
                hears.notified().await;
                passes_on.notify_waiters();
            }
        });
        Arc::new(Self { unread: Mutex::default(), blind, pushed, news, task: task.abort_handle() })
    }

    /// Takes in a watcher, which gets everything from now on; `None` after the end.
    pub fn seat(self: &Arc<Self>) -> Option<Seat> {
        let position = lock(&self.unread).join()?;
        Some(Seat {
            news: Box::pin(Arc::clone(&self.news).notified_owned()),
            hub: Arc::clone(self),
            position,
            live: true,
        })
    }

    fn push(&self, broadcast: &Broadcast) -> usize {
        let behind = lock(&self.unread).push(broadcast);
        self.pushed.notify_one();
        behind
    }

    fn end(&self, end: SubscriptionEnd) {
        lock(&self.unread).end(end);
        self.pushed.notify_one();
    }
}

impl Drop for Hub {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// A watcher's seat at a hub, which it leaves when this is dropped.
#[derive(Debug)]
pub struct Seat {
    hub: Arc<Hub>,
    position: usize,
    news: Pin<Box<OwnedNotified>>,
    /// What the watcher knows of the server's sight of the database.
    live: bool,
}

impl Seat {
    /// Returns what comes next, in order, the end last.
    pub fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<News> {
        loop {
            if let Some(news) = lock(&self.hub.unread).next(&mut self.position) {
                return Poll::Ready(news);
            }
            let live = !self.hub.blind.load(Ordering::Acquire);
            if live != self.live {
                self.live = live;
                return Poll::Ready(News::Live(live));
            }
            ready!(self.news.as_mut().poll(context));
            // Made before the broadcasts are looked at again, so that nothing is missed in between.
            self.news.set(Arc::clone(&self.hub.news).notified_owned());
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        lock(&self.hub.unread).leave(self.position);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::task::{Context, Poll, Wake, Waker};

    use actix::Arbiter;
    use tokio::sync::oneshot;
    use tokio::task::yield_now;

    use super::{Hubs, Seat};
    use crate::watch::{Encoded, News, SubscriptionEnd};

    /// What [`read`] returns for news of the database.
    const LIVE: i64 = -1;
    const BLIND: i64 = -2;

    #[derive(Default)]
    struct Wakes(AtomicUsize);

    impl Wake for Wakes {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn send(hubs: &Hubs, seq: i64) {
        hubs.send(&[Encoded::resync_instead(seq, seq)], seq);
    }

    /// Reads what is there; returns the numbers, and how it ended.
    fn read(seat: &mut Seat, wakes: &Arc<Wakes>) -> (Vec<i64>, Option<SubscriptionEnd>) {
        let (counting, mut seqs) = (Waker::from(Arc::clone(wakes)), Vec::new());
        loop {
            match seat.poll_next(&mut Context::from_waker(&counting)) {
                Poll::Ready(News::Broadcast(broadcast)) => seqs.extend(broadcast.seqs()),
                Poll::Ready(News::Live(live)) => seqs.push(if live { LIVE } else { BLIND }),
                Poll::Ready(News::Ended(end)) => return (seqs, Some(end)),
                Poll::Pending => return (seqs, None),
            }
        }
    }

    #[actix::test]
    async fn a_broadcast_wakes_the_hub_and_the_hub_wakes_the_watchers() {
        let (hubs, wakes) = (Hubs::default(), Arc::new(Wakes::default()));
        let mut seats: Vec<Seat> = (0..1_000).map(|_| hubs.here().seat().unwrap()).collect();
        assert!(seats.iter_mut().all(|seat| read(seat, &wakes) == (vec![], None)));
        assert_eq!((hubs.all().len(), hubs.watchers()), (1, 1_000));
        send(&hubs, 1);
        send(&hubs, 2);
        assert_eq!(wakes.0.load(Ordering::Relaxed), 0);
        while wakes.0.load(Ordering::Relaxed) == 0 {
            yield_now().await;
        }
        assert_eq!(wakes.0.load(Ordering::Relaxed), 1_000, "each once");
        assert!(seats.iter_mut().all(|seat| read(seat, &wakes) == (vec![1, 2], None)));
    }

    #[actix::test]
    async fn each_thread_has_a_hub_while_it_has_watchers() {
        let (hubs, threads) = (Arc::new(Hubs::default()), [Arbiter::new(), Arbiter::new()]);
        let mut seats = Vec::new();
        for thread in &threads {
            for _ in 0..3 {
                let (hubs, (sender, receiver)) = (Arc::clone(&hubs), oneshot::channel());
                thread.spawn(async move {
                    let seat = hubs.here().seat();
                    let _ = sender.send(seat);
                });
                seats.push(receiver.await.unwrap().unwrap());
            }
        }
        assert_eq!((hubs.all().len(), hubs.watchers()), (2, 6));
        send(&hubs, 1);
        assert!(seats.iter_mut().all(|seat| read(seat, &Arc::default()) == (vec![1], None)));
        drop(seats.split_off(3));
        assert_eq!((hubs.all().len(), hubs.watchers()), (1, 3));
        drop(seats);
        assert_eq!((hubs.all().len(), hubs.watchers()), (0, 0));
        for thread in threads {
            thread.stop();
        }
    }

    #[actix::test]
    async fn watchers_learn_once_that_the_server_does_not_see_the_database_and_new_ones_when_they_come() {
        let (hubs, wakes) = (Hubs::default(), Arc::new(Wakes::default()));
        let mut early = hubs.here().seat().unwrap();
        assert_eq!(read(&mut early, &wakes), (vec![], None));
        send(&hubs, 1);
        hubs.note_live(false);
        hubs.note_live(false);
        while wakes.0.load(Ordering::Relaxed) == 0 {
            yield_now().await;
        }
        assert_eq!(read(&mut early, &wakes), (vec![1, BLIND], None));
        let mut late = hubs.here().seat().unwrap();
        assert_eq!(read(&mut late, &wakes), (vec![BLIND], None));
        hubs.note_live(true);
        hubs.note_live(true);
        assert_eq!(read(&mut early, &wakes), (vec![LIVE], None));
        drop(late);
        assert_eq!(read(&mut hubs.here().seat().unwrap(), &wakes), (vec![], None));
    }

    #[actix::test]
    async fn after_an_end_there_is_a_new_hub() {
        let (hubs, wakes) = (Hubs::default(), Arc::default());
        let (before, mut seat) = (hubs.here(), hubs.here().seat().unwrap());
        send(&hubs, 1);
        hubs.end(SubscriptionEnd::Lost);
        assert_eq!(read(&mut seat, &wakes), (vec![1], Some(SubscriptionEnd::Lost)));
        assert!(before.seat().is_none());
        let mut again = hubs.here().seat().unwrap();
        send(&hubs, 2);
        assert_eq!((read(&mut again, &wakes), hubs.watchers()), ((vec![2], None), 1));
    }
}
