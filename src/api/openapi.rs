//! `GET /api/openapi.json`: the description of this API.

mod complete;
pub mod description;
mod expected;
pub mod refusals;
mod texts;

use actix_web::{HttpRequest, HttpResponse, web};
use utoipa::openapi::OpenApi;
use waffle_actors::snapshot::Rendered;
use waffle_http::etag;

use crate::endpoint::values::object;
use crate::endpoint::{endpoints, file};

/// The name of the security scheme for tokens.
pub(crate) const BEARER: &str = "bearer";
/// The name of the security scheme for cookies.
pub(crate) const COOKIE: &str = "cookie";

/// The description, serialized.
pub struct Document(Rendered);

impl Document {
    /// Serializes the description, once for all requests.
    pub fn write(description: &OpenApi) -> Result<Self, serde_json::Error> {
        serde_json::to_vec(description).map(|json| Self(Rendered::new(json)))
    }
}

endpoints! { "Service";
    /// Read this description
    ///
    /// OpenAPI 3.1. `/api/docs` shows it.
    GET "/api/openapi.json" => show as getDescription,
        file("application/json", "The description.", Some(object)), Unchanged;
}

async fn show(request: HttpRequest, document: web::Data<Document>) -> HttpResponse {
    etag::json(&request, &document.0)
}
