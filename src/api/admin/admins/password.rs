//! `PATCH /api/admin/admins/:id/password`

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_domain::account::Account;
use waffle_domain::role::Permission;
use waffle_store::admins::password::reset;
use waffle_store::connect::PgPool;
use waffle_wire::account::AccountView;

use crate::api::admin::admins::{found, no_account};
use crate::api::document::refusals::{Busy, NoAccount, OwnPassword, ValidationFailed};
use crate::clock::Clock;
use crate::session::Sessions;
use crate::session::current_admin::CurrentAdmin;
use crate::web::error::Failure;
use crate::web::extractors::InPath;
use crate::web::json::Body;

/// The password to be set.
#[derive(Deserialize, ToSchema)]
pub struct NewPassword {
    /// At most 72 bytes, and at least as many characters as the setting `password_min_length` says; none of the common passwords.
    #[schema(required, nullable = false, min_length = 1, max_length = 72, example = "another long sentence")]
    new_password: Option<String>,
}

/// Sets another admin's password: 200 with the account, whose sessions stay. 404 for an unknown id, 409 `own_account` for one's own
/// (which needs the current password), 400 `validation_failed` for what the policy refuses.
#[utoipa::path(
    patch, path = "/api/admin/admins/{id}/password", tag = "Admins", operation_id = "setPassword",
    summary = "Set the password of somebody else",
    description = "The sessions of the account stay.",
    params(("id" = Uuid, Path, description = "The account's id.")),
    request_body = NewPassword,
    responses((status = 200, description = "The account.", body = AccountView), ValidationFailed, NoAccount, OwnPassword, Busy),
    security(("bearer" = ["super_admin"])),
)]
pub async fn set(
    admin: CurrentAdmin,
    id: InPath<Uuid>,
    body: Body<NewPassword>,
    sessions: web::Data<Sessions>,
    pool: web::Data<PgPool>,
    clock: web::Data<Clock>,
) -> Result<HttpResponse, Failure> {
    admin.require(Permission::ManageAdmins)?;
    let id = id.read()?;
    found(id, &pool).await?;
    let password = body.read().await?.new_password.unwrap_or_default();
    let account = save(&admin, id, &password, &sessions, &pool, &clock).await?;
    Ok(HttpResponse::Ok().json(AccountView::from(&account)))
}

/// Sets the password of somebody else.
pub async fn save(
    admin: &CurrentAdmin,
    id: Uuid,
    password: &str,
    sessions: &Sessions,
    pool: &PgPool,
    clock: &Clock,
) -> Result<Account, Failure> {
    if id == admin.id() {
        return Err(Failure::conflict(
            "own_account",
            "Your own password is changed under Settings, Security: that needs the current one.",
        ));
    }
    let hash = sessions.hash_new_password("new_password", password).await?;
    reset(pool, id, &hash, &admin.actor(), clock.now()).await?.ok_or_else(no_account)
}
