//! Password hashing. It is slow on purpose, so it runs on blocking threads, only a few at a time; the others queue.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::session::password_queue::{NoSlot, PasswordQueue};
use bcrypt::{BcryptError, HashParts};
use tokio::task::{JoinError, spawn_blocking};
use tokio::time::{Instant, timeout_at};
use waffle_domain::password::{MAX_PASSWORD_BYTES, NewPassword};
use waffle_domain::password_queue::Asker;
use waffle_domain::refusal::Refusal;
use waffle_domain::timeouts::PASSWORD_HASH;

use crate::failure::Failure;

/// The longest time to wait that a client is given.
const LONGEST_WAIT: Duration = Duration::from_mins(1);

/// Hashes and checks passwords with bcrypt.
#[derive(Clone)]
pub struct PasswordHasher {
    cost: u32,
    queue: PasswordQueue,
    patience: Duration,
    /// How long a password took recently, in microseconds.
    took: Arc<AtomicU64>,
}

/// Why a password was neither hashed nor checked.
#[derive(Debug, thiserror::Error)]
pub enum HashingError {
    /// All slots were taken for too long. One may be free after this time.
    #[error("too many passwords to check at once")]
    Busy(Duration),
    /// Too many requests wait already. A slot may be free after this time.
    #[error("too many passwords wait to be checked")]
    Full(Duration),
    /// A stored hash or the cost is invalid.
    #[error("bcrypt failed")]
    Bcrypt(#[from] BcryptError),
    /// The hashing thread panicked.
    #[error("the hashing thread was lost")]
    Thread(#[from] JoinError),
}

impl PasswordHasher {
    /// Makes a hasher for a bcrypt cost (4 to 31) that uses at most half of the processor's threads, and one more for
    /// known accounts.
    pub fn new(cost: u32) -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let queue = PasswordQueue::new((threads / 2).max(1));
        Self { cost, queue, patience: PASSWORD_HASH, took: Arc::default() }
    }

    /// Estimates how long a new request would wait for a slot, from how long passwords took recently.
    pub fn wait(&self) -> Duration {
        let took = Duration::from_micros(self.took.load(Ordering::Relaxed));
        let before = u32::try_from(self.queue.before_newcomer()).unwrap_or(u32::MAX);
        took.saturating_mul(before).min(LONGEST_WAIT)
    }

    /// Hashes a new password.
    pub async fn hash(&self, password: NewPassword, asker: Asker) -> Result<String, HashingError> {
        let cost = self.cost;
        self.in_slot(asker, move || bcrypt::hash(password.reveal(), cost)).await
    }

    /// Returns whether the password matches the hash. Without a hash it takes just as long and returns false, so that
    /// the response time does not reveal whether an account exists. It also takes that long for a password that is
    /// longer than allowed, and for a hash from before the cost was raised. (A hash from before the cost was lowered
    /// takes longer, until it is [renewed](Self::renewed).)
    pub async fn matches(&self, password: &str, hash: Option<String>, asker: Asker) -> Result<bool, HashingError> {
        let possible = hash.is_some() && password.len() <= MAX_PASSWORD_BYTES;
        let cost = self.cost;
        let hash = hash.filter(|_| possible).unwrap_or_else(|| hash_of_nothing(cost));
        let password = password.to_owned();
        let same = self.in_slot(asker, move || {
            let same = bcrypt::verify(&password, &hash)?;
            if !same {
                // Each step of the cost doubles the work, so the work done so far plus that of each missing step adds
                // up to the work at the full cost.
                for step in cost_of(&hash)?..cost {
                    bcrypt::verify(&password, &hash_of_nothing(step))?;
                }
            }
            Ok(same)
        });
        Ok(same.await? && possible)
    }

    /// Hashes a password again if its hash was made at another cost. Returns `None` if it was not, or if no slot is
    /// free right now: this can wait for the next sign-in, but people who are signing in can't.
    pub async fn renewed(&self, password: &str, hash: &str, asker: Asker) -> Result<Option<String>, HashingError> {
        if cost_of(hash)? == self.cost || self.queue.are_busy() {
            return Ok(None);
        }
        match NewPassword::as_given(password) {
            Ok(password) => self.hash(password, asker).await.map(Some),
            Err(_) => Ok(None),
        }
    }

    async fn in_slot<T: Send + 'static>(
        &self,
        asker: Asker,
        work: impl FnOnce() -> Result<T, BcryptError> + Send + 'static,
    ) -> Result<T, HashingError> {
        let until = Instant::now() + self.patience;
        let slot = self.queue.take(asker, until).await.map_err(|why| match why {
            NoSlot::TooMany => HashingError::Full(self.wait()),
            NoSlot::TooLate => HashingError::Busy(self.wait()),
        })?;
        let took = Arc::clone(&self.took);
        // The slot lasts as long as the work, even if the caller has stopped waiting.
        let work = spawn_blocking(move || {
            let begun = Instant::now();
            let done = work();
            note(&took, begun.elapsed());
            drop(slot);
            done
        });
        Ok(timeout_at(until, work).await.map_err(|_| HashingError::Busy(self.wait()))???)
    }
}

/// Updates the running mean: the newest time counts for a quarter.
fn note(took: &AtomicU64, newest: Duration) {
    let newest = u64::try_from(newest.as_micros()).unwrap_or(u64::MAX);
    let mean = took.load(Ordering::Relaxed);
    took.store(if mean == 0 { newest } else { mean - mean / 4 + newest / 4 }, Ordering::Relaxed);
}

fn cost_of(hash: &str) -> Result<u32, BcryptError> {
    Ok(hash.parse::<HashParts>()?.get_cost())
}

