//! `GET /api/buyers/:handle/history`

use actix_web::{HttpRequest, HttpResponse, web};
use waffle_domain::handle::Handle;
use waffle_wire::buyer::BuyerWaffle;

use crate::actions::{Services, buyers};
use crate::api::openapi::refusals::{HistoriesLimited, Unchanged, ValidationFailed};
use crate::web::error::Failure;
use crate::web::rate_limit::{self, Allowed};
use crate::web::tagged;

/// Answers 200 with a row for each waffle in which the handle holds spots, archived ones included, newest first; 400
/// for an invalid handle, 429.
#[utoipa::path(
    get, path = "/api/buyers/{handle}/history", tag = "Buyers", operation_id = "getBuyerHistory",
    summary = "Read a buyer's waffles",
    description = "One row for each waffle in which the handle holds spots, archived ones too, the newest first.",
    params(("handle" = String, Path, description = "The buyer's social handle.", example = "anna")),
    responses(
        (status = 200, description = "The waffles.", body = [BuyerWaffle]),
        Unchanged, ValidationFailed, HistoriesLimited,
    ),
)]
pub async fn show(
    _: Allowed<rate_limit::Buyers>,
    request: HttpRequest,
    handle: web::Path<String>,
    services: web::Data<Services>,
) -> Result<HttpResponse, Failure> {
    let buyer = buyers::find(&services, &Handle::parse(&handle)?).await?;
    tagged::value(&request, &buyer.waffles.iter().map(BuyerWaffle::from).collect::<Vec<_>>())
}
