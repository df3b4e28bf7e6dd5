//! `/api/admin/waffles`: list, create and show.

pub mod archive;
pub mod delete;
pub mod edit;
pub mod share;
pub mod winners;

use std::sync::Arc;

use actix_web::{HttpResponse, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_actors::snapshot::Snapshot;
use waffle_actors::waffles::Waffles;
use waffle_domain::payment::PaymentTypes;
use waffle_domain::role::Permission;
use waffle_domain::waffle::{NewWaffle, WaffleDraft};
use waffle_store::connect::PgPool;
use waffle_store::create_waffle::create as store_waffle;
use waffle_store::failure::StoreFailure;
use waffle_store::payment_methods::CHOSEN_ACTIVE;
use waffle_store::waffles::{ListedWaffle, Listing, WaffleRef, list};
use waffle_wire::waffle::{AdminWaffle, WaffleSummary};

use crate::api::document::refusals::{NoWaffle, ValidationFailed};
use crate::clock::Clock;
use crate::session::current_admin::CurrentAdmin;
use crate::web::error::Failure;
use crate::web::extractors::{InPath, InQuery};
use crate::web::json::Body;
use crate::web::refusal::{no_waffle, of_read};

/// Which waffles are listed.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Which {
    /// `true`: those that are archived. Anything else: those that are not.
    #[param(nullable = false, example = "true")]
    archived: Option<String>,
}

/// A waffle to be created.
#[derive(Deserialize, ToSchema)]
#[schema(as = NewWaffle)]
pub struct Creation {
    /// One line; the name in addresses is made of it.
    #[schema(required, nullable = false, min_length = 1, max_length = 200, example = "Golden Hour: a vintage camera")]
    title: Option<String>,
    #[schema(required, nullable = false, minimum = 2, maximum = 10000, example = 100)]
    total_spots: Option<i64>,
    /// In cents.
    #[schema(required, nullable = false, minimum = 1, maximum = 100_000_000, example = 2500)]
    spot_price: Option<i64>,
    #[schema(max_length = 5000, example = "With its leather case.")]
    description: Option<String>,
    /// Ids of payment methods.
    #[schema(max_items = 20)]
    payment_methods: Option<Vec<Uuid>>,
    /// How many winners are drawn; not more than there are spots.
    #[schema(minimum = 1, maximum = 10, default = 1, example = 1)]
    item_count: Option<i64>,
    /// An `http` or `https` address.
    #[schema(max_length = 2000, example = "https://example.com/camera.jpg")]
    image_url: Option<String>,
    /// `http` or `https` addresses; empty ones are dropped.
    #[schema(max_items = 20, example = json!(["https://social.example/anna"]))]
    social_media_links: Option<Vec<String>>,
}

/// `GET /api/admin/waffles`: 200 with the waffles that are not archived, or with `archived=true` those that are.
#[utoipa::path(
    get, path = "/api/admin/waffles", tag = "Selling", operation_id = "listAllWaffles",
    summary = "List waffles for admins",
    params(Which),
    responses((status = 200, description = "The waffles, active ones first, then the newest first.", body = [WaffleSummary])),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn index(
    admin: CurrentAdmin,
    which: InQuery<Which>,
    pool: web::Data<PgPool>,
) -> Result<HttpResponse, Failure> {
    admin.require(Permission::ManageWaffles)?;
    let which = which.read()?;
    let archived = which.archived.as_deref() == Some("true");
    let listing = if archived { Listing::Archived } else { Listing::Current };
    let waffles = list(&pool, listing, None, 0).await.map_err(of_read)?;
    Ok(HttpResponse::Ok().json(waffles.iter().map(ListedWaffle::summary).collect::<Vec<_>>()))
}

/// `GET /api/admin/waffles/:id`: 200 with the detail, archived ones too; 404 for an unknown id.
#[utoipa::path(
    get, path = "/api/admin/waffles/{id}", tag = "Selling", operation_id = "getAnyWaffle",
    summary = "Read a waffle as admins see it",
    params(("id" = Uuid, Path, description = "The waffle's id.")),
    responses((status = 200, description = "The waffle, archived or not.", body = AdminWaffle), NoWaffle),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn show(
    admin: CurrentAdmin,
    id: InPath<Uuid>,
    waffles: web::Data<Waffles>,
    types: web::Data<PaymentTypes>,
) -> Result<HttpResponse, Failure> {
    admin.require(Permission::ManageWaffles)?;
    let id = id.read()?;
    let snapshot = waffles.snapshot(&WaffleRef::Id(id)).await?.ok_or_else(no_waffle)?;
    Ok(HttpResponse::Ok().json(shown(&snapshot, &types)))
}

