//! Announces changes of something that many waffles show, such as a payment method. Each of these waffles gets an event
//! in its own log, but the change does not wait for that: its transaction only notes which waffles are to be updated,
//! and any server appends the events afterwards.

use crate::pools::PgPool;
use chrono::{DateTime, Utc};
use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Executor};
use uuid::Uuid;
use waffle_domain::wire::message::Message;

use crate::events::payload;
use crate::failure::StoreFailure;
use crate::transaction::committed;
use crate::waffles::{COLUMNS, ListedWaffle};
use waffle_domain::author::Author;

/// The most waffles that are announced in one transaction.
pub const CHUNK: usize = 100;

/// A waffle whose changes are announced, by this server or another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Announced {
    pub waffle_id: Uuid,
    /// The sequence number of its newest event.
    pub seq: i64,
}

/// Notes that a change of `thing` has yet to be announced, and returns the waffles concerned. `users` is SQL that
/// selects the ids of the waffles that use `$1`.
pub(crate) async fn note(
    conn: &mut PgConnection,
    users: &'static str,
    thing: Uuid,
    author: &Author,
) -> Result<Vec<Uuid>, StoreFailure> {
    let sql = format!(
        "INSERT INTO owed_announcements (waffle_id, admin_id)
         SELECT u.id, $2 FROM ({users}) AS u (id) RETURNING waffle_id"
    );
    Ok(sqlx::query_scalar(AssertSqlSafe(sql)).bind(thing).bind(author.account_id).fetch_all(conn).await?)
}

/// Returns whether any announcement is left to be made.
pub async fn are_left(pool: &PgPool) -> Result<bool, StoreFailure> {
    Ok(sqlx::query_scalar("SELECT EXISTS (SELECT FROM owed_announcements)").fetch_one(pool).await?)
}

/// Makes a transaction use the indexes. Notes appear in bulk and are soon gone, so the planner's statistics on them are
/// useless.
const BY_INDEX: &str =
    "SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off";

/// Announces changes for up to [`CHUNK`] waffles, of all or only those in `among`, skipping those whose rows are
/// locked. Returns an empty list when there is nothing left that can be announced now.
pub async fn announce(
    pool: &PgPool,
    among: Option<&[Uuid]>,
    at: DateTime<Utc>,
) -> Result<Vec<Announced>, StoreFailure> {
    committed(pool, async |conn| {
        conn.execute(BY_INDEX).await?;
        let wanted = if among.is_some() { "o.waffle_id = ANY ($1)" } else { "$1 IS NULL" };
        let lock = format!(
            "SELECT w.id FROM owed_announcements o JOIN waffles w ON w.id = o.waffle_id WHERE {wanted}
         LIMIT {CHUNK} FOR NO KEY UPDATE OF w SKIP LOCKED"
        );
        let ids: Vec<Uuid> = sqlx::query_scalar(AssertSqlSafe(lock)).bind(among).fetch_all(&mut *conn).await?;
        if ids.is_empty() {
            let forget =
                "DELETE FROM owed_announcements o WHERE NOT EXISTS (SELECT FROM waffles w WHERE w.id = o.waffle_id)";
            sqlx::query(forget).execute(conn).await?;
            return Ok(Vec::new());
        }
        // Read again: the first statement may have seen them before the lock.
        let read = format!("SELECT {COLUMNS} FROM waffles w WHERE w.id = ANY ($1)");
        let waffles: Vec<ListedWaffle> = sqlx::query_as(AssertSqlSafe(read)).bind(&ids).fetch_all(&mut *conn).await?;
        append(conn, &waffles, at).await
    })
    .await
}

row! {
    /// An announcement to be made, with the author of the newest change to what the waffle shows.
    struct Note {
        waffle_id: Uuid,
        /// None where only buyers' notes were changed.
        admin_id: Option<Uuid>,
    }
}

/// Appends one `waffle_updated` or `notes_changed` to each of these locked waffles with a note. If another server was
/// faster, none is left.
async fn append(
    conn: &mut PgConnection,
    waffles: &[ListedWaffle],
    at: DateTime<Utc>,
) -> Result<Vec<Announced>, StoreFailure> {
    let ids: Vec<Uuid> = waffles.iter().map(|listed| listed.waffle.id).collect();
    let notes: Vec<Note> = sqlx::query_as(
        "WITH taken AS (DELETE FROM owed_announcements WHERE waffle_id = ANY ($1) RETURNING id, waffle_id, admin_id)
         SELECT DISTINCT ON (waffle_id) waffle_id, admin_id FROM taken
         ORDER BY waffle_id, admin_id IS NULL, id DESC",
    )
    .bind(&ids)
    .fetch_all(&mut *conn)
    .await?;
    let (mut updated, mut admins, mut payloads) = (Vec::new(), Vec::new(), Vec::new());
    let mut all = Vec::with_capacity(waffles.len());
    for listed in waffles {
        let waffle_id = listed.waffle.id;
        let mut seq = listed.last_seq;
        if let Some(note) = notes.iter().find(|note| note.waffle_id == waffle_id) {
            seq += 1;
            updated.push((waffle_id, seq));
            admins.push(note.admin_id);
            let message = match note.admin_id {
                Some(_) => Message::WaffleUpdated { seq, waffle: listed.summary() },
                None => Message::NotesChanged { seq },
            };
            payloads.push(payload(&message)?);
        }
        all.push(Announced { waffle_id, seq });
    }
    let (ids, seqs): (Vec<Uuid>, Vec<i64>) = updated.into_iter().unzip();
    sqlx::query(
        "WITH told AS (
            INSERT INTO events (waffle_id, seq, at, kind, change_id, admin_id, payload)
            SELECT t.id, t.seq, $5, t.payload::json ->> 'type', $6, t.admin_id, t.payload
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
