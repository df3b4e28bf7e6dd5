//! `PATCH /api/admin/waffles/:id`

use actix_web::{HttpResponse, web};
use serde::{Deserialize, Deserializer};
use uuid::Uuid;
use waffle_actors::waffles::Waffles;
use waffle_domain::payment::PaymentTypes;
use waffle_domain::role::Permission;
use waffle_domain::waffle_edit::{EditDraft, WaffleEdit};
use waffle_store::connect::PgPool;
use waffle_store::edit_waffle::{Edited, edit as store_edit};
use waffle_store::waffles::WaffleRef;

use crate::api::admin::waffles::{changed, of_methods};
use crate::clock::Clock;
use crate::session::current_admin::CurrentAdmin;
use crate::web::error::Failure;
use crate::web::json::Body;
use crate::web::refusal::no_waffle;

/// What is to change; a field that is not there stays. `null` clears `description` and `image_url`.
#[derive(Deserialize)]
pub struct Edit {
    title: Option<String>,
    #[serde(default, deserialize_with = "cleared_by_null")]
    description: Option<String>,
    spot_price: Option<i64>,
    item_count: Option<i64>,
    #[serde(default, deserialize_with = "cleared_by_null")]
    image_url: Option<String>,
    social_media_links: Option<Vec<String>>,
    payment_methods: Option<Vec<Uuid>>,
    total_spots: Option<i64>,
}

/// Reads a field that is there: `null` as the empty text.
fn cleared_by_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Option::deserialize(deserializer).map(|text: Option<String>| Some(text.unwrap_or_default()))
}

/// Answers 200 with the detail; all named fields change, or none. 400 `validation_failed`, 404 for an unknown id, 409
/// `waffle_not_active` for another number of winners after the draw.
pub async fn edit(
    admin: CurrentAdmin,
    id: web::Path<Uuid>,
    body: Body<Edit>,
    waffles: web::Data<Waffles>,
    pool: web::Data<PgPool>,
    clock: web::Data<Clock>,
    types: web::Data<PaymentTypes>,
) -> Result<HttpResponse, Failure> {
    admin.require(Permission::ManageWaffles)?;
    let snapshot = waffles.snapshot(&WaffleRef::Id(*id)).await?.ok_or_else(no_waffle)?;
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
    let seq = save(&admin, *id, edit, &pool, &clock).await?;
    changed(&waffles, &types, *id, seq, None).await
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
