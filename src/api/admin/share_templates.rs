//! `/api/admin/share-templates`: the texts that share messages start from.

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_actors::waffles::Waffles;
use waffle_domain::role::Permission;
use waffle_domain::share::{NewShareTemplate, ShareTemplate, ShareTemplateEdit};
use waffle_store::connect::PgPool;
use waffle_store::share_templates::{self, TemplateDeleted};
use waffle_wire::done::Done;
use waffle_wire::share::ShareTemplates;

use crate::api::document::refusals::{LastTemplate, NoShareTemplate, ValidationFailed};
use crate::clock::Clock;
use crate::session::current_admin::CurrentAdmin;
use crate::web::error::Failure;
use crate::web::extractors::InPath;
use crate::web::json::Body;
use crate::web::refusal::of_read;

/// A template to be created, or what is to change of one; a field that is not there stays.
#[derive(Deserialize, ToSchema)]
#[schema(as = ShareTemplateFields)]
pub struct Fields {
    /// One line.
    #[schema(min_length = 1, max_length = 100, example = "Short")]
    name: Option<String>,
    /// A text in which `{title}`, `{price}`, `{spots}` and `{url}` are filled.
    #[schema(min_length = 1, max_length = 5000, example = "{title}: {spots} spots at {price}. {url}")]
    body: Option<String>,
}

/// `GET`: 200 with all templates, the oldest first.
#[utoipa::path(
    get, path = "/api/admin/share-templates", tag = "Sharing", operation_id = "listShareTemplates",
    summary = "List share templates",
    responses((status = 200, description = "All of them, the oldest first.", body = ShareTemplates)),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn index(admin: CurrentAdmin, pool: web::Data<PgPool>) -> Result<HttpResponse, Failure> {
    admin.require(Permission::ManageShareTemplates)?;
    let templates = share_templates::list(&pool).await.map_err(of_read)?;
    Ok(HttpResponse::Ok().json(ShareTemplates { templates }))
}

/// `POST`: 201 with the template; 400 `validation_failed` with every field at fault.
#[utoipa::path(
    post, path = "/api/admin/share-templates", tag = "Sharing", operation_id = "createShareTemplate",
    summary = "Create a share template",
    description = "Needs both fields.",
    request_body = Fields,
    responses((status = 201, description = "The template.", body = ShareTemplate), ValidationFailed),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn create(
    admin: CurrentAdmin,
    body: Body<Fields>,
    pool: web::Data<PgPool>,
    clock: web::Data<Clock>,
) -> Result<HttpResponse, Failure> {
    admin.require(Permission::ManageShareTemplates)?;
    let body = body.read().await?;
    let new = NewShareTemplate::parse(&body.name.unwrap_or_default(), &body.body.unwrap_or_default())?;
    Ok(HttpResponse::Created().json(add(&admin, &new, &pool, &clock).await?))
}

/// `PATCH /:id`: 200 with the template; all named fields change, or none. 400 `validation_failed`, 404 for an unknown id.
#[utoipa::path(
    patch, path = "/api/admin/share-templates/{id}", tag = "Sharing", operation_id = "editShareTemplate",
    summary = "Edit a share template",
    description = "A field that is not there stays. Waffles keep the text that they were given.",
    params(("id" = Uuid, Path, description = "The template's id.")),
    request_body = Fields,
    responses((status = 200, description = "The template.", body = ShareTemplate), ValidationFailed, NoShareTemplate),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn edit(
    admin: CurrentAdmin,
    id: InPath<Uuid>,
    body: Body<Fields>,
    pool: web::Data<PgPool>,
    clock: web::Data<Clock>,
) -> Result<HttpResponse, Failure> {
    admin.require(Permission::ManageShareTemplates)?;
    let id = id.read()?;
    share_templates::find(&pool, id).await.map_err(of_read)?.ok_or_else(no_template)?;
    let body = body.read().await?;
    let edit = ShareTemplateEdit::parse(body.name.as_deref(), body.body.as_deref())?;
    Ok(HttpResponse::Ok().json(save(&admin, id, edit, &pool, &clock).await?))
}

