//! `/api/admin/share-templates`: the texts that share messages start from.

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_domain::role::Permission;
use waffle_domain::share::{NewShareTemplate, ShareTemplate, ShareTemplateEdit};
use waffle_domain::wire::done::Done;
use waffle_domain::wire::share::ShareTemplates;
use waffle_http::error::HttpError;
use waffle_http::extractors::InPath;
use waffle_http::json::Body;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, share_templates};

use crate::openapi::refusals::{LastTemplate, NoShareTemplate, ValidationFailed};

/// A new template.
#[derive(Deserialize, ToSchema)]
#[schema(as = NewShareTemplate)]
pub struct Creation {
    /// One line.
    #[schema(required, nullable = false, min_length = 1, max_length = 100, example = "Short")]
    name: Option<String>,
    /// A text in which `{title}`, `{price}`, `{spots}` and `{url}` are filled.
    #[schema(
        required,
        nullable = false,
        min_length = 1,
        max_length = 5000,
        example = "{title}: {spots} spots at {price}. {url}"
    )]
    body: Option<String>,
}

/// The changes; an absent field stays as it is.
#[derive(Deserialize, ToSchema)]
#[schema(as = ShareTemplateEdit)]
pub struct Edit {
    /// One line.
    #[schema(min_length = 1, max_length = 100, example = "Short")]
    name: Option<String>,
    /// A text in which `{title}`, `{price}`, `{spots}` and `{url}` are filled.
    #[schema(min_length = 1, max_length = 5000, example = "{title}: {spots} spots at {price}. {url}")]
    body: Option<String>,
}

/// Answers 200 with all templates, the oldest first.
#[utoipa::path(
    get, path = "/api/admin/share-templates", tag = "Sharing", operation_id = "listShareTemplates",
    summary = "List share templates",
    responses((status = 200, description = "All of them, the oldest first.", body = ShareTemplates)),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn index(me: SignedIn, services: web::Data<Services>) -> Result<HttpResponse, HttpError> {
    me.require(Permission::ManageShareTemplates)?;
    let templates = share_templates::list(&services).await?;
    Ok(HttpResponse::Ok().json(ShareTemplates { templates }))
}

/// Answers 201 with the template; 400 `validation_failed` with every invalid field.
#[utoipa::path(
    post, path = "/api/admin/share-templates", tag = "Sharing", operation_id = "createShareTemplate",
    summary = "Create a share template",
    request_body = Creation,
    responses((status = 201, description = "The template.", body = ShareTemplate), ValidationFailed),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn create(
    me: SignedIn,
    body: Body<Creation>,
    services: web::Data<Services>,
) -> Result<HttpResponse, HttpError> {
    me.require(Permission::ManageShareTemplates)?;
    let body = body.read().await?;
    let new = NewShareTemplate::parse(&body.name.unwrap_or_default(), &body.body.unwrap_or_default())?;
    Ok(HttpResponse::Created().json(share_templates::create(&services, &me.author(), &new).await?))
}

/// Changes all named fields or none, and answers 200 with the template; 400 `validation_failed`, 404 for an unknown id.
#[utoipa::path(
    patch, path = "/api/admin/share-templates/{id}", tag = "Sharing", operation_id = "editShareTemplate",
    summary = "Edit a share template",
    description = "An absent field stays as it is. Waffles keep their text.",
    params(("id" = Uuid, Path, description = "The template's id.")),
    request_body = Edit,
    responses((status = 200, description = "The template.", body = ShareTemplate), ValidationFailed, NoShareTemplate),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn edit(
    me: SignedIn,
    id: InPath<Uuid>,
    body: Body<Edit>,
    services: web::Data<Services>,
) -> Result<HttpResponse, HttpError> {
    me.require(Permission::ManageShareTemplates)?;
    let id = id.read()?;
    share_templates::find(&services, id).await?;
    let body = body.read().await?;
    let edit = ShareTemplateEdit::parse(body.name.as_deref(), body.body.as_deref())?;
    Ok(HttpResponse::Ok().json(share_templates::edit(&services, &me.author(), id, edit).await?))
}

/// Answers 200 with a message; 404 for an unknown id, 409 `last_template` for the only template.
#[utoipa::path(
    delete, path = "/api/admin/share-templates/{id}", tag = "Sharing", operation_id = "deleteShareTemplate",
    summary = "Delete share template",
    description = "If it was the default, the oldest other one becomes the default.",
    params(("id" = Uuid, Path, description = "The template's id.")),
    responses((status = 200, description = "It is deleted.", body = Done), NoShareTemplate, LastTemplate),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn delete(me: SignedIn, id: InPath<Uuid>, services: web::Data<Services>) -> Result<HttpResponse, HttpError> {
    me.require(Permission::ManageShareTemplates)?;
    let id = id.read()?;
    share_templates::delete(&services, &me.author(), id).await?;
    Ok(HttpResponse::Ok().json(Done::new("The template is deleted.")))
}

/// Answers 200 with the template, also when repeated; 404 for an unknown id.
#[utoipa::path(
    post, path = "/api/admin/share-templates/{id}/default", tag = "Sharing", operation_id = "makeShareTemplateDefault",
    summary = "Make a share template the default",
    params(("id" = Uuid, Path, description = "The template's id.")),
    responses((status = 200, description = "The template.", body = ShareTemplate), NoShareTemplate),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn make_default(
    me: SignedIn,
    id: InPath<Uuid>,
    services: web::Data<Services>,
) -> Result<HttpResponse, HttpError> {
    me.require(Permission::ManageShareTemplates)?;
    let id = id.read()?;
    Ok(HttpResponse::Ok().json(share_templates::make_default(&services, &me.author(), id).await?))
}
