//! `GET /api/admin/waffles/:id/activity`

use actix_web::{HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_domain::role::Permission;
use waffle_domain::spot::SpotStatus;
use waffle_store::events::Activity;

use crate::actions::{Services, waffles};
use crate::api::document::refusals::NoWaffle;
use crate::session::signed_in::SignedIn;
use crate::web::error::Failure;
use crate::web::extractors::{InPath, InQuery};

/// Which part of the list.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Part {
    /// Only what came before this number.
    #[param(nullable = false)]
    before: Option<i64>,
    /// At most so many entries; more than 100 are 100.
    #[param(nullable = false, default = 100)]
    limit: Option<i64>,
}

/// What happened to a waffle's spots.
#[derive(Serialize, ToSchema)]
#[schema(as = Activity)]
struct Entries<'a> {
    /// The newest first.
    entries: Vec<Entry<'a>>,
}

/// One change of one spot.
#[derive(Serialize, ToSchema)]
#[schema(as = ActivityEntry)]
struct Entry<'a> {
    /// One higher than the one before: it tells who was first.
    #[schema(example = 41)]
    seq: i64,
    at: DateTime<Utc>,
    #[schema(example = 3)]
    spot_number: i32,
    from_status: SpotStatus,
    to_status: SpotStatus,
    /// Who holds the spot; on a release, who lost it.
    #[schema(example = "anna")]
    social_handle: &'a str,
    /// The admin who did it; `null` for a claim.
    #[schema(required)]
    admin_username: Option<&'a str>,
}

impl<'a> From<&'a Activity> for Entry<'a> {
    fn from(activity: &'a Activity) -> Self {
        Self {
            seq: activity.seq,
            at: activity.at,
            spot_number: activity.spot_number,
            from_status: activity.from_status,
            to_status: activity.to_status,
            social_handle: &activity.social_handle,
            admin_username: activity.admin_username.as_deref(),
        }
    }
}

/// Answers 200 with the status changes of the waffle's spots before `before`, newest first, at most `limit` of them
/// (1 to 100, 100 by default; a larger one is lowered, a smaller one becomes the default). 404 for an unknown waffle.
#[utoipa::path(
    get, path = "/api/admin/waffles/{id}/activity", tag = "Selling", operation_id = "getActivity",
    summary = "Read what happened to a waffle's spots",
    params(("id" = Uuid, Path, description = "The waffle's id."), Part),
    responses((status = 200, description = "The changes, the newest first.", body = Entries), NoWaffle),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn show(
    me: SignedIn,
    id: InPath<Uuid>,
    part: InQuery<Part>,
    services: web::Data<Services>,
) -> Result<HttpResponse, Failure> {
    me.require(Permission::ManageWaffles)?;
    let id = id.read()?;
    let part = part.read()?;
    waffles::by_id(&services, id).await?;
    let limit = part.limit.filter(|limit| *limit >= 1).unwrap_or(100).min(100);
    let entries = waffles::activity(&services, id, part.before.unwrap_or(i64::MAX), limit).await?;
    Ok(HttpResponse::Ok().json(Entries { entries: entries.iter().map(Entry::from).collect() }))
}
