//! `/api/admin/waffles`: list, create and show.

pub mod archive;
pub mod assign;
pub mod clone;
pub mod delete;
pub mod draws;
pub mod edit;
pub mod expired;
pub mod rename;
pub mod share;
pub mod sources;
pub mod winners;

use actix_web::{HttpRequest, HttpResponse, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_actors::snapshot::Snapshot;
use waffle_domain::terms::TermsDraft;
use waffle_domain::waffle_fields::{NewWaffle, WaffleDraft};
use waffle_domain::wire::waffle::{AdminWaffle, WaffleSummary};
use waffle_http::extractors::{InPath, InQuery};
use waffle_http::json::Body;
use waffle_http::public_origin::PublicOrigin;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, waffles};
use waffle_store::waffles::{ListedWaffle, Listing};

use crate::endpoint::{Answer, created, endpoints, list, ok};

/// Which waffles are listed.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Which {
    /// `true`: the archived ones. Anything else: all others.
    #[param(nullable = false, example = "true")]
    archived: Option<String>,
}

/// A new waffle.
#[derive(Deserialize, ToSchema)]
#[schema(as = NewWaffle)]
pub struct Creation {
    /// One line; the name in addresses is made of it.
    #[schema(
        required,
        nullable = false,
        min_length = 1,
        max_length = 200,
        format = "line",
        example = "Golden Hour: a vintage camera"
    )]
    title: Option<String>,
    #[schema(required, nullable = false, minimum = 2, maximum = 10000, example = 100)]
    total_spots: Option<i64>,
    /// In cents.
    #[schema(required, nullable = false, minimum = 1, maximum = 100_000_000, example = 2500)]
    spot_price: Option<i64>,
    #[schema(max_length = 5000, format = "text", example = "With its leather case.")]
    description: Option<String>,
    /// Ids of payment methods.
    #[schema(max_items = 20)]
    payment_methods: Option<Vec<Uuid>>,
    /// How many winners are drawn; not more than there are spots.
    #[schema(minimum = 1, maximum = 10, default = 1, example = 1)]
    item_count: Option<i64>,
    /// An `http` or `https` address.
    #[schema(max_length = 2000, format = "link", example = "https://example.com/camera.jpg")]
    image_url: Option<String>,
    /// `http` or `https` addresses; empty ones are dropped.
    #[schema(max_items = 20, format = "link", example = json!(["https://social.example/anna"]))]
    social_media_links: Option<Vec<String>>,
    #[serde(flatten)]
    terms: TermsDraft,
}

endpoints! { "Selling";
    /// List waffles for admins
    GET "/api/admin/waffles" => index as listAllWaffles for ManageWaffles,
        list::<WaffleSummary>("The waffles, active ones first, then the newest first.");

    /// Read a waffle as admins see it
    GET "/api/admin/waffles/{id}" => show as getAnyWaffle for ManageWaffles,
        ok::<AdminWaffle>("The waffle, archived or not."), NoWaffle;

    /// Create a waffle
    ///
    /// With all its spots, which are available immediately.
    POST "/api/admin/waffles" => create as createWaffle for ManageWaffles,
        created::<AdminWaffle>("The waffle."), ValidationFailed;
}

async fn index(InQuery(which): InQuery<Which>, services: web::Data<Services>) -> Answer {
    let archived = which.archived.as_deref() == Some("true");
    let listing = if archived { Listing::Archived } else { Listing::Current };
    let waffles = waffles::list(&services, listing, None, 0).await?;
    Ok(HttpResponse::Ok().json(waffles.iter().map(ListedWaffle::summary).collect::<Vec<_>>()))
}

async fn show(InPath(id): InPath<Uuid>, services: web::Data<Services>) -> Answer {
    let snapshot = waffles::by_id(&services, id).await?;
    Ok(HttpResponse::Ok().json(shown(&services, &snapshot)))
}

async fn create(me: SignedIn, body: Body<Creation>, request: HttpRequest, services: web::Data<Services>) -> Answer {
    let body = body.read().await?;
    let draft = WaffleDraft {
        title: body.title,
        description: body.description,
        spot_price: body.spot_price,
        item_count: body.item_count,
        image_url: body.image_url,
        social_media_links: body.social_media_links,
        payment_methods: body.payment_methods,
        total_spots: body.total_spots,
        terms: body.terms,
    };
    let origin = PublicOrigin::asked(&request).ok();
    let new = NewWaffle::parse(&draft)?.at_origin(origin.as_ref().map(PublicOrigin::as_str));
    created_from(&services, &me, &new).await
}

/// Creates a waffle, and answers 201 with it.
async fn created_from(services: &Services, me: &SignedIn, new: &NewWaffle) -> Answer {
    let id = waffles::create(services, &me.author(), new).await?;
    let snapshot = waffles::after_creation(services, id).await?;
    Ok(HttpResponse::Created().json(shown(services, &snapshot)))
}

fn shown<'a>(services: &Services, snapshot: &'a Snapshot) -> AdminWaffle<'a> {
    AdminWaffle::new(&snapshot.waffle, snapshot.board.counts(), &services.payment_types)
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

/// Answers 200 with the waffle as it is after event `seq`, and with the message, if any.
async fn changed(services: &Services, id: Uuid, seq: i64, message: Option<String>) -> Answer {
    let snapshot = waffles::after_commit(services, id, seq).await?;
    Ok(HttpResponse::Ok().json(Changed { detail: shown(services, &snapshot), message }))
}
