//! `/admin/waffles/:id/buyer`: a buyer of a waffle, and what a seller does to the buyer's spots.

use actix_web::{HttpResponse, web};
use uuid::Uuid;
use waffle_domain::handle::Handle;
use waffle_domain::role::Permission;
use waffle_domain::spot::SpotStatus;
use waffle_domain::spot_numbers::SpotNumbers;
use waffle_domain::waffle::{Waffle, WaffleStatus};
use waffle_store::events::ActivityPart;
use waffle_store::spots::SpotResult;

use crate::actions::spots::{SpotRefused, changed};
use crate::actions::{Services, money_desk, spots, waffles};
use crate::pages::Pages;
use crate::pages::admin::manage_flash::Done;
use crate::pages::answer;
use crate::pages::context::activity::{ActivityRow, Doing};
use crate::pages::context::desk::{DeskBuyerPage, DeskFrame, HistoryPage};
use crate::pages::context::{Frame, Section};
use crate::pages::query::Query;
use crate::session::form::{Fields, SignedInForm};
use crate::session::signed_in::SignedIn;
use crate::web::error::Failure;
use crate::web::extractors::InPath;

/// How many changes the history lists.
const HISTORY: i64 = 100;

/// What surrounds the pages of the money desk.
pub(super) fn frame(me: &SignedIn, waffle: &Waffle, title: &str) -> DeskFrame {
    DeskFrame {
        frame: Frame::of(me, format!("{title}: {}", waffle.title), Section::Admin),
        csrf_token: me.csrf_token(),
        id: waffle.id.to_string(),
        title: waffle.title.clone(),
    }
}

/// Shows what a buyer holds, with all that can be done about it; 400 for what can't be a handle, 404 for an unknown
/// waffle.
pub async fn show(
    me: SignedIn,
    id: InPath<Uuid>,
    query: Query,
    pages: web::Data<Pages>,
) -> Result<HttpResponse, Failure> {
    me.require(Permission::ManageSpots)?;
    let snapshot = waffles::by_id(&pages.services, id.read()?).await?;
    let handle = Handle::parse_field("handle", query.text("handle"))?;
    let desk = money_desk::show(&pages.services, &snapshot, handle.as_str()).await?;
    let buyer = desk.entries.iter().find(|buyer| buyer.social_handle == handle);
    let part = ActivityPart { before: i64::MAX, limit: HISTORY, spot: None, handle: Some(handle.clone()) };
    let activity = waffles::activity(&pages.services, snapshot.waffle.id, &part).await?;
    let active = snapshot.waffle.status == WaffleStatus::Active;
    answer::page(pages.templates.desk_buyer(&DeskBuyerPage::new(
        frame(&me, &snapshot.waffle, &format!("@{handle}")),
        handle.to_string(),
        buyer,
        (active, &pages.services.currency),
        Doing::list(&activity),
    )))
}

/// Shows what happened to a spot, or to a handle's spots; 400 for neither, 404 for an unknown waffle.
pub async fn history(
    me: SignedIn,
    id: InPath<Uuid>,
    query: Query,
    pages: web::Data<Pages>,
) -> Result<HttpResponse, Failure> {
    me.require(Permission::ManageWaffles)?;
    let snapshot = waffles::by_id(&pages.services, id.read()?).await?;
    let spot: Option<i32> = query.parsed("spot");
    let handle = match spot {
        Some(_) => None,
        None => Some(Handle::parse_field("handle", query.text("handle"))?),
    };
    let of = match (spot, &handle) {
        (Some(number), _) => format!("Spot {number}"),
        (None, handle) => handle.as_ref().map(|handle| format!("@{handle}")).unwrap_or_default(),
    };
    let which = spot.map_or_else(|| format!("handle={}", query.text("handle")), |number| format!("spot={number}"));
    let before = query.parsed("before").unwrap_or(i64::MAX);
    let part = ActivityPart { before, limit: HISTORY, spot, handle };
    let entries = waffles::activity(&pages.services, snapshot.waffle.id, &part).await?;
    let full = i64::try_from(entries.len()).is_ok_and(|entries| entries == HISTORY);
    answer::page(pages.templates.history(&HistoryPage {
        desk: frame(&me, &snapshot.waffle, &of),
        of,
        older: entries.last().filter(|_| full).map(|last| format!("?{which}&before={}", last.seq)),
        activity: entries.iter().map(ActivityRow::from).collect(),
    }))
}

/// Marks what a buyer owes paid: all of it, or the named spots.
pub async fn pay(form: SignedInForm, id: InPath<Uuid>, services: web::Data<Services>) -> Result<HttpResponse, Failure> {
    on_spots(&services, &form, id, &[SpotStatus::Pending], async |Chosen { id, handle, spots }| {
        let results = money_desk::pay(&services, form.me.author(), id, &handle, Some(spots)).await;
        back(id, results, |numbers| Done::Paid { numbers, skipped: 0 })
    })
    .await
}

/// Releases what a buyer owes for: all of it, or the named spots.
pub async fn release(
    form: SignedInForm,
    id: InPath<Uuid>,
    services: web::Data<Services>,
) -> Result<HttpResponse, Failure> {
    on_spots(&services, &form, id, &[SpotStatus::Pending], async |Chosen { id, handle, spots }| {
        back(id, money_desk::release(&services, form.me.author(), id, &handle, Some(spots)).await, Done::ReleasedAll)
    })
    .await
}

