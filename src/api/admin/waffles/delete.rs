//! `DELETE /api/admin/waffles/:id`

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_actors::waffles::Waffles;
use waffle_domain::role::Permission;
use waffle_store::connect::PgPool;
use waffle_store::edit_waffle::delete as store_delete;
use waffle_store::waffles::describe;
use waffle_wire::done::Done;

use crate::api::document::refusals::{Busy, GuessingLocked, NoWaffle, ValidationFailed, WrongPassword};
use crate::card::Cards;
use crate::clock::Clock;
use crate::session::Sessions;
use crate::session::current_admin::CurrentAdmin;
use crate::web::error::{Failure, FieldError};
use crate::web::extractors::InPath;
use crate::web::json::Body;
use crate::web::refusal::{no_waffle, of_read};

/// The word that confirms a deletion.
const CONFIRMATION: &str = "DELETE";

/// What confirms the deletion.
#[derive(Deserialize, ToSchema)]
#[schema(as = DeleteConfirmation)]
pub struct Confirmation {
    /// The word DELETE, in capitals.
    #[schema(required, nullable = false, pattern = "^DELETE$", example = "DELETE")]
    confirmation: Option<String>,
    /// Your current password.
    #[schema(required, nullable = false, min_length = 1, example = "a long sentence")]
    password: Option<String>,
}

/// Deletes the waffle for good: 200 with a message. 404 for an unknown id, 400 for another word or no password, 403 `invalid_password`.
#[utoipa::path(
    delete, path = "/api/admin/waffles/{id}", tag = "Selling", operation_id = "deleteWaffle",
    summary = "Delete a waffle for good",
    description = "With its spots and their history. Nothing brings it back.",
    params(("id" = Uuid, Path, description = "The waffle's id.")),
    request_body = Confirmation,
    responses((status = 200, description = "It is deleted.", body = Done), ValidationFailed, WrongPassword, GuessingLocked, NoWaffle, Busy),
    security(("bearer" = ["admin"])),
)]
pub async fn delete(
    admin: CurrentAdmin,
    id: InPath<Uuid>,
    body: Body<Confirmation>,
    waffles: web::Data<Waffles>,
    sessions: web::Data<Sessions>,
    pool: web::Data<PgPool>,
    (clock, cards): (web::Data<Clock>, web::Data<Cards>),
) -> Result<HttpResponse, Failure> {
    admin.require(Permission::DeleteWaffles)?;
    let id = id.read()?;
    let listed = describe(&pool, id).await.map_err(of_read)?.ok_or_else(no_waffle)?;
    let body = body.read().await?;
    let (word, password) = (body.confirmation.unwrap_or_default(), body.password.unwrap_or_default());
    confirm(&admin, &word, &password, &sessions).await?;
    remove(&admin, id, &waffles, &pool, &clock).await?;
    cards.forget(&listed.waffle.slug).await;
    Ok(HttpResponse::Ok().json(Done::new("The waffle is deleted.")))
}

/// Checks the word, then the admin's own password.
pub async fn confirm(admin: &CurrentAdmin, word: &str, password: &str, sessions: &Sessions) -> Result<(), Failure> {
    let faults = [
        (word != CONFIRMATION).then(|| FieldError::new("confirmation", "Type DELETE, in capitals, to confirm.")),
        password.is_empty().then(|| FieldError::new("password", "Enter your current password.")),
    ];
    if faults.iter().any(Option::is_some) {
        return Err(Failure::validation(faults.into_iter().flatten()));
    }
    sessions.check_own_password(admin, password).await
}

/// Deletes, and closes the waffle's watchers.
pub async fn remove(
    admin: &CurrentAdmin,
    id: Uuid,
    waffles: &Waffles,
    pool: &PgPool,
    clock: &Clock,
) -> Result<(), Failure> {
    if !store_delete(pool, id, &admin.actor(), clock.now()).await? {
        return Err(no_waffle());
    }
    waffles.deleted(id);
    Ok(())
}
