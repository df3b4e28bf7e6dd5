//! `/api/admin/blocked-handles`: handles that may not claim.

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;
use waffle_domain::handle::Handle;
use waffle_domain::wire::done::Done;
use waffle_http::extractors::InPath;
use waffle_http::json::Body;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, blocked_handles};
use waffle_store::blocked_handles::BlockedHandle;

use crate::endpoint::{Answer, created, endpoints, list, ok};

/// A handle to block.
#[derive(Deserialize, ToSchema)]
pub struct NewBlock {
    #[schema(required, nullable = false, format = "handle", example = "@troll")]
    handle: Option<String>,
    /// Only sellers see it.
    #[schema(max_length = 500, format = "text", example = "claims and never pays")]
    reason: Option<String>,
}

endpoints! { "Buyers registry";
    /// List the handles that may not claim
    GET "/api/admin/blocked-handles" => index as listBlockedHandles for BlockHandles,
        list::<BlockedHandle>("The handles, the newest first.");

    /// Keep a handle from claiming
    ///
    /// On all waffles. Its spots stay, and sellers can still assign spots to it.
    POST "/api/admin/blocked-handles" => block as blockHandle for BlockHandles,
        created::<BlockedHandle>("The handle."), ValidationFailed, AlreadyBlocked;

    /// Let a handle claim again
    DELETE "/api/admin/blocked-handles/{handle}" => unblock as unblockHandle for BlockHandles,
        ok::<Done>("It may claim again."), ValidationFailed, NotBlocked;
}

async fn index(services: web::Data<Services>) -> Answer {
    Ok(HttpResponse::Ok().json(blocked_handles::list(&services).await?))
}

async fn block(me: SignedIn, body: Body<NewBlock>, services: web::Data<Services>) -> Answer {
    let body = body.read().await?;
    let handle = Handle::parse_field("handle", &body.handle.unwrap_or_default())?;
    let reason = body.reason.unwrap_or_default();
    let reason = blocked_handles::parse_reason(&reason)?;
    let blocked = blocked_handles::block(&services, &me.author(), &handle, reason).await?;
    Ok(HttpResponse::Created().json(blocked))
}

async fn unblock(me: SignedIn, InPath(handle): InPath<String>, services: web::Data<Services>) -> Answer {
    let handle = Handle::parse_field("handle", &handle)?;
    blocked_handles::unblock(&services, &me.author(), &handle).await?;
    Ok(HttpResponse::Ok().json(Done::new("The handle may claim again.")))
}
