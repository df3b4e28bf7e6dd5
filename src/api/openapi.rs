//! `GET /api/openapi.json`: the description of this API.

mod complete;
pub mod description;
mod patterns;
pub mod refusals;
mod refusals_by_kind_of_request;

use actix_web::{HttpRequest, HttpResponse, web};
use utoipa::openapi::PathItem;
use utoipa::openapi::path::Operation;
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
    /// Keeps the description for all requests.
    pub fn new(json: Vec<u8>) -> Self {
        Self(Rendered::new(json))
    }
}

/// The operations of a path, and whether each only reads.
fn operations(item: &mut PathItem) -> impl Iterator<Item = (bool, &mut Operation)> {
    [(true, &mut item.get), (false, &mut item.post), (false, &mut item.patch), (false, &mut item.delete)]
        .into_iter()
        .filter_map(|(reads, operation)| Some((reads, operation.as_mut()?)))
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
