//! `/admin/users/blocked`: handles that may not claim.

use actix_web::web;
use serde::Serialize;
use waffle_domain::handle::Handle;
use waffle_domain::invalid::Invalid;
use waffle_domain::role::Permission;
use waffle_domain::wire::blocked_handles::BlockedHandle;
use waffle_http::error::{HttpError, status_of};
use waffle_http::extractors::InPath;
use waffle_http::session::csrf_form::{Fields, SignedInForm};
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, blocked_handles};
use waffle_service::failure::{Failure, FieldError};

use crate::Pages;
use crate::answer::{self, Answer};
use crate::context::flash::Flash;
use crate::context::form::Form;
use crate::context::{Frame, Section};

/// `GET /admin/users/blocked`, and its answers.
#[derive(Debug, Clone, Serialize)]
pub struct BlockedHandlesPage {
    pub frame: Frame,
    /// The handle to block, and why.
    pub form: Form,
    pub blocked: Vec<BlockedHandle>,
}

template!(BlockedHandlesPage: "admin/blocked_handles");

const PATH: &str = "/admin/users/blocked";

/// Shows the blocked handles, the newest first, and the form to block another.
pub async fn index(me: SignedIn, pages: web::Data<Pages>) -> Answer {
    me.require(Permission::BlockHandles)?;
    let blocked = blocked_handles::list(&pages.services).await?;
    answer::page(pages.templates.render(&page(&me, blocked)))
}

/// Blocks a handle and redirects to the list. 400 or 409 with the form as typed when it is refused.
pub async fn block(form: SignedInForm, pages: web::Data<Pages>) -> Answer {
    form.me.require(Permission::BlockHandles)?;
    match try_block(&form, &pages.services).await {
        Ok(handle) => Ok(answer::said(&form.me, PATH, &Flash::done(format!("@{handle} can’t claim anymore.")))),
        Err(failure) => refused(&form, &pages, failure.0).await,
    }
}

/// Lets a handle claim again and redirects to the list, also when another request did so first. The page writes the
/// handle with its `@`: `..` without it means the folder above.
pub async fn unblock(form: SignedInForm, handle: InPath<String>, services: web::Data<Services>) -> Answer {
    form.me.require(Permission::BlockHandles)?;
    let handle = Handle::parse_field("handle", &handle.read()?)?;
    match blocked_handles::unblock(&services, &form.me.author(), &handle).await {
        Err(failure) if failure.code() != "not_found" => Err(failure.into()),
        _ => Ok(answer::said(&form.me, PATH, &Flash::done(format!("@{handle} can claim again.")))),
    }
}

async fn try_block(form: &SignedInForm, services: &Services) -> Result<Handle, HttpError> {
    let (handle, reason) = read(&form.fields)?;
    blocked_handles::block(services, &form.me.author(), &handle, reason).await?;
    Ok(handle)
}

/// Reads both fields, and finds the error of either.
fn read(fields: &Fields) -> Result<(Handle, Option<&str>), Invalid> {
    let handle = Handle::parse_field("handle", fields.text("handle"));
    match (handle, blocked_handles::parse_reason(fields.text("reason"))) {
        (Ok(handle), Ok(reason)) => Ok((handle, reason)),
        (handle, reason) => {
            let faults = handle.err().into_iter().chain(reason.err());
            Err(Invalid(faults.flat_map(|Invalid(faults)| faults).collect()))
        }
    }
}

async fn refused(form: &SignedInForm, pages: &Pages, failure: Failure) -> Answer {
    let sentence = failure.sentence();
    let (faults, sentence): (&[FieldError], _) = match failure.code() {
        "validation_failed" => (failure.fields(), "Not blocked yet. Check the highlighted fields."),
        "already_blocked" => (&[], &*sentence),
        _ => return Err(failure.into()),
    };
    let mut page = page(&form.me, blocked_handles::list(&pages.services).await?);
    page.frame.flash = Some(Flash::failed(sentence));
    page.form = Form::typed(&form.fields, faults);
    answer::page_with(status_of(&failure), pages.templates.render(&page))
}

fn page(me: &SignedIn, blocked: Vec<BlockedHandle>) -> BlockedHandlesPage {
    BlockedHandlesPage { frame: Frame::of(me, "Blocked handles", Section::Users), form: Form::default(), blocked }
}
