//! The past of the demo: its samples are written by the same functions as everything else, each with the time at which
//! it is supposed to have happened. This file does what those functions can't do for an invented past.

use crate::pools::PgPool;
use sqlx::Executor;
use sqlx::postgres::PgConnectOptions;
use uuid::Uuid;

use crate::failure::StoreFailure;
use crate::ledger_session::LedgerSession;
use crate::pools;
use crate::transaction::committed;

/// Lost samples can be made again, so their commits need not wait for the disk.
const NEED_NOT_WAIT: &str = "SET synchronous_commit = off";

/// How often it tries to connect: unlike a request to a server, no client waits for an answer.
const TRIES: usize = 10;

/// Makes a pool and a session for writing samples, whose commits reach the disk a moment later.
pub async fn connect(options: &PgConnectOptions) -> Result<(PgPool, LedgerSession), StoreFailure> {
    let pool = pools::pool_told(options, 1, NEED_NOT_WAIT);
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

/// Sets the deadlines of a waffle to what they would be if its spots had really been claimed at the invented times:
/// claims set deadlines by the database's clock. No server may be running yet.
pub async fn backdate_deadlines(pool: &PgPool, waffle_id: Uuid) -> Result<(), StoreFailure> {
    committed(pool, async |conn| {
        for statement in [
            "SELECT FROM waffles WHERE id = $1 FOR NO KEY UPDATE",
            "UPDATE spots p SET pay_by = p.claimed_at + w.pay_within_minutes * interval '1 minute'
             FROM waffles w WHERE w.id = $1 AND p.waffle_id = w.id AND p.pay_by IS NOT NULL",
            "UPDATE events e SET pay_by = e.at + w.pay_within_minutes * interval '1 minute'
             FROM waffles w WHERE w.id = $1 AND e.waffle_id = w.id AND e.pay_by IS NOT NULL",
            "UPDATE waffles w SET next_pay_by = (SELECT min(p.pay_by) FROM spots p WHERE p.waffle_id = w.id)
             WHERE w.id = $1",
        ] {
            sqlx::query(statement).bind(waffle_id).execute(&mut *conn).await?;
        }
        Ok(())
    })
    .await
}
