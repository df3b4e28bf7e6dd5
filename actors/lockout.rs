//! The lockout: counts wrong passwords of sign-ins per address and name, and of those signed in per account, and lets no more tries through
//! at once than may fail.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use actix::{Actor, Addr, ArbiterHandle, AsyncContext as _, Context, Handler, Message};
use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::oneshot;
use waffle_domain::lockout::{Admission, LockoutKey, LockoutRules, Lockouts, TryEnd};

/// Keys held at most.
const CAPACITY: usize = 100_000;

/// Asks the lockout actor; clones ask the same one.
#[derive(Clone)]
pub struct Lockout(Arc<Shared>);

struct Shared {
    arbiter: ArbiterHandle,
    actor: Mutex<Addr<LockoutActor>>,
}

/// Leave to try one password. Its end must be told; when it is dropped instead, the try counts as given up.
pub struct Leave {
    actor: Addr<LockoutActor>,
    key: Option<LockoutKey>,
    rules: LockoutRules,
    begun: DateTime<Utc>,
}

/// Why a try is not let through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LockoutError {
    /// Too many failures: no try for so long.
    #[error("locked out for {0}")]
    Locked(TimeDelta),
    /// The actor died; the next question starts it anew.
    #[error("the lockout actor died")]
    Gone,
}

impl Lockout {
    /// Starts the actor.
    pub fn start(arbiter: ArbiterHandle) -> Self {
        let actor = start_actor(&arbiter);
        Self(Arc::new(Shared { arbiter, actor: Mutex::new(actor) }))
    }

    /// Waits for leave to try a password: at once, unless as many tries as may fail are under way. An actor that died is started anew,
    /// with nothing counted.
    pub async fn leave(&self, key: LockoutKey, rules: LockoutRules, now: DateTime<Utc>) -> Result<Leave, LockoutError> {
        let actor = self.actor();
        match ask(&actor, key.clone(), rules, now).await {
            Err(LockoutError::Gone) => ask(&self.replace(&actor), key, rules, now).await,
            answered => answered,
        }
    }

    fn actor(&self) -> Addr<LockoutActor> {
        self.0.actor.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn replace(&self, dead: &Addr<LockoutActor>) -> Addr<LockoutActor> {
        let mut actor = self.0.actor.lock().unwrap_or_else(PoisonError::into_inner);
        if *actor == *dead {
            log::error!("the lockout actor died and is started anew");
            *actor = start_actor(&self.0.arbiter);
        }
        actor.clone()
    }
}

async fn ask(
    actor: &Addr<LockoutActor>,
    key: LockoutKey,
    rules: LockoutRules,
    now: DateTime<Utc>,
) -> Result<Leave, LockoutError> {
    let (answer, answered) = oneshot::channel();
    actor.send(Begin { key, rules, now, answer }).await.map_err(|_| LockoutError::Gone)?;
    answered.await.map_err(|_| LockoutError::Gone)?
}

impl Leave {
    /// Tells how the try ended. Counted before this returns.
    pub async fn end(mut self, end: TryEnd, now: DateTime<Utc>) -> Result<(), LockoutError> {
        let Some(key) = self.key.take() else { return Ok(()) };
        self.actor.send(End { key, rules: self.rules, now, how: end }).await.map_err(|_| LockoutError::Gone)
    }
}

impl Drop for Leave {
    fn drop(&mut self) {
        if let Some(key) = self.key.take() {
            self.actor.do_send(End { key, rules: self.rules, now: self.begun, how: TryEnd::Unknown });
        }
    }
}

fn start_actor(arbiter: &ArbiterHandle) -> Addr<LockoutActor> {
    LockoutActor::start_in_arbiter(arbiter, |_| LockoutActor {
        lockouts: Lockouts::new(CAPACITY),
        waiting: HashMap::new(),
    })
}

struct LockoutActor {
    lockouts: Lockouts,
    waiting: HashMap<LockoutKey, VecDeque<Begin>>,
}

#[derive(Message)]
#[rtype(result = "()")]
struct Begin {
    key: LockoutKey,
    rules: LockoutRules,
    now: DateTime<Utc>,
    answer: oneshot::Sender<Result<Leave, LockoutError>>,
}

#[derive(Message)]
#[rtype(result = "()")]
struct End {
    key: LockoutKey,
    rules: LockoutRules,
    now: DateTime<Utc>,
    how: TryEnd,
}

impl LockoutActor {
    /// Answers, unless the answer has to wait; then hands the question back.
    fn try_answer(&mut self, begin: Begin, own: &Addr<Self>) -> Option<Begin> {
        if begin.answer.is_closed() {
            return None;
        }
        let admission = self.lockouts.begin(&begin.key, begin.rules, begin.now);
        if admission == Admission::Wait {
            return Some(begin);
        }
        let Begin { key, rules, now, answer } = begin;
        let outcome = match admission {
            Admission::Locked(wait) => Err(LockoutError::Locked(wait)),
            Admission::Go | Admission::Wait => Ok(Leave { actor: own.clone(), key: Some(key), rules, begun: now }),
        };
        // Whoever stopped listening drops the leave, and the leave tells.
        drop(answer.send(outcome));
        None
    }
}

impl Actor for LockoutActor {
    type Context = Context<Self>;
}

impl Handler<Begin> for LockoutActor {
    type Result = ();

