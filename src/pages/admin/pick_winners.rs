//! `/admin/waffles/:id/winner` and `/change-winner`: picking, confirming and drawing.

use actix_web::http::StatusCode;
use actix_web::web;
use uuid::Uuid;
use waffle_actors::snapshot::Snapshot;
use waffle_domain::draw::reason::Reason;
use waffle_domain::invalid::Invalid;
use waffle_domain::refusal::Refusal;
use waffle_domain::role::Permission;
use waffle_domain::waffle::{Waffle, WaffleStatus};
use waffle_domain::winners::{Draw, read_numbers};
use waffle_http::extractors::InPath;
use waffle_http::session::csrf_form::{Fields, SignedInForm};
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{waffles, winners};
use waffle_service::failure::Failure;
use waffle_store::winners::WinnerOperation;

use crate::Pages;
use crate::admin::manage_flash::{not_drawn, to};
use crate::answer::{self, Answer};
use crate::context::flash::Flash;
use crate::context::form::Field;
use crate::context::list::{paired, winners};
use crate::context::pick_winners::{ConfirmDrawPage, DrawPage, Picker, WhyChanged};
use crate::context::{Frame, Script, Section};
use crate::query::Query;

/// The field with the typed numbers.
const NUMBERS: &str = "winning_spot_numbers";

/// The first draw, or a redraw.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Set,
    Change,
}

impl Kind {
    /// The message if the waffle's state doesn't allow this draw.
    fn out_of_place(self, snapshot: &Snapshot) -> Option<Flash> {
        match (self, snapshot.waffle.status) {
            (Self::Set, WaffleStatus::Completed) => Some(drawn_already()),
            (Self::Change, WaffleStatus::Active) => Some(not_drawn()),
            _ => None,
        }
    }
}

/// Shows the form for the first draw, with `numbers` filled in.
pub async fn pick(me: SignedIn, id: InPath<Uuid>, query: Query, pages: web::Data<Pages>) -> Answer {
    me.require(Permission::SetWinners)?;
    picker(&pages, Kind::Set, &me, id.read()?, &query).await
}

/// Shows the form for a redraw, with `numbers` filled in.
pub async fn pick_others(me: SignedIn, id: InPath<Uuid>, query: Query, pages: web::Data<Pages>) -> Answer {
    me.require(Permission::SetWinners)?;
    picker(&pages, Kind::Change, &me, id.read()?, &query).await
}

/// Shows what the draw will do and asks for confirmation. Once confirmed, draws and redirects to the manage page. 400
/// with the form when the numbers are invalid.
pub async fn set(form: SignedInForm, id: InPath<Uuid>, pages: web::Data<Pages>) -> Answer {
    form.me.require(Permission::SetWinners)?;
    submit(&pages, Kind::Set, &form, id.read()?).await
}

/// Like [`set`], but replaces the winners of an earlier draw.
pub async fn change(form: SignedInForm, id: InPath<Uuid>, pages: web::Data<Pages>) -> Answer {
    form.me.require(Permission::SetWinners)?;
    submit(&pages, Kind::Change, &form, id.read()?).await
}

async fn picker(pages: &Pages, kind: Kind, me: &SignedIn, id: Uuid, query: &Query) -> Answer {
    let snapshot = waffles::by_id(&pages.services, id).await?;
    if let Some(flash) = kind.out_of_place(&snapshot) {
        return Ok(to(me, id, &flash));
    }
    let page = draw_page(me, &snapshot, Picker::new(&snapshot, Field::new(query.text("numbers")), &[]));
    answer::page(pages.templates.render(&page))
}

