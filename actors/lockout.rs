//! The lockout actor: counts wrong passwords, at sign-in per address and name, afterwards per account, and never lets
//! more tries run at the same time than may fail.
//!
//! The counts outlive it, so that killing it frees no one. Tries under way at that moment don't count.

use std::cell::RefCell;
use std::rc::Rc;

use actix::{Actor, Addr, AsyncContext, Context, Handler, Message};
use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::oneshot;
use waffle_domain::lockout::{Admission, LockoutKey, LockoutRules, Lockouts, TryEnd};
use waffle_domain::timeouts::TASK_END;

use crate::supervised_actor::{Kept, Lasting};
use crate::supervised_task::Supervised;

/// How many keys are remembered.
const CAPACITY: usize = 100_000;

/// Counts the failed tries on this server.
pub struct LockoutActor {
    lockouts: Rc<RefCell<Lockouts>>,
    /// The requests that wait until a try has ended, the oldest first.
    waiting: Vec<Begin>,
}

/// The way to the actor. Clones lead to the same one.
#[derive(Clone)]
pub struct Lockout(Kept<LockoutActor>);

/// Asks to be admitted, now or once other tries have ended.
#[derive(Debug, Message)]
#[rtype(result = "()")]
struct Begin {
    key: LockoutKey,
    rules: LockoutRules,
    now: DateTime<Utc>,
    reply: oneshot::Sender<Result<PasswordTry, NotAdmitted>>,
}

/// Forgets failures.
#[derive(Debug, Message)]
#[rtype(result = "()")]
struct Forgive {
    key: LockoutKey,
    until: DateTime<Utc>,
}

/// Reports how a try ended.
#[derive(Debug, Message)]
#[rtype(result = "()")]
struct Ended {
    key: LockoutKey,
    rules: LockoutRules,
    end: TryEnd,
    now: DateTime<Utc>,
}

/// An admitted try of one password. Dropped without an end, it counts as given up.
#[derive(Debug)]
pub struct PasswordTry {
    actor: Addr<LockoutActor>,
    key: LockoutKey,
    rules: LockoutRules,
    end: (TryEnd, DateTime<Utc>),
}

/// Why no try is admitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAdmitted {
    /// There were too many failures, for this long.
    #[error("locked out for {0}")]
    LockedOut(TimeDelta),
    /// The actor has died, and starts again.
    #[error("the lockout actor is away")]
    Away,
}

impl Lockout {
    /// Starts the actor in the local set of the caller.
    pub fn start() -> (Self, Supervised) {
        let lockouts = Rc::new(RefCell::new(Lockouts::new(CAPACITY)));
        let make = move || LockoutActor { lockouts: Rc::clone(&lockouts), waiting: Vec::new() };
        let (kept, owner) = Kept::start("lockout", TASK_END, make);
        (Self(kept), owner)
    }

    /// Admits a try. Waits only while as many are under way as may fail.
    pub async fn admit(
        &self,
        key: LockoutKey,
        rules: LockoutRules,
        now: DateTime<Utc>,
    ) -> Result<PasswordTry, NotAdmitted> {
        let (reply, answer) = oneshot::channel();
        self.0.ask(Begin { key, rules, now, reply }).await.map_err(|_| NotAdmitted::Away)?;
        answer.await.unwrap_or(Err(NotAdmitted::Away))
    }

    /// Forgets the failures of a key, unless the last one came after a moment.
    pub async fn forgive(&self, key: LockoutKey, until: DateTime<Utc>) -> Result<(), NotAdmitted> {
        self.0.ask(Forgive { key, until }).await.map_err(|_| NotAdmitted::Away)
    }

    /// Makes the actor panic, and waits until it is dead.
    #[cfg(any(test, feature = "faults"))]
    pub async fn kill(&self) {
        self.0.kill().await;
    }
}

impl Actor for LockoutActor {
    type Context = Context<Self>;

    fn started(&mut self, _: &mut Self::Context) {
        self.lockouts.borrow_mut().forget_attempts();
    }
}

impl LockoutActor {
    /// Answers a request, unless it has to wait.
    fn admit(&mut self, request: Begin, actor: Addr<Self>) {
        let Begin { key, rules, now, reply } = request;
        if reply.is_closed() {
            return;
        }
        let admission = self.lockouts.borrow_mut().begin(&key, rules, now);
        // If the caller has gone, the try ends as it is dropped.
        let _ = match admission {
            Admission::Go => reply.send(Ok(PasswordTry { actor, key, rules, end: (TryEnd::Unknown, now) })),
            Admission::Locked(wait) => reply.send(Err(NotAdmitted::LockedOut(wait))),
            Admission::Wait => return self.waiting.push(Begin { key, rules, now, reply }),
        };
    }
}

impl Handler<Begin> for LockoutActor {
    type Result = ();

    fn handle(&mut self, request: Begin, ctx: &mut Self::Context) {
        self.admit(request, ctx.address());
    }
}

impl Handler<Forgive> for LockoutActor {
    type Result = ();

    fn handle(&mut self, Forgive { key, until }: Forgive, _: &mut Self::Context) {
        self.lockouts.borrow_mut().forgive(&key, until);
    }
}

