//! `/admin/waffles/:id/buyer`: a buyer of a waffle, and what a seller does to the buyer's spots.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use uuid::Uuid;
use waffle_actors::snapshot::Snapshot;
use waffle_domain::handle::Handle;
use waffle_domain::invalid::Invalid;
use waffle_domain::money_desk::{DeskFilter, DeskSearch};
use waffle_domain::spot::SpotStatus;
use waffle_domain::spot_numbers::SpotNumbers;
use waffle_domain::waffle::{Waffle, WaffleStatus};
use waffle_domain::wire::spot::ListedSpot;
use waffle_http::error::HttpError;
use waffle_http::extractors::InPath;
use waffle_http::session::csrf_form::{Fields, SignedInForm};
use waffle_http::session::signed_in::SignedIn;
use waffle_language::{Text, say};
use waffle_service::actions::spots::{Selected, changed};
use waffle_service::actions::{money_desk, spots, waffles};
use waffle_service::failure::Failure;
use waffle_store::activity::ActivityPart;

use crate::Pages;
use crate::admin::manage_flash::{IdleLines, any, assign_again, nothing, numbers, page_of, paid, said};
use crate::admin::spot_table::spot_card;
use crate::answer::{self, Answer};
use crate::context::activity::ActivityGroup;
use crate::context::desk::DeskFrame;
use crate::context::flash::Flash;
use crate::context::{Frame, Section};
use crate::query::Query;
use crate::templates::Values;

/// How many changes the history lists.
const HISTORY: i64 = 100;

/// The frame of the money desk's pages.
pub(super) fn frame(me: &SignedIn, waffle: &Waffle, page: Text) -> DeskFrame {
    DeskFrame {
        frame: Frame::of(me, say!("desk-page-title", page, title = &waffle.title), Section::Admin),
        id: waffle.id.to_string(),
        title: waffle.title.clone(),
    }
}

/// Shows what a buyer holds, with all actions; 400 for an invalid handle, 404 for an unknown waffle.
pub async fn show(me: SignedIn, InPath(id): InPath<Uuid>, query: Query, pages: Pages) -> Answer {
    let snapshot = waffles::by_id(&pages.services, id).await?;
    let handle = Handle::parse_field("handle", query.text("handle"))?;
    pages.show("admin/desk_buyer", page(&me, &pages, (&snapshot, &handle), None).await?)
}

/// What a buyer's page shows: blank forms, or one that was refused as it was sent, and why.
async fn page(
    me: &SignedIn,
    pages: &Pages,
    (snapshot, handle): (&Snapshot, &Handle),
    refused: Option<(&str, Text, &Fields)>,
) -> Result<Values, HttpError> {
    let search = DeskSearch::of_handles(handle.as_str());
    let desk = money_desk::show(&pages.services, snapshot, &search, DeskFilter::All).await?;
    let buyer = desk.entries.into_iter().find(|buyer| buyer.social_handle == *handle);
    let part = ActivityPart { handle: Some(handle.clone()), ..ActivityPart::newest(HISTORY) };
    let history = waffles::history(&pages.services, snapshot.waffle.id, &part).await?;
    let waffle = &snapshot.waffle;
    let spots = buyer.as_ref().map(|buyer| buyer.spots.as_slice()).unwrap_or_default();
    let payable = waffle.status == WaffleStatus::Active && waffle.draw.locked.is_none();
    let in_state = |state| spots.iter().filter(move |spot: &&ListedSpot| spot.spot().status == state);
    let last = in_state(SpotStatus::Paid).filter_map(ListedSpot::paid_at).max();
    let owes = in_state(SpotStatus::Pending).next().is_some();
    let sent = refused.as_ref().map(|(_, _, fields)| *fields);
    let tickable = |spot: &ListedSpot| {
        let (number, paid) = (spot.number(), spot.paid_at());
        let ticked = match sent {
            Some(fields) => fields.all("numbers").any(|ticked| ticked == number.to_string()),
            // What is owed; or else what was marked paid last, which may have been a mistake.
            None if owes => paid.is_none(),
            None => paid == last,
        };
        values! { number, paid, ticked }
    };
    // A locked draw changes none of its entries.
    let paid = in_state(SpotStatus::Paid).filter(|_| waffle.draw.locked.is_none());
    let typed = |field| sent.map(|fields| fields.text(field)).filter(|text| !text.is_empty());
    Ok(values! {
        ..frame(me, waffle, at(handle)),
        currency: pages.services.currency,
        handle,
        tickable: in_state(SpotStatus::Pending).chain(paid).map(tickable).collect::<Vec<_>>(),
        buyer,
        payable,
        activity: ActivityGroup::list(&history.entries, &history.refused),
        rename_all: sent.is_none_or(|fields| !fields.text("all").is_empty()),
        typed_handle: typed("social_handle").unwrap_or(handle.as_str()),
        typed_minutes: typed("minutes").unwrap_or("30"),
        refused_form: refused.as_ref().map_or("", |(form, ..)| *form),
        error: refused.map(|(_, error, _)| error),
    })
}

