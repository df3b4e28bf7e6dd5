//! `DELETE /api/admin/waffles/:id`

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_domain::role::Permission;
use waffle_domain::wire::done::Done;
use waffle_http::error::HttpError;
use waffle_http::extractors::InPath;
use waffle_http::json::Body;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, waffles};

use crate::openapi::refusals::{Busy, DrawLocked, GuessingLocked, NoWaffle, ValidationFailed, WrongPassword};

/// The confirmation.
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

/// Deletes the waffle for good and answers 200 with a message; 404 for an unknown id, 400 without the word or the
/// password, 403 `invalid_password`.
#[utoipa::path(
    delete, path = "/api/admin/waffles/{id}", tag = "Selling", operation_id = "deleteWaffle",
    summary = "Delete a waffle for good",
    description = "With its spots and their history. This can't be undone.",
    params(("id" = Uuid, Path, description = "The waffle's id.")),
    request_body = Confirmation,
    responses(
        (status = 200, description = "It is deleted.", body = Done),
        ValidationFailed, WrongPassword, GuessingLocked, NoWaffle, DrawLocked, Busy,
    ),
    security(("bearer" = ["admin"])),
)]
pub async fn delete(
    me: SignedIn,
    id: InPath<Uuid>,
    body: Body<Confirmation>,
    services: web::Data<Services>,
) -> Result<HttpResponse, HttpError> {
    me.require(Permission::DeleteWaffles)?;
    let id = id.read()?;
    let listed = waffles::described(&services, id).await?;
    let body = body.read().await?;
    let (word, password) = (body.confirmation.unwrap_or_default(), body.password.unwrap_or_default());
    waffles::delete(&services, &me, &listed, &word, &password).await?;
    Ok(HttpResponse::Ok().json(Done::new("The waffle is deleted.")))
}
