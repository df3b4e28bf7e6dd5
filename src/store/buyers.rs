//! Buyers: what a handle holds.

pub mod history;
pub mod known_buyers;

use std::ops::Range;

use crate::pools::PgPool;
use chrono::{DateTime, Utc};
use sqlx::Row;
use sqlx::postgres::PgRow;
use waffle_domain::buyer::{Buyer, Due, Entry, Held, HeldSpot, Totals};
use waffle_domain::draw::how_won::HowWon;
use waffle_domain::handle::Handle;
use waffle_domain::trophies::trophies;

use crate::failure::StoreFailure;
use crate::row_reader::parsed;
use crate::waffles::winners_origin;

/// A waffle in which a buyer holds more spots than this is read without its spots.
const MOST_LISTED: i64 = 200;
/// The most spots that are read in one call.
const MOST_LISTED_IN_ALL: i64 = 1_000;
/// The most rows of boards that are searched for them: a buyer's spots are found by searching whole boards.
const MOST_SEARCHED: i64 = 10_000;
/// The most won waffles whose titles are searched for trophies, those with the newest draws.
const MOST_WON: i64 = 1_000;

/// What [`entry`] reads of `waffles w` and `holdings h`.
const COLUMNS: &str = "w.id, w.slug, w.title, w.status, w.archived, w.spot_price, w.total_spots, w.created_at,
    w.completed_at, w.winners_by_draw, w.winners_replaced, w.winners_private_chain, w.draws_before,
    h.pending, h.paid, h.won, h.lost";
/// What [`spots`] reads of `spots s`.
const SPOT_COLUMNS: &str = "array_agg(s.number ORDER BY s.number) AS numbers,
    array_agg(s.status ORDER BY s.number) AS statuses, array_agg(s.claimed_at ORDER BY s.number) AS claimed,
    array_agg(s.paid_at ORDER BY s.number) AS paid_times";

/// Reads what a handle holds now. An unknown handle holds nothing and was never seen.
///
/// Of its waffles only those at these positions are listed, counted from 0 and from the newest, with their spots if
/// these are few; the database only counts all others. So the cost grows little with the number of the buyer's waffles,
/// and not at all with the number of spots.
pub async fn read(pool: &PgPool, handle: &Handle, listed: Range<i64>) -> Result<Buyer, StoreFailure> {
    let sql = format!(
        "WITH held AS MATERIALIZED (
            SELECT {COLUMNS}, spots_held(h) AS spots,
                w.status = 'active' AND NOT w.archived AS open,
                (h.won + h.lost)::float8 * cardinality(w.winning_spot_numbers) / nullif(w.drawn_count, 0) AS wins
            FROM holdings h JOIN waffles w ON w.id = h.waffle_id
            WHERE h.handle = $1 AND spots_held(h) > 0
         ), totals AS (
            SELECT count(*)::integer AS all_waffles, coalesce(sum(pending), 0)::integer AS all_pending,
                coalesce(sum(paid), 0)::integer AS all_paid, coalesce(sum(won), 0)::integer AS all_won,
                coalesce(sum(lost), 0)::integer AS all_lost, coalesce(sum(wins), 0) AS expected_wins,
                coalesce(sum(pending) FILTER (WHERE open), 0)::integer AS due_spots,
                coalesce(sum(pending * spot_price) FILTER (WHERE open), 0)::bigint AS due_cents
            FROM held
         ), won_last AS (
            SELECT title, completed_at, created_at FROM held WHERE won > 0
            ORDER BY completed_at DESC, created_at DESC LIMIT $7
         ), numbered AS (
            SELECT h.*, $2 + row_number() OVER (ORDER BY h.created_at DESC, h.id DESC) AS place
            FROM (SELECT * FROM held ORDER BY created_at DESC, id DESC OFFSET $2 LIMIT $3) h
         ), measured AS (
            SELECT h.*, h.spots <= $4 AS wanted,
                sum(CASE WHEN h.spots <= $4 THEN h.spots END) OVER (ORDER BY h.place) AS listed,
                sum(CASE WHEN h.spots <= $4 THEN h.total_spots END) OVER (ORDER BY h.place) AS searched
            FROM numbered h
         )
         SELECT b.created_at AS first_seen, t.*, h.*, l.*,
            CASE WHEN coalesce(h.place, $2 + 1) = $2 + 1 THEN
                (SELECT array_agg(title::text ORDER BY completed_at DESC, created_at DESC) FROM won_last)
            END AS won_titles
         FROM totals t
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
        .bind(listed.end - listed.start)
        .bind(MOST_LISTED)
        .bind(MOST_LISTED_IN_ALL)
        .bind(MOST_SEARCHED)
        .bind(MOST_WON)
        .fetch_all(pool)
        .await?;
    let first = rows.first().ok_or_else(|| StoreFailure::Broken("a buyer without totals".into()))?;
    let titles: Option<Vec<String>> = first.try_get("won_titles")?;
    // If nothing is listed, the only row has no waffle.
    let listed = rows.iter().filter(|row| row.try_get::<Option<i64>, _>("place").is_ok_and(|place| place.is_some()));
    Ok(Buyer {
        handle: handle.clone(),
        first_seen: first.try_get("first_seen")?,
        totals: totals(first)?,
        trophies: trophies(titles.iter().flatten().map(String::as_str)),
        waffles: listed.map(entry).collect::<Result<_, _>>()?,
    })
}

fn count(row: &PgRow, column: &str) -> Result<u32, sqlx::Error> {
    row.try_get::<i32, _>(column).map(i32::unsigned_abs)
}

reader! {
    fn held_in_all(row) -> Held {
        pending as "all_pending" = count, paid as "all_paid" = count, won as "all_won" = count,
        lost as "all_lost" = count,
    }
}

reader! {
    fn totals(row) -> Totals {
        waffles as "all_waffles" = count, expected_wins;
        held: held_in_all(row)?,
        due: Due { spots: count(row, "due_spots")?, cents: row.try_get("due_cents")? },
    }
}

reader! {
    fn held(row) -> Held { pending = count, paid = count, won = count, lost = count }
}

reader! {
    fn entry(row) -> Entry {
        waffle_id as "id", slug, title, status = parsed, archived, spot_price, total_spots, created_at, completed_at;
        how_won: how_won(row)?,
        held: held(row)?,
        spots: spots(row)?,
    }
}

fn how_won(row: &PgRow) -> Result<Option<HowWon>, sqlx::Error> {
    let draws_before = row.try_get("draws_before")?;
    Ok(winners_origin(row)?.map(|origin| HowWon { origin, draws_before }))
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
