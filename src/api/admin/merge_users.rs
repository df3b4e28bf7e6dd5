//! `POST /api/admin/users/:handle/merge`

use actix_web::{HttpResponse, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use waffle_domain::handle::Handle;
use waffle_http::extractors::InPath;
use waffle_http::json::Body;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, buyers};

use crate::endpoint::{Answer, endpoints, ok};

/// The target of a merge.
#[derive(Deserialize, ToSchema)]
pub struct Merge {
    /// The handle that gets everything.
    #[schema(required, nullable = false, format = "handle", example = "@anna")]
    into: Option<String>,
    /// Whether only to count the changes.
    #[schema(default = false)]
    dry_run: Option<bool>,
}

/// The counts of what moved to the other handle, or would move.
#[derive(Serialize, ToSchema)]
struct MergedUsers {
    #[schema(example = 7)]
    spots: i64,
    /// On how many waffles.
    #[schema(example = 3)]
    waffles: i64,
    /// How many of the spots are winners.
    #[schema(example = 1)]
    wins: i64,
}

endpoints! { "Buyers registry";
    /// Make all of one handle another's
    ///
    /// Every spot on all waffles, every win, and the row in the registry. It goes a few waffles at a time, and claims
    /// go on in the meantime. When it takes too long for a request, or is interrupted, the 503 `outcome_unknown` says
    /// how many waffles are done, and so does the 409 when a draw was locked in the meantime. The same request goes
    /// on with the others, which is what its answer counts.
    POST "/api/admin/users/{handle}/merge" => merge as mergeUsers for MergeUsers,
        ok::<MergedUsers>("How much it is."), ValidationFailed, DrawLocked;
}

async fn merge(me: SignedIn, handle: InPath<String>, body: Body<Merge>, services: web::Data<Services>) -> Answer {
    let old = Handle::parse_field("handle", &handle.0)?;
    let body = body.read().await?;
    let new = Handle::parse_field("into", &body.into.unwrap_or_default())?;
    let counts = buyers::merge(&services, &me.author(), [&old, &new], body.dry_run.unwrap_or(false)).await?;
    Ok(HttpResponse::Ok().json(MergedUsers { spots: counts.spots, waffles: counts.waffles, wins: counts.wins }))
}
