//! `GET /api/buyers/:handle/card`

use actix_web::{HttpRequest, HttpResponse, web};
use waffle_domain::handle::Handle;
use waffle_wire::buyer::BuyerCard;

use crate::actions::{Services, buyers};
use crate::api::openapi::refusals::{Unchanged, ValidationFailed};
use crate::web::error::Failure;
use crate::web::tagged;

/// Answers 200 with everything known about the buyer, zeros for an unknown handle; 400 for an invalid handle.
#[utoipa::path(
    get, path = "/api/buyers/{handle}/card", tag = "Buyers", operation_id = "getBuyerCard",
    summary = "Read a buyer's card",
    params(("handle" = String, Path, description = "The buyer's social handle.", example = "anna")),
    responses((status = 200, description = "The card.", body = BuyerCard), Unchanged, ValidationFailed),
)]
pub async fn show(
    request: HttpRequest,
    handle: web::Path<String>,
    services: web::Data<Services>,
) -> Result<HttpResponse, Failure> {
    let buyer = buyers::find(&services, &Handle::parse(&handle)?).await?;
    tagged::value(&request, &BuyerCard::from(&buyer))
}
