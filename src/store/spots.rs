//! Marking spots paid and releasing them: one call of `change_spots` (`migrations/0004_change_spots.sql`).

use chrono::{DateTime, Utc};
use ipnetwork::IpNetwork;
use sqlx::Row;
use sqlx::postgres::{PgPool, PgRow};
use uuid::Uuid;
use waffle_domain::author::Author;
use waffle_domain::event::SpotChanged;
use waffle_domain::spot::SpotStatus;
use waffle_wire::event::{Event, EventBody};

use crate::events::{handle, status};
use crate::failure::StoreFailure;

/// What an admin can do to spots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpotOperation {
    /// Pending to paid.
    Pay,
    /// Pending or paid to available.
    Release,
}

/// A change of some of a waffle's spots, each judged on its own.
#[derive(Debug, Clone)]
pub struct SpotOrder {
    /// The id of the request, stored with its events.
    pub id: Uuid,
    pub waffle_id: Uuid,
    pub spot_ids: Vec<i64>,
    pub operation: SpotOperation,
    /// Whether to refuse if the waffle is completed.
    pub active_only: bool,
    pub author: Author,
}

/// The outcome for one spot.
#[derive(Debug, Clone, PartialEq)]
pub enum SpotResult {
    /// The spot changed; this is its event.
    Changed(Event),
    /// Its status does not allow the change.
    WrongStatus {
        spot_id: i64,
        number: i32,
        /// The current status.
        status: SpotStatus,
    },
    /// The waffle has no such spot.
    NotFound(i64),
    /// The waffle is completed.
    NotActive(i64),
}

/// Changes spots in one call. Each change leaves an event and an audit entry. Returns one result for each distinct id,
/// or `None` if there is no such waffle.
pub async fn change(
    pool: &PgPool,
    order: &SpotOrder,
    at: DateTime<Utc>,
) -> Result<Option<Vec<SpotResult>>, StoreFailure> {
    let mut connection = pool.acquire().await.map_err(|e| StoreFailure::of_connecting(&e))?;
    let rows = sqlx::query("SELECT * FROM change_spots($1, $2, $3, $4, $5, $6, $7, $8, $9)")
        .bind(order.id)
        .bind(order.waffle_id)
        .bind(&order.spot_ids)
        .bind(match order.operation {
            SpotOperation::Pay => "pay",
            SpotOperation::Release => "release",
        })
        .bind(order.active_only)
        .bind(order.author.account_id)
        .bind(&order.author.username)
        .bind(order.author.ip_address.map(IpNetwork::from))
        .bind(at)
        .fetch_all(&mut *connection)
        .await?;
    if let [only] = rows.as_slice()
        && only.try_get::<&str, _>("outcome")? == "no_waffle"
    {
        return Ok(None);
    }
    rows.iter().map(|row| result(row, order.id, at)).collect::<Result<_, _>>().map(Some)
}

fn result(row: &PgRow, change_id: Uuid, at: DateTime<Utc>) -> Result<SpotResult, StoreFailure> {
    let spot_id: i64 = row.try_get("spot_id")?;
    let outcome: &str = row.try_get("outcome")?;
    Ok(match outcome {
        "changed" => SpotResult::Changed(Event {
            seq: row.try_get("seq")?,
            at,
            change_id: Some(change_id),
            body: EventBody::Spot(SpotChanged {
                spot_id,
                number: row.try_get("spot_number")?,
                from: status(row, "from_status")?,
                to: status(row, "to_status")?,
                handle: handle(row, "social_handle")?,
                pay_by: None,
            }),
        }),
        "wrong_status" => SpotResult::WrongStatus {
            spot_id,
            number: row.try_get("spot_number")?,
            status: status(row, "from_status")?,
        },
        "not_found" => SpotResult::NotFound(spot_id),
        "not_active" => SpotResult::NotActive(spot_id),
        other => return Err(StoreFailure::Broken(format!("change_spots gave the outcome {other}"))),
    })
}

/// Finds the waffle that a spot belongs to.
pub async fn waffle_of(pool: &PgPool, spot_id: i64) -> Result<Option<Uuid>, StoreFailure> {
    Ok(sqlx::query_scalar("SELECT waffle_id FROM spots WHERE id = $1").bind(spot_id).fetch_optional(pool).await?)
}
