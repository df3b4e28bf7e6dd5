//! The lockout: counts wrong passwords, at sign-in per address and name, afterwards per account, and never lets more
//! tries run at once than may fail.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::Notify;
use waffle_domain::lockout::{Admission, LockoutKey, LockoutRules, Lockouts, TryEnd};

/// How many keys are remembered.
const CAPACITY: usize = 100_000;

/// The failed tries on this server. Clones share them.
#[derive(Clone)]
pub struct Lockout(Arc<State>);

struct State {
    counted: Mutex<Counted>,
    /// Told whenever a try has ended.
    ended: Notify,
}

struct Counted {
    lockouts: Lockouts,
    /// When a try ended last.
    last_end: DateTime<Utc>,
}

/// An admitted try of one password. Dropped without an end, it counts as given up.
pub struct PasswordTry {
    lockout: Lockout,
    key: LockoutKey,
    rules: LockoutRules,
    end: (TryEnd, DateTime<Utc>),
}

/// There were too many failures: no try is admitted for this long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("locked out for {0}")]
pub struct LockedOut(pub TimeDelta);

impl Default for Lockout {
    fn default() -> Self {
        let counted = Counted { lockouts: Lockouts::new(CAPACITY), last_end: DateTime::<Utc>::MIN_UTC };
        Self(Arc::new(State { counted: Mutex::new(counted), ended: Notify::new() }))
    }
}

impl Lockout {
    /// Admits a try. Waits only while as many are under way as may fail.
    pub async fn admit(
        &self,
        key: LockoutKey,
        rules: LockoutRules,
        mut now: DateTime<Utc>,
    ) -> Result<PasswordTry, LockedOut> {
        loop {
            // Created before asking, so that no end is missed.
            let ended = self.0.ended.notified();
            let admission = self.counted().lockouts.begin(&key, rules, now);
            match admission {
                Admission::Go => {
                    return Ok(PasswordTry { lockout: self.clone(), key, rules, end: (TryEnd::Unknown, now) });
                }
                Admission::Locked(wait) => return Err(LockedOut(wait)),
                Admission::Wait => ended.await,
            }
            now = now.max(self.counted().last_end);
        }
    }

    fn counted(&self) -> MutexGuard<'_, Counted> {
        self.0.counted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PasswordTry {
    /// Counts how the try ended.
    pub fn end(mut self, end: TryEnd, now: DateTime<Utc>) {
        self.end = (end, now);
    }
}

impl Drop for PasswordTry {
    fn drop(&mut self) {
        let (end, now) = self.end;
        let mut counted = self.lockout.counted();
        counted.last_end = counted.last_end.max(now);
        counted.lockouts.end(&self.key, end, self.rules, now);
        drop(counted);
        self.lockout.0.ended.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use futures_util::future::join_all;
    use waffle_domain::settings::Settings;

    use super::*;

    fn key() -> LockoutKey {
        LockoutKey::new("203.0.113.7".parse().unwrap(), "anna")
    }

    fn rules() -> LockoutRules {
        LockoutRules::from(&Settings::default())
    }

    async fn begin(lockout: &Lockout) -> Result<PasswordTry, LockedOut> {
        lockout.admit(key(), rules(), DateTime::UNIX_EPOCH).await
    }

    async fn end(lockout: &Lockout, how: TryEnd) -> Result<(), LockedOut> {
        let admitted = begin(lockout).await?;
        tokio::task::yield_now().await;
        admitted.end(how, DateTime::UNIX_EPOCH);
        Ok(())
    }

    #[tokio::test]
    async fn of_a_hundred_wrong_tries_at_once_five_are_let_through() {
        let lockout = Lockout::default();
        let ends = join_all((0..100).map(|_| end(&lockout, TryEnd::Wrong))).await;
        assert_eq!(ends.iter().filter(|end| end.is_ok()).count(), 5);
    }

    #[tokio::test]
    async fn a_hundred_right_tries_at_once_all_get_through() {
        let lockout = Lockout::default();
        let tries = (0..100).map(|_| end(&lockout, TryEnd::Right));
        assert_eq!(join_all(tries).await, vec![Ok(()); 100]);
    }

    #[tokio::test]
    async fn a_try_that_is_given_up_makes_room_for_another() {
        let lockout = Lockout::default();
        let tries = join_all((0..5).map(|_| begin(&lockout))).await;
        let mut sixth = Box::pin(end(&lockout, TryEnd::Wrong));
        assert!(futures_util::poll!(&mut sixth).is_pending());
        drop(tries);
        assert_eq!(sixth.await, Ok(()));
    }

    #[tokio::test]
    async fn whoever_stops_waiting_makes_no_try() {
        let lockout = Lockout::default();
        let tries = join_all((0..5).map(|_| begin(&lockout))).await;
        for _ in 0..20 {
            assert!(futures_util::poll!(Box::pin(begin(&lockout))).is_pending());
        }
        drop(tries);
        assert_eq!(end(&lockout, TryEnd::Wrong).await, Ok(()));
    }
}
