//! Second factors: the secret that an account's codes are made from, and the recovery codes for when it is lost.

use crate::pools::PgPool;
use chrono::{DateTime, Utc};
use sqlx::postgres::PgConnection;
use uuid::Uuid;
use waffle_domain::account::Account;
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_domain::author::By;
use waffle_domain::refusal::Refusal;
use waffle_domain::role::Permission;
use waffle_domain::second_factor::RecoveryHash;

use crate::accounts::still_may;
use crate::audit;
use crate::failure::StoreFailure;
use crate::transaction::committed;

row! {
    /// What is stored of an account's second factor.
    #[derive(Clone)]
    pub struct SecondFactor {
        /// As it was stored.
        pub sealed_secret: Vec<u8>,
        /// When its first code was confirmed.
        pub confirmed_at: DateTime<Utc>,
        /// How many recovery codes are left.
        pub recovery_codes: i64,
    }
}

/// A session that sets a second factor up, and its account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proposer {
    pub session_id: Uuid,
    pub admin_id: Uuid,
}

/// The outcome of using a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    /// It was accepted now.
    Now,
    /// It was accepted before, or is older than one that was.
    Before,
    /// There is no such code.
    Never,
}

/// Finds an account's second factor.
pub async fn find(pool: &PgPool, admin_id: Uuid) -> Result<Option<SecondFactor>, StoreFailure> {
    sqlx::query_as(
        "SELECT sealed_secret, confirmed_at,
             (SELECT count(*) FROM recovery_codes c WHERE c.admin_id = f.admin_id AND used_at IS NULL) AS recovery_codes
         FROM second_factors f WHERE admin_id = $1",
    )
    .bind(admin_id)
    .fetch_optional(pool)
    .await
    .map_err(StoreFailure::nothing_done)
}

/// Stores the secret that a session was shown, replacing an earlier one of that session. Refused if the account already
/// has a second factor, which must be turned off first, or if the session has ended.
pub async fn propose(
    pool: &PgPool,
    proposer: Proposer,
    sealed_secret: &[u8],
    expires_at: DateTime<Utc>,
) -> Result<(), StoreFailure> {
    // The lock makes the end of a session wait, so that the secret is deleted with the session.
    let done = sqlx::query(
        "WITH session AS MATERIALIZED (
             SELECT id FROM sessions WHERE id = $1 AND admin_id = $2 FOR KEY SHARE
         )
         INSERT INTO second_factor_proposals (session_id, sealed_secret, expires_at)
         SELECT id, $3, $4 FROM session WHERE NOT EXISTS (SELECT FROM second_factors WHERE admin_id = $2)
         ON CONFLICT (session_id) DO UPDATE SET sealed_secret = excluded.sealed_secret,
             expires_at = excluded.expires_at",
    )
    .bind(proposer.session_id)
    .bind(proposer.admin_id)
    .bind(sealed_secret)
    .bind(expires_at)
    .execute(pool)
    .await?;
    if done.rows_affected() == 1 { Ok(()) } else { Err(Refusal::SecondFactorOn.into()) }
}

/// Finds the sealed secret that a session was shown last, unless that has expired.
pub async fn proposed(pool: &PgPool, session_id: Uuid, at: DateTime<Utc>) -> Result<Option<Vec<u8>>, StoreFailure> {
    let sql = "SELECT sealed_secret FROM second_factor_proposals WHERE session_id = $1 AND expires_at > $2";
    let found = sqlx::query_scalar(sql).bind(session_id).bind(at).fetch_optional(pool).await;
    found.map_err(StoreFailure::nothing_done)
}

/// Turns the author's second factor on with the step of its first code, stores the recovery codes, withdraws the
/// secrets that other sessions of the account were shown, and writes an audit entry. Refuses a secret that is not the
/// one that the session was shown last, or has expired.
pub async fn confirm(
    pool: &PgPool,
    (session_id, sealed_secret): (Uuid, &[u8]),
    step: i64,
    codes: &[RecoveryHash],
    by: By<'_>,
) -> Result<(), StoreFailure> {
    committed(pool, async |conn| {
        // Two sessions that confirm at the same time withdraw each other's secrets: they must do so one after the
        // other.
        sqlx::query("SELECT FROM admins WHERE id = $1 FOR NO KEY UPDATE")
            .bind(by.author.account_id)
            .execute(&mut *conn)
            .await?;
        let used = sqlx::query(
            "DELETE FROM second_factor_proposals WHERE session_id = $1 AND sealed_secret = $2 AND expires_at > $3",
        )
        .bind(session_id)
        .bind(sealed_secret)
        .bind(by.at)
        .execute(&mut *conn)
        .await?;
        if used.rows_affected() == 0 {
            return Err(Refusal::NoSecretToConfirm.into());
        }
        let done = sqlx::query(
            "INSERT INTO second_factors (admin_id, sealed_secret, confirmed_at, last_step) VALUES ($1, $2, $3, $4)
         ON CONFLICT (admin_id) DO NOTHING",
        )
        .bind(by.author.account_id)
        .bind(sealed_secret)
        .bind(by.at)
        .bind(step)
        .execute(&mut *conn)
        .await?;
        if done.rows_affected() == 0 {
            return Err(Refusal::SecondFactorOn.into());
        }
        sqlx::query(
            "DELETE FROM second_factor_proposals p USING sessions s WHERE s.id = p.session_id AND s.admin_id = $1",
        )
        .bind(by.author.account_id)
        .execute(&mut *conn)
        .await?;
        replace_codes(conn, by.author.account_id, codes).await?;
        note_own(conn, AuditAction::EnableSecondFactor, by).await
    })
    .await
}

