//! `/admin/users/blocked`: handles that may not claim.

use actix_web::web;
use waffle_domain::handle::Handle;
use waffle_domain::invalid::{Findings, Invalid};
use waffle_http::session::csrf_form::SignedInForm;
use waffle_http::session::signed_in::SignedIn;
use waffle_language::say;
use waffle_service::actions::{Services, blocked_handles};
use waffle_service::failure::Failure;

use crate::Pages;
use crate::answer::{self, Answer};
use crate::context::flash::Flash;
use crate::context::form::Form;
use crate::context::{Frame, Section};
use crate::refused_form::ShownForm;

const PATH: &str = "/admin/users/blocked";

/// Shows the blocked handles, the newest first, and the form to block another.
pub async fn index(me: SignedIn, pages: Pages) -> Answer {
    page(&pages, &me, ShownForm::fresh(Form::default())).await
}

/// Blocks a handle and redirects back; 400 or 409 with the form as typed.
pub async fn block(form: SignedInForm, pages: Pages) -> Answer {
    let failure = match try_block(&form, &pages.services).await {
        Ok(handle) => {
            let says = say!("blocked-done", handle = handle.as_str());
            return Ok(answer::said(&form.me, PATH, &Flash::done(says)));
        }
        Err(failure) => failure,
    };
    let says = match failure.code() {
        "validation_failed" => say!("blocked-refused"),
        "already_blocked" => failure.sentence(),
        _ => return Err(failure.into()),
    };
    page(&pages, &form.me, ShownForm::typed(&form.fields, &failure, says)).await
}

/// Lets a handle claim again, and redirects back, also when another request did so first.
pub async fn unblock(form: SignedInForm<String>, services: web::Data<Services>) -> Answer {
    let handle = Handle::parse_field("handle", &form.path)?;
    match blocked_handles::unblock(&services, &form.me.author(), &handle).await {
        Err(failure) if failure.code() != "not_found" => Err(failure.into()),
        _ => {
            let says = say!("blocked-undone", handle = handle.as_str());
            Ok(answer::said(&form.me, PATH, &Flash::done(says)))
        }
    }
}

async fn try_block(form: &SignedInForm, services: &Services) -> Result<Handle, Failure> {
    let mut findings = Findings::default();
    let handle = findings.keep(Handle::typed_field("handle", form.fields.text("handle")));
    let reason = findings.keep(blocked_handles::parse_reason(form.fields.text("reason")));
    findings.into_result()?;
    let (Some(handle), Some(reason)) = (handle, reason) else { return Err(Invalid(Vec::new()).into()) };
    blocked_handles::block(services, &form.me.author(), &handle, reason).await?;
    Ok(handle)
}

async fn page(pages: &Pages, me: &SignedIn, shown: ShownForm) -> Answer {
    let blocked = blocked_handles::list(&pages.services).await?;
    let frame = Frame::of(me, say!("blocked-handles"), Section::Users).with_refusal(shown.says);
    pages.show_as(shown.status, "admin/blocked_handles", values! { frame, form: shown.form, blocked })
}
