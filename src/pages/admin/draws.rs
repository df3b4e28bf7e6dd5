//! `/admin/waffles/:id/draws`: locking a draw that everyone can check, voiding it, supplying its round, and replacing
//! one of its winners.

use std::fmt::Display;
use std::iter::repeat;

use uuid::Uuid;
use waffle_actors::snapshot::Snapshot;
use waffle_domain::draw::lock_order::{LockDraft, USUAL_DELAY_SECONDS};
use waffle_domain::spot_numbers::SpotNumbers;
use waffle_http::error::HttpError;
use waffle_http::extractors::InPath;
use waffle_http::public_origin::PublicOrigin;
use waffle_http::session::csrf_form::{Fields, SignedInForm};
use waffle_http::session::signed_in::SignedIn;
use waffle_language::{Text, say};
use waffle_service::actions::{draws, waffles};
use waffle_service::failure::{Failure, FieldError};

use crate::Pages;
use crate::admin::terms_form::{number, retype};
use crate::admin::waffle_head::{Tab, head};
use crate::answer::{self, Answer};
use crate::context::draws::chat_line;
use crate::context::form::Form;
use crate::context::list::{Winner, paired, winners};
use crate::context::{Frame, Section};
use crate::refused_form::ShownForm;
use crate::templates::Values;

/// Shows the form that locks a draw, or the draw that is locked.
pub async fn show(me: SignedIn, InPath(id): InPath<Uuid>, origin: PublicOrigin, pages: Pages) -> Answer {
    page((&pages, &origin), &me, id, ShownForm::fresh(unfilled()), &[]).await
}

/// Locks a draw and redirects to the page that shows it. 400 or 409 with the form when it is refused.
pub async fn lock(form: SignedInForm<Uuid>, origin: PublicOrigin, pages: Pages) -> Answer {
    let id = form.path;
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
        delay_seconds: whole("delay_seconds", fields, say!("lot-seconds-refused"))?,
        one_win_per_handle: Some(fields.text("one_win_per_handle") == "yes"),
        reason: Some(fields.text("reason").to_owned()),
        exclude: Some(exclude),
        alternates: whole("alternates", fields, say!("lot-alternates-refused"))?,
        prizes: prizes(fields),
    })
}

/// The prize of each winner, as typed; none if all of them are blank.
fn prizes(fields: &Fields) -> Option<Vec<String>> {
    let prizes: Vec<String> = fields.all("prize").map(str::to_owned).collect();
    prizes.iter().any(|prize| !prize.trim().is_empty()).then_some(prizes)
}

/// Voids a locked draw and redirects to the form for the next one.
pub async fn void(form: SignedInForm<(Uuid, i32)>, origin: PublicOrigin, pages: Pages) -> Answer {
    let voided = draws::void(&pages.services, &form.me.author(), form.path, form.fields.text("void_reason")).await;
    outcome((&pages, &origin), &form, form.path.0, voided.err()).await
}

/// Draws with a supplied round, and redirects to the form for the next draw.
pub async fn hand_in(form: SignedInForm<(Uuid, i32)>, origin: PublicOrigin, pages: Pages) -> Answer {
    let (round, signature) = (form.fields.text("round").parse().ok(), form.fields.text("signature").trim());
    let drawn = draws::hand_in(&pages.services, &form.me.author(), form.path, (round, Some(signature))).await;
    outcome((&pages, &origin), &form, form.path.0, drawn.err()).await
}

/// Replaces one winner by the next alternate, and redirects to the page that shows who wins now.
pub async fn replace(form: SignedInForm<(Uuid, i32)>, origin: PublicOrigin, pages: Pages) -> Answer {
    let spot = form.fields.text("spot_number");
    let wanted = (spot.parse().ok(), form.fields.text(&reason_of(spot)));
    let replaced = draws::replace(&pages.services, &form.me.author(), form.path, wanted).await;
    if let Ok((_, seq)) = &replaced {
        waffles::caught_up(&pages.services, form.path.0, *seq).await;
    }
    outcome((&pages, &origin), &form, form.path.0, replaced.err()).await
}

