//! The forms on the manage page that mark spots paid and release them.

use std::collections::{BTreeSet, HashMap, HashSet};

use actix_web::{HttpResponse, web};
use uuid::Uuid;
use waffle_actors::snapshot::Snapshot;
use waffle_domain::handle::Handle;
use waffle_domain::refusal::Refusal;
use waffle_domain::spot::{Spot, SpotStatus};
use waffle_domain::wire::event::{Event, EventBody};
use waffle_http::error::HttpError;
use waffle_http::session::csrf_form::{Fields, SignedInForm};
use waffle_language::say;
use waffle_service::actions::spots::{Selected, changed};
use waffle_service::actions::{Services, money_desk, spots, waffles};
use waffle_service::failure::Failure;
use waffle_store::spots::{SpotOperation, SpotResult};

use crate::admin::manage_flash::{IdleLines, any, locked, not_active, nothing, numbers, page_of, paid, said};
use crate::answer::{self, Answer};
use crate::context::flash::Flash;

/// Marks the selected spots paid and redirects back to the page.
pub async fn pay_selected(form: SignedInForm<Uuid>, services: web::Data<Services>) -> Answer {
    let id = form.path;
    let (selected, skipped) = selected(&services, &form).await?;
    if selected.is_empty() {
        return Ok(back(id, &form, &none_left(skipped, paid(Vec::new(), skipped, IdleLines::default()))));
    }
    let done = match spots::pay_many(&services, form.me.author(), Selected::named(id, selected)?).await {
        Ok(results) => pay_result(&results, skipped),
        Err(Failure { refusal: Refusal::PayOneByOne, .. }) => not_active(),
        Err(Failure { refusal: Refusal::DrawLocked { .. }, .. }) => locked(),
        Err(refused) => return Err(refused.into()),
    };
    Ok(back(id, &form, &done))
}

/// Releases those of the selected spots that are pending, and redirects back to the page.
pub async fn release_selected(form: SignedInForm<Uuid>, services: web::Data<Services>) -> Answer {
    let id = form.path;
    let (selected, skipped) = selected(&services, &form).await?;
    if selected.is_empty() {
        return Ok(back(id, &form, &none_left(skipped, nothing())));
    }
    let done = money_desk::release(&services, form.me.author(), Selected::named(id, selected)?).await;
    let released = done.map(|results| {
        let changes = changed(results);
        let holders: BTreeSet<_> = changes.iter().map(|change| &change.handle).collect();
        // What several buyers lost can't be undone with one claim.
        let released_from = holders.first().filter(|_| holders.len() == 1).map(ToString::to_string);
        let flash = Flash { released_from, ..Flash::done(say!("said-released")) };
        any(flash, numbers(&changes))
    });
    Ok(back(id, &form, &said(released)?))
}

/// Takes the payments of the selected spots back, and redirects back to the page.
pub async fn unpay_selected(form: SignedInForm<Uuid>, services: web::Data<Services>) -> Answer {
    let id = form.path;
    let (selected, _) = selected(&services, &form).await?;
    if selected.is_empty() {
        return Ok(back(id, &form, &nothing()));
    }
    let unpaid = spots::unpay(&services, form.me.author(), Selected::named(id, selected)?).await;
    let unpaid = unpaid.map(|results| any(Flash::done(say!("said-marked-unpaid")), numbers(&changed(results))));
    Ok(back(id, &form, &said(unpaid)?))
}

/// The message where no selected spot is left to act on: that none was selected, or what became of those that were.
fn none_left(skipped: usize, otherwise: Flash) -> Flash {
    if skipped == 0 { Flash::failed(say!("said-select-first")) } else { otherwise }
}

/// The selected spots that are held as the page showed, and how many others were selected.
async fn selected(services: &Services, form: &SignedInForm<Uuid>) -> Result<(Vec<i64>, usize), HttpError> {
    // Our pages send only numbers, so anything else is ignored.
    let mut selected: Vec<i64> = form.fields.all("spot_ids").filter_map(|id| id.parse().ok()).collect();
    let asked = selected.len();
    let snapshot = waffles::by_id(services, form.path).await?;
    let changed = held_by_others(&form.fields, &snapshot);
    selected.retain(|id| !changed.contains(id));
    let skipped = asked - selected.len();
    Ok((selected, skipped))
}

