//! Sessions: who is signed in, where and with what. The check of a request is
//! [`signed_in`](crate::accounts::signed_in), and a sign-in ([`note_sign_in`](crate::accounts::note_sign_in)) begins
//! one.

use std::net::IpAddr;

use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::postgres::PgConnection;
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_domain::author::{Author, By};
use waffle_domain::refusal::Refusal;
use waffle_domain::user_agent::Device;

use crate::audit;
use crate::failure::StoreFailure;
use crate::pools::wait_for_standbys;
use crate::pools::{PgPool, acquire};
use crate::row_reader::address;
use crate::transaction::committed;

/// The most sessions that a list shows.
pub const MOST_LISTED: i64 = 100;

row! {
    /// A session of an account.
    #[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
    pub struct Session {
        pub id: Uuid,
        pub created_at: DateTime<Utc>,
        /// Accurate to about a minute.
        pub last_seen_at: DateTime<Utc>,
        pub expires_at: DateTime<Utc>,
        /// The address of its last request.
        #[schema(value_type = String, example = "203.0.113.7")]
        pub ip_address: IpAddr = address,
        #[schema(example = "Firefox")]
        pub browser: String,
        #[schema(example = "Linux")]
        pub os: String,
        #[schema(value_type = Device)]
        pub device_type: String,
        /// Whether it is the session of this request.
        pub current: bool,
    }
}

/// Which sessions are still valid: those that expire after `now` and were seen after `seen_since`, if there is such a
/// limit.
#[derive(Debug, Clone, Copy)]
pub struct Alive {
    pub now: DateTime<Utc>,
    pub seen_since: Option<DateTime<Utc>>,
}

/// Lists the valid sessions of an account, the one seen last first; at most [`MOST_LISTED`]. One is the current one.
pub async fn of_account(
    pool: &PgPool,
    (admin_id, current): (Uuid, Uuid),
    alive: Alive,
) -> Result<Vec<Session>, StoreFailure> {
    let sessions = sqlx::query_as(
        "SELECT *, id = $5 AS current FROM sessions
         WHERE admin_id = $1 AND expires_at > $2 AND ($3::timestamptz IS NULL OR last_seen_at > $3)
         ORDER BY last_seen_at DESC, created_at DESC, id LIMIT $4",
    )
    .bind(admin_id)
    .bind(alive.now)
    .bind(alive.seen_since)
    .bind(MOST_LISTED)
    .bind(current)
    .fetch_all(pool)
    .await?;
    Ok(sessions)
}

/// Ends a session on every server. A repeat changes nothing.
pub async fn end(pool: &PgPool, id: Uuid) -> Result<(), StoreFailure> {
    let mut connection = acquire(pool).await?;
    let done = sqlx::query("DELETE FROM sessions WHERE id = $1").bind(id).execute(&mut *connection).await?;
    if done.rows_affected() == 0 {
        wait_for_standbys(&mut connection).await?;
    }
    Ok(())
}

/// Ends one of the author's sessions, with an audit entry.
pub async fn end_own(pool: &PgPool, id: Uuid, by: By<'_>) -> Result<(), StoreFailure> {
    committed(pool, async |conn| {
        let ended: Option<Session> =
            sqlx::query_as("DELETE FROM sessions WHERE id = $1 AND admin_id = $2 RETURNING *, false AS current")
                .bind(id)
                .bind(by.author.account_id)
                .fetch_optional(&mut *conn)
                .await?;
        let session = ended.ok_or(Refusal::NoSession)?;
        let detail = format!("{}: {} on {}, {}", by.author.username, session.browser, session.os, session.ip_address);
        let entity = (EntityType::Admin, by.author.account_id);
        audit::of_actor(conn, by, AuditAction::EndSession, entity, &detail).await
    })
    .await
}

/// Ends all of the author's sessions but one, with an audit entry if any was still valid, and returns how many were.
pub async fn end_others(pool: &PgPool, kept: Uuid, author: &Author, alive: Alive) -> Result<u64, StoreFailure> {
    committed(pool, async |conn| {
        let ended = delete_others(conn, kept, author, alive).await?;
        if ended == 0 {
            wait_for_standbys(conn).await?;
        }
        Ok(ended)
    })
    .await
}

/// Does the same in the caller's transaction.
pub(crate) async fn delete_others(
    conn: &mut PgConnection,
    kept: Uuid,
    author: &Author,
    alive: Alive,
) -> Result<u64, StoreFailure> {
    let ended: i64 = sqlx::query_scalar(
        "WITH ended AS (DELETE FROM sessions WHERE admin_id = $1 AND id <> $2 RETURNING expires_at, last_seen_at)
         SELECT count(*) FROM ended WHERE expires_at > $3 AND ($4::timestamptz IS NULL OR last_seen_at > $4)",
    )
    .bind(author.account_id)
    .bind(kept)
    .bind(alive.now)
    .bind(alive.seen_since)
    .fetch_one(&mut *conn)
    .await?;
    let ended = ended.unsigned_abs();
    if ended > 0 {
        let detail = format!("{}: {ended}", author.username);
        let (action, entity) = (AuditAction::EndOtherSessions, (EntityType::Admin, author.account_id));
        audit::of_actor(conn, author.at(alive.now), action, entity, &detail).await?;
    }
    Ok(ended)
}

/// Ends all sessions of an account, in the caller's transaction.
pub(crate) async fn delete_all(conn: &mut PgConnection, admin_id: Uuid) -> Result<(), StoreFailure> {
    sqlx::query("DELETE FROM sessions WHERE admin_id = $1").bind(admin_id).execute(conn).await?;
    Ok(())
}
