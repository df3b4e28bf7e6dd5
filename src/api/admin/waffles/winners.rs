//! `POST /api/admin/waffles/:id/winner`, `/clear-winner` and `/change-winner`

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use uuid::Uuid;
use waffle_actors::waffles::Waffles;
use waffle_domain::payment::PaymentTypes;
use waffle_domain::role::Permission;
use waffle_store::connect::PgPool;
use waffle_store::winners::{WinnerOperation, WinnersSet, set as store_set};

use crate::api::admin::waffles::changed;
use crate::clock::Clock;
use crate::session::current_admin::CurrentAdmin;
use crate::web::error::Failure;
use crate::web::json::Body;
use crate::web::refusal::no_waffle;

/// The numbers drawn.
#[derive(Deserialize)]
pub struct Numbers {
    winning_spot_numbers: Option<Vec<i64>>,
}

/// Draws winners and completes the waffle: 200 with the detail and a message. 400 with the numbers at fault, 404, 409
/// `waffle_not_active` for a completed one.
pub async fn set(
    admin: CurrentAdmin,
    id: web::Path<Uuid>,
    body: Body<Numbers>,
    waffles: web::Data<Waffles>,
    pool: web::Data<PgPool>,
    clock: web::Data<Clock>,
    types: web::Data<PaymentTypes>,
) -> Result<HttpResponse, Failure> {
    admin.require(Permission::SetWinners)?;
    let numbers = body.read().await?.winning_spot_numbers.unwrap_or_default();
    let seq = draw(&admin, *id, &WinnerOperation::Set(numbers), &pool, &clock).await?;
    changed(&waffles, &types, *id, seq, Some("The winners are drawn.".into())).await
}

/// Draws others instead: as [`set`]; 409 `waffle_not_completed` for an active waffle.
pub async fn change(
    admin: CurrentAdmin,
    id: web::Path<Uuid>,
    body: Body<Numbers>,
    waffles: web::Data<Waffles>,
    pool: web::Data<PgPool>,
    clock: web::Data<Clock>,
    types: web::Data<PaymentTypes>,
) -> Result<HttpResponse, Failure> {
    admin.require(Permission::SetWinners)?;
    let numbers = body.read().await?.winning_spot_numbers.unwrap_or_default();
    let seq = draw(&admin, *id, &WinnerOperation::Change(numbers), &pool, &clock).await?;
    changed(&waffles, &types, *id, seq, Some("The winners are changed.".into())).await
}

/// Takes the draw back: 200 with the detail and a message; 409 `waffle_not_completed` for an active waffle.
pub async fn clear(
    admin: CurrentAdmin,
    id: web::Path<Uuid>,
    waffles: web::Data<Waffles>,
    pool: web::Data<PgPool>,
    clock: web::Data<Clock>,
    types: web::Data<PaymentTypes>,
) -> Result<HttpResponse, Failure> {
    let seq = draw(&admin, *id, &WinnerOperation::Clear, &pool, &clock).await?;
    changed(&waffles, &types, *id, seq, Some("The draw is cleared; the waffle is active again.".into())).await
}

/// Sets, changes or clears winners; answers the waffle's newest sequence number.
pub async fn draw(
    admin: &CurrentAdmin,
    id: Uuid,
    operation: &WinnerOperation,
    pool: &PgPool,
    clock: &Clock,
) -> Result<i64, Failure> {
    admin.require(Permission::SetWinners)?;
    match store_set(pool, id, operation, &admin.actor(), clock.now()).await? {
        WinnersSet::Done(seq) => Ok(seq),
        WinnersSet::NotFound => Err(no_waffle()),
        WinnersSet::NotActive => Err(Failure::conflict(
            "waffle_not_active",
            "This waffle is completed: change or clear its winners instead.",
        )),
        WinnersSet::NotCompleted => {
            Err(Failure::conflict("waffle_not_completed", "This waffle has no winners yet: draw them first."))
        }
        WinnersSet::Invalid(invalid) => Err(invalid.into()),
    }
}