/// A well-formed hash with no known password.
fn hash_of_nothing(cost: u32) -> String {
    format!("$2b${cost:02}${}", ".".repeat(53))
}

impl From<HashingError> for Failure {
    fn from(error: HashingError) -> Self {
        match error {
            HashingError::Busy(wait) | HashingError::Full(wait) => Self::from(Refusal::Busy { wait }).cause(error),
            HashingError::Bcrypt(_) | HashingError::Thread(_) => Self::internal(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::Instant;
    use waffle_domain::password::NewPassword;
    use waffle_domain::password_queue::Asker;

    use super::{HashingError, Ordering, PasswordHasher, hash_of_nothing, note};
    use crate::failure::Failure;

    fn anna() -> Asker {
        Asker::stranger("203.0.113.7".parse().unwrap())
    }

    /// Takes all slots.
    async fn all_slots(hasher: &PasswordHasher) -> Vec<crate::session::password_queue::PasswordSlot> {
        let mut taken = Vec::new();
        while !hasher.queue.are_busy() {
            taken.push(
                hasher.queue.take(Asker::Known(uuid::Uuid::nil()), Instant::now() + hasher.patience).await.unwrap(),
            );
        }
        taken
    }

    fn hasher() -> PasswordHasher {
        PasswordHasher::new(4)
    }

    #[tokio::test]
    async fn only_the_right_password_matches() {
        let hash = hasher().hash(NewPassword::as_given("correct horse").unwrap(), anna()).await.unwrap();
        assert!(hash.starts_with("$2b$04$"));
        assert!(hasher().matches("correct horse", Some(hash.clone()), anna()).await.unwrap());
        assert!(!hasher().matches("correct hors", Some(hash), anna()).await.unwrap());
    }

    #[tokio::test]
    async fn a_password_of_72_bytes_counts_whole_and_a_longer_one_never_matches() {
        let longest = "x".repeat(72);
        let hash = hasher().hash(NewPassword::as_given(&longest).unwrap(), anna()).await.unwrap();
        assert!(hasher().matches(&longest, Some(hash.clone()), anna()).await.unwrap());
        assert!(!hasher().matches(&format!("{longest}y"), Some(hash.clone()), anna()).await.unwrap());
        assert!(!hasher().matches(&format!("{}y", &longest[1..]), Some(hash), anna()).await.unwrap());
    }

    #[tokio::test]
    async fn without_an_account_nothing_matches_but_the_work_is_done() {
        assert!(!hasher().matches("anything", None, anna()).await.unwrap());
        let dummy = hash_of_nothing(4);
        assert!(bcrypt::verify("anything", &dummy).is_ok(), "bcrypt takes it for a hash, so it runs");
    }

    #[tokio::test]
    async fn a_wrong_password_takes_as_long_as_an_unknown_account_also_where_the_cost_was_raised() {
        let old = hasher().hash(NewPassword::as_given("correct horse").unwrap(), anna()).await.unwrap();
        let raised = PasswordHasher::new(10);
        let took = async |hash: Option<&String>| {
            let begun = Instant::now();
            assert!(!raised.matches("battery staple", hash.cloned(), anna()).await.unwrap());
            begun.elapsed()
        };
        let (mut known, mut unknown) = (Duration::MAX, Duration::MAX);
        for _ in 0..7 {
            known = known.min(took(Some(&old)).await);
            unknown = unknown.min(took(None).await);
        }
        assert!(known * 3 > unknown && unknown * 3 > known, "{known:?} and {unknown:?}");
    }

    #[tokio::test]
    async fn a_hash_of_another_cost_is_renewed_unless_others_wait() {
        let password = "correct horse";
        let hash = hasher().hash(NewPassword::as_given(password).unwrap(), anna()).await.unwrap();
        assert_eq!(hasher().renewed(password, &hash, anna()).await.unwrap(), None, "it is of this cost");
        let raised = PasswordHasher::new(5);
        let renewed = raised.renewed(password, &hash, anna()).await.unwrap().unwrap();
        assert!(renewed.starts_with("$2b$05$") && raised.matches(password, Some(renewed), anna()).await.unwrap());
        let _held = all_slots(&raised).await;
        assert_eq!(raised.renewed(password, &hash, anna()).await.unwrap(), None, "later");
    }

    #[tokio::test]
    async fn the_wait_follows_how_long_passwords_take() {
        let hasher = hasher();
        assert!(hasher.matches("anything", None, anna()).await.is_ok());
        let first = hasher.took.load(Ordering::Relaxed);
        assert!(first > 0);
        note(&hasher.took, Duration::from_micros(first * 5));
        assert_eq!(hasher.took.load(Ordering::Relaxed), first - first / 4 + first * 5 / 4);
    }

    #[tokio::test]
    async fn no_one_waits_forever() {
        let hasher = PasswordHasher { patience: Duration::from_millis(20), ..hasher() };
        let held = all_slots(&hasher).await;
        hasher.took.store(2_300_000, Ordering::Relaxed);
        let late = hasher.matches("anything", None, anna()).await;
        assert!(matches!(late, Err(HashingError::Busy(wait)) if wait == Duration::from_millis(2_300)), "{late:?}");
        let refused = Failure::from(late.unwrap_err());
        assert_eq!((refused.code(), refused.retry_after_seconds()), ("busy", Some(3)));
        assert!(refused.sentence().to_string().contains("in 3 seconds"), "{}", refused.sentence());
        hasher.took.store(u64::MAX, Ordering::Relaxed);
        assert_eq!(hasher.wait(), Duration::from_mins(1), "nobody is sent away for longer");
        drop(held);
        assert!(hasher.matches("anything", None, anna()).await.is_ok());
    }
}
