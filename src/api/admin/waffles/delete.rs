//! `DELETE /api/admin/waffles/:id`

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_domain::wire::done::Done;
use waffle_http::extractors::InPath;
use waffle_http::json::Body;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, waffles};

use crate::endpoint::{Answer, endpoints, ok};

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

endpoints! { "Selling";
    /// Delete a waffle for good
    ///
    /// With its spots and their history. This can't be undone.
    DELETE "/api/admin/waffles/{id}" => delete as deleteWaffle for DeleteWaffles,
        ok::<Done>("It is deleted."), ValidationFailed, WrongPassword, GuessingLocked, NoWaffle, DrawLocked, Busy;
}

async fn delete(me: SignedIn, id: InPath<Uuid>, body: Body<Confirmation>, services: web::Data<Services>) -> Answer {
    let listed = waffles::described(&services, id.0).await?;
    let body = body.read().await?;
    let (word, password) = (body.confirmation.unwrap_or_default(), body.password.unwrap_or_default());
    waffles::delete(&services, &me, &listed, &word, &password).await?;
    Ok(HttpResponse::Ok().json(Done::new("The waffle is deleted.")))
}
