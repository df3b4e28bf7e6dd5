//! Reading draws.

use chrono::{DateTime, Utc};
use sqlx::postgres::{PgConnection, PgPool, PgRow};
use sqlx::{AssertSqlSafe, Row};
use uuid::Uuid;
use waffle_domain::draw::ALGORITHM;
use waffle_domain::draw::digest::Digest;
use waffle_domain::draw::entries::Entries;
use waffle_domain::draw::locked::LockedDraw;
use waffle_domain::draw::quicknet;
use waffle_domain::draw::round::Round;
use waffle_domain::draw::state::DrawState;
use waffle_domain::paging::Part;
use waffle_domain::waffle::Waffle;
use waffle_domain::wire::draw::{CheckableDraw, Draw, Draws, LedgerEntry};

use crate::connect::wait_for_standbys;
use crate::draws::DueDraw;
use crate::failure::StoreFailure;

const COLUMNS: &str = "number, state, reason, locked_at, chain, round, round_at, entries_count, entries_sha256, \
    excluded, item_count, one_win_per_handle, signature, randomness, winning_spot_numbers, \
    winning_social_handles, drawn_at, voided_at, alternates, alternate_spot_numbers, alternate_social_handles, \
    prizes, clock";

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
    let draws = sqlx::query(AssertSqlSafe(sql)).bind(waffle_id).bind(after).bind(through).fetch_all(pool).await?;
    let (after, through) = part.from_newest(total_ledger.into());
    let sql = "SELECT * FROM draw_ledger WHERE waffle_id = $1 AND place > $2 AND place <= $3 ORDER BY place";
    let ledger = sqlx::query(sql).bind(waffle_id).bind(after).bind(through).fetch_all(pool).await?;
    let shown = Draws {
        draws: draws.iter().map(draw).collect::<Result<_, _>>()?,
        ledger: ledger.iter().map(entry).collect::<Result<_, _>>()?,
    };
    Ok(DrawsPart { shown, total_draws, total_ledger })
}

/// Finds a draw.
pub async fn find(pool: &PgPool, waffle_id: Uuid, number: i32) -> Result<Option<Draw>, StoreFailure> {
    let mut connection = pool.acquire().await.map_err(|e| StoreFailure::of_connecting(&e))?;
    one(&mut connection, waffle_id, number).await
}

/// Finds a draw. An earlier request may have ended it and lost its answer while it waited for standbys. So a draw that
/// is no longer locked is returned only when the standbys of the same server have its end too.
pub async fn find_settled(pool: &PgPool, waffle_id: Uuid, number: i32) -> Result<Option<Draw>, StoreFailure> {
    let mut connection = pool.acquire().await.map_err(|e| StoreFailure::of_connecting(&e))?;
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
    let row = sqlx::query(AssertSqlSafe(sql)).bind(waffle_id).bind(number).fetch_optional(pool).await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(CheckableDraw { draw: draw(&row)?, waffle_id, slug: slug.to_owned(), entries: row.try_get("entries")? }))
}

/// Lists locked draws whose rounds have appeared on a chain, the oldest first: at most `limit`.
pub async fn due(pool: &PgPool, chain: &Digest, now: DateTime<Utc>, limit: i64) -> Result<Vec<DueDraw>, StoreFailure> {
    let due = "SELECT waffle_id, number, round FROM draws WHERE state = 'locked' AND round_at <= $1 AND chain = $2
        ORDER BY round_at LIMIT $3";
    let rows = sqlx::query(due).bind(now).bind(chain.to_string()).bind(limit).fetch_all(pool).await?;
    let due = |row: &PgRow| -> Result<DueDraw, StoreFailure> {
        Ok(DueDraw { waffle_id: row.try_get("waffle_id")?, number: row.try_get("number")?, round: round(row)? })
    };
    rows.iter().map(due).collect()
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
    let row = sqlx::query(AssertSqlSafe(sql)).bind(waffle_id).bind(number).fetch_optional(connection).await?;
    Ok(row.as_ref().map(draw).transpose()?)
}

/// Reads the columns that decide a draw.
pub(crate) async fn locked(
    connection: &mut PgConnection,
    waffle_id: Uuid,
    number: i32,
) -> Result<LockedDraw, StoreFailure> {
    let row = sqlx::query(
        "SELECT entries, item_count, alternates, one_win_per_handle, chain, round FROM draws
         WHERE waffle_id = $1 AND number = $2",
    )
    .bind(waffle_id)
    .bind(number)
    .fetch_one(connection)
    .await?;
    let entries: &str = row.try_get("entries")?;
    let (winners, alternates): (i32, i32) = (row.try_get("item_count")?, row.try_get("alternates")?);
    Ok(LockedDraw {
        waffle_id,
        number,
        entries: Entries::parse(entries).map_err(|e| StoreFailure::Broken(e.to_string()))?,
        winners: usize::try_from(winners).unwrap_or_default(),
        alternates: usize::try_from(alternates).unwrap_or_default(),
        one_win_per_handle: row.try_get("one_win_per_handle")?,
        chain: digest(&row, "chain")?,
        round: round(&row)?,
    })
}

fn round(row: &PgRow) -> Result<Round, StoreFailure> {
    let round: i64 = row.try_get("round")?;
    let round = u64::try_from(round).ok().and_then(|round| Round::try_from(round).ok());
    round.ok_or_else(|| StoreFailure::Broken("a draw has no such round".into()))
}

fn digest(row: &PgRow, column: &str) -> Result<Digest, StoreFailure> {
    let text: &str = row.try_get(column)?;
    Digest::parse(text).ok_or_else(|| StoreFailure::Broken(format!("{column} is no hash")))
}

fn draw(row: &PgRow) -> Result<Draw, sqlx::Error> {
    let chain: String = row.try_get("chain")?;
    Ok(Draw {
        number: row.try_get("number")?,
        state: row.try_get("state")?,
        reason: row.try_get("reason")?,
        locked_at: row.try_get("locked_at")?,
        round: row.try_get("round")?,
        round_at: row.try_get("round_at")?,
        private_chain: !Digest::parse(&chain).is_some_and(quicknet::is_named),
        chain,
        entries_count: row.try_get("entries_count")?,
        entries_sha256: row.try_get("entries_sha256")?,
        excluded: row.try_get("excluded")?,
        item_count: row.try_get("item_count")?,
        one_win_per_handle: row.try_get("one_win_per_handle")?,
        algorithm: ALGORITHM.to_owned(),
        signature: row.try_get("signature")?,
        randomness: row.try_get("randomness")?,
        winning_spot_numbers: row.try_get("winning_spot_numbers")?,
        winning_social_handles: row.try_get("winning_social_handles")?,
        drawn_at: row.try_get("drawn_at")?,
        voided_at: row.try_get("voided_at")?,
        alternates: row.try_get("alternates")?,
        alternate_spot_numbers: row.try_get("alternate_spot_numbers")?,
        alternate_social_handles: row.try_get("alternate_social_handles")?,
        prizes: row.try_get("prizes")?,
        clock: row.try_get("clock")?,
    })
}

fn entry(row: &PgRow) -> Result<LedgerEntry, sqlx::Error> {
    Ok(LedgerEntry {
        kind: row.try_get("kind")?,
        at: row.try_get("at")?,
        number: row.try_get("number")?,
        winning_spot_numbers: row.try_get("winning_spot_numbers")?,
        winning_social_handles: row.try_get("winning_social_handles")?,
        reason: row.try_get("reason")?,
    })
}
