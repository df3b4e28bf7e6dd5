//! The past of the demo: its samples are written by the same functions as everything else, each with the time at which
//! it is said to have happened. Here is what these can't do for a past that never was.

use chrono::{DateTime, Utc};
use sqlx::Executor;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool};
use uuid::Uuid;

use crate::connect::{self, LedgerSession};
use crate::failure::StoreFailure;

/// Samples are made anew if need be, so their commits need not wait for the disk.
const NEED_NOT_WAIT: &str = "SET synchronous_commit = off";

/// How often it tries to connect: nobody waits for an answer as for one of a server, whose patience is short.
const TRIES: usize = 10;

/// Makes a pool and a session for writing samples, whose commits reach the disk a moment later.
pub async fn connect(options: &PgConnectOptions) -> Result<(PgPool, LedgerSession), StoreFailure> {
    let pool = connect::pool_told(options, 1, NEED_NOT_WAIT);
    let mut session = LedgerSession::open(options).await;
    for _ in 1..TRIES {
        if matches!(session, Err(StoreFailure::Unreachable(_))) {
            session = LedgerSession::open(options).await;
        }
    }
    let mut session = session?;
    session.connection.execute(NEED_NOT_WAIT).await?;
    Ok((pool, session))
}

/// Makes the deadlines of a waffle what they would be if its spots had been claimed when they are said to have been.
/// Claims themselves set deadlines by the database's clock. No server may be at work yet.
pub async fn backdate_deadlines(pool: &PgPool, waffle_id: Uuid) -> Result<(), StoreFailure> {
    let mut transaction = pool.begin().await.map_err(|e| StoreFailure::of_statement(&e).before_commit())?;
    backdate(&mut transaction, waffle_id).await.map_err(StoreFailure::before_commit)?;
    transaction.commit().await?;
    Ok(())
}

/// Releases all spots of a waffle that are pending and have a deadline, as not paid in time, at a moment after it.
pub async fn let_expire(
    pool: &PgPool,
    change_id: Uuid,
    waffle_id: Uuid,
    at: DateTime<Utc>,
) -> Result<(), StoreFailure> {
    let mut transaction = pool.begin().await.map_err(|e| StoreFailure::of_statement(&e).before_commit())?;
    backdate(&mut transaction, waffle_id).await.map_err(StoreFailure::before_commit)?;
    sqlx::query(
        "SELECT FROM change_spots(
            change => $1, in_waffle => $2, ids => '{}', operation => ROW('expire', NULL, NULL, NULL, NULL, NULL),
            now_at => $3
         )",
    )
    .bind(change_id)
    .bind(waffle_id)
    .bind(at)
    .execute(&mut *transaction)
    .await
    .map_err(|e| StoreFailure::of_statement(&e).before_commit())?;
    transaction.commit().await?;
    Ok(())
}

async fn backdate(connection: &mut PgConnection, waffle_id: Uuid) -> Result<(), StoreFailure> {
    for statement in [
        "SELECT FROM waffles WHERE id = $1 FOR NO KEY UPDATE",
        "UPDATE spots p SET pay_by = p.claimed_at + w.pay_within_minutes * interval '1 minute'
         FROM waffles w WHERE w.id = $1 AND p.waffle_id = w.id AND p.pay_by IS NOT NULL",
        "UPDATE events e SET pay_by = e.at + w.pay_within_minutes * interval '1 minute'
         FROM waffles w WHERE w.id = $1 AND e.waffle_id = w.id AND e.pay_by IS NOT NULL",
        "UPDATE waffles w SET next_pay_by = (SELECT min(p.pay_by) FROM spots p WHERE p.waffle_id = w.id)
         WHERE w.id = $1",
    ] {
        sqlx::query(statement).bind(waffle_id).execute(&mut *connection).await?;
    }
    Ok(())
}
