//! Manual actions next to the money desk: assigning spots, pausing claims, restoring expired spots, and releasing the
//! spots of one source.

use std::collections::BTreeSet;

use actix_web::web;
use uuid::Uuid;
use waffle_domain::claim::{Claim, Selection, Source};
use waffle_domain::handle::Handle;
use waffle_domain::spot_numbers::SpotNumbers;
use waffle_domain::spot_ranges::ranges;
use waffle_domain::terms::TermsDraft;
use waffle_domain::waffle::WaffleStatus;
use waffle_domain::waffle_fields::{WaffleDraft, WaffleEdit};
use waffle_http::extractors::InPath;
use waffle_http::session::csrf_form::SignedInForm;
use waffle_http::session::signed_in::SignedIn;
use waffle_language::say;
use waffle_service::actions::spots::{self, Selected};
use waffle_service::actions::{Services, claims, expired, sources, waffles};
use waffle_store::expired::ExpiredEntry;

use crate::Pages;
use crate::admin::desk_buyer::{frame, to_hand};
use crate::admin::manage_flash::{any, not_active, nothing, to};
use crate::answer::Answer;
use crate::context::flash::Flash;
use crate::templates::Values;

/// How many handles a question names.
const MOST_NAMED: usize = 50;

/// Claims spots for a buyer and redirects to the money desk.
pub async fn assign(form: SignedInForm<Uuid>, services: web::Data<Services>) -> Answer {
    let snapshot = waffles::by_id(&services, form.path).await?;
    let waffle_id = snapshot.waffle.id;
    let handle = Handle::typed(form.fields.text("social_handle"));
    let numbers = SpotNumbers::read("numbers", form.fields.text("numbers"), snapshot.waffle.total_spots);
    let (Ok(handle), Ok(numbers)) = (handle, numbers) else {
        return Ok(to_hand(waffle_id, &form, &Flash::failed(say!("said-not-read"))));
    };
    let asked = numbers.as_slice().to_vec();
    let (id, selection, assigned_by) = (Uuid::now_v7(), Selection::Numbers(numbers), Some(form.me.author()));
    let claim = Claim { id, waffle_id, selection, handle, key: None, assigned_by, source: None };
    match claims::claim(&services, claim, None).await {
        Ok(_) => Ok(to_hand(waffle_id, &form, &Flash::done(say!("said-assigned")).naming(asked))),
        Err(failure) if failure.code() == "spots_taken" => {
            let snapshot = waffles::by_id(&services, waffle_id).await?;
            let taken = Flash::failed(say!("said-taken"));
            Ok(to_hand(waffle_id, &form, &any(taken, snapshot.board.taken_among(&asked))))
        }
        Err(failure) if failure.code() == "waffle_not_active" => Ok(to_hand(waffle_id, &form, &not_active())),
        Err(failure) => Err(failure.into()),
    }
}

/// Pauses or resumes claims, and redirects to the money desk.
pub async fn pause(form: SignedInForm<Uuid>, services: web::Data<Services>) -> Answer {
    let snapshot = waffles::by_id(&services, form.path).await?;
    let id = snapshot.waffle.id;
    let paused = form.fields.text("paused") == "true";
    let terms = TermsDraft { claims_paused: Some(paused), ..TermsDraft::default() };
    let draft = WaffleDraft { terms, ..WaffleDraft::default() };
    let edit = WaffleEdit::parse(&draft, snapshot.waffle.total_spots)?;
    let seq = waffles::edit(&services, &form.me.author(), id, edit).await?;
    waffles::caught_up(&services, id, seq).await;
    let says = match paused {
        true => say!("said-paused"),
        false if snapshot.waffle.terms.waiting(services.now()) => say!("said-resumed-waiting"),
        false => say!("said-resumed"),
    };
    Ok(to_hand(id, &form, &Flash::done(says)))
}

/// Shows the spots that were not paid in time.
pub async fn show_expired(me: SignedIn, InPath(id): InPath<Uuid>, pages: Pages) -> Answer {
    let snapshot = waffles::by_id(&pages.services, id).await?;
    let expired = expired::list(&pages.services, snapshot.waffle.id).await?;
    let entries: Vec<Values> = expired.entries.iter().map(expired_row).collect();
    let desk = frame(&me, &snapshot.waffle, say!("expired-title"));
    let active = snapshot.waffle.status == WaffleStatus::Active;
    pages.show("admin/expired", values! { ..desk, entries, active })
}

fn expired_row(entry: &ExpiredEntry) -> Values {
    let numbers = |free: bool| {
        let spots = entry.spots.iter().filter(|spot| spot.free == free);
        let mut numbers: Vec<u32> = spots.map(|spot| spot.number.unsigned_abs()).collect();
        numbers.sort_unstable();
        ranges(numbers.into_iter())
    };
    values! {
        handle: entry.social_handle,
        at: entry.spots.iter().map(|spot| spot.expired_at).max(),
        free: numbers(true),
        taken: numbers(false),
    }
}

/// Shows where claims came from.
pub async fn show_sources(me: SignedIn, InPath(id): InPath<Uuid>, pages: Pages) -> Answer {
    let snapshot = waffles::by_id(&pages.services, id).await?;
    let sources = sources::list(&pages.services, snapshot.waffle.id).await?;
    let desk = frame(&me, &snapshot.waffle, say!("sources-title"));
    pages.show("admin/sources", values! { ..desk, entries: sources.entries })
}

/// Asks whether to release the pending spots of a source. Once confirmed, releases those that the question named, and
/// redirects to the money desk.
pub async fn release_source(form: SignedInForm<Uuid>, pages: Pages) -> Answer {
    let snapshot = waffles::by_id(&pages.services, form.path).await?;
    let (waffle, source) = (&snapshot.waffle, form.fields.text("source").parse::<Source>()?);
    if form.fields.text("confirmed") != "yes" {
        let pending = sources::pending(&pages.services, waffle.id, source).await?;
        if pending.is_empty() {
            return Ok(to(&form.me, waffle.id, &nothing()));
        }
        let desk = frame(&form.me, waffle, say!("release-page"));
        let all: BTreeSet<&String> = pending.iter().map(|(_, handle)| handle).collect();
        let handles: Vec<_> = all.iter().take(MOST_NAMED).collect();
        return pages.show(
            "admin/release_source",
            values! {
                ..desk,
                source: source.to_string(),
                numbers: ranges(pending.iter().map(|(number, _)| number.unsigned_abs())),
                spots: pending.len(),
                handle_count: all.len(),
                more_handles: all.len() - handles.len(),
                handles,
            },
        );
    }
    let named = SpotNumbers::read("numbers", form.fields.text("numbers"), waffle.total_spots)?;
    let spots = named.as_slice().iter().filter_map(|number| snapshot.board.spot(*number));
    let selected = Selected { waffle_id: waffle.id, spot_ids: spots.map(|spot| spot.id).collect(), only_of: None };
    let released = spots::release_source(&pages.services, form.me.author(), selected, source).await?;
    let numbers: Vec<i32> = released.into_iter().flatten().map(|change| change.number).collect();
    Ok(to(&form.me, waffle.id, &any(Flash::done(say!("said-released")), numbers)))
}
