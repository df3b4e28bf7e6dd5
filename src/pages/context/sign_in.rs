//! The sign-in page.

use serde::Serialize;

use crate::context::Frame;

/// `GET /admin/login`, and the answer to a failed sign-in.
#[derive(Debug, Clone, Serialize)]
pub struct SignInPage {
    pub frame: Frame,
    /// The CSRF token, bound to the visitor's cookie.
    pub csrf_token: String,
    /// The username as typed.
    pub username: String,
    /// Where to go afterwards: a path of this site.
    pub next: String,
    /// Why the last try failed.
    pub error: Option<String>,
}

template!(SignInPage: "admin/sign_in");

/// The second step, for accounts with a second factor.
#[derive(Debug, Clone, Serialize)]
pub struct SignInCodePage {
    pub frame: Frame,
    /// The CSRF token, bound to the visitor's cookie.
    pub csrf_token: String,
    /// The proof that the password was right, bound to the visitor's cookie: a secret.
    pub step: String,
    /// Where to go afterwards: a path of this site.
    pub next: String,
    /// Why the last try failed.
    pub error: Option<String>,
}

template!(SignInCodePage: "admin/sign_in_code");
