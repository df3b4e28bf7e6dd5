//! The profile form: for the seller's own account, or for another one.

use serde::Serialize;
use waffle_domain::account::Account;
use waffle_domain::invalid::FieldError;
use waffle_domain::profile::ProfileDraft;
use waffle_domain::social_link::Platform;
use waffle_domain::timezone::TimeZone;
use waffle_http::session::csrf_form::Fields;

use crate::context::form::Form;
use crate::templates::Values;

/// The fields, as stored or as typed, and what the form shows around them.
#[derive(Debug, Clone, Serialize)]
pub struct ProfileForm {
    pub form: Form,
    /// The names of all time zones.
    pub zones: Vec<&'static str>,
    /// One for each platform.
    pub links: Vec<Values>,
    /// Whether the link fields are open from the start.
    pub links_open: bool,
    /// Whether the form is about the seller's own account: then a new e-mail address needs the password.
    pub own: bool,
}

impl ProfileForm {
    fn new(form: Form, links_open: bool) -> Self {
        let link = |platform: Platform| values! { name: link_name(platform), label: platform.text() };
        let (zones, links) = (TimeZone::names().collect(), Platform::ALL.into_iter().map(link).collect());
        Self { form, zones, links, links_open, own: false }
    }

    /// Fills the form from an account.
    pub fn of(account: &Account) -> Self {
        let profile = &account.profile;
        let name = |name: &Option<String>| name.clone().unwrap_or_default();
        let values = [
            ("first_name", name(&profile.first_name)),
            ("last_name", name(&profile.last_name)),
            ("display_name", name(&profile.display_name)),
            ("email", account.email.to_string()),
            ("timezone", account.timezone.name().to_owned()),
        ];
        let links = profile.social_links.iter().map(|link| (link_name(link.platform), link.handle.clone()));
        let values = values.map(|(name, value)| (name.to_owned(), value));
        Self::new(Form::of(values.into_iter().chain(links)), !profile.social_links.is_empty())
    }

    /// Says whether the form is about the seller's own account.
    #[must_use]
    pub fn owned(mut self, own: bool) -> Self {
        self.own = own;
        self
    }

    /// Fills the form as typed, with its errors.
    pub fn typed(fields: &Fields, faults: &[FieldError]) -> Self {
        let linked = Platform::ALL.iter().any(|platform| !fields.text(&link_name(*platform)).is_empty());
        let open = linked || faults.iter().any(|fault| fault.field == "social_links");
        Self::new(Form::typed(fields, faults), open)
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

fn link_name(platform: Platform) -> String {
    format!("social_{}", platform.as_str())
}
