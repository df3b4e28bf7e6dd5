//! `PATCH /api/admin/admins/:id/password`

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_domain::wire::account::AccountView;
use waffle_http::extractors::InPath;
use waffle_http::json::Body;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, accounts};

use crate::endpoint::{Answer, endpoints, ok};

/// The new password.
#[derive(Deserialize, ToSchema)]
pub struct NewPassword {
    #[doc = " At most 72 bytes, and at least as many characters as the setting `password_min_length` says; none of the \
        common passwords, not one character over and over, and without the service's name. It must still be such a \
        password without the username in it."]
    #[schema(required, nullable = false, min_length = 1, max_length = 72, example = "another long sentence")]
    new_password: Option<String>,
}

endpoints! { "Admins";
    /// Set another account's password
    ///
    /// The sessions of the account stay.
    PATCH "/api/admin/admins/{id}/password" => set as setPassword for ManageAdmins,
        ok::<AccountView>("The account."), ValidationFailed, NoAccount, OwnPassword, Busy;
}

async fn set(me: SignedIn, InPath(id): InPath<Uuid>, body: Body<NewPassword>, services: web::Data<Services>) -> Answer {
    let account = accounts::find(&services, id).await?;
    let password = body.read().await?.new_password.unwrap_or_default();
    let account = accounts::set_password(&services, &me.author(), &account, &password).await?;
    Ok(HttpResponse::Ok().json(AccountView::from(&account)))
}
