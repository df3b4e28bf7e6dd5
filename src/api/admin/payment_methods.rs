//! `/api/admin/payment-methods`: the pool of ways to pay that waffles choose from.

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use uuid::Uuid;
use waffle_actors::waffles::Waffles;
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_domain::payment::{PaymentMethod, PaymentMethodEdit, PaymentOption};
use waffle_domain::role::Permission;
use waffle_store::connect::PgPool;
use waffle_store::payment_methods;

use crate::clock::Clock;
use crate::session::current_admin::CurrentAdmin;
use crate::web::error::Failure;
use crate::web::json::Body;
use crate::web::refusal::of_read;

/// A method to be created.
#[derive(Deserialize)]
pub struct Creation {
    r#type: Option<String>,
    display_name: Option<String>,
    handle_or_url: Option<String>,
}

/// What is to change; a field that is not there stays.
#[derive(Deserialize)]
pub struct Edit {
    display_name: Option<String>,
    handle_or_url: Option<String>,
    is_active: Option<bool>,
}

/// `GET`: 200 with all methods, active or not.
pub async fn index(admin: CurrentAdmin, pool: web::Data<PgPool>) -> Result<HttpResponse, Failure> {
    admin.require(Permission::ManagePaymentMethods)?;
    Ok(HttpResponse::Ok().json(payment_methods::list(&pool).await.map_err(of_read)?))
}

/// `POST`: 201 with the method; 400 `validation_failed` with every field at fault.
pub async fn create(
    admin: CurrentAdmin,
    body: Body<Creation>,
    pool: web::Data<PgPool>,
) -> Result<HttpResponse, Failure> {
    admin.require(Permission::ManagePaymentMethods)?;
    let body = body.read().await?;
    let text = |field: Option<String>| field.unwrap_or_default();
    let (kind, name, handle) = (text(body.r#type), text(body.display_name), text(body.handle_or_url));
    let option = PaymentOption::parse(Uuid::now_v7(), &kind, &name, &handle)?;
    Ok(HttpResponse::Created().json(add(&admin, option, &pool).await?))
}

/// `PATCH /:id`: 200 with the method; all named fields change, or none. 400 `validation_failed`, 404 for an unknown id.
pub async fn edit(
    admin: CurrentAdmin,
    id: web::Path<Uuid>,
    body: Body<Edit>,
    waffles: web::Data<Waffles>,
    pool: web::Data<PgPool>,
    clock: web::Data<Clock>,
) -> Result<HttpResponse, Failure> {
    admin.require(Permission::ManagePaymentMethods)?;
    payment_methods::find(&pool, *id).await.map_err(of_read)?.ok_or_else(no_method)?;
    let body = body.read().await?;
    let edit = PaymentMethodEdit::parse(body.display_name.as_deref(), body.handle_or_url.as_deref(), body.is_active)?;
    let action = AuditAction::UpdatePaymentMethod;
    Ok(HttpResponse::Ok().json(save(&admin, *id, &edit, action, &waffles, &pool, &clock).await?))
}

/// `DELETE /:id`: deactivates the method; 200 with it, repeats too; 404 for an unknown id.
pub async fn deactivate(
    admin: CurrentAdmin,
    id: web::Path<Uuid>,
    waffles: web::Data<Waffles>,
    pool: web::Data<PgPool>,
    clock: web::Data<Clock>,
) -> Result<HttpResponse, Failure> {
    let (edit, action) = (PaymentMethodEdit::active(false), AuditAction::DeactivatePaymentMethod);
    Ok(HttpResponse::Ok().json(save(&admin, *id, &edit, action, &waffles, &pool, &clock).await?))
}

/// Adds an active method.
pub async fn add(admin: &CurrentAdmin, option: PaymentOption, pool: &PgPool) -> Result<PaymentMethod, Failure> {
    admin.require(Permission::ManagePaymentMethods)?;
    let detail = format!("{} ({}): {}", option.display_name, option.kind, option.handle_or_url);
    let record = admin.audit(AuditAction::CreatePaymentMethod, EntityType::Settings, option.id.to_string(), detail);
    payment_methods::insert(pool, &option, &record).await?;
    Ok(PaymentMethod { option, is_active: true })
}

/// Changes a method, and lets the waffles that show it follow.
pub async fn save(
    admin: &CurrentAdmin,
    id: Uuid,
    edit: &PaymentMethodEdit,
    action: AuditAction,
    waffles: &Waffles,
    pool: &PgPool,
    clock: &Clock,
) -> Result<PaymentMethod, Failure> {
    admin.require(Permission::ManagePaymentMethods)?;
    let changed = payment_methods::update(pool, id, edit, action, &admin.actor(), clock.now()).await?;
    let changed = changed.ok_or_else(no_method)?;
    waffles.follow(&changed.waffles).await;
    Ok(changed.method)
}

/// 404 for a method that is not there.
pub fn no_method() -> Failure {
    Failure::not_found("There is no such payment method.")
}
