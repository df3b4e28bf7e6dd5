//! `GET /api/openapi.json`: the description of this API.

mod complete;
pub mod description;
mod expected;
pub mod refusals;
mod texts;

use actix_web::{HttpRequest, HttpResponse, web};
use utoipa::openapi::OpenApi;
use waffle_actors::snapshot::Rendered;
use waffle_http::tagged;

use crate::openapi::refusals::Unchanged;

/// The description, serialized.
pub struct Document(Rendered);

impl Document {
    /// Serializes the description, once for all requests.
    pub fn write(description: &OpenApi) -> Result<Self, serde_json::Error> {
        serde_json::to_vec(description).map(|json| Self(Rendered::new(json)))
    }
}

/// Answers 200 with the description.
#[utoipa::path(
    get, path = "/api/openapi.json", tag = "Service", operation_id = "getDescription",
    summary = "Read this description",
    description = "OpenAPI 3.1. `/api/docs` shows it.",
    responses((status = 200, description = "The description.", body = Object), Unchanged),
)]
pub async fn show(request: HttpRequest, document: web::Data<Document>) -> HttpResponse {
    tagged::json(&request, &document.0)
}
