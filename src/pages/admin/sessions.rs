//! Ending one's own sessions, from `/admin/settings/security`.

use actix_web::{HttpResponse, web};
use uuid::Uuid;
use waffle_domain::role::Permission;

use crate::actions::{Services, sessions};
use crate::pages::answer;
use crate::session::form::SignedInForm;
use crate::web::error::Failure;
use crate::web::extractors::InPath;

const SECURITY: &str = "/admin/settings/security";

/// Ends one session and redirects back; 404 if it is over already.
pub async fn end(form: SignedInForm, id: InPath<Uuid>, services: web::Data<Services>) -> Result<HttpResponse, Failure> {
    form.me.require(Permission::ChangeOwnAccount)?;
    sessions::end(&services, &form.me, id.read()?).await?;
    Ok(answer::see_other(&format!("{SECURITY}?did=ended")).finish())
}

/// Ends all sessions but this one and redirects back.
pub async fn end_others(form: SignedInForm, services: web::Data<Services>) -> Result<HttpResponse, Failure> {
    form.me.require(Permission::ChangeOwnAccount)?;
    sessions::end_others(&services, &form.me).await?;
    Ok(answer::see_other(&format!("{SECURITY}?did=alone")).finish())
}
