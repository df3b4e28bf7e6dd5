//! Where claims came from: `GET /api/admin/waffles/:id/sources` and `POST …/release-source`.

use actix_web::{HttpResponse, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_domain::claim::Source;
use waffle_domain::role::Permission;
use waffle_domain::wire::sources::Sources;
use waffle_domain::wire::spot::Spot;
use waffle_http::error::HttpError;
use waffle_http::extractors::InPath;
use waffle_http::json::Body;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::spots::Selected;
use waffle_service::actions::{Services, sources, spots, waffles};
use waffle_service::failure::Failure;

use crate::openapi::refusals::{NoSource, NoWaffle, Overloaded, ValidationFailed};

/// A source.
#[derive(Deserialize, ToSchema)]
pub struct SourceRelease {
    /// As the list of sources has it.
    #[schema(required, nullable = false, example = "5f0c9e0a3b7d4c2186e1f2a9d8b7c6e5")]
    source: Option<String>,
}

/// The spots that are available again.
#[derive(Serialize, ToSchema)]
struct ReleasedSpots {
    released: Vec<Spot>,
}

/// Answers 200 with the sources of the waffle's claims that are not forgotten yet, at most 1,000 of them; 404 for an
/// unknown waffle.
#[utoipa::path(
    get, path = "/api/admin/waffles/{id}/sources", tag = "Payments and draws", operation_id = "listSources",
    summary = "List where claims came from",
    description = "A source is a hash of a client's address, an IPv6 one by its /64, in one week from Monday, 8:00 \
        UTC. It is forgotten 30 days after its week began.",
    params(("id" = Uuid, Path, description = "The waffle's id.")),
    responses((status = 200, description = "Those with the most pending spots first.", body = Sources), NoWaffle),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn index(me: SignedIn, id: InPath<Uuid>, services: web::Data<Services>) -> Result<HttpResponse, HttpError> {
    me.require(Permission::ManageSpots)?;
    let id = id.read()?;
    waffles::by_id(&services, id).await?;
    Ok(HttpResponse::Ok().json(sources::list(&services, id).await?))
}

/// Answers 200 with the spots that are available again; 400 for what can't be a source, 404 for an unknown waffle, or a
/// source from which nothing came.
#[utoipa::path(
    post, path = "/api/admin/waffles/{id}/release-source", tag = "Payments and draws",
    operation_id = "releaseSource",
    summary = "Release all pending spots of a source",
    params(("id" = Uuid, Path, description = "The waffle's id.")),
    request_body = SourceRelease,
    responses(
        (status = 200, description = "The spots, ascending by number.", body = ReleasedSpots),
        ValidationFailed, NoWaffle, NoSource, Overloaded,
    ),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn release(
    me: SignedIn,
    id: InPath<Uuid>,
    body: Body<SourceRelease>,
    services: web::Data<Services>,
) -> Result<HttpResponse, HttpError> {
    me.require(Permission::ManageSpots)?;
    let id = id.read()?;
    let source: Source = body.read().await?.source.unwrap_or_default().parse()?;
    let all = Selected { waffle_id: id, spot_ids: Vec::new(), only_of: None };
    let released = spots::release_source(&services, me.author(), all, source).await?;
    let released = released.ok_or_else(|| Failure::not_found("Nothing in this waffle came from there."))?;
    Ok(HttpResponse::Ok().json(ReleasedSpots { released: released.iter().map(Spot::after).collect() }))
}
