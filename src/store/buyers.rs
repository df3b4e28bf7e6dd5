//! Buyers: what a handle holds.

pub mod history;
pub mod registry;

use std::ops::Range;

use chrono::{DateTime, Utc};
use sqlx::Row;
use sqlx::postgres::{PgPool, PgRow};
use waffle_domain::buyer::{Buyer, Entry, Held, HeldSpot};
use waffle_domain::handle::Handle;

use crate::failure::StoreFailure;

/// A waffle in which a buyer holds more spots than this is read without them.
const MOST_LISTED: i64 = 200;
/// The most spots that are read at once.
const MOST_LISTED_IN_ALL: i64 = 1_000;
/// The most rows of boards that are searched for them: a buyer's spots are found by looking through their boards.
const MOST_SEARCHED: i64 = 10_000;

/// What [`entry`] reads of `waffles w` and `holdings h`.
const COLUMNS: &str = "w.id, w.slug, w.title, w.status, w.archived, w.spot_price, w.total_spots, w.created_at,
    w.completed_at, cardinality(w.winning_spot_numbers) AS winners, w.drawn_count, h.pending, h.paid, h.won, h.lost";
/// What [`spots`] reads of `spots s`.
const SPOT_COLUMNS: &str = "array_agg(s.number ORDER BY s.number) AS numbers,
    array_agg(s.status ORDER BY s.number) AS statuses, array_agg(s.claimed_at ORDER BY s.number) AS claimed,
    array_agg(s.paid_at ORDER BY s.number) AS paid_times";

/// Reads what a handle holds now. An unknown handle holds nothing and was never seen.
///
/// The waffles in these places, counted from 0 and the newest, have their spots with them, as far as these are few:
/// what this costs grows with the buyer's waffles, but not with the spots.
pub async fn read(pool: &PgPool, handle: &Handle, listed: Range<i64>) -> Result<Buyer, StoreFailure> {
    let sql = format!(
        "WITH held AS MATERIALIZED (
            SELECT {COLUMNS}, h.pending + h.paid + h.won + h.lost AS spots,
                row_number() OVER (ORDER BY w.created_at DESC, w.id DESC) AS place
            FROM holdings h JOIN waffles w ON w.id = h.waffle_id
            WHERE h.handle = $1 AND h.pending + h.paid + h.won + h.lost > 0
         ), wanted AS (
            SELECT h.*, h.place > $2 AND h.place <= $3 AND h.spots <= $4 AS wanted FROM held h
         ), measured AS (
            SELECT h.*, sum(CASE WHEN h.wanted THEN h.spots END) OVER (ORDER BY h.place) AS listed,
                sum(CASE WHEN h.wanted THEN h.total_spots END) OVER (ORDER BY h.place) AS searched
            FROM wanted h
         )
         SELECT b.created_at AS first_seen, h.*, l.*
         FROM (VALUES (true)) AS one
         LEFT JOIN known_buyers b ON b.handle = $1
         LEFT JOIN measured h ON true
         LEFT JOIN LATERAL (
            SELECT {SPOT_COLUMNS} FROM spots s
            WHERE h.wanted AND h.listed <= $5 AND h.searched <= $6
                AND s.waffle_id = h.id AND s.claimed_by_handle = $1
         ) l ON true
         ORDER BY h.place"
    );
    let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(handle.as_str())
        .bind(listed.start)
        .bind(listed.end)
        .bind(MOST_LISTED)
        .bind(MOST_LISTED_IN_ALL)
        .bind(MOST_SEARCHED)
        .fetch_all(pool)
        .await?;
    let first_seen = rows.first().map(|row| row.try_get("first_seen")).transpose()?.flatten();
    // Who holds nothing has one row without a waffle.
    let held = rows.iter().filter(|row| row.try_get::<Option<i64>, _>("place").is_ok_and(|place| place.is_some()));
    Ok(Buyer { handle: handle.clone(), first_seen, waffles: held.map(entry).collect::<Result<_, _>>()? })
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
        held: Held { pending: count("pending")?, paid: count("paid")?, won: count("won")?, lost: count("lost")? },
        spots: spots(row)?,
    })
}

fn spots(row: &PgRow) -> Result<Vec<HeldSpot>, sqlx::Error> {
    let Some(numbers): Option<Vec<i32>> = row.try_get("numbers")? else { return Ok(Vec::new()) };
    let statuses: Vec<String> = row.try_get("statuses")?;
    let claimed: Vec<DateTime<Utc>> = row.try_get("claimed")?;
    let paid: Vec<Option<DateTime<Utc>>> = row.try_get("paid_times")?;
    let columns = numbers.into_iter().zip(statuses).zip(claimed).zip(paid);
    let spot = |(((number, status), claimed_at), paid_at): (((i32, String), _), _)| {
        let status = status.parse().map_err(|e: String| sqlx::Error::Decode(e.into()))?;
        Ok(HeldSpot { number, status, claimed_at, paid_at })
    };
    columns.map(spot).collect()
}
