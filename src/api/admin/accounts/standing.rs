//! `PATCH` and `DELETE /api/admin/admins/:id`: an account's role, and whether it is active.

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;
use utoipa::openapi::schema::Object;
use uuid::Uuid;
use waffle_domain::account_standing::StandingChange;
use waffle_domain::role::Role;
use waffle_domain::wire::account::AccountView;
use waffle_http::extractors::InPath;
use waffle_http::json::Body;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, accounts};

use crate::endpoint::values::text_or_null;
use crate::endpoint::{Answer, endpoints, ok};

/// The changes; an absent field stays as it is.
#[derive(Default, Deserialize, ToSchema)]
#[schema(as = StandingChange)]
pub struct Change {
    #[schema(required = false, schema_with = role_or_null)]
    role: Option<String>,
    /// `false` deactivates, and `true` brings the account back.
    #[schema(example = true)]
    active: Option<bool>,
    /// Your password: needed to lower the role and to deactivate.
    current_password: Option<String>,
}

/// What confirms a deactivation.
#[derive(Default, Deserialize, ToSchema)]
#[schema(as = DeactivationConfirmation)]
pub struct Confirmation {
    /// Your password.
    #[schema(required, nullable = false, min_length = 1, example = "a long sentence")]
    current_password: Option<String>,
}

fn role_or_null() -> Object {
    let codes = Role::ALL.iter().rev().map(|role| Value::from(role.as_str()));
    text_or_null().enum_values(Some(codes.chain([Value::Null]))).build()
}

endpoints! { "Admins";
    /// Change the role of an account, or whether it is active
    ///
    /// An absent field stays as it is. It applies immediately, to open sessions too. May be repeated.
    PATCH "/api/admin/admins/{id}" => edit as changeStanding for ManageAdmins,
        ok::<AccountView>("The account."),
        ValidationFailed, WrongPassword, GuessingLocked, NoAccount, OwnAccount, LastSuperAdmin, Busy;

    /// Deactivate an account
    ///
    /// Its sessions end. The account is kept, and a change of `active` brings it back. May be repeated.
    DELETE "/api/admin/admins/{id}" => deactivate as deactivateAccount for ManageAdmins,
        ok::<AccountView>("The account."),
        ValidationFailed, WrongPassword, GuessingLocked, NoAccount, OwnAccount, LastSuperAdmin, Busy;
}

async fn edit(me: SignedIn, InPath(id): InPath<Uuid>, body: Body<Change>, services: web::Data<Services>) -> Answer {
    let account = accounts::find(&services, id).await?;
    let body = body.read().await?;
    let change =
        StandingChange { role: body.role.as_deref().map(accounts::parse_role).transpose()?, active: body.active };
    let password = body.current_password.unwrap_or_default();
    let account = accounts::change_standing(&services, &me, &account, change, &password).await?;
    Ok(HttpResponse::Ok().json(AccountView::from(&account)))
}

async fn deactivate(me: SignedIn, id: InPath<Uuid>, body: Body<Confirmation>, services: web::Data<Services>) -> Answer {
    let account = accounts::find(&services, id.0).await?;
    let password = body.read_if_any().await?.unwrap_or_default().current_password.unwrap_or_default();
    let change = StandingChange { role: None, active: Some(false) };
    let account = accounts::change_standing(&services, &me, &account, change, &password).await?;
    Ok(HttpResponse::Ok().json(AccountView::from(&account)))
}
