//! `/admin/waffles/:id/delete`

use actix_web::http::StatusCode;
use actix_web::web;
use serde::Serialize;
use uuid::Uuid;
use waffle_domain::money::Currency;
use waffle_domain::role::Permission;
use waffle_http::extractors::InPath;
use waffle_http::session::csrf_form::SignedInForm;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::waffles;
use waffle_service::failure::FieldError;
use waffle_store::waffles::ListedWaffle;

use crate::Pages;
use crate::answer::{self, Answer};
use crate::context::flash::Flash;
use crate::context::form::Field;
use crate::context::waffle::WaffleView;
use crate::context::{Frame, Section};

/// `GET /admin/waffles/:id/delete`, and the answer to a form without a valid confirmation.
#[derive(Debug, Clone, Serialize)]
pub struct DeleteWafflePage {
    pub frame: Frame,
    pub waffle: WaffleView,
    pub confirmation: Field,
    /// The error of the password. The password itself is never sent back.
    pub password_error: Option<String>,
}

template!(DeleteWafflePage: "admin/delete_waffle");

/// Shows what the deletion will remove; 404 for an unknown id.
pub async fn ask(me: SignedIn, id: InPath<Uuid>, pages: web::Data<Pages>) -> Answer {
    me.require(Permission::DeleteWaffles)?;
    let id = id.read()?;
    let listed = waffles::described(&pages.services, id).await?;
    answer::page(pages.templates.render(&page(&me, &listed, "", &[], &pages.services.currency)))
}

/// Deletes the waffle and redirects to the dashboard. Shows the form with 400 for a wrong word or a missing password,
/// and with 403 for a wrong password.
pub async fn submit(form: SignedInForm, id: InPath<Uuid>, pages: web::Data<Pages>) -> Answer {
    form.me.require(Permission::DeleteWaffles)?;
    let id = id.read()?;
    let listed = waffles::described(&pages.services, id).await?;
    let (word, password) = (form.fields.text("confirmation"), form.fields.text("password"));
    let (status, faults) = match waffles::delete(&pages.services, &form.me, &listed, word, password).await {
        Ok(()) => return Ok(answer::said(&form.me, "/admin", &Flash::done("The waffle is deleted."))),
        Err(failure) if !failure.fields().is_empty() => (StatusCode::BAD_REQUEST, failure.fields().to_vec()),
        Err(failure) if failure.code() == "invalid_password" => {
            (StatusCode::FORBIDDEN, vec![FieldError::new("password", failure.sentence())])
        }
        Err(failure) => return Err(failure.into()),
    };
    answer::page_with(status, pages.templates.render(&page(&form.me, &listed, word, &faults, &pages.services.currency)))
}

fn page(
    me: &SignedIn,
    listed: &ListedWaffle,
    word: &str,
    faults: &[FieldError],
    currency: &Currency,
) -> DeleteWafflePage {
    DeleteWafflePage {
        frame: Frame::of(me, format!("Delete {}", listed.waffle.title), Section::Admin),
        waffle: WaffleView::new(&listed.waffle, listed.counts, currency),
        confirmation: Field::typed("confirmation", word, faults),
        password_error: Field::typed("password", "", faults).error,
    }
}