/// The title of a buyer's page: `@anna`.
fn at(handle: &Handle) -> Text {
    Text::verbatim(format!("@{handle}"))
}

/// Shows what happened to a spot, to a handle's spots, or to all; 400 for an invalid handle, 404 for an unknown waffle.
pub async fn history(me: SignedIn, InPath(id): InPath<Uuid>, query: Query, pages: Pages) -> Answer {
    let snapshot = waffles::by_id(&pages.services, id).await?;
    let (spot, typed): (Option<i32>, _) = (query.parsed("spot"), query.text("handle"));
    let handle = (spot.is_none() && !typed.is_empty()).then(|| Handle::parse_field("handle", typed)).transpose()?;
    let (of, which) = match (spot, &handle) {
        (Some(number), _) => (say!("desk-spot-number", number = number.to_string()), format!("spot={number}&")),
        (None, Some(handle)) => (at(handle), format!("handle={handle}&")),
        (None, None) => (say!("manage-activity"), String::new()),
    };
    let before = query.parsed("before").unwrap_or(i64::MAX);
    let part = ActivityPart { before, before_refused: query.parsed("refused"), limit: HISTORY, spot, handle };
    let history = waffles::history(&pages.services, snapshot.waffle.id, &part).await?;
    let desk = frame(&me, &snapshot.waffle, of.clone());
    pages.show(
        "admin/history",
        values! {
            ..desk,
            assign_again: desk.frame.flash.as_ref().and_then(|flash| assign_again(flash, &snapshot, spot)),
            of,
            spot: spot.and_then(|number| snapshot.board.spot(number)).map(spot_card),
            older: history.older.map(|part| format!("?{which}{}", begin(&part))),
            activity: ActivityGroup::list(&history.entries, &history.refused),
        },
    )
}

/// Where a part of the history begins, as its address says it.
fn begin(part: &ActivityPart) -> String {
    let before = Some(part.before).filter(|before| *before < i64::MAX).map(|seq| format!("before={seq}"));
    let refused = part.before_refused.map(|id| format!("refused={id}"));
    before.into_iter().chain(refused).collect::<Vec<_>>().join("&")
}

/// Marks paid what a buyer owes: the ticked spots, or those that the row of the money desk showed.
pub async fn pay(form: TickedForm, pages: Pages) -> Answer {
    on_spots(&pages, &form, ("pay", &OWED), async |selected| {
        let results = money_desk::pay(&pages.services, form.me.author(), selected).await?;
        Ok(match numbers(&changed(results)) {
            none if none.is_empty() => nothing(),
            numbers => paid(numbers, 0, IdleLines::default()),
        })
    })
    .await
}

/// Releases the ticked spots that a buyer owes for.
pub async fn release(form: TickedForm, pages: Pages) -> Answer {
    on_spots(&pages, &form, ("release", &OWED), async |selected| {
        let results = money_desk::release(&pages.services, form.me.author(), selected).await?;
        let released_from = Some(about(&form.fields).0.to_owned());
        Ok(any(Flash { released_from, ..Flash::done(say!("said-released")) }, numbers(&changed(results))))
    })
    .await
}

/// Takes payments of a buyer's ticked spots back.
pub async fn unpay(form: TickedForm, pages: Pages) -> Answer {
    on_spots(&pages, &form, ("unpay", &[SpotStatus::Paid]), async |selected| {
        let results = spots::unpay(&pages.services, form.me.author(), selected).await?;
        Ok(any(Flash::done(say!("said-marked-unpaid")), numbers(&changed(results))))
    })
    .await
}

