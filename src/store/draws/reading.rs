//! Reading draws.

use chrono::{DateTime, Utc};
use sqlx::postgres::{PgConnection, PgRow};
use sqlx::{AssertSqlSafe, Row};
use uuid::Uuid;
use waffle_domain::draw::ALGORITHM;
use waffle_domain::draw::digest::Digest;
use waffle_domain::draw::entries::Entries;
use waffle_domain::draw::locked::LockedDraw;
use waffle_domain::draw::quicknet;
use waffle_domain::draw::round::Round;
use waffle_domain::draw::state_and_deadlines::DrawState;
use waffle_domain::paging::Part;
use waffle_domain::waffle::Waffle;
use waffle_domain::wire::draw::{CheckableDraw, Draw, Draws, LedgerEntry};

use crate::draws::DueDraw;
use crate::failure::StoreFailure;
use crate::pools::wait_for_standbys;
use crate::pools::{PgPool, acquire};
use crate::row_reader::parsed_by;

/// A part of a waffle's draws and of its ledger, and how many there are in all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DrawsPart {
    pub shown: Draws,
    pub total_draws: i32,
    pub total_ledger: i32,
}

/// Lists a part of a waffle's draws and of its ledger, counted from the newest of each. Reads no more than that,
/// however long they are: both are numbered from 1 without a gap.
pub async fn part(pool: &PgPool, waffle_id: Uuid, part: Part) -> Result<DrawsPart, StoreFailure> {
    let (total_draws, total_ledger): (i32, i32) = sqlx::query_as(
        "SELECT coalesce((SELECT max(number) FROM draws WHERE waffle_id = $1), 0),
            coalesce((SELECT max(place) FROM draw_ledger WHERE waffle_id = $1), 0)",
    )
    .bind(waffle_id)
    .fetch_one(pool)
    .await?;
    let (after, through) = part.from_newest(total_draws.into());
    let sql =
        format!("SELECT {COLUMNS} FROM draws WHERE waffle_id = $1 AND number > $2 AND number <= $3 ORDER BY number");
    let draws = sqlx::query(AssertSqlSafe(sql)).bind(waffle_id).bind(after).bind(through).try_map(|row| draw(&row));
    let draws = draws.fetch_all(pool).await?;
    let (after, through) = part.from_newest(total_ledger.into());
    let sql = "SELECT * FROM draw_ledger WHERE waffle_id = $1 AND place > $2 AND place <= $3 ORDER BY place";
    let ledger = sqlx::query(sql).bind(waffle_id).bind(after).bind(through).try_map(|row| entry(&row));
    let ledger = ledger.fetch_all(pool).await?;
    Ok(DrawsPart { shown: Draws { draws, ledger }, total_draws, total_ledger })
}

/// Finds a draw.
pub async fn find(pool: &PgPool, waffle_id: Uuid, number: i32) -> Result<Option<Draw>, StoreFailure> {
    let mut connection = acquire(pool).await?;
    one(&mut connection, waffle_id, number).await
}

/// Finds a draw. An earlier request may have ended it and lost its answer while it waited for standbys. So a draw that
/// is no longer locked is returned only when the standbys of the same server have its end too.
pub async fn find_settled(pool: &PgPool, waffle_id: Uuid, number: i32) -> Result<Option<Draw>, StoreFailure> {
    let mut connection = acquire(pool).await?;
    let draw = one(&mut connection, waffle_id, number).await?;
    if draw.as_ref().is_some_and(|draw| draw.state != DrawState::Locked.as_str()) {
        wait_for_standbys(&mut connection).await?;
    }
    Ok(draw)
}

/// Finds the locked draw of a waffle, or else the one that the winners come from.
pub async fn of_waffle(pool: &PgPool, waffle: &Waffle) -> Result<Option<Draw>, StoreFailure> {
    let Some(number) = waffle.draw.number() else { return Ok(None) };
    find(pool, waffle.id, number).await
}