impl Handler<Ended> for LockoutActor {
    type Result = ();

    fn handle(&mut self, Ended { key, rules, end, now }: Ended, ctx: &mut Self::Context) {
        self.lockouts.borrow_mut().end(&key, end, rules, now);
        let (next, others) = std::mem::take(&mut self.waiting).into_iter().partition(|request| request.key == key);
        self.waiting = others;
        for request in Vec::from_iter::<Vec<Begin>>(next) {
            self.admit(Begin { now: request.now.max(now), ..request }, ctx.address());
        }
    }
}

impl Lasting for LockoutActor {}

impl PasswordTry {
    /// Counts how the try ended.
    pub fn end(mut self, end: TryEnd, now: DateTime<Utc>) {
        self.end = (end, now);
    }
}

impl Drop for PasswordTry {
    fn drop(&mut self) {
        let (end, now) = self.end;
        // An actor that has died since has forgotten the try.
        self.actor.do_send(Ended { key: self.key.clone(), rules: self.rules, end, now });
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures_util::future::join_all;
    use tokio::time::{sleep, timeout};
    use waffle_domain::settings::Settings;

    use super::*;

    const SOON: Duration = Duration::from_secs(5);

    fn key() -> LockoutKey {
        LockoutKey::new("203.0.113.7".parse().unwrap(), "anna")
    }

    fn rules() -> LockoutRules {
        LockoutRules::from(&Settings::default())
    }

    /// Starts the actor, and waits until it is there.
    async fn lockout() -> (Lockout, Supervised) {
        let (lockout, owner) = Lockout::start();
        until_there(&lockout).await;
        (lockout, owner)
    }

    async fn until_there(lockout: &Lockout) {
        let there = async {
            while let Err(NotAdmitted::Away) = begin(lockout).await {
                sleep(Duration::from_millis(2)).await;
            }
        };
        timeout(SOON, there).await.unwrap();
    }

    async fn begin(lockout: &Lockout) -> Result<PasswordTry, NotAdmitted> {
        lockout.admit(key(), rules(), DateTime::UNIX_EPOCH).await
    }

    async fn end(lockout: &Lockout, how: TryEnd) -> Result<(), NotAdmitted> {
        let admitted = begin(lockout).await?;
        tokio::task::yield_now().await;
        admitted.end(how, DateTime::UNIX_EPOCH);
        Ok(())
    }

    /// Returns whether no try is admitted within a moment.
    async fn waits(lockout: &Lockout) -> bool {
        timeout(Duration::from_millis(50), begin(lockout)).await.is_err()
    }

    #[actix::test]
    async fn of_a_hundred_wrong_tries_together_five_are_admitted() {
        let (lockout, _owner) = lockout().await;
        let ends = join_all((0..100).map(|_| end(&lockout, TryEnd::Wrong))).await;
        assert_eq!(ends.iter().filter(|end| end.is_ok()).count(), 5);
        assert!(ends.contains(&Err(NotAdmitted::LockedOut(rules().duration))));
    }

    #[actix::test]
    async fn a_hundred_right_tries_together_are_all_admitted() {
        let (lockout, _owner) = lockout().await;
        let tries = (0..100).map(|_| end(&lockout, TryEnd::Right));
        assert_eq!(join_all(tries).await, vec![Ok(()); 100]);
    }

    #[actix::test]
    async fn a_try_that_is_given_up_makes_room_for_another() {
        let (lockout, _owner) = lockout().await;
        let tries = join_all((0..5).map(|_| begin(&lockout))).await;
        let given_up = async {
            assert!(waits(&lockout).await);
            drop(tries);
        };
        assert_eq!(tokio::join!(end(&lockout, TryEnd::Wrong), given_up).0, Ok(()));
    }

    #[actix::test]
    async fn a_caller_that_stops_waiting_makes_no_try() {
        let (lockout, _owner) = lockout().await;
        let tries = join_all((0..5).map(|_| begin(&lockout))).await;
        for _ in 0..3 {
            assert!(waits(&lockout).await);
        }
        drop(tries);
        assert_eq!(end(&lockout, TryEnd::Wrong).await, Ok(()));
    }

    #[actix::test]
    async fn an_actor_that_dies_starts_again_with_its_counts_and_without_the_tries_under_way() {
        let (lockout, _owner) = lockout().await;
        for _ in 0..4 {
            assert_eq!(end(&lockout, TryEnd::Wrong).await, Ok(()));
        }
        let under_way = begin(&lockout).await.unwrap();
        let waiting = async {
            assert!(waits(&lockout).await);
            lockout.kill().await;
        };
        let (waited, ()) = tokio::join!(begin(&lockout), waiting);
        assert_eq!(waited.unwrap_err(), NotAdmitted::Away);
        assert_eq!(begin(&lockout).await.unwrap_err(), NotAdmitted::Away);
        until_there(&lockout).await;
        under_way.end(TryEnd::Right, DateTime::UNIX_EPOCH);
        assert_eq!(end(&lockout, TryEnd::Wrong).await, Ok(()), "the fifth");
        assert_eq!(begin(&lockout).await.unwrap_err(), NotAdmitted::LockedOut(rules().duration));
    }
}
