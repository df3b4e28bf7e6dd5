//! Background tasks with an owner: restarted when they panic, and ended at shutdown.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use actix::ArbiterHandle;
use tokio::sync::{oneshot, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout};
use waffle_domain::timeouts::TASK_END;

/// The pause before a task that died is restarted; it doubles with each death up to the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_millis(500);
/// After running this long, a task starts again with the first pause.
const TRUSTED: Duration = Duration::from_mins(1);

type BoxFuture = Pin<Box<dyn Future<Output = Result<(), Died>>>>;

/// The owner of a task, which is cancelled when this is dropped.
#[derive(Debug)]
pub struct Supervised {
    name: &'static str,
    limit: Duration,
    stop: watch::Sender<bool>,
    ended: oneshot::Receiver<()>,
}

/// A task ended without a panic, although it was not asked to.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("it ended by itself")]
pub(crate) struct Died;

/// Lets a task know when to end.
#[derive(Debug, Clone)]
pub struct Stopping(watch::Receiver<bool>);

impl Stopping {
    /// Waits this long, or until the task has to end; returns whether it has to.
    pub async fn within(&mut self, pause: Duration) -> bool {
        timeout(pause, self.requested()).await.is_ok()
    }

    /// Waits until the task has to end.
    pub async fn requested(&mut self) {
        // An error means that the owner is gone, and the task has to end as well.
        let _ = self.0.wait_for(|stop| *stop).await;
    }

    /// Returns whether the task has to end now.
    pub fn is_now(&self) -> bool {
        *self.0.borrow() || self.0.has_changed().is_err()
    }
}

impl Supervised {
    /// Starts a task in the local set of the caller. It is restarted when it panics, with growing pauses, until it
    /// returns. At shutdown it has `limit` to do so; one that died just before is started once more to finish.
    pub fn start<Work>(name: &'static str, limit: Duration, make: impl Fn(Stopping) -> Work + 'static) -> Self
    where
        Work: Future<Output = ()> + 'static,
    {
        Self::restarted(name, limit, always(make))
    }

    /// The same for a task that may report that it died.
    pub(crate) fn restarted<Work>(
        name: &'static str,
        limit: Duration,
        make: impl Fn(Stopping) -> Work + 'static,
    ) -> Self
    where
        Work: Future<Output = Result<(), Died>> + 'static,
    {
        let (stop, stopping) = watch::channel(false);
        let (end, ended) = oneshot::channel();
        tokio::task::spawn_local(supervise(name, Stopping(stopping), make, end));
        Self { name, limit, stop, ended }
    }

    /// Starts a task on an arbiter.
    pub fn start_on<Work>(
        arbiter: &ArbiterHandle,
        name: &'static str,
        limit: Duration,
        make: impl Fn(Stopping) -> Work + Send + 'static,
    ) -> Self
    where
        Work: Future<Output = ()> + 'static,
    {
        let (stop, stopping) = watch::channel(false);
        let (end, ended) = oneshot::channel();
        arbiter.spawn(supervise(name, Stopping(stopping), always(make), end));
        Self { name, limit, stop, ended }
    }

    /// Starts a task that never returns by itself and has nothing to finish: at its end it is dropped where it waits.
    pub fn endless<Work>(name: &'static str, make: impl Fn() -> Work + 'static) -> Self
    where
        Work: Future<Output = ()> + 'static,
    {
        Self::start(name, TASK_END, move |mut stopping| {
            let work = make();
            async move {
                tokio::select! {
                    () = work => {}
                    () = stopping.requested() => {}
                }
            }
        })
    }

    /// Waits this long for a task that returns by itself. Gives the owner back if it has not.
    pub async fn returns_within(mut self, limit: Duration) -> Option<Self> {
        timeout(limit, &mut self.ended).await.is_err().then_some(self)
    }

    /// Asks the task to end and waits for that; cancels it when it takes too long.
    pub async fn stop(mut self) {
        self.stop.send_replace(true);
        if timeout(self.limit, &mut self.ended).await.is_err() {
            log::warn!(task = self.name; "the task did not end in time");
        }
    }
}

/// Makes tasks that never report that they died.
fn always<Work>(make: impl Fn(Stopping) -> Work) -> impl Fn(Stopping) -> BoxFuture
where
    Work: Future<Output = ()> + 'static,
{
    move |stopping| {
        let work = make(stopping);
        Box::pin(async move {
            work.await;
            Ok(())
        })
    }
}

