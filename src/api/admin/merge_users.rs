//! `POST /api/admin/users/:handle/merge`

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;
use waffle_domain::handle::Handle;
use waffle_http::extractors::InPath;
use waffle_http::json::Body;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, buyers};
use waffle_store::merge_users::MergeCounts;

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

endpoints! { "Buyers registry";
    /// Make all of one handle another's
    ///
    /// Every spot on all waffles, every win, and the row in the registry. It goes a few waffles at a time, and claims
    /// go on in the meantime. When it takes too long for a request, or is interrupted, the 503 `outcome_unknown` says
    /// how many waffles are done, and so does the 409 when a draw was locked in the meantime. The same request goes
    /// on with the others, which is what its answer counts.
    POST "/api/admin/users/{handle}/merge" => merge as mergeUsers for MergeUsers,
        ok::<MergeCounts>("How much it is."), ValidationFailed, DrawLocked;
}

async fn merge(me: SignedIn, handle: InPath<String>, body: Body<Merge>, services: web::Data<Services>) -> Answer {
    let old = Handle::parse_field("handle", &handle.0)?;
    let body = body.read().await?;
    let new = Handle::parse_field("into", &body.into.unwrap_or_default())?;
    let dry_run = body.dry_run.unwrap_or(false);
    Ok(HttpResponse::Ok().json(buyers::merge(&services, &me.author(), [&old, &new], dry_run).await?))
}