async fn submit(pages: &Pages, kind: Kind, form: &SignedInForm, id: Uuid) -> Answer {
    let snapshot = waffles::by_id(&pages.services, id).await?;
    if let Some(flash) = kind.out_of_place(&snapshot) {
        return Ok(to(&form.me, id, &flash));
    }
    let ticked: Vec<i64> = form.fields.all("winner").filter_map(|number| number.parse().ok()).collect();
    let invalid = match picked(&form.fields, &ticked) {
        Ok(numbers) => match confirmed(&form.fields, &snapshot.waffle) {
            Ok(reason) => {
                let operation = match kind {
                    Kind::Set => WinnerOperation::Set(numbers),
                    Kind::Change => WinnerOperation::Change(numbers),
                };
                match winners::set(&pages.services, &form.me.author(), id, (&operation, reason.as_ref())).await {
                    Ok(seq) => {
                        waffles::caught_up(&pages.services, id, seq).await;
                        let which = if kind == Kind::Set { "drawn" } else { "changed" };
                        let says = format!("The winners are {which}. Everyone watching sees them.");
                        return Ok(to(&form.me, id, &Flash::done(says)));
                    }
                    Err(Failure { refusal: Refusal::DrawnAlready, .. }) => {
                        return Ok(to(&form.me, id, &drawn_already()));
                    }
                    Err(Failure { refusal: Refusal::WaffleNotCompleted, .. }) => {
                        return Ok(to(&form.me, id, &not_drawn()));
                    }
                    Err(Failure { refusal: Refusal::ValidationFailed { fields }, .. }) => Invalid(fields),
                    Err(refused) => return Err(refused.into()),
                }
            }
            Err((status, why)) => match confirmation(&form.me, &snapshot, (&numbers, why)) {
                Ok(page) => return answer::page_with(status, pages.templates.render(&page)),
                Err(invalid) => invalid,
            },
        },
        Err(invalid) => invalid,
    };
    let numbers = Field::refused(form.fields.text(NUMBERS), invalid.to_string());
    let page = draw_page(&form.me, &snapshot, Picker::new(&snapshot, numbers, &ticked));
    answer::page_with(StatusCode::BAD_REQUEST, pages.templates.render(&page))
}

fn drawn_already() -> Flash {
    Flash::failed("The winners are already drawn. Change them or clear the draw.")
}

/// The typed numbers in order, then those that were only ticked.
fn picked(fields: &Fields, ticked: &[i64]) -> Result<Vec<i64>, Invalid> {
    let mut numbers = read_numbers(fields.text(NUMBERS))?;
    let more: Vec<i64> = ticked.iter().copied().filter(|number| !numbers.contains(number)).collect();
    numbers.extend(more);
    Ok(numbers)
}

/// The reason in a form that was confirmed. Fails with the question to ask first, and the answer's status.
fn confirmed(fields: &Fields, waffle: &Waffle) -> Result<Option<Reason>, (StatusCode, WhyChanged)> {
    if fields.text("confirmed") != "yes" {
        return Err((StatusCode::OK, WhyChanged::asked(waffle)));
    }
    WhyChanged::read(waffle, fields.text("reason")).map_err(|why| (StatusCode::BAD_REQUEST, why))
}

fn confirmation(
    me: &SignedIn,
    snapshot: &Snapshot,
    (numbers, why): (&[i64], WhyChanged),
) -> Result<ConfirmDrawPage, Invalid> {
    let (waffle, counts) = (&snapshot.waffle, snapshot.board.counts());
    let draw = Draw::parse(numbers, waffle.item_count)?;
    draw.on(&snapshot.board)?;
    let won = paired(draw.numbers(), &draw.handles(&snapshot.board), None);
    let words: Vec<String> = won.iter().map(|winner| winner.number.to_string()).collect();
    Ok(ConfirmDrawPage {
        frame: frame("Confirm the draw", me),
        id: waffle.id.to_string(),
        title: waffle.title.clone(),
        archived: waffle.archived,
        action: Picker::new(snapshot, Field::default(), &[]).action,
        numbers: words.join(", "),
        losers: counts.paid.unsigned_abs().saturating_sub(u32::try_from(won.len()).unwrap_or_default()),
        winners: won,
        before: winners(waffle),
        pending: counts.pending.unsigned_abs(),
        available: counts.available.unsigned_abs(),
        why,
    })
}

fn draw_page(me: &SignedIn, snapshot: &Snapshot, picker: Picker) -> DrawPage {
    let waffle = &snapshot.waffle;
    DrawPage {
        frame: frame("Pick the winners", me).with_script(Script::Draw),
        id: waffle.id.to_string(),
        title: waffle.title.clone(),
        before: winners(waffle),
        picker,
    }
}

fn frame(title: &str, me: &SignedIn) -> Frame {
    Frame::of(me, title, Section::Admin)
}
