//! Manual actions next to the money desk: assigning spots, pausing claims, restoring expired spots, and releasing the
//! spots of one source.

use std::collections::BTreeSet;

use actix_web::web;
use serde::Serialize;
use uuid::Uuid;
use waffle_domain::claim::{Claim, Selection, Source};
use waffle_domain::handle::Handle;
use waffle_domain::role::Permission;
use waffle_domain::spot_numbers::SpotNumbers;
use waffle_domain::terms::TermsDraft;
use waffle_domain::waffle::WaffleStatus;
use waffle_domain::waffle_fields::{WaffleDraft, WaffleEdit};
use waffle_domain::wire::expired::Expired;
use waffle_domain::wire::sources as wire;
use waffle_http::extractors::InPath;
use waffle_http::session::csrf_form::SignedInForm;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::spots::{self, Selected};
use waffle_service::actions::{Services, claims, expired, sources, waffles};

use crate::Pages;
use crate::admin::desk_buyer::{frame, to_hand};
use crate::admin::manage_flash::{any, not_active, nothing, to};
use crate::admin::waffle_for;
use crate::answer::{self, Answer};
use crate::context::Moment;
use crate::context::board::ranges;
use crate::context::desk::DeskFrame;
use crate::context::flash::Flash;

/// How many handles a question names.
const MOST_NAMED: usize = 50;

/// `GET /admin/waffles/:id/expired`.
#[derive(Debug, Clone, Serialize)]
pub struct ExpiredPage {
    #[serde(flatten)]
    pub desk: DeskFrame,
    pub entries: Vec<ExpiredRow>,
    pub active: bool,
}

template!(ExpiredPage: "admin/expired");

/// One handle's spots that were not paid in time.
#[derive(Debug, Clone, Serialize)]
pub struct ExpiredRow {
    pub handle: String,
    pub at: Option<Moment>,
    /// The numbers that are still free.
    pub free: String,
    /// The others.
    pub taken: String,
}

impl ExpiredRow {
    /// Describes what expired.
    pub fn list(expired: &Expired) -> Vec<Self> {
        let rows = expired.entries.iter().map(|entry| {
            let numbers = |free: bool| {
                let spots = entry.spots.iter().filter(|spot| spot.free == free);
                let mut numbers: Vec<u32> = spots.map(|spot| spot.number.unsigned_abs()).collect();
                numbers.sort_unstable();
                ranges(numbers.into_iter())
            };
            Self {
                handle: entry.social_handle.clone(),
                at: entry.spots.iter().map(|spot| spot.expired_at).max().map(Moment::from),
                free: numbers(true),
                taken: numbers(false),
            }
        });
        rows.collect()
    }
}

/// `GET /admin/waffles/:id/sources`.
#[derive(Debug, Clone, Serialize)]
pub struct SourcesPage {
    #[serde(flatten)]
    pub desk: DeskFrame,
    pub entries: Vec<wire::Source>,
}

template!(SourcesPage: "admin/sources");

/// The question before the pending spots of a source are released.
#[derive(Debug, Clone, Serialize)]
pub struct ReleaseSourcePage {
    #[serde(flatten)]
    pub desk: DeskFrame,
    pub source: String,
    /// The numbers of its pending spots: spots claimed from it later stay.
    pub numbers: String,
    pub spots: usize,
    /// The first few holders by name.
    pub handles: Vec<String>,
    /// How many different handles that are in all, and how many of them are not listed.
    pub handle_count: usize,
    pub more_handles: usize,
}

template!(ReleaseSourcePage: "admin/release_source");

impl ReleaseSourcePage {
    /// Describes the pending spots, which are in the order of their numbers.
    pub fn new(desk: DeskFrame, source: Source, pending: &[(i32, String)]) -> Self {
        let all: BTreeSet<&String> = pending.iter().map(|(_, handle)| handle).collect();
        let handles: Vec<String> = all.iter().take(MOST_NAMED).copied().cloned().collect();
        Self {
            desk,
            source: source.to_string(),
            numbers: ranges(pending.iter().map(|(number, _)| number.unsigned_abs())),
            spots: pending.len(),
            handle_count: all.len(),
            more_handles: all.len() - handles.len(),
            handles,
        }
    }
}