/// Runs a task until it returns or its owner is gone. The owner learns of the end as `_end` is dropped.
async fn supervise<Work>(
    name: &'static str,
    mut stopping: Stopping,
    make: impl Fn(Stopping) -> Work,
    _end: oneshot::Sender<()>,
) where
    Work: Future<Output = Result<(), Died>> + 'static,
{
    let mut owner = stopping.0.clone();
    let abandoned = async move { while owner.changed().await.is_ok() {} };
    let run = async move {
        let mut pause = FIRST_PAUSE;
        loop {
            let (begun, was_asked) = (Instant::now(), stopping.is_now());
            // A set, since its tasks are cancelled when it is dropped.
            let mut task = JoinSet::new();
            task.spawn_local(make(stopping.clone()));
            let error = match task.join_next().await {
                Some(Err(panic)) => panic.to_string(),
                Some(Ok(Err(died))) => died.to_string(),
                Some(Ok(Ok(()))) | None => return,
            };
            log::error!(task = name, error:%; "the task died and starts again");
            if was_asked {
                return;
            }
            if begun.elapsed() > TRUSTED {
                pause = FIRST_PAUSE;
            }
            stopping.within(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    };
    tokio::select! {
        () = run => {}
        () = abandoned => {}
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::future::pending;
    use std::rc::Rc;

    use tokio::sync::Notify;

    use super::*;

    const SOON: Duration = Duration::from_secs(5);

    struct Goes(Rc<Cell<bool>>);

    impl Drop for Goes {
        fn drop(&mut self) {
            self.0.set(true);
        }
    }

    async fn until(gone: &Cell<bool>) {
        let ended = async {
            while !gone.get() {
                tokio::task::yield_now().await;
            }
        };
        timeout(SOON, ended).await.unwrap();
    }

    #[actix::test]
    async fn a_task_that_panics_is_restarted_until_it_returns() {
        let starts = Rc::new(Cell::new(0));
        let counted = Rc::clone(&starts);
        let task = Supervised::start("falls twice", SOON, move |_| {
            counted.set(counted.get() + 1);
            let start = counted.get();
            async move { assert!(start > 2, "injected by the test") }
        });
        timeout(SOON, task.ended).await.unwrap().unwrap_err();
        assert_eq!(starts.get(), 3);
    }

    #[actix::test]
    async fn a_task_is_asked_to_end_and_may_finish() {
        let finished = Rc::new(Cell::new(false));
        let finishes = Rc::clone(&finished);
        let task = Supervised::start("obeys", SOON, move |mut stopping| {
            let finishes = Rc::clone(&finishes);
            async move {
                assert!(!stopping.is_now());
                assert!(stopping.within(Duration::from_mins(1)).await);
                assert!(stopping.is_now());
                finishes.set(true);
            }
        });
        tokio::task::yield_now().await;
        task.stop().await;
        assert!(finished.get());
    }

    #[actix::test]
    async fn a_task_that_died_just_before_the_end_is_started_once_more_to_finish() {
        let (starts, died) = (Rc::new(Cell::new(0)), Rc::new(Notify::new()));
        let (counted, dies) = (Rc::clone(&starts), Rc::clone(&died));
        let task = Supervised::start("dies", SOON, move |_| {
            counted.set(counted.get() + 1);
            let dies = Rc::clone(&dies);
            async move {
                dies.notify_one();
                panic!("injected by the test");
            }
        });
        died.notified().await;
        timeout(SOON, task.stop()).await.unwrap();
        assert_eq!(starts.get(), 2);
    }

    #[actix::test]
    async fn a_task_that_does_not_end_is_ended() {
        let gone = Rc::new(Cell::new(false));
        let (goes, begun) = (Rc::clone(&gone), Rc::new(Notify::new()));
        let begins = Rc::clone(&begun);
        let task = Supervised::start("hangs", Duration::from_millis(10), move |_| {
            let goes = Goes(Rc::clone(&goes));
            begins.notify_one();
            async move {
                let _goes = goes;
                pending::<()>().await;
            }
        });
        begun.notified().await;
        task.stop().await;
        until(&gone).await;
    }

    #[actix::test]
    async fn an_endless_task_is_dropped_when_it_has_to_end() {
        let gone = Rc::new(Cell::new(false));
        let goes = Rc::clone(&gone);
        let task = Supervised::endless("never returns", move || {
            let goes = Goes(Rc::clone(&goes));
            async move {
                let _goes = goes;
                pending::<()>().await;
            }
        });
        tokio::task::yield_now().await;
        task.stop().await;
        assert!(gone.get());
    }

    #[actix::test]
    async fn a_task_is_waited_for_up_to_a_limit() {
        let begins = Rc::new(Notify::new());
        let begun = Rc::clone(&begins);
        let task = Supervised::start("returns", SOON, move |_| {
            let begun = Rc::clone(&begun);
            async move { begun.notified().await }
        });
        let task = task.returns_within(Duration::from_millis(1)).await.expect("it goes on");
        begins.notify_one();
        assert!(task.returns_within(SOON).await.is_none());
    }

    #[actix::test]
    async fn without_its_owner_a_task_ends() {
        let gone = Rc::new(Cell::new(false));
        let goes = Rc::clone(&gone);
        let task = Supervised::start("is left", SOON, move |_| {
            let goes = Goes(Rc::clone(&goes));
            async move {
                let _goes = goes;
                pending::<()>().await;
            }
        });
        tokio::task::yield_now().await;
        drop(task);
        until(&gone).await;
    }
}
