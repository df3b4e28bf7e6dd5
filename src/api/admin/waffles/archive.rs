//! `POST /api/admin/waffles/:id/archive` and `/unarchive`

use actix_web::{HttpResponse, web};
use uuid::Uuid;
use waffle_actors::waffles::Waffles;
use waffle_domain::payment::PaymentTypes;
use waffle_domain::role::Permission;
use waffle_store::connect::PgPool;
use waffle_store::edit_waffle::archive as store_archive;

use crate::api::admin::waffles::{Changed, changed};
use crate::api::document::refusals::NoWaffle;
use crate::clock::Clock;
use crate::session::signed_in::SignedIn;
use crate::web::error::Failure;
use crate::web::extractors::InPath;
use crate::web::refusal::no_waffle;

/// Hides the waffle from the public: 200 with the detail, repeats too; 404 for an unknown id.
#[utoipa::path(
    post, path = "/api/admin/waffles/{id}/archive", tag = "Selling", operation_id = "archiveWaffle",
    summary = "Archive a waffle",
    description = "Hides it from everybody but admins. May be repeated.",
    params(("id" = Uuid, Path, description = "The waffle's id.")),
    responses((status = 200, description = "The waffle.", body = Changed), NoWaffle),
    security(("bearer" = ["admin"])),
)]
pub async fn archive(
    me: SignedIn,
    id: InPath<Uuid>,
    waffles: web::Data<Waffles>,
    pool: web::Data<PgPool>,
    clock: web::Data<Clock>,
    types: web::Data<PaymentTypes>,
) -> Result<HttpResponse, Failure> {
    me.require(Permission::ArchiveWaffles)?;
    let id = id.read()?;
    let seq = set(&me, id, true, &pool, &clock).await?;
    changed(&waffles, &types, id, seq, Some("The waffle is archived.".into())).await
}

/// Shows the waffle again: 200 with the detail, repeats too; 404 for an unknown id.
#[utoipa::path(
    post, path = "/api/admin/waffles/{id}/unarchive", tag = "Selling", operation_id = "unarchiveWaffle",
    summary = "Take a waffle out of the archive",
    description = "May be repeated.",
    params(("id" = Uuid, Path, description = "The waffle's id.")),
    responses((status = 200, description = "The waffle.", body = Changed), NoWaffle),
    security(("bearer" = ["admin"])),
)]
pub async fn unarchive(
    me: SignedIn,
    id: InPath<Uuid>,
    waffles: web::Data<Waffles>,
    pool: web::Data<PgPool>,
    clock: web::Data<Clock>,
    types: web::Data<PaymentTypes>,
) -> Result<HttpResponse, Failure> {
    me.require(Permission::ArchiveWaffles)?;
    let id = id.read()?;
    let seq = set(&me, id, false, &pool, &clock).await?;
    changed(&waffles, &types, id, seq, Some("The waffle is listed again.".into())).await
}

/// Archives or unarchives; answers the waffle's newest sequence number.
pub async fn set(me: &SignedIn, id: Uuid, archived: bool, pool: &PgPool, clock: &Clock) -> Result<i64, Failure> {
    store_archive(pool, id, archived, &me.author(), clock.now()).await?.ok_or_else(no_waffle)
}
