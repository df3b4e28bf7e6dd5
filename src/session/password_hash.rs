//! Hashing of passwords: slow on purpose, so on threads of its own and few at once.

use std::sync::Arc;
use std::time::Duration;

use bcrypt::BcryptError;
use tokio::sync::Semaphore;
use tokio::task::{JoinError, spawn_blocking};
use tokio::time::{error::Elapsed, timeout};
use waffle_domain::password::{MAX_PASSWORD_BYTES, NewPassword};

/// Time within which a hash is made or checked, waiting for a turn included.
const PATIENCE: Duration = Duration::from_secs(5);

/// Hashes and checks passwords with bcrypt.
#[derive(Clone)]
pub struct PasswordHasher {
    cost: u32,
    turns: Arc<Semaphore>,
    patience: Duration,
}

/// Why a password was neither hashed nor checked.
#[derive(Debug, thiserror::Error)]
pub enum HashingError {
    /// Too many wait for their turn.
    #[error("too many passwords to check at once")]
    Busy(#[from] Elapsed),
    /// bcrypt refuses: a stored hash or the cost is bad.
    #[error("bcrypt failed")]
    Bcrypt(#[from] BcryptError),
    /// The thread was lost.
    #[error("the hashing thread was lost")]
    Thread(#[from] JoinError),
}

impl PasswordHasher {
    /// A hasher for a bcrypt cost (4 to 31), that uses half of the processor's threads at most.
    pub fn new(cost: u32) -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Self { cost, turns: Arc::new(Semaphore::new((threads / 2).max(1))), patience: PATIENCE }
    }

    /// Hashes a new password.
    pub async fn hash(&self, password: NewPassword) -> Result<String, HashingError> {
        let cost = self.cost;
        self.in_turn(move || bcrypt::hash(password.reveal(), cost)).await
    }

    /// Tells whether the password belongs to the hash. With no hash, takes as long and says no, so that an answer's time does not
    /// tell whether an account exists; the same for a password longer than any can be.
    pub async fn matches(&self, password: &str, hash: Option<String>) -> Result<bool, HashingError> {
        let possible = hash.is_some() && password.len() <= MAX_PASSWORD_BYTES;
        let hash = hash.filter(|_| possible).unwrap_or_else(|| self.hash_of_nothing());
        let password = password.to_owned();
        let same = self.in_turn(move || bcrypt::verify(password, &hash)).await?;
        Ok(possible && same)
    }

    /// A well-formed hash that nobody's password is known to have.
    fn hash_of_nothing(&self) -> String {
        format!("$2b${:02}${}", self.cost, ".".repeat(53))
    }

    async fn in_turn<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, BcryptError> + Send + 'static,
    ) -> Result<T, HashingError> {
        let turns = Arc::clone(&self.turns);
        timeout(self.patience, async move {
            let turn = turns.acquire_owned().await;
            // The turn ends with the work, also when nobody waits for the answer any more.
            let work = spawn_blocking(move || {
                let done = work();
                drop(turn);
                done
            });
            Ok(work.await??)
        })
        .await?
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use waffle_domain::password::NewPassword;

    use super::{HashingError, PasswordHasher};

    fn hasher() -> PasswordHasher {
        PasswordHasher::new(4)
    }

    #[tokio::test]
    async fn only_the_right_password_matches() {
        let hash = hasher().hash(NewPassword::as_given("correct horse").unwrap()).await.unwrap();
        assert!(hash.starts_with("$2b$04$"));
        assert!(hasher().matches("correct horse", Some(hash.clone())).await.unwrap());
        assert!(!hasher().matches("correct hors", Some(hash)).await.unwrap());
    }

    #[tokio::test]
    async fn a_password_of_72_bytes_counts_whole_and_a_longer_one_never_matches() {
        let longest = "x".repeat(72);
        let hash = hasher().hash(NewPassword::as_given(&longest).unwrap()).await.unwrap();
        assert!(hasher().matches(&longest, Some(hash.clone())).await.unwrap());
        assert!(!hasher().matches(&format!("{longest}y"), Some(hash.clone())).await.unwrap());
        assert!(!hasher().matches(&format!("{}y", &longest[1..]), Some(hash)).await.unwrap());
    }

    #[tokio::test]
    async fn without_an_account_nothing_matches_but_the_work_is_done() {
        assert!(!hasher().matches("anything", None).await.unwrap());
        let dummy = hasher().hash_of_nothing();
        assert!(bcrypt::verify("anything", &dummy).is_ok(), "bcrypt takes it for a hash, so it runs");
    }

    #[tokio::test]
    async fn nobody_waits_for_ever() {
        let hasher = PasswordHasher { patience: Duration::from_millis(20), ..hasher() };
        let held =
            hasher.turns.clone().acquire_many_owned(u32::try_from(hasher.turns.available_permits()).unwrap()).await;
        assert!(matches!(hasher.matches("anything", None).await, Err(HashingError::Busy(_))));
        drop(held);
        assert!(hasher.matches("anything", None).await.is_ok());
    }
}
