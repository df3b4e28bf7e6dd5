//! Marking spots paid and releasing them.

use actix_web::{HttpResponse, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_actors::waffles::Waffles;
use waffle_domain::event::SpotChanged;
use waffle_domain::role::Permission;
use waffle_store::connect::PgPool;
use waffle_store::spots::{SpotOperation, SpotOrder, SpotResult, waffle_of};
use waffle_wire::event::{Event, EventBody};
use waffle_wire::spot::Spot;

use crate::api::document::refusals::{
    NoSpot, NoWaffle, Overloaded, SpotNotPending, SpotNotReleasable, ValidationFailed, WaffleNotActive,
};
use crate::session::current_admin::CurrentAdmin;
use crate::web::error::Failure;
use crate::web::extractors::InPath;
use crate::web::json::Body;
use crate::web::refusal::of_read;

/// The most spots of one bulk payment: as many as fit into a body, however long their ids are.
const MOST_SPOTS: usize = 3_000;

/// Spots to be marked paid.
#[derive(Deserialize, ToSchema)]
#[schema(as = SpotIds)]
pub struct Bulk {
    /// Ids, not numbers.
    #[schema(required, nullable = false, min_items = 1, max_items = 3000, example = json!([17, 18]))]
    spot_ids: Option<Vec<i64>>,
}

/// A spot after a change.
#[derive(Serialize, ToSchema)]
#[schema(as = ChangedSpot)]
struct Changed {
    /// A sentence for a person.
    #[schema(example = "Spot 3 is marked paid.")]
    message: String,
    spot: Spot,
}

/// What became of each spot.
#[derive(Serialize, ToSchema)]
struct BulkPaid {
    paid: Vec<Spot>,
    skipped: Vec<Skipped>,
}

/// A spot that was left as it was.
#[derive(Serialize, ToSchema)]
#[schema(as = SkippedSpot)]
struct Skipped {
    #[schema(example = 18)]
    id: i64,
    /// `spot_not_pending` or `not_found`.
    #[schema(example = "spot_not_pending")]
    reason: &'static str,
}

/// `POST /api/admin/spots/:id/pay`: 200 with the spot; 404 for an unknown one, 409 `spot_not_pending`.
#[utoipa::path(
    post, path = "/api/admin/spots/{id}/pay", tag = "Payments and draws", operation_id = "paySpot",
    summary = "Mark a spot paid",
    params(("id" = i64, Path, description = "The spot's id.")),
    responses((status = 200, description = "The spot.", body = Changed), NoSpot, SpotNotPending, Overloaded),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn pay(
    admin: CurrentAdmin,
    id: InPath<i64>,
    waffles: web::Data<Waffles>,
    pool: web::Data<PgPool>,
) -> Result<HttpResponse, Failure> {
    admin.require(Permission::ManageSpots)?;
    let id = id.read()?;
    let change = change_one(&admin, id, SpotOperation::Pay, &waffles, &pool).await?;
    let message = format!("Spot {} is marked paid.", change.number);
    Ok(HttpResponse::Ok().json(Changed { message, spot: Spot::after(&change) }))
}

/// `POST /api/admin/spots/:id/release`: 200 with the spot; 404 for an unknown one, 409 `spot_not_releasable`.
#[utoipa::path(
    post, path = "/api/admin/spots/{id}/release", tag = "Payments and draws", operation_id = "releaseSpot",
    summary = "Make a spot available again",
    description = "The handle loses it, and its times are forgotten.",
    params(("id" = i64, Path, description = "The spot's id.")),
    responses((status = 200, description = "The spot.", body = Changed), NoSpot, SpotNotReleasable, Overloaded),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn release(
    admin: CurrentAdmin,
    id: InPath<i64>,
    waffles: web::Data<Waffles>,
    pool: web::Data<PgPool>,
) -> Result<HttpResponse, Failure> {
    admin.require(Permission::ManageSpots)?;
    let id = id.read()?;
    let change = change_one(&admin, id, SpotOperation::Release, &waffles, &pool).await?;
    let message = format!("Spot {} is available again.", change.number);
    Ok(HttpResponse::Ok().json(Changed { message, spot: Spot::after(&change) }))
}

/// `POST /api/admin/waffles/:id/spots/pay`: 200 with the spots paid and those skipped, each with its reason; 404 for an unknown waffle,
/// 409 `waffle_not_active` for a completed one.
#[utoipa::path(
    post, path = "/api/admin/waffles/{id}/spots/pay", tag = "Payments and draws", operation_id = "paySpots",
    summary = "Mark several spots paid",
    description = "All that are pending, in one go; the others are skipped. Only while the waffle is active.",
    params(("id" = Uuid, Path, description = "The waffle's id.")),
    request_body = Bulk,
    responses((status = 200, description = "What became of each.", body = BulkPaid), ValidationFailed, NoWaffle, WaffleNotActive, Overloaded),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn pay_many(
    admin: CurrentAdmin,
    id: InPath<Uuid>,
    body: Body<Bulk>,
    waffles: web::Data<Waffles>,
) -> Result<HttpResponse, Failure> {
    admin.require(Permission::ManageSpots)?;
    let id = id.read()?;
    let ids = body.read().await?.spot_ids.unwrap_or_default();
    let results = pay_all(&admin, id, ids, &waffles).await?;
    let mut answer = BulkPaid { paid: Vec::new(), skipped: Vec::new() };
    for result in &results {
        match result {
            SpotResult::Changed(Event { body: EventBody::Spot(change), .. }) => {
                answer.paid.push(Spot::after(change));
            }
            SpotResult::WrongStatus { spot_id, .. } => {
                answer.skipped.push(Skipped { id: *spot_id, reason: "spot_not_pending" });
            }
            SpotResult::NotFound(id) => answer.skipped.push(Skipped { id: *id, reason: "not_found" }),
            SpotResult::NotActive(_) | SpotResult::Changed(_) => {}
        }
    }
    Ok(HttpResponse::Ok().json(answer))
}

/// Marks spots of an active waffle paid in one transaction; 409 for a completed waffle.
pub async fn pay_all(
    admin: &CurrentAdmin,
    waffle_id: Uuid,
    spot_ids: Vec<i64>,
    waffles: &Waffles,
) -> Result<Vec<SpotResult>, Failure> {
    if spot_ids.is_empty() || spot_ids.len() > MOST_SPOTS {
        return Err(Failure::invalid("spot_ids", "Name 1 to 3,000 spots by their ids."));
    }
    let order = order(admin, waffle_id, spot_ids, SpotOperation::Pay, true);
    let results = waffles.change_spots(order).await?;
    if results.iter().any(|result| matches!(result, SpotResult::NotActive(_))) {
        return Err(Failure::conflict(
            "waffle_not_active",
            "This waffle is completed: mark its spots paid one by one, if at all.",
        ));
    }
    Ok(results)
}

/// Changes one spot; 404 when there is none, 409 when its status does not allow it.
pub async fn change_one(
    admin: &CurrentAdmin,
    spot_id: i64,
    operation: SpotOperation,
    waffles: &Waffles,
    pool: &PgPool,
) -> Result<SpotChanged, Failure> {
    let no_spot = || Failure::not_found("There is no such spot.");
    let waffle_id = waffle_of(pool, spot_id).await.map_err(of_read)?.ok_or_else(no_spot)?;
    let results = waffles.change_spots(order(admin, waffle_id, vec![spot_id], operation, false)).await?;
    match results.into_iter().next() {
        Some(SpotResult::Changed(Event { body: EventBody::Spot(change), .. })) => Ok(change),
        Some(SpotResult::WrongStatus { number, status, .. }) => Err(match operation {
            SpotOperation::Pay => Failure::conflict(
                "spot_not_pending",
                format!("Spot {number} is {status}: only a pending spot can be marked paid."),
            ),
            SpotOperation::Release => Failure::conflict(
                "spot_not_releasable",
                format!("Spot {number} is {status}: only a pending or paid spot can be released."),
            ),
        }),
        _ => Err(no_spot()),
    }
}

fn order(
    admin: &CurrentAdmin,
    waffle_id: Uuid,
    spot_ids: Vec<i64>,
    operation: SpotOperation,
    active_only: bool,
) -> SpotOrder {
    SpotOrder { id: Uuid::now_v7(), waffle_id, spot_ids, operation, active_only, actor: admin.actor() }
}