/// Marks one spot paid and redirects back to the page.
pub async fn pay(form: SignedInForm<(Uuid, i64)>, services: web::Data<Services>) -> Answer {
    change(&services, &form, SpotOperation::Pay).await
}

/// Releases one spot and redirects back to the page.
pub async fn release(form: SignedInForm<(Uuid, i64)>, services: web::Data<Services>) -> Answer {
    change(&services, &form, SpotOperation::Release).await
}

async fn change(services: &Services, form: &SignedInForm<(Uuid, i64)>, operation: SpotOperation) -> Answer {
    let (id, spot_id) = form.path;
    let snapshot = waffles::by_id(services, id).await?;
    let Some(number) = snapshot.board.spots().find(|spot| spot.id == spot_id).map(|spot| spot.number) else {
        return Ok(back(id, form, &Flash::failed(say!("said-no-such-spot"))));
    };
    if held_by_others(&form.fields, &snapshot).contains(&spot_id) {
        return Ok(back(id, form, &nothing()));
    }
    let done = match spots::change(services, form.me.author(), spot_id, operation).await {
        Ok(change) if change.to == SpotStatus::Available => {
            Flash { released_from: Some(change.handle.to_string()), ..Flash::done(say!("said-free-again")) }
        }
        Ok(_) => paid(vec![number], 0, IdleLines::default()),
        Err(Failure { refusal: Refusal::SpotNotPending { .. }, .. }) => Flash::failed(say!("said-not-pending")),
        Err(Failure { refusal: Refusal::SpotNotReleasable { .. }, .. }) => Flash::failed(say!("said-not-releasable")),
        Err(Failure { refusal: Refusal::DrawLocked { .. }, .. }) => locked(),
        Err(refused) => return Err(refused.into()),
    };
    Ok(back(id, form, &done.naming(vec![number])))
}

/// Finds the spots that are no longer held by the buyer that the page showed: spots claimed since stay as they are.
fn held_by_others(fields: &Fields, snapshot: &Snapshot) -> HashSet<i64> {
    let shown = fields.all("shown").filter_map(|text| text.split_once(':'));
    let shown: HashMap<i64, &str> = shown.filter_map(|(id, handle)| Some((id.parse().ok()?, handle))).collect();
    let other = |spot: &&Spot| {
        let holder = spot.handle().map(Handle::as_str).unwrap_or_default();
        shown.get(&spot.id).is_some_and(|shown| *shown != holder)
    };
    snapshot.board.spots().filter(other).map(|spot| spot.id).collect()
}

fn pay_result(results: &[SpotResult], skipped: usize) -> Flash {
    let number = |result: &SpotResult| match result {
        SpotResult::Changed(Event { body: EventBody::Spot(change), .. }) => Some(change.number),
        _ => None,
    };
    let numbers: Vec<i32> = results.iter().filter_map(number).collect();
    let skipped = skipped + results.len() - numbers.len();
    paid(numbers, skipped, IdleLines::default())
}

/// Redirects to the same filter and page of the table as before, or to the spot's own page.
fn back<P>(id: Uuid, form: &SignedInForm<P>, flash: &Flash) -> HttpResponse {
    let (status, page) = (form.fields.text("status"), form.fields.text("page").parse::<u32>());
    // Both come from the form, so only valid values go into the address.
    let status = Some(status).filter(|status| !status.is_empty() && status.bytes().all(|c| c.is_ascii_lowercase()));
    let status = status.map(|status| format!("status={status}"));
    let query: Vec<_> = status.into_iter().chain(page.map(|page| format!("page={page}"))).collect();
    let mark = if query.is_empty() { "" } else { "?" };
    answer::said(&form.me, &format!("{}{mark}{}", page_of(id, &form.fields), query.join("&")), flash)
}
