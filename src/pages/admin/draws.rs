//! `/admin/waffles/:id/draws`: locking a draw that everyone can check, voiding it, supplying its round, and replacing
//! one of its winners.

use std::fmt::Display;
use std::iter::empty;

use actix_web::http::StatusCode;
use actix_web::web;
use uuid::Uuid;
use waffle_actors::snapshot::Snapshot;
use waffle_domain::draw::order::{LockDraft, USUAL_DELAY_SECONDS};
use waffle_domain::role::Permission;
use waffle_domain::spot_numbers::SpotNumbers;
use waffle_http::error::{HttpError, status_of};
use waffle_http::extractors::InPath;
use waffle_http::public_origin::PublicOrigin;
use waffle_http::session::csrf_form::{Fields, SignedInForm};
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{draws, waffles};
use waffle_service::failure::{Failure, FieldError};

use crate::Pages;
use crate::answer::{self, Answer};
use crate::context::draws::{LockDrawPage, LockForm, LockedView, PrizeField, StandingView, StandingWinner, chat_line};
use crate::context::flash::Flash;
use crate::context::form::Field;
use crate::context::list::{Winner, paired, winners};
use crate::context::{Frame, Section};

/// Shows the form that locks a draw, or the draw that is locked.
pub async fn show(me: SignedIn, id: InPath<Uuid>, origin: PublicOrigin, pages: web::Data<Pages>) -> Answer {
    me.require(Permission::SetWinners)?;
    let id = id.read()?;
    let form = unfilled(waffles::by_id(&pages.services, id).await?.waffle.item_count);
    page((&pages, &origin), &me, id, (StatusCode::OK, None, form)).await
}

/// Locks a draw and redirects to the page that shows it. 400 or 409 with the form when it is refused.
pub async fn lock(form: SignedInForm, id: InPath<Uuid>, origin: PublicOrigin, pages: web::Data<Pages>) -> Answer {
    form.me.require(Permission::SetWinners)?;
    let id = id.read()?;
    let total_spots = waffles::by_id(&pages.services, id).await?.waffle.total_spots;
    let locked = match draft(&form.fields, total_spots) {
        Ok(draft) => draws::lock(&pages.services, &form.me.author(), id, &draft).await.map(drop),
        Err(invalid) => Err(invalid),
    };
    outcome((&pages, &origin), &form, id, locked.err()).await
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
        delay_seconds: whole("delay_seconds", fields, "Write how many seconds, like 60.")?,
        one_win_per_handle: fields.text("one_win_per_handle") == "yes",
        reason: Some(fields.text("reason").to_owned()),
        exclude,
        alternates: whole("alternates", fields, "Write how many, like 2.")?,
        prizes: prizes(fields),
    })
}

/// The prize of each winner, as typed; none if all of them are blank.
fn prizes(fields: &Fields) -> Option<Vec<String>> {
    let prizes: Vec<String> = fields.all("prize").map(str::to_owned).collect();
    prizes.iter().any(|prize| !prize.trim().is_empty()).then_some(prizes)
}

/// Voids a locked draw and redirects to the form for the next one.
pub async fn void(
    form: SignedInForm,
    path: InPath<(Uuid, i32)>,
    origin: PublicOrigin,
    pages: web::Data<Pages>,
) -> Answer {
    let path = draw(&form, path)?;
    let voided = draws::void(&pages.services, &form.me.author(), path, form.fields.text("void_reason")).await;
    outcome((&pages, &origin), &form, path.0, voided.err()).await
}

/// Draws with a supplied round, and redirects to the form for the next draw.
pub async fn hand_in(
    form: SignedInForm,
    path: InPath<(Uuid, i32)>,
    origin: PublicOrigin,
    pages: web::Data<Pages>,
) -> Answer {
    let path = draw(&form, path)?;
    let (round, signature) = (form.fields.text("round").parse().ok(), form.fields.text("signature").trim());
    let drawn = draws::hand_in(&pages.services, &form.me.author(), path, (round, Some(signature))).await;
    outcome((&pages, &origin), &form, path.0, drawn.err()).await
}

/// Replaces one winner by the next alternate, and redirects to the page that shows who wins now.
pub async fn replace(
    form: SignedInForm,
    path: InPath<(Uuid, i32)>,
    origin: PublicOrigin,
    pages: web::Data<Pages>,
) -> Answer {
    let path = draw(&form, path)?;
    let spot = form.fields.text("spot_number");
    let wanted = (spot.parse().ok(), form.fields.text(&reason_of(spot)));
    let replaced = draws::replace(&pages.services, &form.me.author(), path, wanted).await;
    if let Ok((_, seq)) = &replaced {
        waffles::caught_up(&pages.services, path.0, *seq).await;
    }
    outcome((&pages, &origin), &form, path.0, replaced.err()).await
}

/// The name of the field with the reason why the winner of a spot steps back.
fn reason_of(spot: impl Display) -> String {
    format!("replace_reason_{spot}")
}

/// The waffle's id and the draw's number, for accounts that may set winners.
fn draw(form: &SignedInForm, path: InPath<(Uuid, i32)>) -> Result<(Uuid, i32), HttpError> {
    form.me.require(Permission::SetWinners)?;
    path.read()
}

