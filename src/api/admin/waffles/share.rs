//! `/api/admin/waffles/:id/share-message`: what a seller posts to share the waffle.

use actix_web::{HttpResponse, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_domain::role::Permission;
use waffle_domain::share::{ShareTemplate, parse_draft};
use waffle_domain::waffle::Waffle;
use waffle_domain::wire::done::Done;
use waffle_http::error::HttpError;
use waffle_http::extractors::InPath;
use waffle_http::json::Body;
use waffle_http::public_origin::PublicOrigin;
use waffle_http::session::signed_in::{SignedIn, SignedInAt};
use waffle_service::actions::{Services, share, share_templates, waffles};
use waffle_service::failure::{Failure, FieldError};

use crate::openapi::refusals::{BadHost, NoWaffle, ValidationFailed};

/// A message to save, with the template that it was made from.
#[derive(Deserialize, ToSchema)]
#[schema(as = NewShareMessage)]
pub struct Message {
    #[schema(required, nullable = false)]
    template_id: Option<Uuid>,
    /// As it will be posted.
    #[schema(
        required,
        nullable = false,
        min_length = 1,
        max_length = 5000,
        example = "Golden Hour: 100 spots at $25.00!"
    )]
    message: Option<String>,
}

/// The text to render: a message, else a template, else the waffle's own.
#[derive(Default, Deserialize, ToSchema)]
#[schema(as = ShareDraft)]
pub struct Draft {
    /// A text with placeholders.
    #[schema(max_length = 5000, example = "{title}: {spots} spots at {price}. {url}")]
    message: Option<String>,
    /// The template to use if there is no `message`.
    template_id: Option<Uuid>,
}

/// The message, and the templates that it can be made from.
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

/// Answers 200 with the saved message, or else the default template rendered; 404 for an unknown id.
#[utoipa::path(
    get, path = "/api/admin/waffles/{id}/share-message", tag = "Sharing", operation_id = "getShareMessage",
    summary = "Read a waffle's share message",
    params(("id" = Uuid, Path, description = "The waffle's id.")),
    responses(
        (status = 200, description = "The message, and the templates that it can be made from.", body = View),
        BadHost, NoWaffle,
    ),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn show(
    SignedInAt { me, origin }: SignedInAt,
    id: InPath<Uuid>,
    services: web::Data<Services>,
) -> Result<HttpResponse, HttpError> {
    me.require(Permission::ManageShareTemplates)?;
    let id = id.read()?;
    let snapshot = waffles::by_id(&services, id).await?;
    view(&services, &snapshot.waffle, &origin).await
}

/// Answers 200 like [`show`]; 400 `validation_failed` unless both fields are there, and for an unknown template; 404
/// for an unknown id.
#[utoipa::path(
    patch, path = "/api/admin/waffles/{id}/share-message", tag = "Sharing", operation_id = "saveShareMessage",
    summary = "Save a waffle's share message",
    params(("id" = Uuid, Path, description = "The waffle's id.")),
    request_body = Message,
    responses((status = 200, description = "The message.", body = View), ValidationFailed, BadHost, NoWaffle),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn save(
    SignedInAt { me, origin }: SignedInAt,
    id: InPath<Uuid>,
    body: Body<Message>,
    services: web::Data<Services>,
) -> Result<HttpResponse, HttpError> {
    me.require(Permission::ManageShareTemplates)?;
    let id = id.read()?;
    waffles::by_id(&services, id).await?;
    let body = body.read().await?;
    let missing = [
        body.template_id.is_none().then(|| FieldError::new("template_id", "Choose a template.")),
        body.message.is_none().then(|| FieldError::new("message", "Write what is to be posted.")),
    ];
    let (Some(template_id), Some(message)) = (body.template_id, body.message) else {
        return Err(Failure::validation(missing.into_iter().flatten()).into());
    };
    let seq = share::save_message(&services, &me.author(), id, template_id, &message).await?;
    let snapshot = waffles::after_commit(&services, id, seq).await?;
    share::forget_cards(&services, &snapshot.waffle.slug).await;
    view(&services, &snapshot.waffle, &origin).await
}

/// Answers 200 with the message, its placeholders filled; 400 for an unknown template, 404 for an unknown id.
#[utoipa::path(
    post, path = "/api/admin/waffles/{id}/share-message/render", tag = "Sharing", operation_id = "renderShareMessage",
    summary = "Fill the placeholders of a message",
    description = "Of the `message` sent, else of the template, else of the waffle's own message: `{title}`, \
        `{price}`, `{spots}` and `{url}`. Others stay as they are. The body may be left out.",
    params(("id" = Uuid, Path, description = "The waffle's id.")),
    request_body = Option<Draft>,
    responses(
        (status = 200, description = "The message as it would be posted.", body = Done),
        ValidationFailed, BadHost, NoWaffle,
    ),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn render(
    SignedInAt { me, origin }: SignedInAt,
    id: InPath<Uuid>,
    body: Body<Draft>,
    services: web::Data<Services>,
) -> Result<HttpResponse, HttpError> {
    me.require(Permission::ManageShareTemplates)?;
    let id = id.read()?;
    let snapshot = waffles::by_id(&services, id).await?;
    let draft = body.read_if_any().await?.unwrap_or_default();
    let waffle = &snapshot.waffle;
    let text = match (draft.message, draft.template_id) {
        (Some(message), _) => parse_draft("message", &message)?,
        (None, Some(id)) => share_templates::look_up(&services, id).await?.ok_or_else(share::unknown_template)?.body,
        (None, None) => match &waffle.share_message {
            Some(saved) => saved.clone(),
            None => share::default_template(&share_templates::list(&services).await?)
                .map_or_else(String::new, |t| t.body.clone()),
        },
    };
    Ok(HttpResponse::Ok()
        .json(Done::new(share::values(&services, waffle, origin.waffle_page(&waffle.slug)).expand(&text))))
}

/// Answers 200 with a message; 404 for an unknown id.
#[utoipa::path(
    post, path = "/api/admin/waffles/{id}/share-message/regenerate-card", tag = "Sharing",
    operation_id = "regenerateCard",
    summary = "Redraw the share cards",
    params(("id" = Uuid, Path, description = "The waffle's id.")),
    responses((status = 200, description = "The next download draws them.", body = Done), NoWaffle),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn regenerate_card(
    me: SignedIn,
    id: InPath<Uuid>,
    services: web::Data<Services>,
) -> Result<HttpResponse, HttpError> {
    me.require(Permission::ManageShareTemplates)?;
    let id = id.read()?;
    let snapshot = waffles::by_id(&services, id).await?;
    share::regenerate_cards(&services, &me.author(), &snapshot.waffle).await?;
    Ok(HttpResponse::Ok().json(Done::new("The share cards will be redrawn.")))
}

async fn view(services: &Services, waffle: &Waffle, origin: &PublicOrigin) -> Result<HttpResponse, HttpError> {
    let templates = share_templates::list(services).await?;
    let values = share::values(services, waffle, origin.waffle_page(&waffle.slug));
    let (message, template_id) = match (&waffle.share_message, share::default_template(&templates)) {
        (Some(saved), _) => (saved.clone(), waffle.share_template_id),
        (None, Some(default)) => (values.expand(&default.body), Some(default.id)),
        (None, None) => (String::new(), None),
    };
    Ok(HttpResponse::Ok().json(View { message, template_id, templates: &templates, url: values.url }))
}
