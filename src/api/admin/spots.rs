//! Marking spots paid and releasing them.

pub mod extend;
pub mod unpay;

use actix_web::{HttpResponse, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_domain::wire::spot::Spot;
use waffle_http::extractors::InPath;
use waffle_http::json::Body;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::spots::Selected;
use waffle_service::actions::{Services, spots};
use waffle_store::spots::{SpotOperation, SpotResult};

use crate::endpoint::{Answer, endpoints, ok};

/// Spots to mark paid.
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

/// The result for each spot.
#[derive(Serialize, ToSchema)]
pub(super) struct BulkPaid {
    pub(super) paid: Vec<Spot>,
    pub(super) skipped: Vec<Skipped>,
}

impl BulkPaid {
    pub(super) fn of(results: Vec<SpotResult>) -> Self {
        let (paid, skipped) = split(results, "spot_not_pending");
        Self { paid, skipped }
    }
}

/// The spots that changed, and those that were left as they were, with the reason for a wrong status.
pub(super) fn split(results: Vec<SpotResult>, wrong_status: &'static str) -> (Vec<Spot>, Vec<Skipped>) {
    let skipped = results.iter().filter_map(|result| Skipped::of(result, wrong_status)).collect();
    (spots::changed(results).iter().map(Spot::after).collect(), skipped)
}

/// A spot that was left as it was.
#[derive(Serialize, ToSchema)]
#[schema(as = SkippedSpot)]
pub(super) struct Skipped {
    #[schema(example = 18)]
    pub(super) id: i64,
    /// `spot_not_pending` or `spot_not_paid`, or `not_found`; `taken_before` where the payment's line was.
    #[schema(example = "spot_not_pending")]
    pub(super) reason: &'static str,
}

impl Skipped {
    /// Reports a spot that was left as it was, and why: because of its status, for which there is a reason, or because
    /// the waffle has no such spot.
    pub(super) fn of(result: &SpotResult, wrong_status: &'static str) -> Option<Self> {
        match result {
            SpotResult::WrongStatus { spot_id, .. } => Some(Self { id: *spot_id, reason: wrong_status }),
            SpotResult::NotFound(id) => Some(Self { id: *id, reason: "not_found" }),
            _ => None,
        }
    }
}

endpoints! { "Payments and draws";
    /// Mark a spot paid
    POST "/api/admin/spots/{id}/pay" => pay as paySpot for ManageSpots,
        ok::<Changed>("The spot."), NoSpot, SpotNotPending, DrawLocked, Overloaded;

    /// Make a spot available again
    ///
    /// The handle loses it, and its times are cleared.
    POST "/api/admin/spots/{id}/release" => release as releaseSpot for ManageSpots,
        ok::<Changed>("The spot."), NoSpot, SpotNotReleasable, DrawLocked, Overloaded;

    /// Mark several spots paid
    ///
    /// All that are pending, together; the others are skipped. Only while the waffle is active.
    POST "/api/admin/waffles/{id}/spots/pay" => pay_many as paySpots for ManageSpots,
        ok::<BulkPaid>("What became of each."), ValidationFailed, NoWaffle, WaffleNotActive, DrawLocked, Overloaded;
}

async fn pay(me: SignedIn, InPath(id): InPath<i64>, services: web::Data<Services>) -> Answer {
    let change = spots::change(&services, me.author(), id, SpotOperation::Pay).await?;
    let message = format!("Spot {} is marked paid.", change.number);
    Ok(HttpResponse::Ok().json(Changed { message, spot: Spot::after(&change) }))
}

async fn release(me: SignedIn, InPath(id): InPath<i64>, services: web::Data<Services>) -> Answer {
    let change = spots::change(&services, me.author(), id, SpotOperation::Release).await?;
    let message = format!("Spot {} is available again.", change.number);
    Ok(HttpResponse::Ok().json(Changed { message, spot: Spot::after(&change) }))
}

async fn pay_many(me: SignedIn, InPath(id): InPath<Uuid>, body: Body<Bulk>, services: web::Data<Services>) -> Answer {
    let ids = body.read().await?.spot_ids.unwrap_or_default();
    let results = spots::pay_many(&services, me.author(), Selected::named(id, ids)?).await?;
    Ok(HttpResponse::Ok().json(BulkPaid::of(results)))
}
