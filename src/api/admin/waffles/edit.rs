//! `PATCH /api/admin/waffles/:id`

use actix_web::{HttpResponse, web};
use serde::{Deserialize, Deserializer};
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_actors::waffles::Waffles;
use waffle_domain::payment::PaymentTypes;
use waffle_domain::role::Permission;
use waffle_domain::waffle_edit::{EditDraft, WaffleEdit};
use waffle_store::connect::PgPool;
use waffle_store::edit_waffle::{Edited, edit as store_edit};
use waffle_store::waffles::WaffleRef;
use waffle_wire::waffle::AdminWaffle;

use crate::api::admin::waffles::{changed, of_methods};
use crate::api::document::refusals::{NoWaffle, ValidationFailed, WaffleNotActive};
use crate::clock::Clock;
use crate::session::current_admin::CurrentAdmin;
use crate::web::error::Failure;
use crate::web::extractors::InPath;
use crate::web::json::Body;
use crate::web::refusal::no_waffle;

/// What is to change; a field that is not there stays. `null` clears `description` and `image_url`.
#[derive(Deserialize, ToSchema)]
#[schema(as = WaffleEdit)]
pub struct Edit {
    #[schema(min_length = 1, max_length = 200, example = "Golden Hour: a vintage camera with its case")]
    title: Option<String>,
    /// `null` takes it away.
    #[serde(default, deserialize_with = "cleared_by_null")]
    #[schema(max_length = 5000)]
    description: Option<String>,
    /// In cents.
    #[schema(minimum = 1, maximum = 100_000_000, example = 2000)]
    spot_price: Option<i64>,
    /// Only while the waffle is active.
    #[schema(minimum = 1, maximum = 10)]
    item_count: Option<i64>,
    /// `null` takes it away.
    #[serde(default, deserialize_with = "cleared_by_null")]
    #[schema(max_length = 2000)]
    image_url: Option<String>,
    #[schema(max_items = 20)]
    social_media_links: Option<Vec<String>>,
    #[schema(max_items = 20)]
    payment_methods: Option<Vec<Uuid>>,
    /// Only the number that it has.
    total_spots: Option<i64>,
}

/// Reads a field that is there: `null` as the empty text.
fn cleared_by_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Option::deserialize(deserializer).map(|text: Option<String>| Some(text.unwrap_or_default()))
}

/// Answers 200 with the detail; all named fields change, or none. 400 `validation_failed`, 404 for an unknown id, 409
/// `waffle_not_active` for another number of winners after the draw.
#[utoipa::path(
    patch, path = "/api/admin/waffles/{id}", tag = "Selling", operation_id = "editWaffle",
    summary = "Edit a waffle",
    description = "A field that is not there stays. All named fields change, or none. Completed and archived waffles can be edited too.",
    params(("id" = Uuid, Path, description = "The waffle's id.")),
    request_body = Edit,
    responses((status = 200, description = "The waffle.", body = AdminWaffle), ValidationFailed, NoWaffle, WaffleNotActive),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn edit(
    admin: CurrentAdmin,
    id: InPath<Uuid>,
    body: Body<Edit>,
    waffles: web::Data<Waffles>,
    pool: web::Data<PgPool>,
    clock: web::Data<Clock>,
    types: web::Data<PaymentTypes>,
) -> Result<HttpResponse, Failure> {
    admin.require(Permission::ManageWaffles)?;
    let id = id.read()?;
    let snapshot = waffles.snapshot(&WaffleRef::Id(id)).await?.ok_or_else(no_waffle)?;
    let body = body.read().await?;
    let draft = EditDraft {
        title: body.title,
        description: body.description,
        spot_price: body.spot_price,
        item_count: body.item_count,
        image_url: body.image_url,
        social_media_links: body.social_media_links,
        payment_methods: body.payment_methods,
        total_spots: body.total_spots,
    };
    let edit = WaffleEdit::parse(&draft, snapshot.waffle.total_spots)?;
    let seq = save(&admin, id, edit, &pool, &clock).await?;
    changed(&waffles, &types, id, seq, None).await
}

/// Saves an edit; answers the waffle's newest sequence number.
pub async fn save(
    admin: &CurrentAdmin,
    id: Uuid,
    edit: WaffleEdit,
    pool: &PgPool,
    clock: &Clock,
) -> Result<i64, Failure> {
    match store_edit(pool, id, edit, &admin.actor(), clock.now()).await.map_err(of_methods)? {
        Edited::Done(seq) => Ok(seq),
        Edited::NotFound => Err(no_waffle()),
        Edited::AlreadyDrawn => Err(Failure::conflict(
            "waffle_not_active",
            "The winners of this waffle are drawn: their number can't change. Clear the draw first.",
        )),
    }
}
