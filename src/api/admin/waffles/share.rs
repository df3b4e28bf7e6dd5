//! `/api/admin/waffles/:id/share-message`: what a seller posts to share the waffle.

use actix_web::{HttpResponse, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_actors::waffles::Waffles;
use waffle_domain::money::Currency;
use waffle_domain::role::Permission;
use waffle_domain::share::{ShareTemplate, ShareValues, parse_draft, parse_message};
use waffle_domain::waffle::Waffle;
use waffle_store::connect::PgPool;
use waffle_store::share_message::{MessageSaved, record_regeneration, save as store_message};
use waffle_store::share_templates;
use waffle_store::waffles::WaffleRef;
use waffle_wire::done::Done;

use crate::api::admin::waffles::after_commit;
use crate::api::document::refusals::{BadHost, NoWaffle, ValidationFailed};
use crate::card::Cards;
use crate::clock::Clock;
use crate::session::current_admin::CurrentAdmin;
use crate::web::error::{Failure, FieldError};
use crate::web::extractors::InPath;
use crate::web::json::Body;
use crate::web::public_origin::PublicOrigin;
use crate::web::refusal::{no_waffle, of_read};

/// A message to be saved, with the template that it was made from.
#[derive(Deserialize, ToSchema)]
#[schema(as = NewShareMessage)]
pub struct Message {
    #[schema(required, nullable = false)]
    template_id: Option<Uuid>,
    /// As it is to be posted.
    #[schema(
        required,
        nullable = false,
        min_length = 1,
        max_length = 5000,
        example = "Golden Hour: 100 spots at $25.00!"
    )]
    message: Option<String>,
}

/// What is to be rendered: a message, else a template, else what the waffle has.
#[derive(Default, Deserialize, ToSchema)]
#[schema(as = ShareDraft)]
pub struct Draft {
    /// A text with placeholders.
    #[schema(max_length = 5000, example = "{title}: {spots} spots at {price}. {url}")]
    message: Option<String>,
    /// The template to take, without a `message`.
    template_id: Option<Uuid>,
}

/// The message, and what it can be made from.
#[derive(Serialize, ToSchema)]
#[schema(as = ShareMessage)]
struct View<'a> {
    /// The saved one as it was saved, or else the default template, filled.
    message: String,
    /// What it was made from.
    #[schema(required)]
    template_id: Option<Uuid>,
    /// All templates, the oldest first.
    templates: &'a [ShareTemplate],
    /// Where to claim.
    #[schema(example = "https://waffles.example/waffle/golden-hour")]
    url: String,
}

/// `GET`: 200 with the saved message as it was saved, or the default template rendered; 404 for an unknown id.
#[utoipa::path(
    get, path = "/api/admin/waffles/{id}/share-message", tag = "Sharing", operation_id = "getShareMessage",
    summary = "Read a waffle's share message",
    params(("id" = Uuid, Path, description = "The waffle's id.")),
    responses((status = 200, description = "The message, and what it can be made from.", body = View), BadHost, NoWaffle),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn show(
    admin: CurrentAdmin,
    id: InPath<Uuid>,
    origin: PublicOrigin,
    waffles: web::Data<Waffles>,
    pool: web::Data<PgPool>,
    currency: web::Data<Currency>,
) -> Result<HttpResponse, Failure> {
    admin.require(Permission::ManageShareTemplates)?;
    let id = id.read()?;
    let snapshot = waffles.snapshot(&WaffleRef::Id(id)).await?.ok_or_else(no_waffle)?;
    view(&snapshot.waffle, &origin, &pool, &currency).await
}

/// `PATCH`: 200 as GET; both fields are needed, else 400 `validation_failed`, also for an unknown template; 404 for an unknown id.
#[utoipa::path(
    patch, path = "/api/admin/waffles/{id}/share-message", tag = "Sharing", operation_id = "saveShareMessage",
    summary = "Save a waffle's share message",
    params(("id" = Uuid, Path, description = "The waffle's id.")),
    request_body = Message,
    responses((status = 200, description = "The message.", body = View), ValidationFailed, BadHost, NoWaffle),
    security(("bearer" = ["waffle_manager"])),
)]
#[expect(clippy::too_many_arguments, reason = "each is one part of the answer")]
pub async fn save(
    admin: CurrentAdmin,
    id: InPath<Uuid>,
    body: Body<Message>,
    origin: PublicOrigin,
    waffles: web::Data<Waffles>,
    pool: web::Data<PgPool>,
    currency: web::Data<Currency>,
    (clock, cards): (web::Data<Clock>, web::Data<Cards>),
) -> Result<HttpResponse, Failure> {
    admin.require(Permission::ManageShareTemplates)?;
    let id = id.read()?;
    waffles.snapshot(&WaffleRef::Id(id)).await?.ok_or_else(no_waffle)?;
    let body = body.read().await?;
    let missing = [
        body.template_id.is_none().then(|| FieldError::new("template_id", "Choose a template.")),
        body.message.is_none().then(|| FieldError::new("message", "Write what is to be posted.")),
    ];
    let (Some(template_id), Some(message)) = (body.template_id, body.message) else {
        return Err(Failure::validation(missing.into_iter().flatten()));
    };
    let seq = keep(&admin, id, template_id, &message, &pool, &clock).await?;
    let snapshot = after_commit(&waffles, id, seq).await?;
    cards.forget(&snapshot.waffle.slug).await;
    view(&snapshot.waffle, &origin, &pool, &currency).await
}