/// `DELETE /:id`: 200 with a message; 404 for an unknown id, 409 `last_template` for the only one.
#[utoipa::path(
    delete, path = "/api/admin/share-templates/{id}", tag = "Sharing", operation_id = "deleteShareTemplate",
    summary = "Delete a share template",
    description = "Of the default one, the oldest other one takes the place.",
    params(("id" = Uuid, Path, description = "The template's id.")),
    responses((status = 200, description = "It is deleted.", body = Done), NoShareTemplate, LastTemplate),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn delete(
    admin: CurrentAdmin,
    id: InPath<Uuid>,
    waffles: web::Data<Waffles>,
    pool: web::Data<PgPool>,
    clock: web::Data<Clock>,
) -> Result<HttpResponse, Failure> {
    admin.require(Permission::ManageShareTemplates)?;
    let id = id.read()?;
    remove(&admin, id, &waffles, &pool, &clock).await?;
    Ok(HttpResponse::Ok().json(Done::new("The template is deleted.")))
}

/// `POST /:id/default`: 200 with the template, repeats too; 404 for an unknown id.
#[utoipa::path(
    post, path = "/api/admin/share-templates/{id}/default", tag = "Sharing", operation_id = "makeShareTemplateDefault",
    summary = "Make a share template the default",
    params(("id" = Uuid, Path, description = "The template's id.")),
    responses((status = 200, description = "The template.", body = ShareTemplate), NoShareTemplate),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn make_default(
    admin: CurrentAdmin,
    id: InPath<Uuid>,
    pool: web::Data<PgPool>,
    clock: web::Data<Clock>,
) -> Result<HttpResponse, Failure> {
    admin.require(Permission::ManageShareTemplates)?;
    let id = id.read()?;
    Ok(HttpResponse::Ok().json(prefer(&admin, id, &pool, &clock).await?))
}

/// Creates a template.
pub async fn add(
    admin: &CurrentAdmin,
    new: &NewShareTemplate,
    pool: &PgPool,
    clock: &Clock,
) -> Result<ShareTemplate, Failure> {
    Ok(share_templates::create(pool, Uuid::now_v7(), new, &admin.actor(), clock.now()).await?)
}

/// Changes a template.
pub async fn save(
    admin: &CurrentAdmin,
    id: Uuid,
    edit: ShareTemplateEdit,
    pool: &PgPool,
    clock: &Clock,
) -> Result<ShareTemplate, Failure> {
    share_templates::update(pool, id, edit, &admin.actor(), clock.now()).await?.ok_or_else(no_template)
}

/// Makes a template the default.
pub async fn prefer(admin: &CurrentAdmin, id: Uuid, pool: &PgPool, clock: &Clock) -> Result<ShareTemplate, Failure> {
    share_templates::make_default(pool, id, &admin.actor(), clock.now()).await?.ok_or_else(no_template)
}

/// Deletes a template, and lets the waffles that had chosen it follow.
pub async fn remove(
    admin: &CurrentAdmin,
    id: Uuid,
    waffles: &Waffles,
    pool: &PgPool,
    clock: &Clock,
) -> Result<(), Failure> {
    match share_templates::delete(pool, id, &admin.actor(), clock.now()).await? {
        TemplateDeleted::Done(chosen_by) => {
            waffles.announce(&chosen_by).await;
            Ok(())
        }
        TemplateDeleted::NotFound => Err(no_template()),
        TemplateDeleted::Last => Err(Failure::conflict(
            "last_template",
            "This is the only template, and one is always needed: create another one first.",
        )),
    }
}

/// 404 for a template that is not there.
pub fn no_template() -> Failure {
    Failure::not_found("There is no such share template.")
}
