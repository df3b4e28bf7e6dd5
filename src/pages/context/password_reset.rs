//! The pages for sellers who forgot their password.

use serde::Serialize;

use crate::context::Frame;
use crate::context::form::Form;

/// `GET /admin/forgot-password`, and the answer to its form.
#[derive(Debug, Clone, Serialize)]
pub struct ForgotPasswordPage {
    pub frame: Frame,
    /// The CSRF token, bound to the visitor's cookie.
    pub csrf_token: String,
    pub error: Option<String>,
    /// The answer to every request for a reset, whether the account exists or not.
    pub asked: Option<&'static str>,
}

template!(ForgotPasswordPage: "admin/forgot_password");

/// `GET /admin/reset-password`, and the answers to its form.
#[derive(Debug, Clone, Serialize)]
pub struct ResetPasswordPage {
    pub frame: Frame,
    /// The CSRF token, bound to the visitor's cookie.
    pub csrf_token: String,
    pub state: ResetState,
    pub error: Option<String>,
    /// The token from the reset link: a secret.
    pub token: String,
    pub policy: String,
    pub form: Form,
    /// Whether the account has a second factor.
    pub takes_code: bool,
}

template!(ResetPasswordPage: "admin/reset_password");

/// What the page shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ResetState {
    /// The token is good: choose a password.
    Open,
    /// The token is invalid.
    Invalid,
    /// The password has been changed.
    Done,
}
