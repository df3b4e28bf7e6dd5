//! What buyers asked for and did not get (`migrations/0010_refused_claims.sql`).

use std::collections::BTreeSet;

use crate::pools::PgPool;
use chrono::{DateTime, Utc};
use sqlx::Row;
use uuid::Uuid;
use waffle_domain::handle::Handle;
use waffle_domain::refused_spot::{MOST_KEPT, RefusedSpot};

use crate::activity::ActivityPart;
use crate::failure::StoreFailure;
use crate::row_reader::parsed;
use crate::transaction::committed_as;

/// Nothing of it is acknowledged to anyone, so it need not wait for the disk.
const BEGIN: &str = "BEGIN; SET LOCAL synchronous_commit = off";

/// Looks up who holds what was not read. It is left out if that is the buyer, or if it was released since, even if
/// someone has it again: there is no one to be compared with. The clocks of servers differ a little. One row in
/// 64 says that older ones of its waffle are to be looked for: by a hash, as rows of two waffles may come in turns.
const INSERT: &str = "
    INSERT INTO refused_claims (waffle_id, at, handle, spot_number, claimed_at)
    SELECT r.waffle_id, r.at, r.handle, r.number, coalesce(r.claimed_at, s.claimed_at)
    FROM unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::integer[], $5::timestamptz[], $6::boolean[])
        WITH ORDINALITY AS r (waffle_id, at, handle, number, claimed_at, unread, place)
    LEFT JOIN spots s
        ON r.unread AND s.waffle_id = r.waffle_id AND s.number = r.number AND s.claimed_by_handle <> r.handle
        AND s.claimed_at < r.at + interval '1 s'
    WHERE NOT r.unread OR s.claimed_at IS NOT NULL
    ORDER BY r.place
    RETURNING waffle_id, hashint8(id) & 63 = 0";

/// Deletes all but the newest of some waffles. To find them, it reads as many as stay, so it is not done for each
/// row. Rows that another server is deleting are skipped.
const DELETE_OLD: &str = "
    DELETE FROM refused_claims WHERE id = ANY (ARRAY(
        SELECT r.id
        FROM unnest($1::uuid[]) AS w (id)
        CROSS JOIN LATERAL (
            SELECT o.id FROM refused_claims o WHERE o.waffle_id = w.id ORDER BY o.id DESC OFFSET $2 LIMIT 1
        ) newest_old
        JOIN refused_claims r ON r.waffle_id = w.id AND r.id <= newest_old.id
        FOR UPDATE OF r SKIP LOCKED))";

/// Keeps some more. Of each waffle, only the newest stay, and perhaps some dozens before them.
pub async fn keep(pool: &PgPool, spots: &[RefusedSpot]) -> Result<(), StoreFailure> {
    committed_as(BEGIN, pool, async |transaction| {
        let insert = sqlx::query_as(INSERT)
            .bind(spots.iter().map(|spot| spot.waffle_id).collect::<Vec<_>>())
            .bind(spots.iter().map(|spot| spot.at).collect::<Vec<_>>())
            .bind(spots.iter().map(|spot| spot.handle.as_str()).collect::<Vec<_>>())
            .bind(spots.iter().map(|spot| spot.number).collect::<Vec<_>>())
            .bind(spots.iter().map(|spot| spot.claimed_at).collect::<Vec<_>>())
            .bind(spots.iter().map(|spot| spot.unread).collect::<Vec<_>>());
        let kept: Vec<(Uuid, bool)> = insert.fetch_all(&mut *transaction).await?;
        let due: BTreeSet<Uuid> =
            kept.into_iter().filter_map(|(waffle_id, is_due)| is_due.then_some(waffle_id)).collect();
        if !due.is_empty() {
            let delete = sqlx::query(DELETE_OLD).bind(Vec::from_iter(due)).bind(MOST_KEPT);
            delete.execute(&mut *transaction).await?;
        }
        Ok(())
    })
    .await
}

/// One that is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptRefusal {
    pub id: i64,
    pub spot: RefusedSpot,
}

reader! {
    fn spot(row) -> RefusedSpot { waffle_id, at, handle = parsed, number as "spot_number", claimed_at, unread }
}

/// Lists those of a waffle, of one of its spots or of a handle, newest first, and of no more time than a part of the
/// activity: before the change that it ends before, and since a moment. Before one that is gone, there are none any
/// more.
pub async fn list(
    pool: &PgPool,
    waffle_id: Uuid,
    part: &ActivityPart,
    since: Option<DateTime<Utc>>,
) -> Result<Vec<KeptRefusal>, StoreFailure> {
    let list = "SELECT r.*, false AS unread FROM refused_claims r
        WHERE r.waffle_id = $1
            AND ($2::bigint IS NULL OR r.at < (SELECT e.at FROM events e WHERE e.waffle_id = $1 AND e.seq = $2))
            AND ($3::timestamptz IS NULL OR r.at >= $3)
            AND ($4::integer IS NULL OR r.spot_number = $4)
            AND ($5::text IS NULL OR r.handle = $5)
            AND ($7::bigint IS NULL OR (r.at, r.id) < (
                SELECT o.at, o.id FROM refused_claims o WHERE o.waffle_id = $1 AND o.id = $7
            ))
        ORDER BY r.at DESC, r.id DESC LIMIT $6";
    let list = sqlx::query(list)
        .bind(waffle_id)
        .bind(Some(part.before).filter(|before| *before < i64::MAX))
        .bind(since)
        .bind(part.spot)
        .bind(part.handle.as_ref().map(Handle::as_str))
        .bind(part.limit)
        .bind(part.before_refused)
        .try_map(|row| Ok(KeptRefusal { id: row.try_get("id")?, spot: spot(&row)? }));
    Ok(list.fetch_all(pool).await?)
}
