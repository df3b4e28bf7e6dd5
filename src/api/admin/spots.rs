//! Marking spots paid and releasing them.

use actix_web::{HttpResponse, web};
use serde::{Deserialize, Serialize};
use uuid::Uuid;
use waffle_actors::waffles::Waffles;
use waffle_actors::wire::SpotView;
use waffle_domain::event::{Event, EventBody, SpotChanged};
use waffle_domain::role::Permission;
use waffle_store::connect::PgPool;
use waffle_store::spots::{SpotOperation, SpotOrder, SpotResult, waffle_of};

use crate::session::current_admin::CurrentAdmin;
use crate::web::error::Failure;
use crate::web::json::Body;
use crate::web::refusal::of_read;

/// The most spots of one bulk payment: a whole board.
const MOST_SPOTS: usize = 10_000;

/// Spots to be marked paid.
#[derive(Deserialize)]
pub struct Bulk {
    spot_ids: Option<Vec<i64>>,
}

#[derive(Serialize)]
struct Changed<'a> {
    message: String,
    spot: SpotView<'a>,
}

#[derive(Serialize)]
struct BulkPaid<'a> {
    paid: Vec<SpotView<'a>>,
    skipped: Vec<Skipped>,
}

#[derive(Serialize)]
struct Skipped {
    id: i64,
    reason: &'static str,
}

/// `POST /api/admin/spots/:id/pay`: 200 with the spot; 404 for an unknown one, 409 `spot_not_pending`.
pub async fn pay(
    admin: CurrentAdmin,
    id: web::Path<i64>,
    waffles: web::Data<Waffles>,
    pool: web::Data<PgPool>,
) -> Result<HttpResponse, Failure> {
    let change = change_one(&admin, *id, SpotOperation::Pay, &waffles, &pool).await?;
    let message = format!("Spot {} is marked paid.", change.number);
    Ok(HttpResponse::Ok().json(Changed { message, spot: SpotView::after(&change) }))
}

/// `POST /api/admin/spots/:id/release`: 200 with the spot; 404 for an unknown one, 409 `spot_not_releasable`.
pub async fn release(
    admin: CurrentAdmin,
    id: web::Path<i64>,
    waffles: web::Data<Waffles>,
    pool: web::Data<PgPool>,
) -> Result<HttpResponse, Failure> {
    let change = change_one(&admin, *id, SpotOperation::Release, &waffles, &pool).await?;
    let message = format!("Spot {} is available again.", change.number);
    Ok(HttpResponse::Ok().json(Changed { message, spot: SpotView::after(&change) }))
}

/// `POST /api/admin/waffles/:id/spots/pay`: 200 with the spots paid and those skipped, each with its reason; 404 for an unknown waffle,
/// 409 `waffle_not_active` for a completed one.
pub async fn pay_many(
    admin: CurrentAdmin,
    id: web::Path<Uuid>,
    body: Body<Bulk>,
    waffles: web::Data<Waffles>,
) -> Result<HttpResponse, Failure> {
    admin.require(Permission::ManageSpots)?;
    let ids = body.read().await?.spot_ids.unwrap_or_default();
    let results = pay_all(&admin, *id, ids, &waffles).await?;
    let mut answer = BulkPaid { paid: Vec::new(), skipped: Vec::new() };
    for result in &results {
        match result {
            SpotResult::Changed(Event { body: EventBody::Spot(change), .. }) => {
                answer.paid.push(SpotView::after(change));
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
        return Err(Failure::invalid("spot_ids", "Name 1 to 10,000 spots by their ids."));
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
    admin.require(Permission::ManageSpots)?;
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
