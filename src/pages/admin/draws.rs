//! `/admin/waffles/:id/draws`: locking a draw that everyone can check, voiding it, and handing its round in.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError as _, web};
use uuid::Uuid;
use waffle_domain::draw::order::{LockDraft, USUAL_DELAY_SECONDS};
use waffle_domain::role::Permission;
use waffle_domain::spot_numbers::SpotNumbers;
use waffle_domain::waffle::WaffleStatus;

use crate::actions::{draws, waffles};
use crate::pages::Pages;
use crate::pages::answer;
use crate::pages::context::draws::{LockDrawPage, LockForm, LockedView};
use crate::pages::context::flash::Flash;
use crate::pages::context::form::Field;
use crate::pages::context::{Frame, Section};
use crate::session::form::{Fields, SignedInForm};
use crate::session::signed_in::SignedIn;
use crate::web::error::{Failure, FieldError};
use crate::web::extractors::InPath;

/// Shows the form that locks a draw, or the draw that is locked.
pub async fn show(me: SignedIn, id: InPath<Uuid>, pages: web::Data<Pages>) -> Result<HttpResponse, Failure> {
    me.require(Permission::SetWinners)?;
    let form = LockForm { delay_seconds: Field::new(USUAL_DELAY_SECONDS.to_string()), ..LockForm::default() };
    page(&pages, &me, id.read()?, (StatusCode::OK, None, form)).await
}

/// Locks a draw and redirects to the page that shows it. 400 or 409 with the form when it is refused.
pub async fn lock(form: SignedInForm, id: InPath<Uuid>, pages: web::Data<Pages>) -> Result<HttpResponse, Failure> {
    form.me.require(Permission::SetWinners)?;
    let id = id.read()?;
    let total_spots = waffles::by_id(&pages.services, id).await?.waffle.total_spots;
    let locked = match draft(&form.fields, total_spots) {
        Ok(draft) => draws::lock(&pages.services, &form.me.author(), id, &draft).await.map(drop),
        Err(invalid) => Err(invalid),
    };
    outcome(&pages, &form, id, locked.err()).await
}

fn draft(fields: &Fields, total_spots: i32) -> Result<LockDraft, Failure> {
    let typed = fields.text("exclude");
    let exclude = match typed.trim() {
        "" => Vec::new(),
        _ => {
            SpotNumbers::read("exclude", typed, total_spots)?.as_slice().iter().map(|number| (*number).into()).collect()
        }
    };
    Ok(LockDraft {
        delay_seconds: seconds(fields.text("delay_seconds"))?,
        one_win_per_handle: fields.text("one_win_per_handle") == "yes",
        reason: Some(fields.text("reason").to_owned()),
        exclude,
    })
}

/// Voids a locked draw and redirects to the form for the next one.
pub async fn void(
    form: SignedInForm,
    path: InPath<(Uuid, i32)>,
    pages: web::Data<Pages>,
) -> Result<HttpResponse, Failure> {
    let path = draw(&form, path)?;
    let voided = draws::void(&pages.services, &form.me.author(), path, form.fields.text("void_reason")).await;
    outcome(&pages, &form, path.0, voided.err()).await
}

/// Draws with a round that was handed in, and redirects to the form for the next draw.
pub async fn hand_in(
    form: SignedInForm,
    path: InPath<(Uuid, i32)>,
    pages: web::Data<Pages>,
) -> Result<HttpResponse, Failure> {
    let path = draw(&form, path)?;
    let (round, signature) = (form.fields.text("round").parse().ok(), form.fields.text("signature").trim());
    let drawn = draws::hand_in(&pages.services, &form.me.author(), path, (round, Some(signature))).await;
    outcome(&pages, &form, path.0, drawn.err()).await
}

/// The waffle's id and the draw's number, for who may set winners.
fn draw(form: &SignedInForm, path: InPath<(Uuid, i32)>) -> Result<(Uuid, i32), Failure> {
    form.me.require(Permission::SetWinners)?;
    path.read()
}

/// The delay as typed; none stands for the usual one.
fn seconds(typed: &str) -> Result<Option<i64>, Failure> {
    let typed = typed.trim();
    let whole = |_| Failure::invalid("delay_seconds", "Write how many seconds, like 60.");
    if typed.is_empty() { Ok(None) } else { typed.parse().map(Some).map_err(whole) }
}

/// Redirects once it is done; shows a refused form again with what was typed.
async fn outcome(
    pages: &Pages,
    form: &SignedInForm,
    id: Uuid,
    failure: Option<Failure>,
) -> Result<HttpResponse, Failure> {
    let Some(failure) = failure else {
        return Ok(answer::see_other(&format!("/admin/waffles/{id}/draws")).finish());
    };
    let faults: &[FieldError] = match failure.code() {
        "validation_failed" => failure.fields(),
        "not_enough_paid" | "waffle_archived" | "draw_locked" | "draw_not_locked" | "too_late" | "too_early"
        | "other_chain" => &[],
        _ => return Err(failure),
    };
    let field = |name: &str| Field::typed(name, form.fields.text(name), faults);
    let typed = LockForm {
        delay_seconds: field("delay_seconds"),
        one_win_per_handle: form.fields.text("one_win_per_handle") == "yes",
        exclude: field("exclude"),
        reason: field("reason"),
        void_reason: Field::typed("reason", form.fields.text("void_reason"), faults),
        signature: field("signature"),
    };
    let flash = Some(Flash::failed(failure.sentence()));
    page(pages, &form.me, id, (failure.status_code(), flash, typed)).await
}

async fn page(
    pages: &Pages,
    me: &SignedIn,
    id: Uuid,
    (status, flash, form): (StatusCode, Option<Flash>, LockForm),
) -> Result<HttpResponse, Failure> {
    let snapshot = waffles::by_id(&pages.services, id).await?;
    let waffle = &snapshot.waffle;
    let html = pages.templates.lock_draw(&LockDrawPage {
        frame: Frame::of(me, "Draw by lot", Section::Admin),
        csrf_token: me.csrf_token(),
        id: waffle.id.to_string(),
        slug: waffle.slug.clone(),
        title: waffle.title.clone(),
        archived: waffle.archived,
        completed: waffle.status == WaffleStatus::Completed,
        item_count: waffle.item_count.unsigned_abs(),
        demonstration: pages.services.draw.demonstration,
        flash,
        locked: waffle.draw.locked.as_ref().map(LockedView::from),
        form,
    });
    answer::page_with(status, html)
}
