//! Requests for a new password. Each account has at most one.

use crate::pools::PgPool;
use chrono::{DateTime, Utc};
use uuid::Uuid;
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_domain::author::By;
use waffle_domain::email::Email;
use waffle_domain::refusal::Refusal;
use waffle_domain::role::Permission;
use waffle_domain::username::Username;

use crate::accounts::{password, still_may};
use crate::audit;
use crate::failure::StoreFailure;
use crate::row_reader::parsed;
use crate::sessions;
use crate::transaction::committed;

const SELECT_OPEN: &str = "SELECT r.id, r.admin_id, a.username, r.nonce, r.requested_at, r.expires_at
     FROM password_resets r JOIN admins a ON a.id = r.admin_id WHERE a.active AND r.expires_at > $1";

/// Length of the random part that each request's token is derived from.
pub const NONCE_BYTES: usize = 32;

/// How a request names the account whose password is forgotten.
#[derive(Debug, Clone, Copy)]
pub enum Whose<'a> {
    /// The account with this username.
    Username(&'a Username),
    /// The account with this e-mail address, whatever its case.
    Email(&'a Email),
}

/// A request to be stored.
#[derive(Clone, Copy)]
pub struct NewReset {
    pub id: Uuid,
    /// From a generator that no one can predict.
    pub nonce: [u8; NONCE_BYTES],
    pub requested_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

row! {
    /// An open request. Its token is derived from it and the server's secret.
    #[derive(Clone, PartialEq, Eq)]
    pub struct PasswordReset {
        pub id: Uuid,
        pub admin_id: Uuid,
        pub username: Username = parsed,
        pub nonce: Vec<u8>,
        pub requested_at: DateTime<Utc>,
        pub expires_at: DateTime<Utc>,
    }
}

/// Stores a request, replacing an earlier one of the account. Does nothing if there is no such active account.
pub async fn request(pool: &PgPool, whose: Whose<'_>, new: &NewReset) -> Result<(), StoreFailure> {
    let (username, email) = match whose {
        Whose::Username(username) => (Some(username.as_str()), None),
        Whose::Email(email) => (None, Some(email.as_str())),
    };
    // The lock makes it wait for a deactivation in progress.
    sqlx::query(
        "WITH whose AS MATERIALIZED (
             SELECT id FROM admins WHERE (username = $1 OR lower(email) = lower($2)) AND active FOR KEY SHARE
         )
         INSERT INTO password_resets (id, admin_id, nonce, requested_at, expires_at)
         SELECT $3, id, $4, $5, $6 FROM whose
         ON CONFLICT (admin_id) DO UPDATE SET id = excluded.id, nonce = excluded.nonce,
             requested_at = excluded.requested_at, expires_at = excluded.expires_at",
    )
    .bind(username)
    .bind(email)
    .bind(new.id)
    .bind(new.nonce.as_slice())
    .bind(new.requested_at)
    .bind(new.expires_at)
    .execute(pool)
    .await?;
    Ok(())
}

/// Reads all open requests of active accounts, newest first. Each one leaves an audit entry, because anyone who reads a
/// request can use it. Refuses an author who has lost the permission.
pub async fn read_open(pool: &PgPool, by: By<'_>) -> Result<Vec<PasswordReset>, StoreFailure> {
    committed(pool, async |conn| {
        still_may(conn, by, Permission::ManageAdmins).await?;
        let sql = format!("{SELECT_OPEN} ORDER BY r.requested_at DESC, r.id");
        let open: Vec<PasswordReset> =
            sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(by.at).fetch_all(&mut *conn).await?;
        for reset in &open {
            let (action, detail) = (AuditAction::ReadPasswordReset, reset.username.as_str());
            audit::of_actor(conn, by, action, (EntityType::Admin, reset.admin_id), detail).await?;
        }
        Ok(open)
    })
    .await
}

/// Finds an open request.
pub async fn find(pool: &PgPool, id: Uuid, at: DateTime<Utc>) -> Result<Option<PasswordReset>, StoreFailure> {
    let sql = format!("{SELECT_OPEN} AND r.id = $2");
    let found = sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(at).bind(id).fetch_optional(pool).await;
    found.map_err(StoreFailure::nothing_done)
}

/// Sets the new password, uses up the request and ends all sessions of the account, with an audit entry by its owner
/// (the author).
pub async fn redeem(pool: &PgPool, id: Uuid, new_hash: &str, by: By<'_>) -> Result<(), StoreFailure> {
    committed(pool, async |conn| {
        // The account is locked before its request, as everywhere, to avoid deadlocks.
        let locked = sqlx::query("SELECT FROM admins WHERE id = $1 AND active FOR UPDATE").bind(by.author.account_id);
        if locked.fetch_optional(&mut *conn).await?.is_none() {
            return Err(Refusal::InvalidToken.into());
        }
        let used = sqlx::query("DELETE FROM password_resets WHERE id = $1 AND admin_id = $2 AND expires_at > $3")
            .bind(id)
            .bind(by.author.account_id)
            .bind(by.at)
            .execute(&mut *conn)
            .await?;
        if used.rows_affected() == 0 {
            return Err(Refusal::InvalidToken.into());
        }
        password::set(conn, by.author.account_id, new_hash).await?;
        sessions::delete_all(conn, by.author.account_id).await?;
        let detail = format!("{}, with a reset link", by.author.username);
        audit::of_actor(conn, by, AuditAction::ChangePassword, (EntityType::Admin, by.author.account_id), &detail).await
    })
    .await
}
