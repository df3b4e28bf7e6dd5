//! An account as clients see it.

use crate::account::Account;
use crate::role::Role;
use crate::social_link::SocialLink;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// An account as its owner sees it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Account)]
pub struct AccountView<'a> {
    id: Uuid,
    #[schema(example = "anna")]
    username: &'a str,
    #[schema(example = "anna@example.com")]
    email: &'a str,
    role: Role,
    active: bool,
    /// Its IANA name.
    #[schema(example = "Europe/Berlin")]
    timezone: &'a str,
    #[schema(required)]
    first_name: Option<&'a str>,
    #[schema(required)]
    last_name: Option<&'a str>,
    #[schema(required)]
    display_name: Option<&'a str>,
    /// The first non-blank one of: display name, first and last name, first name, username.
    #[schema(example = "Anna")]
    nav_name: String,
    social_links: &'a [SocialLink],
    #[schema(required)]
    last_login_at: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
}

impl<'a> From<&'a Account> for AccountView<'a> {
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
