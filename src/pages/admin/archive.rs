//! `POST /admin/waffles/:id/archive` and `/unarchive`

use actix_web::{HttpResponse, web};
use uuid::Uuid;
use waffle_actors::waffles::Waffles;
use waffle_domain::role::Permission;
use waffle_store::connect::PgPool;

use crate::api::admin::waffles::archive::set;
use crate::clock::Clock;
use crate::pages::admin::flash::Done;
use crate::pages::answer::{caught_up, see_other};
use crate::session::form::SignedInForm;
use crate::web::error::Failure;
use crate::web::extractors::InPath;

/// Hides the waffle from the public and leads to its manage page.
pub async fn archive(
    form: SignedInForm,
    id: InPath<Uuid>,
    waffles: web::Data<Waffles>,
    pool: web::Data<PgPool>,
    clock: web::Data<Clock>,
) -> Result<HttpResponse, Failure> {
    form.me.require(Permission::ArchiveWaffles)?;
    let id = id.read()?;
    let seq = set(&form.me, id, true, &pool, &clock).await?;
    caught_up(&waffles, id, seq).await;
    Ok(see_other(&Done::Archived.path(id, "", "")).finish())
}

/// Shows the waffle again and leads to its manage page.
pub async fn unarchive(
    form: SignedInForm,
    id: InPath<Uuid>,
    waffles: web::Data<Waffles>,
    pool: web::Data<PgPool>,
    clock: web::Data<Clock>,
) -> Result<HttpResponse, Failure> {
    form.me.require(Permission::ArchiveWaffles)?;
    let id = id.read()?;
    let seq = set(&form.me, id, false, &pool, &clock).await?;
    caught_up(&waffles, id, seq).await;
    Ok(see_other(&Done::Unarchived.path(id, "", "")).finish())
}