/// Claims spots for a buyer and redirects to the money desk.
pub async fn assign(form: SignedInForm, id: InPath<Uuid>, services: web::Data<Services>) -> Answer {
    let snapshot = waffle_for(&services, &form.me, Permission::ManageSpots, id).await?;
    let waffle_id = snapshot.waffle.id;
    let handle = Handle::parse(form.fields.text("social_handle"));
    let numbers = SpotNumbers::read("numbers", form.fields.text("numbers"), snapshot.waffle.total_spots);
    let (Ok(handle), Ok(numbers)) = (handle, numbers) else {
        let says = "Nothing changed. Write a handle like @anna and numbers like 3, 7, 10-14.";
        return Ok(to_hand(waffle_id, &form, &Flash::failed(says)));
    };
    let asked = numbers.as_slice().to_vec();
    let (id, selection, assigned_by) = (Uuid::now_v7(), Selection::Numbers(numbers), Some(form.me.author()));
    let claim = Claim { id, waffle_id, selection, handle, key: None, assigned_by, source: None };
    match claims::claim(&services, claim, None).await {
        Ok(_) => Ok(to_hand(waffle_id, &form, &Flash::done("Assigned: {}.").naming(asked))),
        Err(failure) if failure.code() == "spots_taken" => {
            let snapshot = waffles::by_id(&services, waffle_id).await?;
            let taken = Flash::failed("Already taken: {}. Nothing changed.");
            Ok(to_hand(waffle_id, &form, &any(taken, snapshot.board.taken_among(&asked))))
        }
        Err(failure) if failure.code() == "waffle_not_active" => Ok(to_hand(waffle_id, &form, &not_active())),
        Err(failure) => Err(failure.into()),
    }
}

/// Pauses or resumes claims, and redirects to the money desk.
pub async fn pause(form: SignedInForm, id: InPath<Uuid>, services: web::Data<Services>) -> Answer {
    let snapshot = waffle_for(&services, &form.me, Permission::ManageWaffles, id).await?;
    let id = snapshot.waffle.id;
    let paused = form.fields.text("paused") == "true";
    let terms = TermsDraft { claims_paused: Some(paused), ..TermsDraft::default() };
    let draft = WaffleDraft { terms, ..WaffleDraft::default() };
    let edit = WaffleEdit::parse(&draft, snapshot.waffle.total_spots)?;
    let seq = waffles::edit(&services, &form.me.author(), id, edit).await?;
    waffles::caught_up(&services, id, seq).await;
    let says = match paused {
        true => "Claims are paused: buyers see it, and can’t claim.",
        false if snapshot.waffle.terms.waiting(services.now()) => "Resumed: buyers can claim from the opening on.",
        false => "Buyers can claim again.",
    };
    Ok(to_hand(id, &form, &Flash::done(says)))
}

/// Shows the spots that were not paid in time.
pub async fn show_expired(me: SignedIn, id: InPath<Uuid>, pages: web::Data<Pages>) -> Answer {
    let snapshot = waffle_for(&pages.services, &me, Permission::ManageSpots, id).await?;
    let expired = expired::list(&pages.services, snapshot.waffle.id).await?;
    answer::page(pages.templates.render(&ExpiredPage {
        desk: frame(&me, &snapshot.waffle, "Expired"),
        entries: ExpiredRow::list(&expired),
        active: snapshot.waffle.status == WaffleStatus::Active,
    }))
}

/// Shows where claims came from.
pub async fn show_sources(me: SignedIn, id: InPath<Uuid>, pages: web::Data<Pages>) -> Answer {
    let snapshot = waffle_for(&pages.services, &me, Permission::ManageSpots, id).await?;
    let sources = sources::list(&pages.services, snapshot.waffle.id).await?;
    let desk = frame(&me, &snapshot.waffle, "Sources");
    answer::page(pages.templates.render(&SourcesPage { desk, entries: sources.entries }))
}

/// Asks whether to release the pending spots of a source. Once confirmed, releases those that the question named, and
/// redirects to the money desk.
pub async fn release_source(form: SignedInForm, id: InPath<Uuid>, pages: web::Data<Pages>) -> Answer {
    let snapshot = waffle_for(&pages.services, &form.me, Permission::ManageSpots, id).await?;
    let (waffle, source) = (&snapshot.waffle, form.fields.text("source").parse::<Source>()?);
    if form.fields.text("confirmed") != "yes" {
        let pending = sources::pending(&pages.services, waffle.id, source).await?;
        if pending.is_empty() {
            return Ok(to(&form.me, waffle.id, &nothing()));
        }
        let desk = frame(&form.me, waffle, "Release a source");
        return answer::page(pages.templates.render(&ReleaseSourcePage::new(desk, source, &pending)));
    }
    let named = SpotNumbers::read("numbers", form.fields.text("numbers"), waffle.total_spots)?;
    let spots = named.as_slice().iter().filter_map(|number| snapshot.board.spot(*number));
    let selected = Selected { waffle_id: waffle.id, spot_ids: spots.map(|spot| spot.id).collect(), only_of: None };
    let released = spots::release_source(&pages.services, form.me.author(), selected, source).await?;
    let numbers: Vec<i32> = released.into_iter().flatten().map(|change| change.number).collect();
    Ok(to(&form.me, waffle.id, &any(Flash::done("Released: {}."), numbers)))
}
