//! `/api/admin/me`: the admin's own account.

use actix_web::{HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_domain::account::Account;
use waffle_domain::profile::ProfileDraft;
use waffle_domain::role::{Permission, Role};
use waffle_domain::social_link::SocialLink;

use crate::actions::{Services, accounts};
use crate::api::admin::accounts::profile::Edit;
use crate::api::document::refusals::{EmailTaken, ValidationFailed};
use crate::session::signed_in::SignedIn;
use crate::web::error::Failure;
use crate::web::json::Body;

/// An account as its owner sees it.
#[derive(Serialize, ToSchema)]
#[schema(as = Account)]
pub struct Me<'a> {
    id: Uuid,
    #[schema(example = "anna")]
    username: &'a str,
    #[schema(example = "anna@example.com")]
    email: &'a str,
    role: Role,
    active: bool,
    /// By its IANA name.
    #[schema(example = "Europe/Berlin")]
    timezone: &'a str,
    #[schema(required)]
    first_name: Option<&'a str>,
    #[schema(required)]
    last_name: Option<&'a str>,
    #[schema(required)]
    display_name: Option<&'a str>,
    /// The first of them that says something: display name, first and last name, first name, username.
    #[schema(example = "Anna")]
    nav_name: String,
    social_links: &'a [SocialLink],
    #[schema(required)]
    last_login_at: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
}

impl<'a> From<&'a Account> for Me<'a> {
    fn from(account: &'a Account) -> Self {
        Self {
            id: account.id,
            username: account.username.as_str(),
            email: account.email.as_str(),
            role: account.role,
            active: account.active,
            timezone: account.timezone.name(),
            first_name: account.profile.first_name.as_deref(),
            last_name: account.profile.last_name.as_deref(),
            display_name: account.profile.display_name.as_deref(),
            nav_name: account.nav_name(),
            social_links: &account.profile.social_links,
            last_login_at: account.last_login_at,
            created_at: account.created_at,
        }
    }
}

/// `GET /api/admin/me`: 200 with the account.
#[utoipa::path(
    get, path = "/api/admin/me", tag = "Account", operation_id = "getOwnAccount",
    summary = "Read the own account",
    responses((status = 200, description = "The account.", body = Me)),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn show(me: SignedIn) -> HttpResponse {
    HttpResponse::Ok().json(Me::from(&me.account))
}

/// `PATCH /api/admin/me`: 200 with the account; all named fields change, or none. 400 `validation_failed`, 409 `email_taken`.
#[utoipa::path(
    patch, path = "/api/admin/me", tag = "Account", operation_id = "editOwnAccount",
    summary = "Edit the own account",
    description = "A field that is not there stays. All named fields change, or none.",
    request_body = Edit,
    responses((status = 200, description = "The account.", body = Me), ValidationFailed, EmailTaken),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn edit(me: SignedIn, body: Body<Edit>, services: web::Data<Services>) -> Result<HttpResponse, Failure> {
    me.require(Permission::ChangeOwnAccount)?;
    let draft = body.read().await?.into();
    let account = accounts::change_profile(&services, &me.author(), me.id(), &draft).await?;
    Ok(HttpResponse::Ok().json(Me::from(&account)))
}

/// The time zone to be.
#[derive(Deserialize, ToSchema)]
pub struct NewTimeZone {
    /// By its IANA name.
    #[schema(required, nullable = false, example = "Europe/Berlin")]
    timezone: Option<String>,
}

/// `PATCH /api/admin/me/timezone`: 200 with the account; 400 `validation_failed` for what is no IANA time zone.
#[utoipa::path(
    patch, path = "/api/admin/me/timezone", tag = "Account", operation_id = "setOwnTimeZone",
    summary = "Choose the time zone in which you read dates",
    description = "The API itself tells all times in UTC.",
    request_body = NewTimeZone,
    responses((status = 200, description = "The account.", body = Me), ValidationFailed),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn set_timezone(
    me: SignedIn,
    body: Body<NewTimeZone>,
    services: web::Data<Services>,
) -> Result<HttpResponse, Failure> {
    me.require(Permission::ChangeOwnAccount)?;
    let timezone = Some(body.read().await?.timezone.unwrap_or_default());
    let draft = ProfileDraft { timezone, ..ProfileDraft::default() };
    let account = accounts::change_profile(&services, &me.author(), me.id(), &draft).await?;
    Ok(HttpResponse::Ok().json(Me::from(&account)))
}
