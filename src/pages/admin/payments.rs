//! `/admin/waffles/:id/payments`: payments that are pasted as a text, looked through, and marked paid together.

use std::collections::HashMap;

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError as _, web};
use uuid::Uuid;
use waffle_actors::snapshot::Snapshot;
use waffle_domain::handle::Handle;
use waffle_domain::role::Permission;
use waffle_domain::waffle::WaffleStatus;
use waffle_store::payments::LineResult;

use crate::actions::payments::{self, Line, Taken};
use crate::actions::spots::{SpotRefused, changed};
use crate::actions::waffles;
use crate::pages::Pages;
use crate::pages::admin::desk_buyer::{frame, to};
use crate::pages::admin::manage_flash::Done;
use crate::pages::answer;
use crate::pages::context::form::Field;
use crate::pages::context::payments::{Found, PaymentsPage, Stopped, Tick};
use crate::session::form::{Fields, SignedInForm};
use crate::session::signed_in::SignedIn;
use crate::web::error::Failure;
use crate::web::extractors::InPath;

/// The longest form, in KiB: a text of 64 KiB may take three times as much in a form.
const LONGEST: usize = 256;
/// The longest form of what is ticked: the lines of such a text, and the spots that they pay for.
const LONGEST_TICKED: usize = 512;

/// Shows the form.
pub async fn show(me: SignedIn, id: InPath<Uuid>, pages: web::Data<Pages>) -> Result<HttpResponse, Failure> {
    me.require(Permission::ManageSpots)?;
    let snapshot = waffles::by_id(&pages.services, id.read()?).await?;
    answer::page(pages.templates.payments(&page(&me, &snapshot, Field::default(), None)))
}

/// Shows what was found in the text, or the form again with 400 if it is too long. Who a line is from may be typed
/// beside it.
pub async fn find(
    form: SignedInForm<LONGEST>,
    id: InPath<Uuid>,
    pages: web::Data<Pages>,
) -> Result<HttpResponse, Failure> {
    form.me.require(Permission::ManageSpots)?;
    let snapshot = waffles::by_id(&pages.services, id.read()?).await?;
    let text = form.fields.text("text");
    let found = payments::find(&pages.services, snapshot.waffle.id, text, chosen(&form.fields)).await;
    let (status, field, found) = match found {
        Ok(found) => {
            let found = Found::new(found, snapshot.waffle.spot_price, &pages.services.currency);
            (StatusCode::OK, Field::new(text), Some(found).filter(|found| !found.lines.is_empty()))
        }
        Err(failure) if !failure.fields().is_empty() => {
            (StatusCode::BAD_REQUEST, Field::refused(text, failure.sentence()), None)
        }
        Err(failure) => return Err(failure),
    };
    answer::page_with(status, pages.templates.payments(&page(&form.me, &snapshot, field, found)))
}

/// Marks the ticked payments paid, and redirects to the money desk. What changed since it was shown stays as it is, and
/// what was taken before is not taken again. Stopped midway, it says what was taken, and offers the rest.
pub async fn pay(
    form: SignedInForm<LONGEST_TICKED>,
    id: InPath<Uuid>,
    pages: web::Data<Pages>,
) -> Result<HttpResponse, Failure> {
    form.me.require(Permission::ManageSpots)?;
    let id = id.read()?;
    // Our pages send only lines that they found, so anything else is ignored.
    let of = |tick: Tick| form.fields.all(tick.field()).filter_map(move |value| Some((tick, line(tick, value)?)));
    let ticked: Vec<(Tick, Line)> = Tick::ALL.into_iter().flat_map(of).collect();
    let lines: Vec<Line> = ticked.iter().map(|(_, line)| line.clone()).collect();
    if lines.is_empty() {
        return Ok(to(id, &Done::Nothing));
    }
    payments::check(&lines)?;
    let Taken { results, stopped } = payments::take(&pages.services, form.me.author(), id, lines.clone()).await?;
    match stopped {
        None => {}
        Some(SpotRefused::NotActive) if results.is_empty() => return Ok(to(id, &Done::NotActive)),
        Some(SpotRefused::Locked(_)) if results.is_empty() => return Ok(to(id, &Done::Locked)),
        Some(stopped) => {
            let snapshot = waffles::by_id(&pages.services, id).await?;
            let failure = Failure::from(stopped).midway(results.len(), lines.len(), "payments");
            let (price, currency) = (snapshot.waffle.spot_price, &pages.services.currency);
            let stopped = Stopped::new(&lines, &results, failure.sentence());
            let rest = Found::rest(ticked.get(results.len()..).unwrap_or_default(), price, currency);
            let page = page(&form.me, &snapshot, Field::default(), Some(rest));
            let page = PaymentsPage { stopped: Some(stopped), ..page };
            return answer::page_with(failure.status_code(), pages.templates.payments(&page));
        }
    }
    let asked = ticked.iter().filter(|(tick, _)| *tick != Tick::Remember);
    let asked: usize = asked.map(|(_, line)| line.spot_ids.len()).sum();
    let judged = results.into_iter().map(|result| match result {
        LineResult::TakenBefore => Vec::new(),
        LineResult::Judged(results) => changed(results),
    });
    let mut numbers: Vec<i32> = judged.flatten().map(|change| change.number).collect();
    numbers.sort_unstable();
    Ok(to(id, &Done::Paid { skipped: asked.saturating_sub(numbers.len()), numbers }))
}

/// Reads whose lines are, by their numbers: `who-3` is the field beside the third. What is no handle is ignored.
fn chosen(fields: &Fields) -> HashMap<usize, Handle> {
    let one = |(name, value): (&str, &str)| {
        let line = name.strip_prefix("who-")?.parse().ok()?;
        Some((line, Handle::parse(value).ok()?))
    };
    fields.iter().filter_map(one).collect()
}

/// Reads `anna:17,18:Anna Perez:Anna Perez sent you $50.00`.
fn line(tick: Tick, value: &str) -> Option<Line> {
    let mut parts = value.splitn(4, ':');
    let (handle, ids, payer, text) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let spot_ids: Vec<i64> = ids.split(',').filter_map(|id| id.parse().ok()).collect();
    let payer = Some(payer.to_owned()).filter(|payer| !payer.is_empty());
    let (text, again) = (text.to_owned(), tick == Tick::Again);
    let line = Line { text, handle: Handle::parse(handle).ok()?, spot_ids, again, payer };
    Some(line).filter(|line| !line.spot_ids.is_empty())
}

fn page(me: &SignedIn, snapshot: &Snapshot, text: Field, found: Option<Found>) -> PaymentsPage {
    let active = snapshot.waffle.status == WaffleStatus::Active;
    PaymentsPage { desk: frame(me, &snapshot.waffle, "Payments"), text, found, stopped: None, active }
}
