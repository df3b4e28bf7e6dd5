//! `/api/admin/share-templates`: the texts that share messages start from.

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use serde_json::json;
use uuid::Uuid;
use waffle_actors::waffles::Waffles;
use waffle_domain::role::Permission;
use waffle_domain::share::{NewShareTemplate, ShareTemplate, ShareTemplateEdit};
use waffle_store::connect::PgPool;
use waffle_store::share_templates::{self, TemplateDeleted};

use crate::clock::Clock;
use crate::session::current_admin::CurrentAdmin;
use crate::web::error::Failure;
use crate::web::json::Body;
use crate::web::refusal::of_read;

/// A template to be created, or what is to change of one; a field that is not there stays.
#[derive(Deserialize)]
pub struct Fields {
    name: Option<String>,
    body: Option<String>,
}

/// `GET`: 200 with all templates, the oldest first.
pub async fn index(admin: CurrentAdmin, pool: web::Data<PgPool>) -> Result<HttpResponse, Failure> {
    admin.require(Permission::ManageShareTemplates)?;
    let templates = share_templates::list(&pool).await.map_err(of_read)?;
    Ok(HttpResponse::Ok().json(json!({ "templates": templates })))
}

/// `POST`: 201 with the template; 400 `validation_failed` with every field at fault.
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
pub async fn edit(
    admin: CurrentAdmin,
    id: web::Path<Uuid>,
    body: Body<Fields>,
    pool: web::Data<PgPool>,
    clock: web::Data<Clock>,
) -> Result<HttpResponse, Failure> {
    admin.require(Permission::ManageShareTemplates)?;
    share_templates::find(&pool, *id).await.map_err(of_read)?.ok_or_else(no_template)?;
    let body = body.read().await?;
    let edit = ShareTemplateEdit::parse(body.name.as_deref(), body.body.as_deref())?;
    Ok(HttpResponse::Ok().json(save(&admin, *id, edit, &pool, &clock).await?))
}

/// `DELETE /:id`: 200 with a message; 404 for an unknown id, 409 `last_template` for the only one.
pub async fn delete(
    admin: CurrentAdmin,
    id: web::Path<Uuid>,
    waffles: web::Data<Waffles>,
    pool: web::Data<PgPool>,
    clock: web::Data<Clock>,
) -> Result<HttpResponse, Failure> {
    remove(&admin, *id, &waffles, &pool, &clock).await?;
    Ok(HttpResponse::Ok().json(json!({ "message": "The template is deleted." })))
}

/// `POST /:id/default`: 200 with the template, repeats too; 404 for an unknown id.
pub async fn make_default(
    admin: CurrentAdmin,
    id: web::Path<Uuid>,
    pool: web::Data<PgPool>,
    clock: web::Data<Clock>,
) -> Result<HttpResponse, Failure> {
    Ok(HttpResponse::Ok().json(prefer(&admin, *id, &pool, &clock).await?))
}

/// Creates a template.
pub async fn add(
    admin: &CurrentAdmin,
    new: &NewShareTemplate,
    pool: &PgPool,
    clock: &Clock,
) -> Result<ShareTemplate, Failure> {
    admin.require(Permission::ManageShareTemplates)?;
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
    admin.require(Permission::ManageShareTemplates)?;
    share_templates::update(pool, id, edit, &admin.actor(), clock.now()).await?.ok_or_else(no_template)
}

/// Makes a template the default.
pub async fn prefer(admin: &CurrentAdmin, id: Uuid, pool: &PgPool, clock: &Clock) -> Result<ShareTemplate, Failure> {
    admin.require(Permission::ManageShareTemplates)?;
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
    admin.require(Permission::ManageShareTemplates)?;
    match share_templates::delete(pool, id, &admin.actor(), clock.now()).await? {
        TemplateDeleted::Done(affected) => {
            waffles.follow(&affected).await;
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
