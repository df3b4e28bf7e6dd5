//! The manage page's forms: marking spots paid and releasing them.

use actix_web::{HttpResponse, web};
use uuid::Uuid;
use waffle_actors::waffles::Waffles;
use waffle_domain::role::Permission;
use waffle_store::connect::PgPool;
use waffle_store::spots::{SpotOperation, SpotResult};
use waffle_store::waffles::WaffleRef;
use waffle_wire::event::{Event, EventBody};

use crate::api::admin::spots::{change_one, pay_all};
use crate::pages::admin::flash::Done;
use crate::pages::answer::see_other;
use crate::session::form::{AdminForm, Fields};
use crate::web::error::Failure;
use crate::web::extractors::InPath;
use crate::web::refusal::no_waffle;

/// Marks the selected spots paid and leads back to the page.
pub async fn pay_selected(
    id: InPath<Uuid>,
    form: AdminForm,
    waffles: web::Data<Waffles>,
) -> Result<HttpResponse, Failure> {
    form.admin.require(Permission::ManageSpots)?;
    let id = id.read()?;
    // What is no number was ticked on no page of ours.
    let selected: Vec<i64> = form.fields.all("spot_ids").filter_map(|id| id.parse().ok()).collect();
    if selected.is_empty() {
        return Ok(back(id, &form.fields, &Done::NothingSelected));
    }
    let done = match pay_all(&form.admin, id, selected, &waffles).await {
        Ok(results) => paid(&results),
        Err(failure) if failure.code() == "waffle_not_active" => Done::NotActive,
        Err(failure) => return Err(failure),
    };
    Ok(back(id, &form.fields, &done))
}

/// Marks one spot paid and leads back to the page.
pub async fn pay(
    path: InPath<(Uuid, i64)>,
    form: AdminForm,
    waffles: web::Data<Waffles>,
    pool: web::Data<PgPool>,
) -> Result<HttpResponse, Failure> {
    form.admin.require(Permission::ManageSpots)?;
    change(path.read()?, &form, SpotOperation::Pay, &waffles, &pool).await
}

/// Releases one spot and leads back to the page.
pub async fn release(
    path: InPath<(Uuid, i64)>,
    form: AdminForm,
    waffles: web::Data<Waffles>,
    pool: web::Data<PgPool>,
) -> Result<HttpResponse, Failure> {
    form.admin.require(Permission::ManageSpots)?;
    change(path.read()?, &form, SpotOperation::Release, &waffles, &pool).await
}

async fn change(
    (id, spot_id): (Uuid, i64),
    form: &AdminForm,
    operation: SpotOperation,
    waffles: &Waffles,
    pool: &PgPool,
) -> Result<HttpResponse, Failure> {
    let snapshot = waffles.snapshot(&WaffleRef::Id(id)).await?.ok_or_else(no_waffle)?;
    let Some(number) = snapshot.board.spots().find(|spot| spot.id == spot_id).map(|spot| spot.number) else {
        return Ok(back(id, &form.fields, &Done::NoSpot));
    };
    let done = match (change_one(&form.admin, spot_id, operation, waffles, pool).await, operation) {
        (Ok(_), SpotOperation::Pay) => Done::Paid { numbers: vec![number], skipped: 0 },
        (Ok(_), SpotOperation::Release) => Done::Released(number),
        (Err(failure), _) => match failure.code() {
            "spot_not_pending" => Done::NotPending(number),
            "spot_not_releasable" => Done::NotReleasable(number),
            _ => return Err(failure),
        },
    };
    Ok(back(id, &form.fields, &done))
}

fn paid(results: &[SpotResult]) -> Done {
    let number = |result: &SpotResult| match result {
        SpotResult::Changed(Event { body: EventBody::Spot(change), .. }) => Some(change.number),
        _ => None,
    };
    let mut numbers: Vec<i32> = results.iter().filter_map(number).collect();
    numbers.sort_unstable();
    Done::Paid { skipped: results.len() - numbers.len(), numbers }
}

fn back(id: Uuid, fields: &Fields, done: &Done) -> HttpResponse {
    see_other(&done.path(id, fields.text("status"), fields.text("page"))).finish()
}