/// Uses a code's time step, so that no code is accepted twice.
pub async fn take_step(pool: &PgPool, admin_id: Uuid, step: i64) -> Result<Taken, StoreFailure> {
    let sql = "UPDATE second_factors SET last_step = $2 WHERE admin_id = $1 AND last_step < $2";
    let taken = sqlx::query(sql).bind(admin_id).bind(step).execute(pool).await?.rows_affected() == 1;
    Ok(if taken { Taken::Now } else { Taken::Before })
}

/// Uses up one of the author's recovery codes, with an audit entry.
pub async fn take_recovery_code(pool: &PgPool, code: &RecoveryHash, by: By<'_>) -> Result<Taken, StoreFailure> {
    committed(pool, async |conn| {
        // The lock makes the second of two requests with the same code see that it is used.
        let sql = "SELECT used_at FROM recovery_codes WHERE admin_id = $1 AND code_hash = $2 FOR UPDATE";
        let found: Option<Option<DateTime<Utc>>> =
            sqlx::query_scalar(sql).bind(by.author.account_id).bind(code.as_slice()).fetch_optional(&mut *conn).await?;
        match found {
            None => return Ok(Taken::Never),
            Some(Some(_)) => return Ok(Taken::Before),
            Some(None) => {}
        }
        sqlx::query("UPDATE recovery_codes SET used_at = $3 WHERE admin_id = $1 AND code_hash = $2")
            .bind(by.author.account_id)
            .bind(code.as_slice())
            .bind(by.at)
            .execute(&mut *conn)
            .await?;
        note_own(conn, AuditAction::UseRecoveryCode, by).await?;
        Ok(Taken::Now)
    })
    .await
}

/// Replaces the author's recovery codes, with an audit entry.
pub async fn renew_recovery_codes(pool: &PgPool, codes: &[RecoveryHash], by: By<'_>) -> Result<(), StoreFailure> {
    committed(pool, async |conn| {
        let sql = "SELECT FROM second_factors WHERE admin_id = $1 FOR UPDATE";
        let found = sqlx::query(sql).bind(by.author.account_id).fetch_optional(&mut *conn).await;
        if found?.is_none() {
            return Err(Refusal::NoSecondFactor.into());
        }
        replace_codes(conn, by.author.account_id, codes).await?;
        note_own(conn, AuditAction::RenewRecoveryCodes, by).await
    })
    .await
}

/// Turns the author's second factor off, with an audit entry.
pub async fn disable(pool: &PgPool, by: By<'_>) -> Result<(), StoreFailure> {
    committed(pool, async |conn| {
        delete(conn, by.author.account_id).await?;
        note_own(conn, AuditAction::DisableSecondFactor, by).await
    })
    .await
}

/// Removes the second factor of another account, with an audit entry. Refuses an author who has lost the permission.
pub async fn remove(pool: &PgPool, account: &Account, by: By<'_>) -> Result<(), StoreFailure> {
    committed(pool, async |conn| {
        still_may(conn, by, Permission::ManageAdmins).await?;
        delete(conn, account.id).await?;
        let (action, detail) = (AuditAction::RemoveSecondFactor, account.username.as_str());
        audit::of_actor(conn, by, action, (EntityType::Admin, account.id), detail).await
    })
    .await
}

/// Deletes an account's second factor in the caller's transaction. Refused if there is none.
pub(crate) async fn delete(conn: &mut PgConnection, admin_id: Uuid) -> Result<(), StoreFailure> {
    let sql = "DELETE FROM second_factors WHERE admin_id = $1";
    let deleted = sqlx::query(sql).bind(admin_id).execute(conn).await?.rows_affected();
    if deleted == 1 { Ok(()) } else { Err(Refusal::NoSecondFactor.into()) }
}

async fn replace_codes(conn: &mut PgConnection, admin_id: Uuid, codes: &[RecoveryHash]) -> Result<(), StoreFailure> {
    sqlx::query("DELETE FROM recovery_codes WHERE admin_id = $1").bind(admin_id).execute(&mut *conn).await?;
    let codes: Vec<&[u8]> = codes.iter().map(RecoveryHash::as_slice).collect();
    let sql = "INSERT INTO recovery_codes (admin_id, code_hash) SELECT $1, unnest($2::bytea[])";
    sqlx::query(sql).bind(admin_id).bind(codes).execute(conn).await?;
    Ok(())
}

/// Writes an audit entry about an action of authors on their own account.
async fn note_own(conn: &mut PgConnection, action: AuditAction, by: By<'_>) -> Result<(), StoreFailure> {
    audit::of_actor(conn, by, action, (EntityType::Admin, by.author.account_id), &by.author.username).await
}
