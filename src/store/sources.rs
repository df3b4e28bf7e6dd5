//! The sources of a waffle's claims, and the keys under which they are hashed.

use crate::pools::PgPool;
use sqlx::Row;
use sqlx::postgres::PgRow;
use uuid::Uuid;
use waffle_domain::claim::Source;
use waffle_domain::handle::Handle;
use waffle_domain::wire::sources::Source as SourceEntry;

use crate::failure::StoreFailure;
use crate::row_reader::parsed;

/// The most sources that are listed.
const MOST: i64 = 1_000;

row! {
    /// A random key under which sources are hashed.
    #[derive(Debug)]
    pub struct SourceKey {
        /// Its number, with which the hashes of these sources begin.
        pub id: i32,
        pub key: Vec<u8>,
    }
}

/// Reads the key of this week, which all servers share. The first request makes it from these random bytes. The week is
/// the database's, and begins on Monday at 8:00 UTC, when there are few sales anywhere: an evening's claims from one
/// address are one source.
pub async fn current_key(pool: &PgPool, random: [u8; 32]) -> Result<SourceKey, StoreFailure> {
    sqlx::query(
        "INSERT INTO source_keys (since, key)
         VALUES (date_trunc('week', now() - interval '8 hours', 'UTC') + interval '8 hours', $1)
         ON CONFLICT (since) DO NOTHING",
    )
    .bind(&random[..])
    .execute(pool)
    .await?;
    // A separate statement, to see what another server has just made.
    Ok(sqlx::query_as("SELECT id, key FROM source_keys ORDER BY since DESC LIMIT 1").fetch_one(pool).await?)
}

reader! {
    fn entry(row) -> SourceEntry { source = source, handles, handle_count, spots, pending, first_at, last_at }
}

/// Lists the sources of a waffle's claims whose keys still exist: those with the most pending spots first.
pub async fn list(pool: &PgPool, waffle_id: Uuid) -> Result<Vec<SourceEntry>, StoreFailure> {
    let entries = sqlx::query(
        "SELECT e.source, (array_agg(DISTINCT coalesce(p.claimed_by_handle, e.social_handle)))[1:50] AS handles,
            count(DISTINCT coalesce(p.claimed_by_handle, e.social_handle)) AS handle_count,
            count(p.id) AS spots, count(p.id) FILTER (WHERE p.status = 'pending') AS pending,
            min(e.at) AS first_at, max(e.at) AS last_at
         FROM events e LEFT JOIN spots p ON p.id = e.spot_id AND p.claim_seq = e.seq
         WHERE e.waffle_id = $1 AND substring(e.source FROM 1 FOR 4) IN (SELECT int4send(k.id) FROM source_keys k)
         GROUP BY e.source ORDER BY pending DESC, spots DESC, first_at, e.source LIMIT $2",
    )
    .bind(waffle_id)
    .bind(MOST)
    .try_map(|row| entry(&row));
    Ok(entries.fetch_all(pool).await?)
}

fn source(row: &PgRow, column: &str) -> Result<String, sqlx::Error> {
    let bytes: &[u8] = row.try_get(column)?;
    let source = bytes.try_into().map(Source);
    source.map(|it| it.to_string()).map_err(|_| sqlx::Error::Decode("a source has no 16 bytes".into()))
}

/// Lists the pending spots that were claimed from a source that is not forgotten yet, by number, with their holders.
pub async fn pending(pool: &PgPool, waffle_id: Uuid, source: Source) -> Result<Vec<(i32, String)>, StoreFailure> {
    let found = sqlx::query_as(
        "SELECT p.number, p.claimed_by_handle
         FROM spots p
         CROSS JOIN LATERAL (
            SELECT o.source FROM events o WHERE o.waffle_id = p.waffle_id AND o.seq = p.claim_seq LIMIT 1
         ) e
         WHERE p.waffle_id = $1 AND p.status = 'pending' AND e.source = $2
            AND substring(e.source FROM 1 FOR 4) IN (SELECT int4send(k.id) FROM source_keys k)
         ORDER BY p.number",
    );
    Ok(found.bind(waffle_id).bind(&source.0[..]).fetch_all(pool).await?)
}

/// Lists the handles that hold spots of a waffle from a source that other handles also hold spots from.
pub async fn sharing(pool: &PgPool, waffle_id: Uuid) -> Result<Vec<Handle>, StoreFailure> {
    // A board has at most 10,000 spots, and each has one claim in the log.
    let sharing = sqlx::query(
        "WITH held AS MATERIALIZED (
            SELECT DISTINCT p.claimed_by_handle AS handle, e.source
            FROM spots p
            CROSS JOIN LATERAL (
                SELECT o.source FROM events o WHERE o.waffle_id = p.waffle_id AND o.seq = p.claim_seq LIMIT 1
            ) e
            WHERE p.waffle_id = $1 AND p.status <> 'available'
                AND substring(e.source FROM 1 FOR 4) IN (SELECT int4send(k.id) FROM source_keys k)
         )
         SELECT DISTINCT h.handle
         FROM held h JOIN (SELECT o.source FROM held o GROUP BY o.source HAVING count(*) > 1) s ON s.source = h.source",
    )
    .bind(waffle_id)
    .try_map(|row| parsed(&row, "handle"));
    Ok(sharing.fetch_all(pool).await?)
}
