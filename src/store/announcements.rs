//! A change of something that many waffles show, as a payment method. Each of them tells of it in its own log, but the change waits for
//! none of them: it notes, in its own transaction, which waffles owe an announcement; those are written afterwards, by whichever
//! server gets to it.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use sqlx::postgres::{PgConnection, PgPool, Postgres};
use sqlx::{AssertSqlSafe, Executor, FromRow, Transaction};
use uuid::Uuid;
use waffle_wire::message::Message;

use crate::events::payload;
use crate::failure::Failure;
use crate::spots::Actor;
use crate::waffles::{COLUMNS, ListedWaffle};

/// How many waffles tell in one transaction.
pub const CHUNK: usize = 100;

/// A waffle that told, and the sequence number of its newest event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Announced {
    /// The waffle.
    pub waffle_id: Uuid,
    /// Its newest sequence number.
    pub seq: i64,
}

/// Notes that waffles owe an announcement, and answers them. `users` selects the ids of the waffles that use `$1`.
pub(crate) async fn owe(
    conn: &mut PgConnection,
    users: &'static str,
    thing: Uuid,
    actor: &Actor,
) -> Result<Vec<Uuid>, Failure> {
    let sql = format!(
        "INSERT INTO owed_announcements (waffle_id, admin_id) SELECT u.id, $2 FROM ({users}) AS u (id) RETURNING waffle_id"
    );
    Ok(sqlx::query_scalar(AssertSqlSafe(sql)).bind(thing).bind(actor.admin_id).fetch_all(conn).await?)
}

/// Lists some of the waffles that owe an announcement, those that owe it longest first.
pub async fn owed(pool: &PgPool) -> Result<Vec<Uuid>, Failure> {
    let owed = sqlx::query_scalar("SELECT waffle_id FROM owed_announcements ORDER BY id LIMIT 100");
    let mut owed: Vec<Uuid> = owed.fetch_all(pool).await?;
    let mut seen = HashSet::new();
    owed.retain(|waffle| seen.insert(*waffle));
    Ok(owed)
}

/// Picks those of some waffles that owe an announcement, in the same order.
pub async fn owing(pool: &PgPool, mut waffles: Vec<Uuid>) -> Result<Vec<Uuid>, Failure> {
    let owing = sqlx::query_scalar("SELECT waffle_id FROM owed_announcements WHERE waffle_id = ANY ($1)");
    let owing: HashSet<Uuid> = owing.bind(&waffles).fetch_all(pool).await?.into_iter().collect();
    waffles.retain(|waffle| owing.contains(waffle));
    Ok(waffles)
}

/// Lists waffles that owe an announcement, in the order of their ids, from the one after another: up to [`CHUNK`], and some as long
/// as there are any. Who goes through all of them so, looks at each once.
pub async fn owed_after(pool: &PgPool, waffle_id: Uuid) -> Result<Vec<Uuid>, Failure> {
    // Not DISTINCT, which may be planned to read all of them.
    let sql = format!("SELECT waffle_id FROM owed_announcements WHERE waffle_id > $1 ORDER BY waffle_id LIMIT {CHUNK}");
    let mut owed: Vec<Uuid> = sqlx::query_scalar(AssertSqlSafe(sql)).bind(waffle_id).fetch_all(pool).await?;
    owed.dedup();
    Ok(owed)
}

/// Lets those of some waffles tell what they owe that nobody else holds at this moment; waits for none. What deleted ones owe is
/// forgotten.
pub async fn announce_free(pool: &PgPool, among: &[Uuid], at: DateTime<Utc>) -> Result<Vec<Announced>, Failure> {
    let mut transaction = begin(pool).await?;
    sqlx::query(
        "DELETE FROM owed_announcements o
         WHERE o.waffle_id = ANY ($1) AND NOT EXISTS (SELECT FROM waffles w WHERE w.id = o.waffle_id)",
    )
    .bind(among)
    .execute(&mut *transaction)
    .await
    .map_err(|e| Failure::of_statement(&e).before_commit())?;
    let sql =
        format!("SELECT {COLUMNS} FROM waffles w WHERE w.id = ANY ($1) ORDER BY w.id FOR NO KEY UPDATE SKIP LOCKED");
    let waffles = sqlx::query_as(AssertSqlSafe(sql)).bind(among).fetch_all(&mut *transaction).await;
    tell(transaction, waffles, at).await
}

