//! The account that a fresh installation starts with.

use chrono::{DateTime, Utc};
use tokio::time::timeout;
use uuid::Uuid;
use waffle_domain::email::Email;
use waffle_domain::invalid::Invalid;
use waffle_domain::password::{MAX_PASSWORD_BYTES, NewPassword};
use waffle_domain::password_queue::Asker;
use waffle_domain::role::Role;
use waffle_domain::timeouts::START_ACCOUNT;
use waffle_domain::username::Username;
use waffle_store::accounts::{self, FirstAccount};
use waffle_store::failure::StoreFailure;
use waffle_store::pools::PgPool as Pool;

use crate::config::Secret;
use crate::session::password_hash::{HashingError, PasswordHasher};

/// Why the first account was not created, for the operator.
#[derive(Debug, thiserror::Error)]
pub enum FirstAccountError {
    /// The password is empty or longer than what bcrypt hashes.
    #[error(
        "The environment variable ADMIN_PASSWORD has {0} bytes, but a password has 1 to {MAX_PASSWORD_BYTES}. \
         Set it to another one: it becomes the password of the first account, admin."
    )]
    Password(usize),
    #[error("the name or e-mail address of the first account is not valid")]
    Name(#[from] Invalid),
    #[error("the password of the first account was not hashed")]
    Hashing(#[from] HashingError),
    #[error("the first account was not stored")]
    Store(#[from] StoreFailure),
}

/// Creates the account `admin` if there is no account yet, and returns whether it did. If several servers start
/// together, only one of them does. Once any account exists, the password given here is ignored. It may be called again
/// after a lost answer.
pub async fn create_first_account(
    database: &Pool,
    passwords: &PasswordHasher,
    password: &Secret,
    now: DateTime<Utc>,
) -> Result<bool, FirstAccountError> {
    if in_time(accounts::any(database)).await? {
        return Ok(false);
    }
    let bytes = password.expose().len();
    let password = NewPassword::as_given(password.expose()).map_err(|_| FirstAccountError::Password(bytes))?;
    let password_hash = passwords.hash(password, Asker::Known(Uuid::nil())).await?;
    let admin = FirstAccount {
        id: Uuid::new_v4(),
        username: &Username::parse("admin")?,
        email: &Email::parse("admin@localhost")?,
        role: Role::SuperAdmin,
        password_hash: &password_hash,
        created_at: now,
    };
    Ok(in_time(accounts::insert_first(database, &admin)).await?)
}

async fn in_time<T>(call: impl Future<Output = Result<T, StoreFailure>>) -> Result<T, StoreFailure> {
    timeout(START_ACCOUNT, call).await.unwrap_or_else(|_| Err(StoreFailure::late(START_ACCOUNT)))
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, Utc};
    use waffle_test_databases::TestDatabase;

    use super::*;

    fn noon() -> DateTime<Utc> {
        DateTime::from_timestamp(1_700_000_000, 0).unwrap()
    }

    async fn create(pool: &Pool, password: &str) -> Result<bool, FirstAccountError> {
        create_first_account(pool, &PasswordHasher::new(4), &Secret::new(password), noon()).await
    }

    async fn opens(pool: &Pool, password: &str) -> bool {
        let username = Username::parse("admin").unwrap();
        let found = accounts::credentials(pool, &username).await.unwrap().unwrap();
        assert_eq!((found.account.role, found.account.email.as_str()), (Role::SuperAdmin, "admin@localhost"));
        PasswordHasher::new(4).matches(password, Some(found.password_hash), Asker::Known(Uuid::nil())).await.unwrap()
    }

    #[tokio::test]
    async fn it_takes_the_password_as_given_and_later_ones_change_nothing() {
        let (_database, pool) = TestDatabase::with_pool(2).await.unwrap();
        assert!(create(&pool, "admin").await.unwrap(), "no policy applies to the operator's own password");
        assert!(!create(&pool, "another").await.unwrap());
        assert!(!create(&pool, &"x".repeat(73)).await.unwrap());
        assert!(opens(&pool, "admin").await);
    }

    #[tokio::test]
    async fn a_password_that_bcrypt_would_cut_is_refused_with_the_way_out() {
        let (_database, pool) = TestDatabase::with_pool(1).await.unwrap();
        let error = create(&pool, &"x".repeat(73)).await.unwrap_err().to_string();
        assert!(error.contains("ADMIN_PASSWORD has 73 bytes") && error.contains("1 to 72"), "{error}");
        assert!(!accounts::any(&pool).await.unwrap());
    }
}