/// `POST /api/admin/waffles`: 201 with the detail; 400 `validation_failed` with every field at fault.
#[utoipa::path(
    post, path = "/api/admin/waffles", tag = "Selling", operation_id = "createWaffle",
    summary = "Create a waffle",
    description = "With all its spots, available at once.",
    request_body = Creation,
    responses((status = 201, description = "The waffle.", body = AdminWaffle), ValidationFailed),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn create(
    admin: CurrentAdmin,
    body: Body<Creation>,
    waffles: web::Data<Waffles>,
    pool: web::Data<PgPool>,
    clock: web::Data<Clock>,
    types: web::Data<PaymentTypes>,
) -> Result<HttpResponse, Failure> {
    admin.require(Permission::ManageWaffles)?;
    let body = body.read().await?;
    let draft = WaffleDraft {
        title: body.title.unwrap_or_default(),
        description: body.description.unwrap_or_default(),
        total_spots: body.total_spots.unwrap_or_default(),
        spot_price: body.spot_price.unwrap_or_default(),
        item_count: body.item_count.unwrap_or(1),
        image_url: body.image_url.unwrap_or_default(),
        social_media_links: body.social_media_links.unwrap_or_default(),
        payment_methods: body.payment_methods.unwrap_or_default(),
    };
    let id = add(&admin, &NewWaffle::parse(&draft)?, &pool, &clock).await?;
    // It is created by now: a 503 that promises that nothing was done would be wrong.
    let snapshot = waffles.snapshot(&WaffleRef::Id(id)).await.map_err(|_| Failure::outcome_unknown())?;
    let snapshot = snapshot.ok_or_else(no_waffle)?;
    Ok(HttpResponse::Created().json(shown(&snapshot, &types)))
}

fn shown<'a>(snapshot: &'a Snapshot, types: &PaymentTypes) -> AdminWaffle<'a> {
    AdminWaffle::new(&snapshot.waffle, snapshot.board.counts(), types)
}

/// Gives the waffle after a change that is committed: a 503 that promises that nothing was done would be wrong.
async fn after_commit(waffles: &Waffles, id: Uuid, seq: i64) -> Result<Arc<Snapshot>, Failure> {
    let snapshot = waffles.snapshot_at(id, seq).await.map_err(|_| Failure::outcome_unknown())?;
    snapshot.ok_or_else(no_waffle)
}

/// A waffle after a change.
#[derive(Serialize, ToSchema)]
#[schema(as = ChangedWaffle)]
struct Changed<'a> {
    #[serde(flatten)]
    detail: AdminWaffle<'a>,
    /// A sentence for a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required, nullable = false)]
    message: Option<String>,
}

/// Answers a change of a waffle: 200 with the detail, and a sentence where there is one.
async fn changed(
    waffles: &Waffles,
    types: &PaymentTypes,
    id: Uuid,
    seq: i64,
    message: Option<String>,
) -> Result<HttpResponse, Failure> {
    let snapshot = after_commit(waffles, id, seq).await?;
    Ok(HttpResponse::Ok().json(Changed { detail: shown(&snapshot, types), message }))
}

/// Tells an unknown and a deactivated payment method from other failures.
pub fn of_methods(failure: StoreFailure) -> Failure {
    match failure {
        StoreFailure::Constraint(name) if name == "waffle_payment_methods_known" => {
            Failure::invalid("payment_methods", "There is no such payment method: load the page again.")
        }
        StoreFailure::Constraint(name) if name == CHOSEN_ACTIVE => Failure::invalid(
            "payment_methods",
            "One of these payment methods is deactivated: leave it out, or activate it again first.",
        ),
        failure => failure.into(),
    }
}

/// Creates a waffle; an unknown or deactivated payment method is refused with its field.
pub async fn add(admin: &CurrentAdmin, new: &NewWaffle, pool: &PgPool, clock: &Clock) -> Result<Uuid, Failure> {
    let id = Uuid::now_v7();
    store_waffle(pool, id, new, &admin.actor(), clock.now()).await.map_err(of_methods)?;
    Ok(id)
}
