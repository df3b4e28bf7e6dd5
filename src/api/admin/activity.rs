//! `GET /api/admin/waffles/:id/activity`

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use uuid::Uuid;
use waffle_domain::handle::Handle;
use waffle_domain::invalid::Invalid;
use waffle_domain::waffle::MAX_SPOTS;
use waffle_http::extractors::{InPath, InQuery};
use waffle_language::say;
use waffle_service::actions::{Services, waffles};
use waffle_store::activity::Activity;
use waffle_store::activity::ActivityPart;

use crate::endpoint::{Answer, endpoints, ok};

/// Which part of the list.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Part {
    /// Only entries before this number.
    #[param(nullable = false)]
    before: Option<i64>,
    /// The most entries to return; more than 100 are 100.
    #[param(nullable = false, default = 100)]
    limit: Option<i64>,
    /// Only changes of this spot.
    #[param(nullable = false, minimum = 1, maximum = 10000)]
    spot: Option<i32>,
    /// Only changes of this handle's spots, also those that gave them another one.
    #[param(nullable = false, format = "handle")]
    handle: Option<String>,
}

endpoints! { "Selling";
    /// Read the activity of a waffle's spots
    GET "/api/admin/waffles/{id}/activity" => show as getActivity for ManageWaffles,
        ok::<Activity>("The changes, the newest first."), ValidationFailed, NoWaffle;
}

async fn show(InPath(id): InPath<Uuid>, InQuery(part): InQuery<Part>, services: web::Data<Services>) -> Answer {
    waffles::by_id(&services, id).await?;
    let before = part.before.unwrap_or(i64::MAX);
    let part = ActivityPart { before, ..newest(part.limit, part.spot, part.handle)? };
    let entries = waffles::activity(&services, id, &part).await?;
    Ok(HttpResponse::Ok().json(Activity { entries }))
}

/// The newest entries that a query asks for, at most 100 of them.
pub(super) fn newest(limit: Option<i64>, spot: Option<i32>, handle: Option<String>) -> Result<ActivityPart, Invalid> {
    let limit = limit.filter(|limit| *limit >= 1).unwrap_or(100).min(100);
    let spot = spot.map(spot_number).transpose()?;
    let handle = handle.map(|handle| Handle::parse_field("handle", &handle)).transpose()?;
    Ok(ActivityPart { spot, handle, ..ActivityPart::newest(limit) })
}

/// Refuses a number that no board has.
fn spot_number(number: i32) -> Result<i32, Invalid> {
    let boards_have = 1..=MAX_SPOTS;
    if boards_have.contains(&number.into()) {
        return Ok(number);
    }
    Err(Invalid::field("spot", say!("fault-spot-range")))
}