/// Takes payments of spots back.
pub async fn unpay(
    form: SignedInForm,
    id: InPath<Uuid>,
    services: web::Data<Services>,
) -> Result<HttpResponse, Failure> {
    form.me.require(Permission::ManageSpots)?;
    let id = id.read()?;
    // Our pages send only numbers, so anything else is ignored.
    let selected: Vec<i64> = form.fields.all("spot_ids").filter_map(|id| id.parse().ok()).collect();
    if selected.is_empty() {
        return Ok(to(id, &Done::Nothing));
    }
    back(id, spots::unpay(&services, form.me.author(), id, selected).await, Done::Unpaid)
}

/// Gives a buyer more time to pay for all that is owed, or for the named spots.
pub async fn extend(
    form: SignedInForm,
    id: InPath<Uuid>,
    services: web::Data<Services>,
) -> Result<HttpResponse, Failure> {
    let minutes = form.fields.text("minutes").trim().parse().unwrap_or_default();
    on_spots(&services, &form, id, &[SpotStatus::Pending], async |Chosen { id, spots, .. }| {
        back(id, spots::extend(&services, form.me.author(), id, spots, minutes).await, Done::Extended)
    })
    .await
}

/// Gives all that a buyer holds, or the named spots, another handle.
pub async fn rename(
    form: SignedInForm,
    id: InPath<Uuid>,
    services: web::Data<Services>,
) -> Result<HttpResponse, Failure> {
    let name = Handle::parse(form.fields.text("social_handle"));
    on_spots(&services, &form, id, &[SpotStatus::Pending, SpotStatus::Paid], async |Chosen { id, spots, .. }| {
        let Ok(name) = name else { return Ok(to(id, &Done::NotTaken)) };
        match spots::rename(&services, form.me.author(), id, spots, name).await {
            Ok(changes) if changes.is_empty() => Ok(to(id, &Done::Nothing)),
            Ok(changes) => Ok(to(id, &Done::Renamed(changes.iter().map(|change| change.number).collect()))),
            Err(refused) => refuse(id, refused),
        }
    })
    .await
}

/// What a form on a buyer's page is about.
struct Chosen {
    /// The waffle's.
    id: Uuid,
    handle: Handle,
    /// The ids of the buyer's spots, one at least.
    spots: Vec<i64>,
}

/// Does something to the spots that a buyer holds in one of the states: to those whose numbers were typed, or to
/// all. If there are none, redirects and says why nothing is done.
async fn on_spots(
    services: &Services,
    form: &SignedInForm,
    id: InPath<Uuid>,
    states: &[SpotStatus],
    act: impl AsyncFnOnce(Chosen) -> Result<HttpResponse, Failure>,
) -> Result<HttpResponse, Failure> {
    form.me.require(Permission::ManageSpots)?;
    let (id, handle) = (id.read()?, Handle::parse_field("handle", form.fields.text("handle"))?);
    let snapshot = waffles::by_id(services, id).await?;
    let typed = form.fields.text("numbers").trim();
    let only = match SpotNumbers::read("numbers", typed, snapshot.waffle.total_spots) {
        Ok(numbers) => Some(numbers),
        Err(_) if typed.is_empty() => None,
        Err(_) => return Ok(to(id, &Done::NotTaken)),
    };
    let named = |number: &i32| only.as_ref().is_none_or(|only| only.as_slice().binary_search(number).is_ok());
    let held = snapshot.board.spots().filter(|spot| spot.handle() == Some(&handle) && states.contains(&spot.status()));
    let spots: Vec<i64> = held.filter(|spot| named(&spot.number)).map(|spot| spot.id).collect();
    if spots.is_empty() { Ok(to(id, &Done::Nothing)) } else { act(Chosen { id, handle, spots }).await }
}

fn back(
    id: Uuid,
    results: Result<Vec<SpotResult>, SpotRefused>,
    done: impl FnOnce(Vec<i32>) -> Done,
) -> Result<HttpResponse, Failure> {
    match results {
        Ok(results) => {
            let numbers: Vec<i32> = changed(results).iter().map(|change| change.number).collect();
            Ok(to(id, &if numbers.is_empty() { Done::Nothing } else { done(numbers) }))
        }
        Err(refused) => refuse(id, refused),
    }
}

fn refuse(id: Uuid, refused: SpotRefused) -> Result<HttpResponse, Failure> {
    match refused {
        SpotRefused::NotActive => Ok(to(id, &Done::NotActive)),
        SpotRefused::Locked(_) => Ok(to(id, &Done::Locked)),
        SpotRefused::NotReleasable { .. } | SpotRefused::NotPending { .. } => Ok(to(id, &Done::Nothing)),
        SpotRefused::Failed(failure) => Err(failure),
    }
}

/// Redirects to the money desk.
pub(super) fn to(id: Uuid, done: &Done) -> HttpResponse {
    answer::see_other(&done.path(id, "", "")).finish()
}

/// Redirects to the part of that page with the forms for what is done by hand, if the form came from there.
pub(super) fn to_hand(id: Uuid, fields: &Fields, done: &Done) -> HttpResponse {
    let fragment = if fields.text("from") == "by-hand" { "#by-hand" } else { "" };
    answer::see_other(&format!("{}{fragment}", done.path(id, "", ""))).finish()
}