/// The name of the field with the reason why the winner of a spot steps back.
fn reason_of(spot: impl Display) -> String {
    format!("replace_reason_{spot}")
}

/// A whole number as typed; an empty field means the default.
fn whole(name: &str, fields: &Fields, sentence: Text) -> Result<Option<i64>, Failure> {
    let typed = number(fields, name);
    let refuse = |_| Failure::invalid(name, sentence);
    if typed.is_empty() { Ok(None) } else { typed.parse().map(Some).map_err(refuse) }
}

/// Redirects on success; shows a refused form again as typed.
async fn outcome<P>(
    here: (&Pages, &PublicOrigin),
    SignedInForm { me, fields, .. }: &SignedInForm<P>,
    id: Uuid,
    failure: Option<Failure>,
) -> Answer {
    let Some(failure) = failure else {
        return Ok(answer::see_other(&format!("/admin/waffles/{id}/draws")).finish());
    };
    match failure.code() {
        "validation_failed" | "not_enough_paid" | "waffle_archived" | "draw_locked" | "draw_not_locked"
        | "too_late" | "too_early" | "other_chain" | "no_alternate" | "draw_not_standing" => {}
        _ => return Err(failure.into()),
    }
    let of_reason = |name: &str| -> Vec<FieldError> {
        let reason = failure.fields().iter().filter(|fault| fault.field == "reason");
        reason.map(|fault| FieldError::new(name, fault.message.clone())).collect()
    };
    let (mut shown, mut prizes) = (ShownForm::typed(fields, &failure, failure.sentence()), Vec::new());
    if let Ok(spot) = fields.text("spot_number").parse::<i32>() {
        // Only the form of that winner was typed.
        let name = reason_of(spot);
        shown.form = unfilled().with(&of_reason(&name));
        shown.form.set(&name, fields.text(&name));
    } else {
        shown.form = shown.form.with(&of_reason("void_reason"));
        retype(&mut shown.form, fields, here.0.language(), &["delay_seconds", "alternates"]);
        prizes = fields.all("prize").collect();
    }
    page(here, me, id, shown, &prizes).await
}

/// The forms before anything is typed.
fn unfilled() -> Form {
    Form::of([("delay_seconds", USUAL_DELAY_SECONDS.to_string())])
}

async fn page(
    (pages, origin): (&Pages, &PublicOrigin),
    me: &SignedIn,
    id: Uuid,
    shown: ShownForm,
    prizes: &[&str],
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
    let frame = Frame::of(me, say!("lot-page"), Section::Admin).with_private_chain(pages.services.draw.is_private());
    pages.show_as(shown.status, "admin/draws", values! {
        ..head(pages, (me, origin), &snapshot, Tab::Draw),
        frame: frame.with_refusal(shown.says),
        again: waffle.draw.had_winners(),
        standing: standing(pages, &snapshot).await?,
        chat,
        form: shown.form,
        prizes: prizes.iter().chain(repeat(&"")).zip(0..waffle.item_count).map(|(prize, _)| prize).collect::<Vec<_>>(),
    })
}

/// The draw whose winners can be replaced, if it is valid and none is locked.
async fn standing(pages: &Pages, snapshot: &Snapshot) -> Result<Option<Values>, HttpError> {
    let waffle = &snapshot.waffle;
    let Some((number, left)) = draws::alternates_left(&pages.services, waffle).await? else { return Ok(None) };
    let form = |winner: Winner| values! { ..winner, field: reason_of(winner.number) };
    let holder = |number: i32| snapshot.board.spot(number)?.handle().map(ToString::to_string);
    Ok(Some(values! {
        number,
        winners: winners(waffle).into_iter().map(form).collect::<Vec<_>>(),
        // The alternate who wins next.
        next: left.first().and_then(|next| paired(&[*next], &[holder(*next)?], None).pop()),
        left: left.len(),
    }))
}
