//! Where claims came from: `GET /api/admin/waffles/:id/sources` and `POST …/release-source`.

use actix_web::{HttpResponse, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_domain::claim::Source;
use waffle_domain::refusal::Refusal;
use waffle_domain::wire::sources::Sources;
use waffle_domain::wire::spot::Spot;
use waffle_http::extractors::InPath;
use waffle_http::json::Body;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::spots::Selected;
use waffle_service::actions::{Services, sources, spots, waffles};

use crate::endpoint::{Answer, endpoints, ok};

/// A source.
#[derive(Deserialize, ToSchema)]
pub struct SourceRelease {
    /// As the list of sources has it.
    #[schema(required, nullable = false, format = "source", example = "5f0c9e0a3b7d4c2186e1f2a9d8b7c6e5")]
    source: Option<String>,
}

/// The spots that are available again.
#[derive(Serialize, ToSchema)]
struct ReleasedSpots {
    released: Vec<Spot>,
}

endpoints! { "Payments and draws";
    /// List where claims came from
    ///
    /// A source is a hash of a client's address, an IPv6 one by its /64, in one week from Monday, 8:00 UTC. It is
    /// forgotten 30 days after its week began.
    GET "/api/admin/waffles/{id}/sources" => index as listSources for ManageSpots,
        ok::<Sources>("Those with the most pending spots first."), NoWaffle;

    /// Release all pending spots of a source
    POST "/api/admin/waffles/{id}/release-source" => release as releaseSource for ManageSpots,
        ok::<ReleasedSpots>("The spots, ascending by number."), ValidationFailed, NoWaffle, NoSource, Overloaded;
}

async fn index(InPath(id): InPath<Uuid>, services: web::Data<Services>) -> Answer {
    waffles::by_id(&services, id).await?;
    Ok(HttpResponse::Ok().json(sources::list(&services, id).await?))
}

async fn release(me: SignedIn, id: InPath<Uuid>, body: Body<SourceRelease>, services: web::Data<Services>) -> Answer {
    let source: Source = body.read().await?.source.unwrap_or_default().parse()?;
    let all = Selected { waffle_id: id.0, spot_ids: Vec::new(), only_of: None };
    let released = spots::release_source(&services, me.author(), all, source).await?;
    let released = released.ok_or(Refusal::NoSource)?;
    Ok(HttpResponse::Ok().json(ReleasedSpots { released: released.iter().map(Spot::after).collect() }))
}