/// Gives a buyer more time to pay for the ticked spots.
pub async fn extend(form: TickedForm, pages: Pages) -> Answer {
    let minutes = form.fields.text("minutes").trim().parse().unwrap_or_default();
    on_spots(&pages, &form, ("extend", &OWED), async |selected| {
        let results = spots::extend(&pages.services, form.me.author(), selected, minutes).await?;
        Ok(any(Flash::done(say!("said-more-time")), numbers(&changed(results))))
    })
    .await
}

/// Gives a buyer's ticked spots another handle, or all that the page showed.
pub async fn rename(form: TickedForm, pages: Pages) -> Answer {
    on_spots(&pages, &form, ("rename", &HELD), async |selected| {
        let to = Handle::typed(form.fields.text("social_handle")).map_err(Failure::from)?;
        let changes = spots::rename(&pages.services, form.me.author(), selected, to).await?;
        Ok(any(Flash::done(say!("said-renamed")), numbers(&changes)))
    })
    .await
}

/// A form with ticked spots. It has room for all 10,000 of a large board, ticked and also listed in the field `all`.
type TickedForm = SignedInForm<Uuid, 256>;

const OWED: [SpotStatus; 1] = [SpotStatus::Pending];
const HELD: [SpotStatus; 2] = [SpotStatus::Pending, SpotStatus::Paid];

/// The subject of a form: the buyer, and the numbers that a row of the money desk showed. Such a row has both in its
/// button, as `anna:3, 7`.
fn about(fields: &Fields) -> (&str, &str) {
    fields.text("owed").split_once(':').unwrap_or_else(|| (fields.text("handle"), ""))
}

/// Applies the action of one of the pages' forms to the spots that a buyer holds in one of the states: to those that
/// are ticked, or that the row showed. Spots claimed since stay as they are. A form that can't be read is shown again,
/// with its errors.
async fn on_spots(
    pages: &Pages,
    form: &TickedForm,
    (of, states): (&'static str, &[SpotStatus]),
    act: impl AsyncFnOnce(Selected) -> Result<Flash, Failure>,
) -> Answer {
    let (handle, shown) = about(&form.fields);
    let handle = Handle::parse_field("handle", handle)?;
    let snapshot = waffles::by_id(&pages.services, form.path).await?;
    let all = if of == "rename" { form.fields.text("all") } else { "" };
    let ticked = form.fields.all("numbers").collect::<Vec<_>>().join(", ");
    let named = [all, ticked.trim(), shown].into_iter().find(|numbers| !numbers.is_empty()).unwrap_or_default();
    let done = match selected(&snapshot, handle.clone(), named, states) {
        Ok(selected) => act(selected).await,
        Err(invalid) => Err(invalid.into()),
    };
    match done {
        Err(failure) if !failure.fields().is_empty() => {
            let refused = Some((of, failure.sentence(), &form.fields));
            let page = page(&form.me, pages, (&snapshot, &handle), refused).await?;
            pages.show_as(StatusCode::BAD_REQUEST, "admin/desk_buyer", page)
        }
        done => Ok(back(form, &said(done)?)),
    }
}

fn selected(snapshot: &Snapshot, handle: Handle, named: &str, states: &[SpotStatus]) -> Result<Selected, Invalid> {
    let named = match SpotNumbers::read("numbers", named, snapshot.waffle.total_spots) {
        _ if named.is_empty() => Vec::new(),
        read => read?.as_slice().to_vec(),
    };
    let held = snapshot.board.spots().filter(|spot| spot.handle() == Some(&handle) && states.contains(&spot.status()));
    let spot_ids = held.filter(|spot| named.binary_search(&spot.number).is_ok()).map(|spot| spot.id).collect();
    Ok(Selected { waffle_id: snapshot.waffle.id, spot_ids, only_of: Some(handle) })
}

/// Redirects to the page that the form came from, which says what was done.
fn back(form: &TickedForm, flash: &Flash) -> HttpResponse {
    answer::said(&form.me, &page_of(form.path, &form.fields), flash)
}

/// Redirects to the page that the form came from: to its part with the forms for manual actions, if it came from there.
pub(super) fn to_hand(id: Uuid, form: &SignedInForm<Uuid>, flash: &Flash) -> HttpResponse {
    let fragment = if form.fields.text("from") == "by-hand" { "#by-hand" } else { "" };
    answer::said(&form.me, &format!("{}{fragment}", page_of(id, &form.fields)), flash)
}