    fn handle(&mut self, begin: Begin, context: &mut Self::Context) {
        let key = begin.key.clone();
        if let Some(begin) = self.try_answer(begin, &context.address()) {
            self.waiting.entry(key).or_default().push_back(begin);
        }
    }
}

impl Handler<End> for LockoutActor {
    type Result = ();

    fn handle(&mut self, End { key, rules, now, how }: End, context: &mut Self::Context) {
        self.lockouts.end(&key, how, rules, now);
        let Some(mut waiting) = self.waiting.remove(&key) else { return };
        while let Some(mut begin) = waiting.pop_front() {
            begin.now = begin.now.max(now);
            if let Some(begin) = self.try_answer(begin, &context.address()) {
                waiting.push_front(begin);
                self.waiting.insert(key, waiting);
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use actix::Arbiter;
    use chrono::DateTime;
    use futures_util::future::join_all;
    use waffle_domain::settings::Settings;

    use super::*;

    fn key() -> LockoutKey {
        LockoutKey::new("203.0.113.7".parse().unwrap(), "anna")
    }

    fn rules() -> LockoutRules {
        LockoutRules::from(&Settings::default())
    }

    async fn fail(lockout: &Lockout) -> Result<(), LockoutError> {
        let leave = lockout.leave(key(), rules(), DateTime::UNIX_EPOCH).await?;
        tokio::task::yield_now().await;
        leave.end(TryEnd::Wrong, DateTime::UNIX_EPOCH).await
    }

    #[actix::test]
    async fn of_a_hundred_wrong_tries_at_once_five_are_let_through() {
        let lockout = Lockout::start(Arbiter::current());
        let ends = join_all((0..100).map(|_| fail(&lockout))).await;
        assert_eq!(ends.iter().filter(|end| end.is_ok()).count(), 5);
        assert!(ends.iter().filter_map(|end| end.err()).all(|error| matches!(error, LockoutError::Locked(_))));
    }

    #[actix::test]
    async fn a_hundred_right_tries_at_once_all_get_through() {
        let lockout = Lockout::start(Arbiter::current());
        let tries = (0..100).map(|_| async {
            let leave = lockout.leave(key(), rules(), DateTime::UNIX_EPOCH).await?;
            tokio::task::yield_now().await;
            leave.end(TryEnd::Right, DateTime::UNIX_EPOCH).await
        });
        assert_eq!(join_all(tries).await, vec![Ok(()); 100]);
    }

    #[actix::test]
    async fn a_try_that_is_given_up_makes_room_for_another() {
        let lockout = Lockout::start(Arbiter::current());
        let leaves = join_all((0..5).map(|_| lockout.leave(key(), rules(), DateTime::UNIX_EPOCH))).await;
        let mut sixth = Box::pin(fail(&lockout));
        assert!(futures_util::poll!(&mut sixth).is_pending());
        drop(leaves);
        assert_eq!(sixth.await, Ok(()));
    }

    #[actix::test]
    async fn an_answer_that_nobody_takes_is_no_try() {
        let lockout = Lockout::start(Arbiter::current());
        for _ in 0..20 {
            let mut left = Box::pin(lockout.leave(key(), rules(), DateTime::UNIX_EPOCH));
            assert!(futures_util::poll!(&mut left).is_pending());
            // The actor has answered this question once it has answered the next one.
            lockout.actor().send(Ping).await.unwrap();
            drop(left);
        }
        assert_eq!(fail(&lockout).await, Ok(()));
    }

    #[derive(Message)]
    #[rtype(result = "()")]
    struct Ping;

    impl Handler<Ping> for LockoutActor {
        type Result = ();

        fn handle(&mut self, Ping: Ping, _: &mut Self::Context) {}
    }

    #[derive(Message)]
    #[rtype(result = "()")]
    struct Fall;

    impl Handler<Fall> for LockoutActor {
        type Result = ();

        fn handle(&mut self, Fall: Fall, _: &mut Self::Context) {
            panic!("injected by the test");
        }
    }

    #[actix::test]
    async fn an_actor_that_panicked_is_started_anew() {
        let lockout = Lockout::start(Arbiter::new().handle());
        assert!(lockout.actor().send(Fall).await.is_err());
        assert_eq!(fail(&lockout).await, Ok(()));
    }
}
