//! `/admin/waffles/:id/clear-winner`: asking, and clearing the draw.

use actix_web::http::StatusCode;
use uuid::Uuid;
use waffle_actors::snapshot::Snapshot;
use waffle_domain::refusal::Refusal;
use waffle_domain::waffle::WaffleStatus;
use waffle_http::extractors::InPath;
use waffle_http::session::csrf_form::SignedInForm;
use waffle_http::session::signed_in::SignedIn;
use waffle_language::say;
use waffle_service::actions::{waffles, winners};
use waffle_service::failure::Failure;
use waffle_store::winners::WinnerOperation;

use crate::Pages;
use crate::admin::manage_flash::{not_drawn, to};
use crate::answer::Answer;
use crate::context::flash::Flash;
use crate::context::pick_winners::WhyChanged;
use crate::context::waffle::WaffleView;
use crate::context::{Frame, Section};

/// Shows what clearing the draw will do, and asks for confirmation.
pub async fn ask(me: SignedIn, InPath(id): InPath<Uuid>, pages: Pages) -> Answer {
    let snapshot = waffles::by_id(&pages.services, id).await?;
    if snapshot.waffle.status == WaffleStatus::Active {
        return Ok(to(&me, snapshot.waffle.id, &not_drawn()));
    }
    let why = WhyChanged::asked(&snapshot.waffle);
    page(&pages, &me, &snapshot, (StatusCode::OK, why))
}

/// Clears the draw and redirects to the manage page. 400 with the form where the reason is missing or invalid.
pub async fn clear(form: SignedInForm<Uuid>, pages: Pages) -> Answer {
    let snapshot = waffles::by_id(&pages.services, form.path).await?;
    let id = snapshot.waffle.id;
    let reason = match WhyChanged::read(&snapshot.waffle, form.fields.text("reason")) {
        Ok(reason) => reason,
        Err(why) => return page(&pages, &form.me, &snapshot, (StatusCode::BAD_REQUEST, why)),
    };
    let operation = (&WinnerOperation::Clear, reason.as_ref());
    let done = match winners::set(&pages.services, &form.me.author(), id, operation).await {
        Ok(seq) => {
            waffles::caught_up(&pages.services, id, seq).await;
            Flash::done(say!("clear-done"))
        }
        Err(Failure { refusal: Refusal::WaffleNotCompleted, .. }) => not_drawn(),
        Err(refused) => return Err(refused.into()),
    };
    Ok(to(&form.me, snapshot.waffle.id, &done))
}

fn page(pages: &Pages, me: &SignedIn, snapshot: &Snapshot, (status, why): (StatusCode, WhyChanged)) -> Answer {
    let frame = Frame::of(me, say!("clear-page"), Section::Admin);
    let waffle = WaffleView::of(snapshot, &pages.services.currency);
    pages.show_as(status, "admin/clear_draw", values! { frame, waffle, why })
}
