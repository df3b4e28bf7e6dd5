//! Second factors: what makes an account's codes, and the codes for when that is lost.

use chrono::{DateTime, Utc};
use sqlx::Row;
use sqlx::postgres::{PgConnection, PgPool, PgRow};
use uuid::Uuid;
use waffle_domain::account::Account;
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_domain::author::Author;
use waffle_domain::role::Permission;
use waffle_domain::second_factor::RecoveryHash;

use crate::accounts;
use crate::audit;
use crate::failure::StoreFailure;

/// What is stored of an account's second factor.
#[derive(Clone)]
pub struct SecondFactor {
    /// As it was stored.
    pub sealed_secret: Vec<u8>,
    /// `None` until the first code was right: until then no sign-in asks for one.
    pub confirmed_at: Option<DateTime<Utc>>,
    /// How many recovery codes are left.
    pub recovery_codes: i64,
}

/// Finds an account's second factor, confirmed or not.
pub async fn find(pool: &PgPool, admin_id: Uuid) -> Result<Option<SecondFactor>, StoreFailure> {
    let row = sqlx::query(
        "SELECT sealed_secret, confirmed_at,
             (SELECT count(*) FROM recovery_codes c WHERE c.admin_id = f.admin_id) AS recovery_codes
         FROM second_factors f WHERE admin_id = $1",
    )
    .bind(admin_id)
    .fetch_optional(pool)
    .await
    .map_err(|error| nothing_done(&error))?;
    let read = |row: PgRow| -> sqlx::Result<SecondFactor> {
        Ok(SecondFactor {
            sealed_secret: row.try_get("sealed_secret")?,
            confirmed_at: row.try_get("confirmed_at")?,
            recovery_codes: row.try_get("recovery_codes")?,
        })
    };
    row.map(read).transpose().map_err(|error| nothing_done(&error))
}

