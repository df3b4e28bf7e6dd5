//! The profile form: for the seller's own account, or for another one.

use serde::Serialize;
use waffle_domain::account::Account;
use waffle_domain::invalid::FieldError;
use waffle_domain::profile::ProfileDraft;
use waffle_domain::social_link::{Platform, SocialLink};
use waffle_domain::timezone::TimeZone;
use waffle_http::session::form::Fields;

use crate::context::form::Field;

/// The fields, as stored or as typed.
#[derive(Debug, Clone, Serialize)]
pub struct ProfileForm {
    pub first_name: Field,
    pub last_name: Field,
    pub display_name: Field,
    pub email: Field,
    pub timezone: Field,
    /// The names of all time zones.
    pub zones: Vec<&'static str>,
    /// One for each platform.
    pub links: Vec<LinkField>,
    pub links_error: Option<String>,
    /// Whether the link fields are open from the start.
    pub links_open: bool,
    /// Whether the form is about the seller's own account: then a new e-mail address needs the password.
    pub own: bool,
    /// Why the password was refused. It is never sent back.
    pub password_error: Option<String>,
}

/// The handle on a platform.
#[derive(Debug, Clone, Serialize)]
pub struct LinkField {
    /// The field's name.
    pub name: String,
    pub label: &'static str,
    pub value: String,
}

impl ProfileForm {
    /// Fills the form from an account.
    pub fn of(account: &Account) -> Self {
        let name = |name: &Option<String>| Field::new(name.clone().unwrap_or_default());
        let profile = &account.profile;
        let handle = |platform| {
            let link = profile.social_links.iter().find(|link: &&SocialLink| link.platform == platform);
            link.map_or("", |link| link.handle.as_str()).to_owned()
        };
        Self {
            first_name: name(&profile.first_name),
            last_name: name(&profile.last_name),
            display_name: name(&profile.display_name),
            email: Field::new(account.email.as_str()),
            timezone: Field::new(account.timezone.name()),
            zones: TimeZone::names().collect(),
            links: Platform::ALL.iter().map(|platform| LinkField::new(*platform, handle(*platform))).collect(),
            links_error: None,
            links_open: !profile.social_links.is_empty(),
            own: false,
            password_error: None,
        }
    }

    /// Says whether the form is about the seller's own account.
    #[must_use]
    pub fn owned(mut self, own: bool) -> Self {
        self.own = own;
        self
    }

    /// Fills the form as typed, with its errors.
    pub fn typed(fields: &Fields, faults: &[FieldError]) -> Self {
        let field = |name| Field::typed(name, fields.text(name), faults);
        let links_error = field("social_links").error;
        let handle = |platform: Platform| fields.text(&link_name(platform)).to_owned();
        let links: Vec<_> = Platform::ALL.iter().map(|platform| LinkField::new(*platform, handle(*platform))).collect();
        Self {
            first_name: field("first_name"),
            last_name: field("last_name"),
            display_name: field("display_name"),
            email: field("email"),
            timezone: field("timezone"),
            zones: TimeZone::names().collect(),
            links_open: links_error.is_some() || links.iter().any(|link| !link.value.is_empty()),
            links,
            links_error,
            own: false,
            password_error: field("current_password").error,
        }
    }

    /// Reads the form for validation. Time zones may be typed in any case; a platform without a handle is left out.
    pub fn draft(fields: &Fields) -> ProfileDraft {
        let text = |name| Some(fields.text(name).to_owned());
        let typed = fields.text("timezone");
        let timezone = TimeZone::find(typed).map_or(typed, |zone| zone.name()).to_owned();
        let pair = |platform: &Platform| {
            let handle = fields.text(&link_name(*platform)).trim().to_owned();
            (!handle.is_empty()).then(|| (platform.as_str().to_owned(), handle))
        };
        ProfileDraft {
            first_name: text("first_name"),
            last_name: text("last_name"),
            display_name: text("display_name"),
            email: text("email"),
            timezone: Some(timezone),
            social_links: Some(Platform::ALL.iter().filter_map(pair).collect()),
        }
    }
}

impl LinkField {
    fn new(platform: Platform, value: String) -> Self {
        Self { name: link_name(platform), label: platform.words(), value }
    }
}

fn link_name(platform: Platform) -> String {
    format!("social_{}", platform.as_str())
}