/// `POST /render`: 200 with the message, its placeholders filled; 400 for an unknown template, 404 for an unknown id.
#[utoipa::path(
    post, path = "/api/admin/waffles/{id}/share-message/render", tag = "Sharing", operation_id = "renderShareMessage",
    summary = "Fill the placeholders of a message",
    description = "Of the `message` sent, else of the template, else of what the waffle has: `{title}`, `{price}`, `{spots}` and `{url}`. \
        Others stay as they are. The body may be left out.",
    params(("id" = Uuid, Path, description = "The waffle's id.")),
    request_body = Option<Draft>,
    responses((status = 200, description = "The message as it would be posted.", body = Done), ValidationFailed, BadHost, NoWaffle),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn render(
    admin: CurrentAdmin,
    id: InPath<Uuid>,
    body: Body<Draft>,
    origin: PublicOrigin,
    waffles: web::Data<Waffles>,
    pool: web::Data<PgPool>,
    currency: web::Data<Currency>,
) -> Result<HttpResponse, Failure> {
    admin.require(Permission::ManageShareTemplates)?;
    let id = id.read()?;
    let snapshot = waffles.snapshot(&WaffleRef::Id(id)).await?.ok_or_else(no_waffle)?;
    let draft = body.read_if_any().await?.unwrap_or_default();
    let waffle = &snapshot.waffle;
    let text = match (draft.message, draft.template_id) {
        (Some(message), _) => parse_draft("message", &message)?,
        (None, Some(id)) => share_templates::find(&pool, id).await.map_err(of_read)?.ok_or_else(unknown_template)?.body,
        (None, None) => match &waffle.share_message {
            Some(saved) => saved.clone(),
            None => preferred(&share_templates::list(&pool).await.map_err(of_read)?)
                .map_or_else(String::new, |t| t.body.clone()),
        },
    };
    Ok(HttpResponse::Ok().json(Done::new(values(waffle, &origin, &currency).expand(&text))))
}

/// `POST /regenerate-card`: 200 with a message; 404 for an unknown id.
#[utoipa::path(
    post, path = "/api/admin/waffles/{id}/share-message/regenerate-card", tag = "Sharing", operation_id = "regenerateCard",
    summary = "Let the share cards be drawn anew",
    params(("id" = Uuid, Path, description = "The waffle's id.")),
    responses((status = 200, description = "The next download draws them.", body = Done), NoWaffle),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn regenerate_card(
    admin: CurrentAdmin,
    id: InPath<Uuid>,
    waffles: web::Data<Waffles>,
    pool: web::Data<PgPool>,
    clock: web::Data<Clock>,
    cards: web::Data<Cards>,
) -> Result<HttpResponse, Failure> {
    admin.require(Permission::ManageShareTemplates)?;
    let id = id.read()?;
    let snapshot = waffles.snapshot(&WaffleRef::Id(id)).await?.ok_or_else(no_waffle)?;
    redraw(&admin, &snapshot.waffle, &pool, &clock, &cards).await?;
    Ok(HttpResponse::Ok().json(Done::new("The share cards will be drawn anew.")))
}

/// Saves a message; answers the waffle's newest sequence number.
pub async fn keep(
    admin: &CurrentAdmin,
    id: Uuid,
    template_id: Uuid,
    message: &str,
    pool: &PgPool,
    clock: &Clock,
) -> Result<i64, Failure> {
    let message = parse_message("message", message)?;
    match store_message(pool, id, template_id, &message, &admin.actor(), clock.now()).await? {
        MessageSaved::Done(seq) => Ok(seq),
        MessageSaved::NotFound => Err(no_waffle()),
        MessageSaved::UnknownTemplate => Err(unknown_template()),
    }
}

/// Lets the cards of a waffle be drawn anew.
pub async fn redraw(
    admin: &CurrentAdmin,
    waffle: &Waffle,
    pool: &PgPool,
    clock: &Clock,
    cards: &Cards,
) -> Result<(), Failure> {
    if !record_regeneration(pool, waffle.id, &admin.actor(), clock.now()).await? {
        return Err(no_waffle());
    }
    cards.forget(&waffle.slug).await;
    Ok(())
}

/// What the placeholders stand for.
pub fn values(waffle: &Waffle, origin: &PublicOrigin, currency: &Currency) -> ShareValues {
    ShareValues {
        title: waffle.title.clone(),
        price: currency.format(waffle.spot_price),
        spots: waffle.total_spots.to_string(),
        url: origin.waffle_page(&waffle.slug),
    }
}

/// The default template.
pub fn preferred(templates: &[ShareTemplate]) -> Option<&ShareTemplate> {
    templates.iter().find(|template| template.default)
}

async fn view(
    waffle: &Waffle,
    origin: &PublicOrigin,
    pool: &PgPool,
    currency: &Currency,
) -> Result<HttpResponse, Failure> {
    let templates = share_templates::list(pool).await.map_err(of_read)?;
    let values = values(waffle, origin, currency);
    let (message, template_id) = match (&waffle.share_message, preferred(&templates)) {
        (Some(saved), _) => (saved.clone(), waffle.share_template_id),
        (None, Some(default)) => (values.expand(&default.body), Some(default.id)),
        (None, None) => (String::new(), None),
    };
    Ok(HttpResponse::Ok().json(View { message, template_id, templates: &templates, url: values.url }))
}

fn unknown_template() -> Failure {
    Failure::invalid("template_id", "There is no such share template: load the page again.")
}
