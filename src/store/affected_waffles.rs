//! A change of something that many waffles show, as a payment method: each of them tells of it in its own log.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::AssertSqlSafe;
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use crate::failure::Failure;
use crate::spots::Actor;
use crate::waffles::{COLUMNS, ListedWaffle};

/// How often waffles are locked anew because others began to use the thing meanwhile.
pub(crate) const TRIES: u32 = 5;

/// A waffle that a change reached, and the sequence number of the event that tells of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Affected {
    /// The waffle.
    pub waffle_id: Uuid,
    /// Its newest sequence number.
    pub seq: i64,
}

/// The waffles that use the thing, locked in the order of their ids, before the thing itself: as every change of a waffle locks.
pub(crate) struct AffectedWaffles {
    users: &'static str,
    thing: Uuid,
    waffles: Vec<ListedWaffle>,
}

impl AffectedWaffles {
    /// Locks them. `users` selects the ids of the waffles that use `$1`.
    pub(crate) async fn lock(conn: &mut PgConnection, users: &'static str, thing: Uuid) -> Result<Self, Failure> {
        let sql = format!("SELECT {COLUMNS} FROM waffles w WHERE w.id IN ({users}) ORDER BY w.id FOR NO KEY UPDATE");
        let waffles = sqlx::query_as(AssertSqlSafe(sql)).bind(thing).fetch_all(conn).await?;
        Ok(Self { users, thing, waffles })
    }

    /// Tells whether these are still all, once the thing is locked too and no waffle can begin to use it. If not, the caller lets
    /// go of everything and begins anew, since locking more now could wait in a circle.
    pub(crate) async fn are_all(&self, conn: &mut PgConnection) -> Result<bool, Failure> {
        let sql = format!("SELECT NOT EXISTS ({} EXCEPT SELECT unnest($2::uuid[]))", self.users);
        let ids: Vec<Uuid> = self.waffles.iter().map(|listed| listed.waffle.id).collect();
        Ok(sqlx::query_scalar(AssertSqlSafe(sql)).bind(self.thing).bind(&ids).fetch_one(conn).await?)
    }

    /// Appends one `waffle_updated` to each.
    pub(crate) async fn announce(
        self,
        conn: &mut PgConnection,
        actor: &Actor,
        at: DateTime<Utc>,
    ) -> Result<Vec<Affected>, Failure> {
        let next = |listed: &ListedWaffle| Affected { waffle_id: listed.waffle.id, seq: listed.last_seq + 1 };
        let affected: Vec<Affected> = self.waffles.iter().map(next).collect();
        let payloads: Vec<String> =
            self.waffles.iter().map(|listed| json!({ "waffle": listed.summary() }).to_string()).collect();
        let ids: Vec<Uuid> = affected.iter().map(|waffle| waffle.waffle_id).collect();
        let seqs: Vec<i64> = affected.iter().map(|waffle| waffle.seq).collect();
        sqlx::query(
            "WITH told AS (
                INSERT INTO events (waffle_id, seq, at, kind, change_id, admin_id, payload)
                SELECT t.id, t.seq, $4, 'waffle_updated', $5, $6, t.payload
                FROM unnest($1::uuid[], $2::bigint[], $3::text[]) AS t (id, seq, payload)
            )
            UPDATE waffles w SET last_seq = t.seq
            FROM unnest($1::uuid[], $2::bigint[]) AS t (id, seq) WHERE w.id = t.id",
        )
        .bind(&ids)
        .bind(&seqs)
        .bind(&payloads)
        .bind(at)
        .bind(Uuid::now_v7())
        .bind(actor.admin_id)
        .execute(conn)
        .await?;
        Ok(affected)
    }
}
