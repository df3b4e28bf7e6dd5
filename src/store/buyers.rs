//! Buyers: what a handle holds, and entering handles that are missing.

use chrono::{DateTime, Utc};
use sqlx::Row;
use sqlx::postgres::{PgConnectOptions, PgPool, PgRow};
use waffle_domain::buyer::{Buyer, Entry, HeldSpot};
use waffle_domain::handle::Handle;
use waffle_domain::paging::Paging;
use waffle_wire::known_buyers::KnownBuyer;

use crate::failure::StoreFailure;
use crate::watched::WatchedSession;

/// Reads what a handle holds now. An unknown handle holds nothing and was never seen.
pub async fn read(pool: &PgPool, handle: &Handle) -> Result<Buyer, StoreFailure> {
    let mut connection = pool.acquire().await.map_err(|e| StoreFailure::of_connecting(&e))?;
    let rows = sqlx::query(
        "SELECT w.id, w.slug, w.title, w.status, w.archived, w.spot_price, w.total_spots,
            cardinality(w.winning_spot_numbers) AS winners, w.drawn_count, w.created_at, w.completed_at,
            h.numbers, h.statuses, h.claimed, h.paid
         FROM (
             SELECT s.waffle_id,
                 array_agg(s.number ORDER BY s.number) AS numbers, array_agg(s.status ORDER BY s.number) AS statuses,
                 array_agg(s.claimed_at ORDER BY s.number) AS claimed, array_agg(s.paid_at ORDER BY s.number) AS paid
             FROM spots s WHERE s.claimed_by_handle = $1 GROUP BY s.waffle_id
         ) h
         JOIN waffles w ON w.id = h.waffle_id
         ORDER BY w.created_at DESC, w.id DESC",
    )
    .bind(handle.as_str())
    .fetch_all(&mut *connection)
    .await?;
    // Read last: a claim in between may be missing above, but no spot lacks the time its handle was first seen.
    let first_seen = sqlx::query_scalar("SELECT created_at FROM buyers WHERE handle = $1")
        .bind(handle.as_str())
        .fetch_optional(&mut *connection)
        .await?;
    let waffles = rows.iter().map(entry).collect::<Result<_, _>>()?;
    Ok(Buyer { handle: handle.clone(), first_seen, waffles })
}

fn entry(row: &PgRow) -> Result<Entry, sqlx::Error> {
    let status: &str = row.try_get("status")?;
    let count = |column| row.try_get::<i32, _>(column).map(i32::unsigned_abs);
    Ok(Entry {
        waffle_id: row.try_get("id")?,
        slug: row.try_get("slug")?,
        title: row.try_get("title")?,
        status: status.parse().map_err(|e: String| sqlx::Error::Decode(e.into()))?,
        archived: row.try_get("archived")?,
        spot_price: row.try_get("spot_price")?,
        total_spots: row.try_get("total_spots")?,
        winners: count("winners")?,
        drawn: count("drawn_count")?,
        created_at: row.try_get("created_at")?,
        completed_at: row.try_get("completed_at")?,
        spots: spots(row)?,
    })
}

fn spots(row: &PgRow) -> Result<Vec<HeldSpot>, sqlx::Error> {
    let numbers: Vec<i32> = row.try_get("numbers")?;
    let statuses: Vec<String> = row.try_get("statuses")?;
    let claimed: Vec<DateTime<Utc>> = row.try_get("claimed")?;
    let paid: Vec<Option<DateTime<Utc>>> = row.try_get("paid")?;
    let columns = numbers.into_iter().zip(statuses).zip(claimed).zip(paid);
    let spot = |(((number, status), claimed_at), paid_at): (((i32, String), _), _)| {
        let status = status.parse().map_err(|e: String| sqlx::Error::Decode(e.into()))?;
        Ok(HeldSpot { number, status, claimed_at, paid_at })
    };
    columns.map(spot).collect()
}

