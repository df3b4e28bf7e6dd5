//! `GET /api/buyers/:handle/stats`

use actix_web::{HttpRequest, HttpResponse, web};
use waffle_domain::handle::Handle;
use waffle_domain::wire::buyer::BuyerView;

use crate::actions::{Services, buyers};
use crate::api::openapi::refusals::{BuyersLimited, Unchanged, ValidationFailed};
use crate::web::error::Failure;
use crate::web::rate_limit::{Allowed, BuyersNumbers};
use crate::web::tagged;

/// Answers 200 with the buyer's numbers, zeros for an unknown handle; 400 for an invalid handle, 429.
#[utoipa::path(
    get, path = "/api/buyers/{handle}/stats", tag = "Buyers", operation_id = "getBuyerStats",
    summary = "Read a buyer's numbers",
    description = "Of a handle with many waffles, they may be a second old.",
    params(("handle" = String, Path, description = "The buyer's social handle.", example = "anna")),
    responses((status = 200, description = "The numbers.", body = BuyerView), Unchanged, ValidationFailed,
        BuyersLimited),
)]
pub async fn show(
    _: Allowed<BuyersNumbers>,
    request: HttpRequest,
    handle: web::Path<String>,
    services: web::Data<Services>,
) -> Result<HttpResponse, Failure> {
    let buyer = buyers::find(&services, Handle::parse(&handle)?, 0..0).await?;
    tagged::value(&request, &BuyerView::from(&*buyer))
}
