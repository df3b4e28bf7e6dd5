//! `POST /admin/waffles/:id/archive` and `/unarchive`

use actix_web::web;
use uuid::Uuid;
use waffle_http::session::csrf_form::SignedInForm;
use waffle_language::say;
use waffle_service::actions::{Services, waffles};

use crate::admin::manage_flash::to;
use crate::answer::Answer;
use crate::context::flash::Flash;

/// Archives the waffle and redirects to its manage page.
pub async fn archive(form: SignedInForm<Uuid>, services: web::Data<Services>) -> Answer {
    set(&services, &form, true).await
}

/// Unarchives the waffle and redirects to its manage page.
pub async fn unarchive(form: SignedInForm<Uuid>, services: web::Data<Services>) -> Answer {
    set(&services, &form, false).await
}

async fn set(services: &Services, form: &SignedInForm<Uuid>, archived: bool) -> Answer {
    let id = form.path;
    let seq = waffles::archive(services, &form.me.author(), id, archived).await?;
    waffles::caught_up(services, id, seq).await;
    let says = match archived {
        true => say!("said-archived"),
        false if waffles::by_id(services, id).await?.waffle.terms.unlisted => say!("said-back-unlisted"),
        false => say!("said-listed-again"),
    };
    Ok(to(&form.me, id, &Flash::done(says)))
}