/// Finds a draw with everything that is needed to check it.
pub async fn checkable(
    pool: &PgPool,
    (waffle_id, slug): (Uuid, &str),
    number: i32,
) -> Result<Option<CheckableDraw>, StoreFailure> {
    let sql = format!("SELECT {COLUMNS}, entries FROM draws WHERE waffle_id = $1 AND number = $2");
    let checkable = |row: PgRow| {
        Ok(CheckableDraw { draw: draw(&row)?, waffle_id, slug: slug.to_owned(), entries: row.try_get("entries")? })
    };
    let found = sqlx::query(AssertSqlSafe(sql)).bind(waffle_id).bind(number).try_map(checkable);
    Ok(found.fetch_optional(pool).await?)
}

/// Lists locked draws whose rounds have appeared on a chain, the oldest first: at most `limit`.
pub async fn due(pool: &PgPool, chain: &Digest, now: DateTime<Utc>, limit: i64) -> Result<Vec<DueDraw>, StoreFailure> {
    let due = "SELECT waffle_id, number, round FROM draws WHERE state = 'locked' AND round_at <= $1 AND chain = $2
        ORDER BY round_at LIMIT $3";
    let due = sqlx::query(due).bind(now).bind(chain.to_string()).bind(limit).try_map(|row| due_draw(&row));
    Ok(due.fetch_all(pool).await?)
}

/// Counts locked draws that wait for chains other than this one.
pub async fn of_other_chains(pool: &PgPool, chain: &Digest) -> Result<i64, StoreFailure> {
    let count = "SELECT count(*) FROM draws WHERE state = 'locked' AND chain <> $1";
    Ok(sqlx::query_scalar(count).bind(chain.to_string()).fetch_one(pool).await?)
}

/// Reads a draw.
pub(crate) async fn one(
    connection: &mut PgConnection,
    waffle_id: Uuid,
    number: i32,
) -> Result<Option<Draw>, StoreFailure> {
    let sql = format!("SELECT {COLUMNS} FROM draws WHERE waffle_id = $1 AND number = $2");
    let found = sqlx::query(AssertSqlSafe(sql)).bind(waffle_id).bind(number).try_map(|row| draw(&row));
    Ok(found.fetch_optional(connection).await?)
}

/// Reads the columns that decide a draw.
pub(crate) async fn locked(
    connection: &mut PgConnection,
    waffle_id: Uuid,
    number: i32,
) -> Result<LockedDraw, StoreFailure> {
    let locked = sqlx::query(
        "SELECT waffle_id, number, entries, item_count, alternates, one_win_per_handle, chain, round FROM draws
         WHERE waffle_id = $1 AND number = $2",
    );
    Ok(locked.bind(waffle_id).bind(number).try_map(|row| locked_draw(&row)).fetch_one(connection).await?)
}

reader! {
    fn locked_draw(row) -> LockedDraw {
        waffle_id, number, entries = entries, winners as "item_count" = count, alternates = count, one_win_per_handle,
        chain = digest, round = round,
    }
}

fn entries(row: &PgRow, column: &str) -> Result<Entries, sqlx::Error> {
    parsed_by(row, column, Entries::parse)
}

fn count(row: &PgRow, column: &str) -> Result<usize, sqlx::Error> {
    row.try_get::<i32, _>(column).map(|count| usize::try_from(count).unwrap_or_default())
}

fn round(row: &PgRow, column: &str) -> Result<Round, sqlx::Error> {
    let round = row.try_get(column).map(i64::cast_unsigned)?;
    Round::try_from(round).map_err(|_| sqlx::Error::Decode("a draw has no such round".into()))
}

fn digest(row: &PgRow, column: &str) -> Result<Digest, sqlx::Error> {
    parsed_by(row, column, |text| Digest::parse(text).ok_or("it is no hash"))
}

reader! {
    const COLUMNS;
    fn draw(row) -> Draw {
        number, state, reason, locked_at, chain, round, round_at, entries_count, entries_sha256, excluded, item_count,
        one_win_per_handle, signature, randomness, winning_spot_numbers, winning_social_handles, drawn_at, voided_at,
        alternates, alternate_spot_numbers, alternate_social_handles, prizes, clock;
        private_chain: !Digest::parse(row.try_get("chain")?).is_some_and(quicknet::is_named),
        algorithm: ALGORITHM.to_owned(),
    }
}

reader! {
    fn entry(row) -> LedgerEntry { kind, at, number, winning_spot_numbers, winning_social_handles, reason }
}

reader! {
    fn due_draw(row) -> DueDraw { waffle_id, number, round = round }
}
