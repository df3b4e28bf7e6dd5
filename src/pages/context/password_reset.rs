//! The pages of those who forgot their password.

use serde::Serialize;

use crate::pages::context::Frame;

/// `GET /admin/forgot-password`, and the answer to its form.
#[derive(Debug, Clone, Serialize)]
pub struct ForgotPasswordPage {
    pub frame: Frame,
    /// Bound to the visitor's cookie.
    pub csrf_token: String,
    pub error: Option<String>,
    /// What everybody is told who asked.
    pub asked: Option<&'static str>,
}

/// `GET /admin/reset-password`, and the answers to its form.
#[derive(Debug, Clone, Serialize)]
pub struct ResetPasswordPage {
    pub frame: Frame,
    /// Bound to the visitor's cookie.
    pub csrf_token: String,
    pub state: ResetState,
    pub error: Option<String>,
    /// What the reset link brought: a secret.
    pub token: String,
    pub policy: String,
    pub new_error: Option<String>,
    pub repeat_error: Option<String>,
}

/// What the page is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ResetState {
    /// The token opens a request: choose a password.
    Open,
    /// The token opens nothing.
    Invalid,
    /// The password is changed.
    Done,
}
