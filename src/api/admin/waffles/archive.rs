//! `POST /api/admin/waffles/:id/archive` and `/unarchive`

use actix_web::{HttpResponse, web};
use uuid::Uuid;
use waffle_actors::waffles::Waffles;
use waffle_domain::payment::PaymentTypes;
use waffle_domain::role::Permission;
use waffle_store::connect::PgPool;
use waffle_store::edit_waffle::archive as store_archive;

use crate::api::admin::waffles::changed;
use crate::clock::Clock;
use crate::session::current_admin::CurrentAdmin;
use crate::web::error::Failure;
use crate::web::refusal::no_waffle;

/// Hides the waffle from the public: 200 with the detail, repeats too; 404 for an unknown id.
pub async fn archive(
    admin: CurrentAdmin,
    id: web::Path<Uuid>,
    waffles: web::Data<Waffles>,
    pool: web::Data<PgPool>,
    clock: web::Data<Clock>,
    types: web::Data<PaymentTypes>,
) -> Result<HttpResponse, Failure> {
    let seq = set(&admin, *id, true, &pool, &clock).await?;
    changed(&waffles, &types, *id, seq, Some("The waffle is archived.".into())).await
}

/// Shows the waffle again: 200 with the detail, repeats too; 404 for an unknown id.
pub async fn unarchive(
    admin: CurrentAdmin,
    id: web::Path<Uuid>,
    waffles: web::Data<Waffles>,
    pool: web::Data<PgPool>,
    clock: web::Data<Clock>,
    types: web::Data<PaymentTypes>,
) -> Result<HttpResponse, Failure> {
    let seq = set(&admin, *id, false, &pool, &clock).await?;
    changed(&waffles, &types, *id, seq, Some("The waffle is listed again.".into())).await
}

/// Archives or unarchives; answers the waffle's newest sequence number.
pub async fn set(admin: &CurrentAdmin, id: Uuid, archived: bool, pool: &PgPool, clock: &Clock) -> Result<i64, Failure> {
    admin.require(Permission::ArchiveWaffles)?;
    store_archive(pool, id, archived, &admin.actor(), clock.now()).await?.ok_or_else(no_waffle)
}
