//! `GET /api/version`.

use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;
use waffle_actors::snapshot::Rendered;

use crate::web::error::Failure;
use crate::web::tagged;

/// The version that runs.
#[derive(Debug, Serialize)]
pub struct Version {
    /// `v` and the crate's version, as `v0.1.0`.
    version: &'static str,
}

/// Answers 200 with the version that runs.
pub async fn version(request: HttpRequest) -> Result<HttpResponse, Failure> {
    let version = Version { version: concat!("v", env!("CARGO_PKG_VERSION")) };
    let body = serde_json::to_vec(&version).map_err(Failure::internal)?;
    Ok(tagged::json(&request, &Rendered::new(body)))
}
