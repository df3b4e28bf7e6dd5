//! `GET /api/version`.

use actix_web::web::Json;
use serde::Serialize;

/// The version that runs.
#[derive(Debug, Serialize)]
pub struct Version {
    /// `v` and the crate's version, as `v0.1.0`.
    version: &'static str,
}

/// Answers the version that runs.
pub async fn version() -> Json<Version> {
    Json(Version { version: concat!("v", env!("CARGO_PKG_VERSION")) })
}