/// Stores a secret that is yet to be confirmed, in place of an earlier one of that kind. `false` if the account has a
/// confirmed one: that has to go first.
pub async fn propose(
    pool: &PgPool,
    admin_id: Uuid,
    sealed_secret: &[u8],
    at: DateTime<Utc>,
) -> Result<bool, StoreFailure> {
    let done = sqlx::query(
        "INSERT INTO second_factors (admin_id, sealed_secret, created_at) VALUES ($1, $2, $3)
         ON CONFLICT (admin_id) DO UPDATE SET sealed_secret = excluded.sealed_secret, created_at = excluded.created_at
         WHERE second_factors.confirmed_at IS NULL",
    )
    .bind(admin_id)
    .bind(sealed_secret)
    .bind(at)
    .execute(pool)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Turns the author's second factor on with the step of its first code, stores the recovery codes, and writes an audit
/// entry. `false` if the secret is not the proposed one any more.
pub async fn confirm(
    pool: &PgPool,
    sealed_secret: &[u8],
    step: i64,
    codes: &[RecoveryHash],
    author: &Author,
    at: DateTime<Utc>,
) -> Result<bool, StoreFailure> {
    let mut transaction = pool.begin().await.map_err(|error| nothing_done(&error))?;
    let done = sqlx::query(
        "UPDATE second_factors SET confirmed_at = $3, last_step = $4
         WHERE admin_id = $1 AND sealed_secret = $2 AND confirmed_at IS NULL",
    )
    .bind(author.account_id)
    .bind(sealed_secret)
    .bind(at)
    .bind(step)
    .execute(&mut *transaction)
    .await
    .map_err(|error| nothing_done(&error))?;
    if done.rows_affected() == 0 {
        return Ok(false);
    }
    replace_codes(&mut transaction, author.account_id, codes).await.map_err(StoreFailure::before_commit)?;
    note_own(&mut transaction, AuditAction::EnableSecondFactor, author, at).await?;
    transaction.commit().await?;
    Ok(true)
}

/// Takes a code's time step. `false` if that code, or a newer one, was taken before.
pub async fn take_step(pool: &PgPool, admin_id: Uuid, step: i64) -> Result<bool, StoreFailure> {
    let sql = "UPDATE second_factors SET last_step = $2 WHERE admin_id = $1 AND last_step < $2";
    Ok(sqlx::query(sql).bind(admin_id).bind(step).execute(pool).await?.rows_affected() == 1)
}

/// Uses up a recovery code of the author's, with an audit entry. `false` if there is no such code.
pub async fn take_recovery_code(
    pool: &PgPool,
    code: &RecoveryHash,
    author: &Author,
    at: DateTime<Utc>,
) -> Result<bool, StoreFailure> {
    let mut transaction = pool.begin().await.map_err(|error| nothing_done(&error))?;
    let sql = "DELETE FROM recovery_codes WHERE admin_id = $1 AND code_hash = $2";
    let done = sqlx::query(sql).bind(author.account_id).bind(code.as_slice()).execute(&mut *transaction).await;
    if done.map_err(|error| nothing_done(&error))?.rows_affected() == 0 {
        return Ok(false);
    }
    note_own(&mut transaction, AuditAction::UseRecoveryCode, author, at).await?;
    transaction.commit().await?;
    Ok(true)
}

/// Replaces the author's recovery codes, with an audit entry. `false` if there is no confirmed second factor.
pub async fn renew_recovery_codes(
    pool: &PgPool,
    codes: &[RecoveryHash],
    author: &Author,
    at: DateTime<Utc>,
) -> Result<bool, StoreFailure> {
    let mut transaction = pool.begin().await.map_err(|error| nothing_done(&error))?;
    let sql = "SELECT FROM second_factors WHERE admin_id = $1 AND confirmed_at IS NOT NULL FOR UPDATE";
    let found = sqlx::query(sql).bind(author.account_id).fetch_optional(&mut *transaction).await;
    if found.map_err(|error| nothing_done(&error))?.is_none() {
        return Ok(false);
    }
    replace_codes(&mut transaction, author.account_id, codes).await.map_err(StoreFailure::before_commit)?;
    note_own(&mut transaction, AuditAction::RenewRecoveryCodes, author, at).await?;
    transaction.commit().await?;
    Ok(true)
}

/// Turns the author's second factor off, with an audit entry. `false` if there is no confirmed one.
pub async fn disable(pool: &PgPool, author: &Author, at: DateTime<Utc>) -> Result<bool, StoreFailure> {
    let mut transaction = pool.begin().await.map_err(|error| nothing_done(&error))?;
    if !delete(&mut transaction, author.account_id).await.map_err(StoreFailure::before_commit)? {
        return Ok(false);
    }
    note_own(&mut transaction, AuditAction::DisableSecondFactor, author, at).await?;
    transaction.commit().await?;
    Ok(true)
}

/// Takes the second factor off another account, with an audit entry. `false` if it has no confirmed one. Fails with
/// [`StoreFailure::NotAllowed`].
pub async fn remove(
    pool: &PgPool,
    account: &Account,
    author: &Author,
    at: DateTime<Utc>,
) -> Result<bool, StoreFailure> {
    let mut transaction = pool.begin().await.map_err(|error| nothing_done(&error))?;
    let permission = Permission::ManageAdmins;
    accounts::still_may(&mut transaction, author, permission).await.map_err(StoreFailure::before_commit)?;
    if !delete(&mut transaction, account.id).await.map_err(StoreFailure::before_commit)? {
        return Ok(false);
    }
    let entity = (EntityType::Admin, &*account.id.to_string());
    let (action, detail) = (AuditAction::RemoveSecondFactor, account.username.as_str());
    let written = audit::of_actor(&mut transaction, author, action, entity, detail, at).await;
    written.map_err(StoreFailure::before_commit)?;
    transaction.commit().await?;
    Ok(true)
}

async fn delete(conn: &mut PgConnection, admin_id: Uuid) -> Result<bool, StoreFailure> {
    let sql = "DELETE FROM second_factors WHERE admin_id = $1 AND confirmed_at IS NOT NULL";
    Ok(sqlx::query(sql).bind(admin_id).execute(conn).await?.rows_affected() == 1)
}

async fn replace_codes(conn: &mut PgConnection, admin_id: Uuid, codes: &[RecoveryHash]) -> Result<(), StoreFailure> {
    sqlx::query("DELETE FROM recovery_codes WHERE admin_id = $1").bind(admin_id).execute(&mut *conn).await?;
    let codes: Vec<&[u8]> = codes.iter().map(RecoveryHash::as_slice).collect();
    let sql = "INSERT INTO recovery_codes (admin_id, code_hash) SELECT $1, unnest($2::bytea[])";
    sqlx::query(sql).bind(admin_id).bind(codes).execute(conn).await?;
    Ok(())
}

/// Writes an audit entry of what the author did to the own account.
async fn note_own(
    conn: &mut PgConnection,
    action: AuditAction,
    author: &Author,
    at: DateTime<Utc>,
) -> Result<(), StoreFailure> {
    let entity = (EntityType::Admin, &*author.account_id.to_string());
    audit::of_actor(conn, author, action, entity, &author.username, at).await.map_err(StoreFailure::before_commit)
}

fn nothing_done(error: &sqlx::Error) -> StoreFailure {
    StoreFailure::of_statement(error).before_commit()
}
