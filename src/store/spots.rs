//! Changes spots that someone holds: one call of `change_spots` (`functions/change_spots.sql`).

use chrono::{DateTime, Utc};
use sqlx::Row;
use sqlx::postgres::{PgPool, PgRow};
use uuid::Uuid;
use waffle_domain::author::Author;
use waffle_domain::claim::Source;
use waffle_domain::handle::Handle;
use waffle_domain::receipt::Receipt;
use waffle_domain::spot::SpotStatus;
use waffle_domain::wire::event::{Event, EventBody};

use crate::events::spot_changed;
use crate::failure::StoreFailure;
use crate::functions::bind_author;
use crate::pools::acquire;
use crate::row_reader::parsed;

/// What can be done to spots that someone holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SpotOperation {
    /// Pending to paid.
    Pay,
    /// Pending or paid to available.
    Release,
    /// Pending to available.
    ReleasePending,
    /// Paid to pending.
    Unpay,
    /// The deadline of pending spots moves by this many minutes.
    Extend { minutes: i32 },
    /// Pending and paid spots get another handle: all of them, or none.
    Rename(Handle),
    /// A buyer gives pending spots of a claim back: all of them, or none.
    GiveBack(Receipt),
    /// All pending spots past their deadline become available.
    Expire,
    /// All pending spots that were claimed from a source become available.
    ReleaseSource(Source),
}

impl SpotOperation {
    fn name(&self) -> &'static str {
        match self {
            Self::Pay => "pay",
            Self::Release => "release",
            Self::ReleasePending => "release_pending",
            Self::Unpay => "unpay",
            Self::Extend { .. } => "extend",
            Self::Rename(_) => "rename",
            Self::GiveBack(_) => "give_back",
            Self::Expire => "expire",
            Self::ReleaseSource(_) => "release_source",
        }
    }
}

/// A change of some of a waffle's spots, each judged on its own.
#[derive(Debug, Clone)]
pub struct SpotOrder {
    /// The id of the request, stored with its events.
    pub id: Uuid,
    pub waffle_id: Uuid,
    /// The spots; empty if the operation itself selects them.
    pub spot_ids: Vec<i64>,
    pub operation: SpotOperation,
    /// The buyer whose spots are changed; none if it doesn't matter who holds them.
    pub only_of: Option<Handle>,
    /// Whether to refuse if the waffle is completed.
    pub active_only: bool,
    /// The author; none for buyers and deadlines.
    pub author: Option<Author>,
}

/// The outcome for one spot.
#[derive(Debug, Clone, PartialEq)]
pub enum SpotResult {
    /// The spot changed; this is its event.
    Changed(Event),
    /// There was nothing to change about the spot, or other spots kept it from being changed.
    Unchanged {
        spot_id: i64,
        number: i32,
        /// Whether it is in the state that was requested.
        done: bool,
    },
    /// Its status does not allow the change, or it is not the buyer's.
    WrongStatus {
        spot_id: i64,
        number: i32,
        /// The current status.
        status: SpotStatus,
    },
    /// The waffle, or the buyer, has no such spot.
    NotFound(i64),
    /// The waffle is completed.
    NotActive(i64),
    /// A draw is locked until its round appears.
    Locked { spot_id: i64, round_at: DateTime<Utc> },
    /// Nothing in the waffle came from the source.
    NoSource,
}

/// Changes spots in one call. Each change leaves an event. Returns one result for each distinct spot, or `None` if
/// there is no such waffle, or another server is looking for its expired spots.
pub async fn change(
    pool: &PgPool,
    order: &SpotOrder,
    at: DateTime<Utc>,
) -> Result<Option<Vec<SpotResult>>, StoreFailure> {
    let mut connection = acquire(pool).await?;
    let (mut minutes, mut new_handle, mut receipt, mut source) = (None, None, None, None);
    match &order.operation {
        SpotOperation::Extend { minutes: some } => minutes = Some(*some),
        SpotOperation::Rename(handle) => new_handle = Some(handle.as_str()),
        SpotOperation::GiveBack(of) => receipt = Some(of),
        SpotOperation::ReleaseSource(Source(bytes)) => source = Some(&bytes[..]),
        _ => {}
    }
    let call = sqlx::query(
        "SELECT * FROM change_spots(
            change => $1, in_waffle => $2, ids => $3, operation => ROW($4, $5, $6, $7, $8, $9), now_at => $10,
            active_only => $11, only_of => $12, author => ROW($13, $14, $15)
         )",
    )
    .bind(order.id)
    .bind(order.waffle_id)
    .bind(&order.spot_ids)
    .bind(order.operation.name())
    .bind(minutes)
    .bind(new_handle)
    .bind(receipt.map(|receipt| receipt.first_seq))
    .bind(receipt.map(|receipt| receipt.spots))
    .bind(source)
    .bind(at)
    .bind(order.active_only)
    .bind(order.only_of.as_ref().map(Handle::as_str));
    let rows = bind_author(call, order.author.as_ref()).fetch_all(&mut *connection).await?;
    if let [only] = rows.as_slice()
        && only.try_get::<&str, _>("outcome")? == "no_waffle"
    {
        return Ok(None);
    }
    rows.iter().map(|row| result(row, order.id, at)).collect::<Result<_, _>>().map(Some)
}

/// Reads the outcome for one spot.
pub(crate) fn result(row: &PgRow, change_id: Uuid, at: DateTime<Utc>) -> Result<SpotResult, StoreFailure> {
    let outcome: &str = row.try_get("outcome")?;
    if outcome == "no_source" {
        return Ok(SpotResult::NoSource);
    }
    let spot_id: i64 = row.try_get("spot_id")?;
    let seq: Option<i64> = row.try_get("seq")?;
    Ok(match (outcome, seq) {
        ("changed", Some(seq)) => SpotResult::Changed(Event {
            seq,
            at,
            change_id: Some(change_id),
            body: EventBody::Spot(spot_changed(row)?),
        }),
        ("changed" | "unchanged", None) => {
            SpotResult::Unchanged { spot_id, number: row.try_get("spot_number")?, done: outcome == "unchanged" }
        }
        ("wrong_status", _) => {
            let (number, status) = (row.try_get("spot_number")?, parsed(row, "from_status")?);
            SpotResult::WrongStatus { spot_id, number, status }
        }
        ("not_found", _) => SpotResult::NotFound(spot_id),
        ("not_active", _) => SpotResult::NotActive(spot_id),
        ("locked", _) => SpotResult::Locked { spot_id, round_at: row.try_get("round_at")? },
        (other, _) => return Err(StoreFailure::Broken(format!("change_spots gave the outcome {other}"))),
    })
}

/// Finds the waffle that a spot belongs to.
pub async fn waffle_of(pool: &PgPool, spot_id: i64) -> Result<Option<Uuid>, StoreFailure> {
    Ok(sqlx::query_scalar("SELECT waffle_id FROM spots WHERE id = $1").bind(spot_id).fetch_optional(pool).await?)
}

/// Finds waffles whose deadlines may have passed, the longest overdue first: at most `limit`.
pub async fn overdue(pool: &PgPool, limit: i64) -> Result<Vec<Uuid>, StoreFailure> {
    let due = "SELECT id FROM waffles WHERE next_pay_by <= now() ORDER BY next_pay_by LIMIT $1";
    Ok(sqlx::query_scalar(due).bind(limit).fetch_all(pool).await?)
}
