//! `POST /api/admin/waffles/:id/clone`

use actix_web::web;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_domain::waffle_fields::NewWaffle;
use waffle_domain::wire::waffle::AdminWaffle;
use waffle_http::extractors::InPath;
use waffle_http::json::OptionalBody;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, waffles};

use crate::admin::waffles::created_from;
use crate::endpoint::{Answer, created, endpoints};

/// What is different in the new waffle.
#[derive(Default, Deserialize, ToSchema)]
pub struct WaffleDifference {
    /// Without it, the new waffle has the title of the other.
    #[schema(min_length = 1, max_length = 200, format = "line", example = "Golden Hour: another vintage camera")]
    title: Option<String>,
}

endpoints! { "Selling";
    /// Create a waffle like another
    ///
    /// With everything that sellers set, the payment methods that are active and the share message, whose links lead to
    /// the new waffle. It is active, all its spots are available, and it has no opening. The other waffle may be
    /// completed or archived. The body may be left out.
    POST "/api/admin/waffles/{id}/clone" => clone as cloneWaffle for ManageWaffles,
        created::<AdminWaffle>("The new waffle."), ValidationFailed, NoWaffle;
}

async fn clone(
    me: SignedIn,
    InPath(id): InPath<Uuid>,
    body: OptionalBody<WaffleDifference>,
    services: web::Data<Services>,
) -> Answer {
    let other = waffles::described(&services, id).await?;
    let WaffleDifference { title } = body.read().await?.unwrap_or_default();
    created_from(&services, &me, &NewWaffle::like(&other.waffle, title.as_deref())?).await
}
