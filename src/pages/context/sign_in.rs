//! The sign-in page.

use serde::Serialize;

use crate::pages::context::Frame;

/// `GET /admin/login`, and the answer to a sign-in that failed.
#[derive(Debug, Clone, Serialize)]
pub struct SignInPage {
    pub frame: Frame,
    /// Bound to the sign-in cookie.
    pub csrf_token: String,
    /// As typed.
    pub username: String,
    /// Where to go afterwards: a path of this site.
    pub next: String,
    /// Why the last try failed.
    pub error: Option<String>,
}
