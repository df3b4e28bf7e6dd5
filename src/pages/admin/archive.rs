//! `POST /admin/waffles/:id/archive` and `/unarchive`

use actix_web::{HttpResponse, web};
use uuid::Uuid;
use waffle_domain::role::Permission;

use crate::actions::{Services, waffles};
use crate::pages::admin::manage_flash::Done;
use crate::pages::answer::see_other;
use crate::session::form::SignedInForm;
use crate::web::error::Failure;
use crate::web::extractors::InPath;

/// Hides the waffle from the public and leads to its manage page.
pub async fn archive(
    form: SignedInForm,
    id: InPath<Uuid>,
    services: web::Data<Services>,
) -> Result<HttpResponse, Failure> {
    set(&services, &form, id, true, &Done::Archived).await
}

/// Shows the waffle again and leads to its manage page.
pub async fn unarchive(
    form: SignedInForm,
    id: InPath<Uuid>,
    services: web::Data<Services>,
) -> Result<HttpResponse, Failure> {
    set(&services, &form, id, false, &Done::Unarchived).await
}

async fn set(
    services: &Services,
    form: &SignedInForm,
    id: InPath<Uuid>,
    archived: bool,
    done: &Done,
) -> Result<HttpResponse, Failure> {
    form.me.require(Permission::ArchiveWaffles)?;
    let id = id.read()?;
    let seq = waffles::archive(services, &form.me.author(), id, archived).await?;
    waffles::caught_up(services, id, seq).await;
    Ok(see_other(&done.path(id, "", "")).finish())
}