/// Lets one waffle tell what it owes. Waits up to 200 ms for whoever holds it, holding nothing itself; none when there is no such
/// waffle.
pub async fn announce(pool: &PgPool, waffle_id: Uuid, at: DateTime<Utc>) -> Result<Option<Announced>, Failure> {
    let mut transaction = begin(pool).await?;
    sqlx::query("SET LOCAL lock_timeout = 200")
        .execute(&mut *transaction)
        .await
        .map_err(|e| Failure::of_statement(&e).before_commit())?;
    let sql = format!("SELECT {COLUMNS} FROM waffles w WHERE w.id = $1 FOR NO KEY UPDATE");
    let waffle = sqlx::query_as(AssertSqlSafe(sql)).bind(waffle_id).fetch_all(&mut *transaction).await;
    Ok(tell(transaction, waffle, at).await?.pop())
}

/// What each transaction is told: it works by index. What is owed comes all at once and is gone soon, so that statistics know nothing of it; without
/// them a batch would be found by reading all that is owed, and every waffle.
const BY_INDEX: &str =
    "SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off";

async fn begin(pool: &PgPool) -> Result<Transaction<'static, Postgres>, Failure> {
    let refused = |e: sqlx::Error| Failure::of_statement(&e).before_commit();
    let mut transaction = pool.begin().await.map_err(refused)?;
    transaction.execute(BY_INDEX).await.map_err(refused)?;
    Ok(transaction)
}

async fn tell(
    mut transaction: Transaction<'static, Postgres>,
    waffles: Result<Vec<ListedWaffle>, sqlx::Error>,
    at: DateTime<Utc>,
) -> Result<Vec<Announced>, Failure> {
    let waffles = waffles.map_err(|e| Failure::of_statement(&e).before_commit())?;
    let told = append(&mut transaction, &waffles, at).await.map_err(Failure::before_commit)?;
    transaction.commit().await?;
    Ok(told)
}

/// What a waffle owes, whose change it was.
#[derive(FromRow)]
struct Owed {
    waffle_id: Uuid,
    admin_id: Uuid,
}

/// Appends one `waffle_updated` to each locked waffle that owes one. Another server may have been faster: then none does any more.
async fn append(
    conn: &mut PgConnection,
    waffles: &[ListedWaffle],
    at: DateTime<Utc>,
) -> Result<Vec<Announced>, Failure> {
    let ids: Vec<Uuid> = waffles.iter().map(|listed| listed.waffle.id).collect();
    let owed: Vec<Owed> = sqlx::query_as(
        "WITH paid AS (DELETE FROM owed_announcements WHERE waffle_id = ANY ($1) RETURNING id, waffle_id, admin_id)
         SELECT DISTINCT ON (waffle_id) waffle_id, admin_id FROM paid ORDER BY waffle_id, id DESC",
    )
    .bind(&ids)
    .fetch_all(&mut *conn)
    .await?;
    let (mut told, mut admins, mut payloads) = (Vec::new(), Vec::new(), Vec::new());
    let mut all = Vec::with_capacity(waffles.len());
    for listed in waffles {
        let waffle_id = listed.waffle.id;
        let mut seq = listed.last_seq;
        if let Some(owed) = owed.iter().find(|owed| owed.waffle_id == waffle_id) {
            seq += 1;
            told.push((waffle_id, seq));
            admins.push(owed.admin_id);
            payloads.push(payload(&Message::WaffleUpdated { seq, waffle: listed.summary() })?);
        }
        all.push(Announced { waffle_id, seq });
    }
    let (ids, seqs): (Vec<Uuid>, Vec<i64>) = told.into_iter().unzip();
    sqlx::query(
        "WITH told AS (
            INSERT INTO events (waffle_id, seq, at, kind, change_id, admin_id, payload)
            SELECT t.id, t.seq, $5, 'waffle_updated', $6, t.admin_id, t.payload
            FROM unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::text[]) AS t (id, seq, admin_id, payload)
        )
        UPDATE waffles w
        SET last_seq = t.seq,
            share_template_id = (SELECT s.id FROM share_templates s WHERE s.id = w.share_template_id)
        FROM unnest($1::uuid[], $2::bigint[]) AS t (id, seq) WHERE w.id = t.id",
    )
    .bind(&ids)
    .bind(&seqs)
    .bind(&admins)
    .bind(&payloads)
    .bind(at)
    .bind(Uuid::now_v7())
    .execute(conn)
    .await?;
    Ok(all)
}
