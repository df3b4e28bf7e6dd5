//! `PATCH /api/admin/waffles/:id`

use actix_web::{HttpRequest, web};
use uuid::Uuid;
use waffle_domain::waffle_fields::{WaffleDraft, WaffleEdit};
use waffle_domain::wire::waffle::AdminWaffle;
use waffle_http::extractors::InPath;
use waffle_http::json::Body;
use waffle_http::public_origin::PublicOrigin;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, waffles};

use crate::admin::waffles::changed;
use crate::endpoint::{Answer, endpoints, ok};

endpoints! { "Selling";
    /// Edit a waffle
    ///
    /// An absent field stays as it is. All named fields change, or none. Completed and archived waffles can be edited
    /// too.
    PATCH "/api/admin/waffles/{id}" => edit as editWaffle for ManageWaffles,
        ok::<AdminWaffle>("The waffle."), ValidationFailed, NoWaffle, WaffleNotActive, DrawLocked;
}

async fn edit(
    me: SignedIn,
    id: InPath<Uuid>,
    body: Body<WaffleDraft>,
    request: HttpRequest,
    services: web::Data<Services>,
) -> Answer {
    let snapshot = waffles::by_id(&services, id.0).await?;
    let edit = WaffleEdit::parse(&body.read().await?, snapshot.waffle.total_spots)?;
    let edit = edit.at_origin(PublicOrigin::asked(&request).ok().as_ref().map(PublicOrigin::as_str));
    let seq = waffles::edit(&services, &me.author(), id.0, edit).await?;
    changed(&services, id.0, seq, None).await
}
