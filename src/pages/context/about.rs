//! The about page.

use serde::Serialize;

use crate::pages::context::Frame;

/// `GET /about`.
#[derive(Debug, Clone, Serialize)]
pub struct AboutPage {
    pub frame: Frame,
    /// The server's version.
    pub version: String,
}
