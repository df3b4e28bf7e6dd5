//! Changes spots that someone holds: one call of `change_spots` (`functions/change_spots.sql`).

use chrono::{DateTime, Utc};
use sqlx::Row;
use sqlx::postgres::{PgConnection, PgRow};
use sqlx::types::ipnetwork::IpNetwork;
use uuid::Uuid;
use waffle_domain::author::Author;
use waffle_domain::claim::Source;
use waffle_domain::handle::Handle;
use waffle_domain::receipt::Receipt;
use waffle_domain::spot::SpotStatus;
use waffle_domain::wire::event::{Event, EventBody};

use crate::events::spot_changed;
use crate::failure::StoreFailure;
use crate::functions::array_of;
use crate::ledger_session::LedgerSession;
use crate::pools::{PgPool, acquire};
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

    fn values(&self) -> Values<'_> {
        match self {
            Self::Extend { minutes } => Values { minutes: Some(*minutes), ..Values::default() },
            Self::Rename(handle) => Values { new_handle: Some(handle.as_str()), ..Values::default() },
            Self::GiveBack(claim) => Values { claim: Some(claim), ..Values::default() },
            Self::ReleaseSource(Source(bytes)) => Values { source: Some(bytes), ..Values::default() },
            _ => Values::default(),
        }
    }
}

/// What only some operations need.
#[derive(Default)]
struct Values<'o> {
    minutes: Option<i32>,
    new_handle: Option<&'o str>,
    claim: Option<&'o Receipt>,
    source: Option<&'o [u8]>,
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

/// Changes spots in one call, which waits for the waffle's row. Each change leaves an event. Returns one result for
/// each distinct spot, or `None` if there is no such waffle, or another server is looking for its expired spots.
pub async fn change(
    pool: &PgPool,
    order: &SpotOrder,
    at: DateTime<Utc>,
) -> Result<Option<Vec<SpotResult>>, StoreFailure> {
    let mut connection = acquire(pool).await?;
    Ok(call(&mut connection, &[order], at, true).await?.pop().flatten())
}

/// Makes changes of several waffles in one call, each as if it came alone; none of them may select its spots itself.
/// Returns the results of each, in the same order; `None` if nothing was done, since another transaction has locked the
/// waffle, or there is none.
pub async fn change_together(
    session: &mut LedgerSession,
    orders: &[&SpotOrder],
    at: DateTime<Utc>,
) -> Result<Vec<Option<Vec<SpotResult>>>, StoreFailure> {
    call(&mut session.connection, orders, at, false).await
}

async fn call(
    connection: &mut PgConnection,
    orders: &[&SpotOrder],
    at: DateTime<Utc>,
    waits: bool,
) -> Result<Vec<Option<Vec<SpotResult>>>, StoreFailure> {
    let all = || orders.iter();
    let values: Vec<_> = all().map(|order| order.operation.values()).collect();
    let authors: Vec<_> = all().map(|order| order.author.as_ref()).collect();
    let call = sqlx::query(
        "SELECT * FROM change_spots(
            changes => ARRAY(
                SELECT ROW(
                    id, waffle_id, spot_ids, operation, minutes, new_handle, first_seq, spots, source, active_only,
                    only_of, ROW(admin_id, username, ip_address)
                )::spot_change
                FROM unnest(
                    $1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::integer[], $6::text[], $7::bigint[],
                    $8::integer[], $9::bytea[], $10::boolean[], $11::text[], $12::uuid[], $13::text[], $14::inet[]
                ) WITH ORDINALITY AS c (
                    id, waffle_id, spot_ids, operation, minutes, new_handle, first_seq, spots, source, active_only,
                    only_of, admin_id, username, ip_address, n
                )
                ORDER BY n
            ),
            now_at => $15, waits => $16
         )",
    )
    .bind(all().map(|order| order.id).collect::<Vec<_>>())
    .bind(all().map(|order| order.waffle_id).collect::<Vec<_>>())
    .bind(all().map(|order| array_of(&order.spot_ids)).collect::<Vec<_>>())
    .bind(all().map(|order| order.operation.name()).collect::<Vec<_>>())
    .bind(values.iter().map(|values| values.minutes).collect::<Vec<_>>())
    .bind(values.iter().map(|values| values.new_handle).collect::<Vec<_>>())
    .bind(values.iter().map(|values| values.claim.map(|claim| claim.first_seq)).collect::<Vec<_>>())
    .bind(values.iter().map(|values| values.claim.map(|claim| claim.spots)).collect::<Vec<_>>())
    .bind(values.iter().map(|values| values.source).collect::<Vec<_>>())
    .bind(all().map(|order| order.active_only).collect::<Vec<_>>())
    .bind(all().map(|order| order.only_of.as_ref().map(Handle::as_str)).collect::<Vec<_>>())
    .bind(authors.iter().map(|author| author.map(|author| author.account_id)).collect::<Vec<_>>())
    .bind(authors.iter().map(|author| author.map(|author| author.username.as_str())).collect::<Vec<_>>())
    .bind(
        authors
            .iter()
            .map(|author| author.and_then(|author| author.ip_address).map(IpNetwork::from))
            .collect::<Vec<_>>(),
    )
    .bind(at)
    .bind(waits);
    let rows = call.fetch_all(connection).await?;
    // They are already committed, so an unreadable answer counts as a lost one.
    read(&rows, orders, at).map_err(|failure| StoreFailure::Lost(failure.to_string()))
}

/// Reads the results of each change.
fn read(
    rows: &[PgRow],
    orders: &[&SpotOrder],
    at: DateTime<Utc>,
) -> Result<Vec<Option<Vec<SpotResult>>>, StoreFailure> {
    let mut changes: Vec<_> = orders.iter().map(|_| Some(Vec::new())).collect();
    for row in rows {
        let number: i32 = row.try_get("change")?;
        let place = usize::try_from(number).unwrap_or_default().wrapping_sub(1);
        match (orders.get(place), changes.get_mut(place)) {
            (Some(_), Some(change)) if row.try_get::<&str, _>("outcome")? == "no_waffle" => *change = None,
            (Some(order), Some(Some(results))) => results.push(result(row, order.id, at)?),
            _ => return Err(StoreFailure::Broken(format!("change_spots reported a change {number}"))),
        }
    }
    Ok(changes)
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
