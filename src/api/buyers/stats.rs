//! `GET /api/buyers/:handle/stats`

use actix_web::{HttpRequest, HttpResponse, web};
use waffle_domain::handle::Handle;
use waffle_domain::wire::buyer::BuyerView;
use waffle_http::error::HttpError;
use waffle_http::rate_limit::{Allowed, BuyersNumbers};
use waffle_http::tagged;
use waffle_service::actions::{Services, buyers};

use crate::openapi::refusals::{BuyersLimited, Unchanged, ValidationFailed};

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
) -> Result<HttpResponse, HttpError> {
    let buyer = buyers::find(&services, Handle::parse(&handle)?, 0..0).await?;
    tagged::value(&request, &BuyerView::from(&*buyer))
}
