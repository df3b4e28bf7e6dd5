//! `/api/admin/me`: the admin's own account.

use actix_web::HttpResponse;
use chrono::{DateTime, Utc};
use serde::Serialize;
use uuid::Uuid;
use waffle_domain::account::{Account, SocialLink};

use crate::session::current_admin::CurrentAdmin;

/// An account as its owner sees it.
#[derive(Serialize)]
pub struct Me<'a> {
    id: Uuid,
    username: &'a str,
    email: &'a str,
    role: &'a str,
    active: bool,
    timezone: &'a str,
    first_name: Option<&'a str>,
    last_name: Option<&'a str>,
    display_name: Option<&'a str>,
    nav_name: String,
    social_links: &'a [SocialLink],
    last_login_at: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
}

impl<'a> From<&'a Account> for Me<'a> {
    fn from(account: &'a Account) -> Self {
        Self {
            id: account.id,
            username: account.username.as_str(),
            email: account.email.as_str(),
            role: account.role.as_str(),
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
pub async fn show(admin: CurrentAdmin) -> HttpResponse {
    HttpResponse::Ok().json(Me::from(&admin.account))
}
