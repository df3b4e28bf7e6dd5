//! `/admin/waffles/:id/winner` and `/change-winner`: picking, confirming and drawing.

use actix_web::http::StatusCode;
use uuid::Uuid;
use waffle_actors::snapshot::Snapshot;
use waffle_domain::draw::reason::Reason;
use waffle_domain::invalid::Invalid;
use waffle_domain::refusal::Refusal;
use waffle_domain::waffle::{Waffle, WaffleStatus};
use waffle_domain::winners::{Draw, read_numbers};
use waffle_http::extractors::InPath;
use waffle_http::session::csrf_form::{Fields, SignedInForm};
use waffle_http::session::signed_in::SignedIn;
use waffle_language::say;
use waffle_service::actions::{waffles, winners};
use waffle_service::failure::Failure;
use waffle_store::winners::WinnerOperation;

use crate::Pages;
use crate::admin::manage_flash::{not_drawn, to};
use crate::answer::Answer;
use crate::context::flash::Flash;
use crate::context::form::Field;
use crate::context::list::paired;
use crate::context::pick_winners::{Picker, WhyChanged};
use crate::context::waffle::WaffleView;
use crate::context::{Frame, Script, Section};
use crate::query::Query;
use crate::templates::Values;

/// The field with the typed numbers.
const NUMBERS: &str = "winning_spot_numbers";

/// The first draw, or a redraw.
#[derive(Clone, Copy)]
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
pub async fn pick(me: SignedIn, InPath(id): InPath<Uuid>, query: Query, pages: Pages) -> Answer {
    picker(&pages, Kind::Set, &me, (id, &query)).await
}

/// Shows the form for a redraw, with `numbers` filled in.
pub async fn pick_others(me: SignedIn, InPath(id): InPath<Uuid>, query: Query, pages: Pages) -> Answer {
    picker(&pages, Kind::Change, &me, (id, &query)).await
}

/// Shows what the draw will do and asks for confirmation. Once confirmed, draws and redirects to the manage page. 400
/// with the form when the numbers are invalid.
pub async fn set(form: SignedInForm<Uuid>, pages: Pages) -> Answer {
    submit(&pages, Kind::Set, &form).await
}

/// Like [`set`], but replaces the winners of an earlier draw.
pub async fn change(form: SignedInForm<Uuid>, pages: Pages) -> Answer {
    submit(&pages, Kind::Change, &form).await
}

async fn picker(pages: &Pages, kind: Kind, me: &SignedIn, (id, query): (Uuid, &Query)) -> Answer {
    let snapshot = waffles::by_id(&pages.services, id).await?;
    if let Some(flash) = kind.out_of_place(&snapshot) {
        return Ok(to(me, snapshot.waffle.id, &flash));
    }
    let picker = Picker::new(&snapshot, Field::new(query.text("numbers")), &[]);
    draw_page(pages, me, &snapshot, (StatusCode::OK, picker))
}

async fn submit(pages: &Pages, kind: Kind, form: &SignedInForm<Uuid>) -> Answer {
    let snapshot = waffles::by_id(&pages.services, form.path).await?;
    let id = snapshot.waffle.id;
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
                        let says = match kind {
                            Kind::Set => say!("pick-done-drawn"),
                            Kind::Change => say!("pick-done-changed"),
                        };
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
            Err((status, why)) => match confirmation(pages, &form.me, &snapshot, (&numbers, why)) {
                Ok(page) => return pages.show_as(status, "admin/confirm_winners", page),
                Err(invalid) => invalid,
            },
        },
        Err(invalid) => invalid,
    };
    let numbers = Field::refused(form.fields.text(NUMBERS), Failure::from(invalid).sentence());
    let picker = Picker::new(&snapshot, numbers, &ticked);
    draw_page(pages, &form.me, &snapshot, (StatusCode::BAD_REQUEST, picker))
}

fn drawn_already() -> Flash {
    Flash::failed(Refusal::DrawnAlready.sentence())
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
    pages: &Pages,
    me: &SignedIn,
    snapshot: &Snapshot,
    (numbers, why): (&[i64], WhyChanged),
) -> Result<Values, Invalid> {
    let draw = Draw::parse(numbers, snapshot.waffle.item_count)?;
    draw.on(&snapshot.board)?;
    let winners = paired(draw.numbers(), &draw.handles(&snapshot.board), None);
    let words: Vec<String> = winners.iter().map(|winner| winner.number.to_string()).collect();
    let waffle = WaffleView::of(snapshot, &pages.services.currency);
    Ok(values! {
        frame: Frame::of(me, say!("confirm-page"), Section::Admin),
        action: Picker::new(snapshot, Field::default(), &[]).action,
        numbers: words.join(", "),
        losers: (waffle.paid - i32::try_from(winners.len()).unwrap_or_default()).max(0),
        winners,
        waffle,
        why,
    })
}

fn draw_page(pages: &Pages, me: &SignedIn, snapshot: &Snapshot, (status, picker): (StatusCode, Picker)) -> Answer {
    let frame = Frame::of(me, say!("pick-page"), Section::Admin).with_script(Script::Draw);
    let waffle = WaffleView::of(snapshot, &pages.services.currency);
    pages.show_as(status, "admin/pick_winners", values! { frame, waffle, picker })
}
