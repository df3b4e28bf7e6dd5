//! `/admin/waffles/:id/delete`

use actix_web::http::StatusCode;
use uuid::Uuid;
use waffle_http::extractors::InPath;
use waffle_http::session::csrf_form::SignedInForm;
use waffle_http::session::signed_in::SignedIn;
use waffle_language::say;
use waffle_service::actions::waffles;
use waffle_service::failure::FieldError;
use waffle_store::waffles::ListedWaffle;

use crate::Pages;
use crate::answer::{self, Answer};
use crate::context::flash::Flash;
use crate::context::form::Field;
use crate::context::waffle::WaffleView;
use crate::context::{Frame, Section};

/// Shows what the deletion will remove; 404 for an unknown id.
pub async fn ask(me: SignedIn, InPath(id): InPath<Uuid>, pages: Pages) -> Answer {
    let listed = waffles::described(&pages.services, id).await?;
    page(&pages, &me, &listed, (StatusCode::OK, "", &[]))
}

/// Deletes the waffle and redirects to the dashboard. Shows the form with 400 for a wrong word or a missing password,
/// and with 403 for a wrong password.
pub async fn submit(form: SignedInForm<Uuid>, pages: Pages) -> Answer {
    let listed = waffles::described(&pages.services, form.path).await?;
    let (word, password) = (form.fields.text("confirmation"), form.fields.text("password"));
    let (status, faults) = match waffles::delete(&pages.services, &form.me, &listed, word, password).await {
        Ok(()) => return Ok(answer::said(&form.me, "/admin", &Flash::done(say!("remove-done")))),
        Err(failure) if !failure.fields().is_empty() => (StatusCode::BAD_REQUEST, failure.fields().to_vec()),
        Err(failure) if failure.code() == "invalid_password" => {
            (StatusCode::FORBIDDEN, vec![FieldError::new("password", failure.sentence())])
        }
        Err(failure) => return Err(failure.into()),
    };
    page(&pages, &form.me, &listed, (status, word, &faults))
}

fn page(
    pages: &Pages,
    me: &SignedIn,
    listed: &ListedWaffle,
    (status, word, faults): (StatusCode, &str, &[FieldError]),
) -> Answer {
    pages.show_as(
        status,
        "admin/delete_waffle",
        values! {
            frame: Frame::of(me, say!("remove-page", title = &listed.waffle.title), Section::Admin),
            waffle: WaffleView::new(&listed.waffle, listed.counts, &pages.services.currency),
            confirmation: Field::typed("confirmation", word, faults),
            // The password itself is never sent back.
            password_error: Field::typed("password", "", faults).error,
        },
    )
}
