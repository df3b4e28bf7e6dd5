//! `GET /api/buyers/:handle/stats`

use actix_web::{HttpRequest, HttpResponse, web};
use waffle_domain::handle::Handle;
use waffle_wire::buyer::BuyerView;

use crate::actions::{Services, buyers};
use crate::api::openapi::refusals::{Unchanged, ValidationFailed};
use crate::web::error::Failure;
use crate::web::tagged;

/// Answers 200 with the buyer's numbers, zeros for an unknown handle; 400 for an invalid handle.
#[utoipa::path(
    get, path = "/api/buyers/{handle}/stats", tag = "Buyers", operation_id = "getBuyerStats",
    summary = "Read a buyer's numbers",
    params(("handle" = String, Path, description = "The buyer's social handle.", example = "anna")),
    responses((status = 200, description = "The numbers.", body = BuyerView), Unchanged, ValidationFailed),
)]
pub async fn show(
    request: HttpRequest,
    handle: web::Path<String>,
    services: web::Data<Services>,
) -> Result<HttpResponse, Failure> {
    let buyer = buyers::find(&services, &Handle::parse(&handle)?, 0..0).await?;
    tagged::value(&request, &BuyerView::from(&buyer))
}
