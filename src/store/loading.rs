//! Finding waffles, and loading them with their boards, many in one call.

use std::collections::HashMap;

use sqlx::postgres::{PgConnection, PgRow};
use sqlx::{FromRow, Row};
use uuid::Uuid;
use waffle_domain::board::Board;
use waffle_domain::spot::{Outcome, Spot, SpotState, SpotStatus};
use waffle_domain::waffle::Waffle;
use waffle_domain::wire::event::Mark;

use crate::failure::StoreFailure;
use crate::pools::{PgPool, acquire};
use crate::row_reader::parsed;
use crate::transaction::in_snapshot;
use crate::waffles::{COLUMNS, ListedWaffle, WaffleRef, payments};

/// Finds waffles by their ids and slugs.
pub(crate) const FIND: &str = "SELECT id, slug, total_spots FROM waffles WHERE id = ANY ($1)
    UNION SELECT id, slug, total_spots FROM waffles WHERE slug = ANY ($2)";
/// Reads the spots of waffles.
pub(crate) const BOARDS: &str =
    "SELECT waffle_id, id, number, status, claimed_by_handle, claimed_at, paid_at, pay_by FROM spots
    WHERE waffle_id = ANY ($1) ORDER BY waffle_id, number";

row! {
    /// An existing waffle, with what is needed to load it.
    #[derive(Debug, Clone, PartialEq, Eq, Hash)]
    pub struct FoundWaffle {
        pub id: Uuid,
        /// Its slug in public URLs.
        pub slug: String,
        pub total_spots: i32,
    }
}

/// A waffle with its spots at one moment.
#[derive(Debug, Clone)]
pub struct LoadedWaffle {
    pub waffle: Waffle,
    pub board: Board,
    /// The newest event that both include.
    pub newest: Mark,
}

/// Returns which of these waffles exist, in no particular order.
pub async fn find(pool: &PgPool, wanted: &[WaffleRef]) -> Result<Vec<FoundWaffle>, StoreFailure> {
    let (mut ids, mut slugs) = (Vec::new(), Vec::new());
    for by in wanted {
        match by {
            WaffleRef::Id(id) => ids.push(*id),
            WaffleRef::Slug(slug) => slugs.push(slug.as_str()),
        }
    }
    Ok(sqlx::query_as(FIND).bind(ids).bind(slugs).fetch_all(pool).await?)
}

/// Reads waffles, each with the change that its newest event came from.
pub(crate) fn waffles_statement() -> String {
    format!(
        "SELECT {COLUMNS},
            (SELECT e.change_id FROM events e WHERE e.waffle_id = w.id AND e.seq = w.last_seq) AS change_id
         FROM waffles w WHERE w.id = ANY ($1)"
    )
}

/// Reads waffles with all their spots in one snapshot, in no particular order. Those that do not exist are missing.
pub async fn load(pool: &PgPool, ids: &[Uuid]) -> Result<Vec<LoadedWaffle>, StoreFailure> {
    let (rows, mut boards, mut payments) = in_snapshot(&mut acquire(pool).await?, async |connection| {
        let rows = sqlx::query(sqlx::AssertSqlSafe(waffles_statement())).bind(ids).fetch_all(&mut *connection).await?;
        Ok((rows, boards(connection, ids).await?, payments(connection, ids).await?))
    })
    .await?;
    let loaded = rows.iter().map(|row| {
        let ListedWaffle { mut waffle, last_seq, .. } = ListedWaffle::from_row(row)?;
        let newest = Mark { seq: last_seq, change_id: row.try_get("change_id")? };
        (waffle.payment_methods, waffle.payment_options) = payments.remove(&waffle.id).unwrap_or_default();
        let board = boards.remove(&waffle.id).and_then(Board::new);
        let board = board.ok_or_else(|| StoreFailure::Broken(format!("the board of {} has holes", waffle.slug)))?;
        Ok(LoadedWaffle { waffle, board, newest })
    });
    loaded.collect()
}

/// Reads the board of a waffle.
pub(crate) async fn board(connection: &mut PgConnection, id: Uuid) -> Result<Board, StoreFailure> {
    let spots = boards(connection, &[id]).await?.remove(&id).unwrap_or_default();
    Board::new(spots).ok_or_else(|| StoreFailure::Broken("a board has holes".into()))
}

/// Reads the spots of waffles, those of each in the order of their numbers.
async fn boards(connection: &mut PgConnection, ids: &[Uuid]) -> Result<HashMap<Uuid, Vec<Spot>>, StoreFailure> {
    let rows = sqlx::query(BOARDS).bind(ids).fetch_all(connection).await?;
    let mut boards = HashMap::new();
    for of_one in rows.chunk_by(|row, next| of_waffle(row) == of_waffle(next)) {
        if let Some(id) = of_one.first().and_then(of_waffle) {
            boards.insert(id, of_one.iter().map(spot).collect::<Result<_, _>>()?);
        }
    }
    Ok(boards)
}

fn of_waffle(row: &PgRow) -> Option<Uuid> {
    row.try_get("waffle_id").ok()
}

fn spot(row: &PgRow) -> Result<Spot, sqlx::Error> {
    let handle = || parsed(row, "claimed_by_handle");
    let claimed_at = || row.try_get("claimed_at");
    let paid = |outcome| -> Result<_, sqlx::Error> {
        Ok(SpotState::Paid { handle: handle()?, claimed_at: claimed_at()?, paid_at: row.try_get("paid_at")?, outcome })
    };
    let state = match parsed(row, "status")? {
        SpotStatus::Available => SpotState::Available,
        SpotStatus::Pending => {
            SpotState::Pending { handle: handle()?, claimed_at: claimed_at()?, pay_by: row.try_get("pay_by")? }
        }
        SpotStatus::Paid => paid(Outcome::Open)?,
        SpotStatus::Winner => paid(Outcome::Won)?,
        SpotStatus::Loser => paid(Outcome::Lost)?,
    };
    Ok(Spot { id: row.try_get("id")?, number: row.try_get("number")?, state })
}