/// A whole number as typed; an empty field means the default.
fn whole(name: &str, fields: &Fields, sentence: &str) -> Result<Option<i64>, Failure> {
    let typed = fields.text(name).trim();
    let refuse = |_| Failure::invalid(name, sentence);
    if typed.is_empty() { Ok(None) } else { typed.parse().map(Some).map_err(refuse) }
}

/// Redirects on success; shows a refused form again as typed.
async fn outcome(here: (&Pages, &PublicOrigin), form: &SignedInForm, id: Uuid, failure: Option<Failure>) -> Answer {
    let Some(failure) = failure else {
        return Ok(answer::see_other(&format!("/admin/waffles/{id}/draws")).finish());
    };
    let faults: &[FieldError] = match failure.code() {
        "validation_failed" => failure.fields(),
        "not_enough_paid" | "waffle_archived" | "draw_locked" | "draw_not_locked" | "too_late" | "too_early"
        | "other_chain" | "no_alternate" | "draw_not_standing" => &[],
        _ => return Err(failure.into()),
    };
    let item_count = waffles::by_id(&here.0.services, id).await?.waffle.item_count;
    let typed = match form.fields.text("spot_number").parse() {
        Ok(spot) => {
            let reason = Field::typed("reason", form.fields.text(&reason_of(spot)), faults);
            LockForm { replaced: Some((spot, reason)), ..unfilled(item_count) }
        }
        Err(_) => typed(&form.fields, faults, item_count),
    };
    let flash = Some(Flash::failed(failure.sentence()));
    page(here, &form.me, id, (status_of(&failure), flash, typed)).await
}

/// The forms before anything is typed.
fn unfilled(item_count: i32) -> LockForm {
    LockForm {
        delay_seconds: Field::new(USUAL_DELAY_SECONDS.to_string()),
        prizes: PrizeField::for_each(item_count, empty()),
        ..LockForm::default()
    }
}

/// The forms as they were typed, except the one that replaces a winner.
fn typed(fields: &Fields, faults: &[FieldError], item_count: i32) -> LockForm {
    let field = |name: &str| Field::typed(name, fields.text(name), faults);
    LockForm {
        delay_seconds: field("delay_seconds"),
        one_win_per_handle: fields.text("one_win_per_handle") == "yes",
        exclude: field("exclude"),
        alternates: field("alternates"),
        prizes: PrizeField::for_each(item_count, fields.all("prize")),
        prizes_error: Field::typed("prizes", "", faults).error,
        reason: field("reason"),
        void_reason: Field::typed("reason", fields.text("void_reason"), faults),
        signature: field("signature"),
        replaced: None,
    }
}

async fn page(
    (pages, origin): (&Pages, &PublicOrigin),
    me: &SignedIn,
    id: Uuid,
    (status, flash, form): (StatusCode, Option<Flash>, LockForm),
) -> Answer {
    let snapshot = waffles::by_id(&pages.services, id).await?;
    let waffle = &snapshot.waffle;
    let chat = match &waffle.draw.locked {
        Some(locked) => {
            let draw = draws::of_waffle(&pages.services, id, locked.number).await?;
            chat_line(waffle, &draw, &origin.draw_page(&waffle.slug, draw.number))
        }
        None => None,
    };
    let html = pages.templates.render(&LockDrawPage {
        frame: Frame::of(me, "Draw by lot", Section::Admin)
            .with_private_chain(pages.services.draw.is_private())
            .with_flash(flash),
        id: waffle.id.to_string(),
        slug: waffle.slug.clone(),
        title: waffle.title.clone(),
        archived: waffle.archived,
        again: waffle.draw.had_winners(),
        item_count: waffle.item_count.unsigned_abs(),
        locked: waffle.draw.locked.as_ref().map(LockedView::from),
        standing: standing(pages, &snapshot, form.replaced.as_ref()).await?,
        chat,
        form,
    });
    answer::page_with(status, html)
}

/// The draw whose winners can be replaced, if it is valid and none is locked.
async fn standing(
    pages: &Pages,
    snapshot: &Snapshot,
    typed: Option<&(i32, Field)>,
) -> Result<Option<StandingView>, HttpError> {
    let waffle = &snapshot.waffle;
    let Some((number, left)) = draws::alternates_left(&pages.services, waffle).await? else { return Ok(None) };
    let form = |winner: Winner| StandingWinner {
        field: reason_of(winner.number),
        label: format!("Why does @{} step back?", winner.handle),
        reason: typed
            .filter(|(spot, _)| spot.unsigned_abs() == winner.number)
            .map(|(_, field)| field.clone())
            .unwrap_or_default(),
        winner,
    };
    let holder = |number: i32| snapshot.board.spot(number)?.handle().map(ToString::to_string);
    Ok(Some(StandingView {
        number: number.unsigned_abs(),
        winners: winners(waffle).into_iter().map(form).collect(),
        next: left.first().and_then(|next| paired(&[*next], &[holder(*next)?], None).pop()),
        left: left.len(),
    }))
}
