//! `GET /api/admin/waffles/:id/tries`

use actix_web::{HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_http::extractors::{InPath, InQuery};
use waffle_service::actions::{Services, waffles};
use waffle_store::activity::ActivityPart;
use waffle_store::refused_claims::KeptRefusal;

use super::activity::newest;
use crate::endpoint::{Answer, endpoints, ok};

/// Which part of the list.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Part {
    /// Only entries that are listed after the one with this id; none once that one is no longer kept.
    #[param(nullable = false)]
    before: Option<i64>,
    /// The most entries to return; more than 100 are 100.
    #[param(nullable = false, default = 100)]
    limit: Option<i64>,
    /// Only those for this spot.
    #[param(nullable = false, minimum = 1, maximum = 10000)]
    spot: Option<i32>,
    /// Only those of this handle, also those of another one that was merged into it, or whose spots all got it.
    #[param(nullable = false, format = "handle")]
    handle: Option<String>,
}

/// What buyers asked for and did not get.
#[derive(Serialize, ToSchema)]
#[schema(as = Tries)]
struct Tries {
    /// The newest first.
    entries: Vec<Try>,
}

/// A spot that a buyer asked for and did not get.
#[derive(Serialize, ToSchema)]
#[schema(as = Try)]
struct Try {
    #[schema(example = 41)]
    id: i64,
    /// When the claim was refused.
    at: DateTime<Utc>,
    /// `null` if any spot was wanted, and none was left.
    #[schema(required, example = 7)]
    spot_number: Option<i32>,
    #[schema(example = "ben")]
    social_handle: String,
    /// By how many milliseconds the claim was late; `null` if the spot was free, but others of the claim were not.
    #[schema(required, example = 80)]
    late_by_ms: Option<i64>,
}

impl Try {
    fn of(KeptRefusal { id, spot }: &KeptRefusal) -> Self {
        Self {
            id: *id,
            at: spot.at,
            spot_number: spot.number,
            social_handle: spot.handle.to_string(),
            late_by_ms: spot.late_by().map(|late| late.num_milliseconds()),
        }
    }
}

endpoints! { "Selling";
    /// Read what buyers asked for and did not get
    ///
    /// Spots of claims that were refused because others had been faster, for sellers who are asked who was first. The
    /// newest 2,000 of each waffle are kept for a day. They are written down a moment after the claim, and those of a
    /// flood perhaps not.
    GET "/api/admin/waffles/{id}/tries" => show as getTries for ManageWaffles,
        ok::<Tries>("The spots, the newest first."), ValidationFailed, NoWaffle;
}

async fn show(InPath(id): InPath<Uuid>, InQuery(part): InQuery<Part>, services: web::Data<Services>) -> Answer {
    waffles::by_id(&services, id).await?;
    let part = ActivityPart { before_refused: part.before, ..newest(part.limit, part.spot, part.handle)? };
    let entries = waffles::refused(&services, id, &part).await?.iter().map(Try::of).collect();
    Ok(HttpResponse::Ok().json(Tries { entries }))
}
