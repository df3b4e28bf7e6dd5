//! `GET /api/buyers/:handle/card`

use actix_web::{HttpRequest, HttpResponse, web};
use waffle_domain::handle::Handle;
use waffle_wire::buyer::BuyerCard;

use crate::actions::{Services, buyers};
use crate::api::openapi::refusals::{Unchanged, ValidationFailed};
use crate::web::error::Failure;
use crate::web::tagged;

/// Of how many waffles the spots are listed, the newest ones.
const WAFFLES: i64 = 100;

/// Answers 200 with everything known about the buyer, zeros for an unknown handle; 400 for an invalid handle.
#[utoipa::path(
    get, path = "/api/buyers/{handle}/card", tag = "Buyers", operation_id = "getBuyerCard",
    summary = "Read a buyer's card",
    description = "What a handle won, how lucky that is, and its waffles. Few spots are listed one by one: those of \
        the newest hundred waffles, up to 200 in one of them and 1,000 in all. Where they are not, `spots` is empty, \
        and the history has them.",
    params(("handle" = String, Path, description = "The buyer's social handle.", example = "anna")),
    responses((status = 200, description = "The card.", body = BuyerCard), Unchanged, ValidationFailed),
)]
pub async fn show(
    request: HttpRequest,
    handle: web::Path<String>,
    services: web::Data<Services>,
) -> Result<HttpResponse, Failure> {
    let buyer = buyers::find(&services, &Handle::parse(&handle)?, 0..WAFFLES).await?;
    tagged::value(&request, &BuyerCard::from(&buyer))
}
