//! `POST /api/admin/waffles/:id/spots/unpay`

use actix_web::{HttpResponse, web};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_domain::wire::spot::Spot;
use waffle_http::extractors::InPath;
use waffle_http::json::Body;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::spots::Selected;
use waffle_service::actions::{Services, spots};

use crate::admin::spots::{Bulk, Skipped, split};
use crate::endpoint::{Answer, endpoints, ok};

/// The result for each spot.
#[derive(Serialize, ToSchema)]
struct Unpaid {
    unpaid: Vec<Spot>,
    skipped: Vec<Skipped>,
}

endpoints! { "Payments and draws";
    /// Take payments back
    ///
    /// All that are paid become pending again, together; the others are skipped. If there is a deadline, buyers get
    /// at least 15 minutes. Only while the waffle is active.
    POST "/api/admin/waffles/{id}/spots/unpay" => unpay as unpaySpots for ManageSpots,
        ok::<Unpaid>("What became of each."), ValidationFailed, NoWaffle, WaffleNotActive, DrawLocked, Overloaded;
}

async fn unpay(me: SignedIn, InPath(id): InPath<Uuid>, body: Body<Bulk>, services: web::Data<Services>) -> Answer {
    let ids = body.read().await?.spot_ids.unwrap_or_default();
    let results = spots::unpay(&services, me.author(), Selected::named(id, ids)?).await?;
    let (unpaid, skipped) = split(results, "spot_not_paid");
    Ok(HttpResponse::Ok().json(Unpaid { unpaid, skipped }))
}
