//! Ending the seller's own sessions, from `/admin/settings/security`.

use actix_web::web;
use uuid::Uuid;
use waffle_domain::role::Permission;
use waffle_http::extractors::InPath;
use waffle_http::session::csrf_form::SignedInForm;
use waffle_service::actions::{Services, sessions};

use crate::answer::{self, Answer};
use crate::context::flash::Flash;

const SECURITY: &str = "/admin/settings/security";

/// Ends one session and redirects back; 404 if it has ended already.
pub async fn end(form: SignedInForm, id: InPath<Uuid>, services: web::Data<Services>) -> Answer {
    form.me.require(Permission::ChangeOwnAccount)?;
    sessions::end(&services, &form.me, id.read()?).await?;
    Ok(answer::said(&form.me, SECURITY, &Flash::done("That session has ended.")))
}

/// Ends all sessions but this one and redirects back.
pub async fn end_others(form: SignedInForm, services: web::Data<Services>) -> Answer {
    form.me.require(Permission::ChangeOwnAccount)?;
    sessions::end_others(&services, &form.me).await?;
    Ok(answer::said(&form.me, SECURITY, &Flash::done("You’re signed out everywhere else.")))
}
