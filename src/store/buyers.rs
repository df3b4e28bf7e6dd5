//! Buyers: what a handle holds, and entering handles that are missing.

use chrono::{DateTime, Utc};
use sqlx::postgres::{PgConnectOptions, PgPool, PgRow};
use sqlx::{ConnectOptions, Connection, Row};
use waffle_domain::buyer::{Buyer, Entry, HeldSpot};
use waffle_domain::handle::Handle;

use crate::failure::Failure;

/// Reads what a handle holds now. An unknown handle holds nothing and was never seen.
pub async fn read(pool: &PgPool, handle: &Handle) -> Result<Buyer, Failure> {
    let mut connection = pool.acquire().await.map_err(|e| Failure::of_connecting(&e))?;
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
pub async fn backfill(database: &PgConnectOptions) -> Result<u64, Failure> {
    // Not from the pool: it reads every spot, which takes longer than the time-outs for requests allow.
    let mut connection = database.connect().await.map_err(|e| Failure::of_connecting(&e))?;
    // Sorted as in claims, so that the two never deadlock.
    let entered = sqlx::query(
        "INSERT INTO buyers (handle, created_at, updated_at)
         SELECT s.claimed_by_handle, min(s.claimed_at), max(s.claimed_at)
         FROM spots s
         WHERE s.claimed_by_handle IS NOT NULL
             AND NOT EXISTS (SELECT FROM buyers b WHERE b.handle = s.claimed_by_handle)
         GROUP BY s.claimed_by_handle ORDER BY s.claimed_by_handle
         ON CONFLICT (handle) DO NOTHING",
    )
    .execute(&mut connection)
    .await?;
    connection.close().await?;
    Ok(entered.rows_affected())
}