/// Enters handles that hold spots but are missing here, each as first seen at its earliest claim. Returns how many.
/// A repeat changes nothing, and several servers may do this at once.
pub async fn backfill(database: &PgConnectOptions) -> Result<u64, StoreFailure> {
    // Not from the pool: it reads every spot, which takes longer than the time-outs for requests allow.
    let mut session = WatchedSession::open(database).await?;
    // Sorted as in claims, so that the two never deadlock.
    let statement = sqlx::query(
        "INSERT INTO buyers (handle, created_at, updated_at)
         SELECT s.claimed_by_handle, min(s.claimed_at), max(s.claimed_at)
         FROM spots s
         WHERE s.claimed_by_handle IS NOT NULL
             AND NOT EXISTS (SELECT FROM buyers b WHERE b.handle = s.claimed_by_handle)
         GROUP BY s.claimed_by_handle ORDER BY s.claimed_by_handle
         ON CONFLICT (handle) DO NOTHING",
    );
    let entered = session.watch(database).over(statement.execute(&mut session.connection)).await??;
    Ok(entered.rows_affected())
}

/// Reads a page of the handles that contain a text, and how many there are in all. Newest first; `_` and `%` are no
/// wildcards; a page past the end is empty.
pub async fn search(pool: &PgPool, part: &str, paging: Paging) -> Result<(Vec<KnownBuyer>, i64), StoreFailure> {
    let mut connection = pool.acquire().await.map_err(|e| StoreFailure::of_connecting(&e))?;
    let total = sqlx::query("SELECT count(*) AS total FROM buyers WHERE strpos(handle, $1) > 0 OR $1 = ''")
        .bind(part)
        .fetch_one(&mut *connection)
        .await?
        .try_get("total")?;
    let rows = sqlx::query(
        "SELECT handle, created_at, updated_at FROM buyers WHERE strpos(handle, $1) > 0 OR $1 = ''
         ORDER BY created_at DESC, handle LIMIT $2 OFFSET $3",
    )
    .bind(part)
    .bind(i64::from(paging.per_page()))
    .bind(paging.offset())
    .fetch_all(&mut *connection)
    .await?;
    Ok((rows.iter().map(known_buyer).collect::<Result<_, _>>()?, total))
}

fn known_buyer(row: &PgRow) -> Result<KnownBuyer, sqlx::Error> {
    Ok(KnownBuyer {
        handle: row.try_get("handle")?,
        created_at: row.try_get("created_at")?,
        updated_at: row.try_get("updated_at")?,
    })
}

#[cfg(test)]
mod tests {
    use waffle_domain::paging::{PageSize, Paging};
    use waffle_private_postgres::TestDatabase;

    use super::search;

    #[tokio::test]
    async fn handles_are_found_by_any_part_of_them_and_nothing_is_a_wildcard() {
        let database = TestDatabase::create().await.unwrap();
        let pool = database.pool(1).await.unwrap();
        sqlx::query(
            "INSERT INTO buyers (handle, created_at, updated_at)
             SELECT handle, '2026-06-01T12:00:00Z'::timestamptz + place * interval '1 minute', '2026-06-02T12:00:00Z'
             FROM unnest(ARRAY['anna', 'hanna_b', 'bob', 'a.nn.a', 'xanna-b']) WITH ORDINALITY AS rows (handle, place)",
        )
        .execute(&pool)
        .await
        .unwrap();
        let found = async |part: &str, page: &str, per_page: &str| {
            let paging = Paging::parse(page, per_page, PageSize { default: 25, most: 100 }).unwrap();
            let (rows, total) = search(&pool, part, paging).await.unwrap();
            (rows.into_iter().map(|row| row.handle).collect::<Vec<_>>().join(" "), total)
        };
        assert_eq!(found("", "", "").await, ("xanna-b a.nn.a bob hanna_b anna".to_owned(), 5));
        assert_eq!(found("anna", "", "").await, ("xanna-b hanna_b anna".to_owned(), 3));
        assert_eq!(found("a_b", "", "").await, ("hanna_b".to_owned(), 1));
        assert_eq!(found(".", "", "").await, ("a.nn.a".to_owned(), 1));
        assert_eq!(found("anna", "2", "2").await, ("anna".to_owned(), 3));
        assert_eq!(found("anna", "3", "2").await, (String::new(), 3));
        assert_eq!(found("anna", "99999999999", "2").await, (String::new(), 3));
    }
}
