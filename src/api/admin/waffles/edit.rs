//! `PATCH /api/admin/waffles/:id`

use actix_web::web;
use serde::{Deserialize, Deserializer};
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_domain::waffle_edit::{EditDraft, WaffleEdit};
use waffle_domain::wire::waffle::AdminWaffle;
use waffle_http::extractors::InPath;
use waffle_http::json::Body;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, waffles};

use crate::admin::waffles::changed;
use crate::admin::waffles::terms::TermsFields;
use crate::endpoint::{Answer, endpoints, ok};

/// The changes; an absent field stays as it is. `null` clears an optional field.
#[derive(Deserialize, ToSchema)]
#[schema(as = WaffleEdit)]
pub struct Edit {
    #[schema(min_length = 1, max_length = 200, example = "Golden Hour: a vintage camera with its case")]
    title: Option<String>,
    /// `null` clears it.
    #[serde(default, deserialize_with = "cleared_by_null")]
    #[schema(max_length = 5000)]
    description: Option<String>,
    /// In cents.
    #[schema(minimum = 1, maximum = 100_000_000, example = 2000)]
    spot_price: Option<i64>,
    /// Only while the waffle is active.
    #[schema(minimum = 1, maximum = 10)]
    item_count: Option<i64>,
    /// `null` clears it.
    #[serde(default, deserialize_with = "cleared_by_null")]
    #[schema(max_length = 2000)]
    image_url: Option<String>,
    #[schema(max_items = 20)]
    social_media_links: Option<Vec<String>>,
    #[schema(max_items = 20)]
    payment_methods: Option<Vec<Uuid>>,
    /// Must be the number that it already has.
    total_spots: Option<i64>,
    #[serde(flatten)]
    terms: TermsFields,
}

/// Reads a field that is present; `null` becomes the empty text.
fn cleared_by_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Option::deserialize(deserializer).map(|text: Option<String>| Some(text.unwrap_or_default()))
}

endpoints! { "Selling";
    /// Edit a waffle
    ///
    /// An absent field stays as it is. All named fields change, or none. Completed and archived waffles can be edited
    /// too.
    PATCH "/api/admin/waffles/{id}" => edit as editWaffle for ManageWaffles,
        ok::<AdminWaffle>("The waffle."), ValidationFailed, NoWaffle, WaffleNotActive, DrawLocked;
}

async fn edit(me: SignedIn, id: InPath<Uuid>, body: Body<Edit>, services: web::Data<Services>) -> Answer {
    let id = id.read()?;
    let snapshot = waffles::by_id(&services, id).await?;
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
        terms: body.terms.into(),
    };
    let edit = WaffleEdit::parse(&draft, snapshot.waffle.total_spots)?;
    let seq = waffles::edit(&services, &me.author(), id, edit).await?;
    changed(&services, id, seq, None).await
}
