//! `POST /api/admin/waffles/:id/rename`

use actix_web::{HttpResponse, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_domain::handle::Handle;
use waffle_domain::wire::spot::Spot;
use waffle_http::extractors::InPath;
use waffle_http::json::Body;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::spots::Selected;
use waffle_service::actions::{Services, spots};

use crate::endpoint::{Answer, endpoints, ok};

/// Spots that get another handle.
#[derive(Deserialize, ToSchema)]
pub struct Rename {
    /// Ids, not numbers.
    #[schema(required, nullable = false, min_items = 1, max_items = 3000, example = json!([17, 18]))]
    spot_ids: Option<Vec<i64>>,
    /// Their new handle.
    #[schema(required, nullable = false, format = "handle", example = "@anna")]
    social_handle: Option<String>,
}

/// The spots that got another handle.
#[derive(Serialize, ToSchema)]
struct Renamed {
    renamed: Vec<Spot>,
}

endpoints! { "Payments and draws";
    /// Give spots another handle
    ///
    /// For a typing error, or a gift: pending and paid spots keep their status and their times. All of them, or none.
    /// With the last spot of its old handle, the new one also gets what that asked for and did not get.
    POST "/api/admin/waffles/{id}/rename" => rename as renameSpots for ManageSpots,
        ok::<Renamed>("The spots."), ValidationFailed, NoSpot, SpotNotReleasable, DrawLocked, Overloaded;
}

async fn rename(me: SignedIn, InPath(id): InPath<Uuid>, body: Body<Rename>, services: web::Data<Services>) -> Answer {
    let body = body.read().await?;
    let handle = Handle::parse(&body.social_handle.unwrap_or_default())?;
    let selected = Selected::named(id, body.spot_ids.unwrap_or_default())?;
    let changes = spots::rename(&services, me.author(), selected, handle).await?;
    Ok(HttpResponse::Ok().json(Renamed { renamed: changes.iter().map(Spot::after).collect() }))
}
