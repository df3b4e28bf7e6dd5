//! The settings pages for the seller's own account.

use serde::Serialize;
use uuid::Uuid;
use waffle_store::sessions::Session;

use crate::context::form::Form;
use crate::context::profile::ProfileForm;
use crate::context::sign_ins::{client, device};
use crate::context::{Frame, Moment, SettingsTab};

/// `GET /admin/settings`, and the answer to an invalid form.
#[derive(Debug, Clone, Serialize)]
pub struct OwnProfilePage {
    pub frame: Frame,
    pub tabs: Vec<SettingsTab>,
    pub username: String,
    pub role_label: &'static str,
    #[serde(flatten)]
    pub profile: ProfileForm,
}

template!(OwnProfilePage: "admin/own_profile");

/// `GET /admin/settings/security`, and the answer to an invalid form. Passwords are never sent back.
#[derive(Debug, Clone, Serialize)]
pub struct SecurityPage {
    pub frame: Frame,
    pub tabs: Vec<SettingsTab>,
    /// For password managers.
    pub username: String,
    pub policy: String,
    /// Whether to end all other sessions along with the old password.
    pub end_others: bool,
    pub form: Form,
    /// The one seen last first.
    pub sessions: Vec<SessionRow>,
    /// Whether there are other sessions than this one.
    pub others: bool,
    /// Since when signing in takes a code; `None` if it doesn't.
    pub second_factor: Option<Moment>,
}

template!(SecurityPage: "admin/security");

/// A session of the account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SessionRow {
    pub id: String,
    /// For example `Chrome on macOS`.
    pub client: String,
    /// `Desktop`, `Mobile` or `Tablet`.
    pub device: &'static str,
    pub ip_address: String,
    pub seen: Moment,
    /// Whether it is the one of this request.
    pub current: bool,
}

impl SessionRow {
    /// Describes a session; `current` is the id of this request's.
    pub fn new(session: &Session, current: Uuid) -> Self {
        Self {
            id: session.id.to_string(),
            client: client(&session.browser, &session.os),
            device: device(&session.device_type),
            ip_address: session.ip_address.to_string(),
            seen: session.last_seen_at.into(),
            current: session.id == current,
        }
    }
}
