//! `GET /api/version`.

use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;
use utoipa::ToSchema;
use waffle_actors::snapshot::Rendered;
use waffle_http::error::HttpError;
use waffle_http::tagged;
use waffle_service::failure::Failure;

use crate::openapi::refusals::Unchanged;

/// The version that runs.
#[derive(Debug, Serialize, ToSchema)]
pub struct Version {
    /// `v` and the crate's version.
    #[schema(example = "v0.1.0")]
    version: &'static str,
}

/// Answers 200 with the running version.
#[utoipa::path(
    get, path = "/api/version", tag = "Service", operation_id = "getVersion",
    summary = "Read which version runs",
    responses((status = 200, description = "The version.", body = Version), Unchanged),
)]
pub async fn version(request: HttpRequest) -> Result<HttpResponse, HttpError> {
    let version = Version { version: concat!("v", env!("CARGO_PKG_VERSION")) };
    let body = serde_json::to_vec(&version).map_err(Failure::internal)?;
    Ok(tagged::json(&request, &Rendered::new(body)))
}
