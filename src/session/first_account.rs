//! The account that a fresh installation starts with.

use chrono::{DateTime, Utc};
use uuid::Uuid;
use waffle_domain::email::{Email, EmailError};
use waffle_domain::password::{MAX_PASSWORD_BYTES, NewPassword};
use waffle_domain::role::Role;
use waffle_domain::username::{Username, UsernameError};
use waffle_store::admins::{self, NewAdmin};
use waffle_store::failure::Failure;
use waffle_store::pool::Pool;

use crate::config::Secret;
use crate::session::password_hash::{HashingError, PasswordHasher};

/// Why the first account was not created; for the operator, who is starting the server.
#[derive(Debug, thiserror::Error)]
pub enum FirstAccountError {
    /// The password can't be hashed whole.
    #[error(
        "The environment variable ADMIN_PASSWORD has {0} bytes, but a password has 1 to {MAX_PASSWORD_BYTES}. \
         Set it to another one: it becomes the password of the first account, admin."
    )]
    Password(usize),
    /// The built-in name or address is not valid.
    #[error("the name of the first account is not valid")]
    Name(#[from] UsernameError),
    #[error("the e-mail address of the first account is not valid")]
    Email(#[from] EmailError),
    #[error("the password of the first account was not hashed")]
    Hashing(#[from] HashingError),
    #[error("the first account was not stored")]
    Store(#[from] Failure),
}

/// Creates the account `admin` when there is no account at all, and tells whether it did. Of servers that start at once, one does.
/// As soon as any account exists, the password given here means nothing.
pub async fn create_first_account(
    database: &Pool,
    passwords: &PasswordHasher,
    password: &Secret,
    now: DateTime<Utc>,
) -> Result<bool, FirstAccountError> {
    if admins::any(database).await? {
        return Ok(false);
    }
    let bytes = password.expose().len();
    let password = NewPassword::as_given(password.expose()).map_err(|_| FirstAccountError::Password(bytes))?;
    let password_hash = passwords.hash(password).await?;
    let admin = NewAdmin {
        id: Uuid::new_v4(),
        username: &Username::parse("admin")?,
        email: &Email::parse("admin@localhost")?,
        role: Role::SuperAdmin,
        password_hash: &password_hash,
        created_at: now,
    };
    Ok(admins::insert_first(database, &admin).await?)
}
