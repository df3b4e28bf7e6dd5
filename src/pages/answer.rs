//! What a page answers with.

use actix_web::http::StatusCode;
use actix_web::http::header::{ContentType, LOCATION};
use actix_web::{HttpResponse, HttpResponseBuilder};
use uuid::Uuid;

use crate::actions::Services;
use crate::pages::templates::PageError;
use crate::web::error::Failure;

/// A page, 200.
pub fn page(html: Result<String, PageError>) -> Result<HttpResponse, Failure> {
    page_with(StatusCode::OK, html)
}

/// A page with a status of its own.
pub fn page_with(status: StatusCode, html: Result<String, PageError>) -> Result<HttpResponse, Failure> {
    let html = html.map_err(Failure::internal)?;
    Ok(HttpResponse::build(status).content_type(ContentType::html()).body(html))
}

/// 303: on to another page of this site, after a form.
pub fn see_other(path: &str) -> HttpResponseBuilder {
    let mut response = HttpResponse::SeeOther();
    response.insert_header((LOCATION, path));
    response
}

/// Waits until the next page shows a change that is committed; where that takes too long, it shows it a little later.
pub async fn caught_up(id: Uuid, seq: i64, services: &Services) {
    if let Err(refusal) = services.waffles.snapshot_at(id, seq).await {
        log::info!("a page does not show its change yet: waffle={id} cause=\"{refusal}\"");
    }
}
