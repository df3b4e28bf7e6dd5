//! `POST /api/admin/waffles/:id/assign`

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_domain::claim::{Claim, Selection};
use waffle_domain::handle::Handle;
use waffle_domain::invalid::Findings;
use waffle_domain::spot_numbers::SpotNumbers;
use waffle_domain::wire::spot::Spot;
use waffle_http::extractors::InPath;
use waffle_http::json::Body;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, claims};
use waffle_service::failure::Failure;

use crate::endpoint::{Answer, endpoints, list};

/// Spots that a seller claims for a buyer.
#[derive(Deserialize, ToSchema)]
pub struct Assignment {
    /// Who gets them.
    #[schema(required, nullable = false, format = "handle", example = "@anna")]
    social_handle: Option<String>,
    /// Numbers of the waffle's spots, none twice.
    #[schema(required, nullable = false, min_items = 1, example = json!([3, 7]))]
    spots: Option<Vec<i64>>,
}

endpoints! { "Selling";
    /// Assign spots to a buyer
    ///
    /// Claims them for a buyer: all of them, or none. It works before the opening and while claims are paused too.
    POST "/api/admin/waffles/{id}/assign" => assign as assignSpots for ManageSpots,
        list::<Spot>("The assigned spots, ascending by number."),
        ValidationFailed, NoWaffle, SpotsTaken, WaffleNotActive, Overloaded;
}

async fn assign(
    me: SignedIn,
    InPath(waffle_id): InPath<Uuid>,
    body: Body<Assignment>,
    services: web::Data<Services>,
) -> Answer {
    let body = body.read().await?;
    let mut findings = Findings::default();
    let handle = findings.keep(Handle::parse(&body.social_handle.unwrap_or_default()));
    let numbers = findings.keep(SpotNumbers::parse("spots", &body.spots.unwrap_or_default()));
    findings.into_result()?;
    let (Some(handle), Some(numbers)) = (handle, numbers) else {
        return Err(Failure::internal("an assignment lost a field").into());
    };
    let (id, selection, assigned_by) = (Uuid::now_v7(), Selection::Numbers(numbers), Some(me.author()));
    let claim = Claim { id, waffle_id, selection, handle, key: None, assigned_by, source: None };
    let claimed = claims::claim(&services, claim, None).await?;
    Ok(HttpResponse::Ok().json(Spot::claimed(&claimed.granted)))
}
