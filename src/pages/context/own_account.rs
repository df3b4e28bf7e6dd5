//! The settings pages of the own account.

use serde::Serialize;

use crate::pages::context::flash::Flash;
use crate::pages::context::profile::ProfileForm;
use crate::pages::context::{Frame, SettingsTab};

/// `GET /admin/settings`, and the answer to a form with mistakes.
#[derive(Debug, Clone, Serialize)]
pub struct OwnProfilePage {
    pub frame: Frame,
    pub csrf_token: String,
    pub tabs: Vec<SettingsTab>,
    pub flash: Option<Flash>,
    pub username: String,
    pub role_label: &'static str,
    pub profile: ProfileForm,
}

/// `GET /admin/settings/security`, and the answer to a form with mistakes. Passwords are never sent back.
#[derive(Debug, Clone, Serialize)]
pub struct SecurityPage {
    pub frame: Frame,
    pub csrf_token: String,
    pub tabs: Vec<SettingsTab>,
    pub flash: Option<Flash>,
    /// For password managers.
    pub username: String,
    pub policy: String,
    pub current_error: Option<String>,
    pub new_error: Option<String>,
    pub repeat_error: Option<String>,
}
