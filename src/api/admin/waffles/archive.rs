//! `POST /api/admin/waffles/:id/archive` and `/unarchive`

use actix_web::web;
use uuid::Uuid;
use waffle_http::extractors::InPath;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, waffles};

use crate::admin::waffles::{Changed, changed};
use crate::endpoint::{Answer, endpoints, ok};

endpoints! { "Selling";
    /// Archive a waffle
    ///
    /// Hides it from everyone except admins. May be repeated.
    POST "/api/admin/waffles/{id}/archive" => archive as archiveWaffle for ArchiveWaffles,
        ok::<Changed>("The waffle."), NoWaffle, DrawLocked;

    /// Take a waffle out of the archive
    ///
    /// May be repeated.
    POST "/api/admin/waffles/{id}/unarchive" => unarchive as unarchiveWaffle for ArchiveWaffles,
        ok::<Changed>("The waffle."), NoWaffle;
}

async fn archive(me: SignedIn, InPath(id): InPath<Uuid>, services: web::Data<Services>) -> Answer {
    let seq = waffles::archive(&services, &me.author(), id, true).await?;
    changed(&services, id, seq, Some("The waffle is archived.".into())).await
}

async fn unarchive(me: SignedIn, InPath(id): InPath<Uuid>, services: web::Data<Services>) -> Answer {
    let seq = waffles::archive(&services, &me.author(), id, false).await?;
    changed(&services, id, seq, Some("The waffle is listed again.".into())).await
}
