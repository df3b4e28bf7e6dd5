//! `GET /api/buyers/:handle/card`

use actix_web::{HttpRequest, HttpResponse, web};
use waffle_domain::handle::Handle;
use waffle_domain::wire::buyer::BuyerCard;
use waffle_http::error::HttpError;
use waffle_http::rate_limit::{Allowed, BuyersNumbers};
use waffle_http::tagged;
use waffle_service::actions::{Services, buyers};

use crate::openapi::refusals::{BuyersLimited, Unchanged, ValidationFailed};

/// How many waffles are listed, the newest ones.
const WAFFLES: i64 = 100;

/// Answers 200 with everything known about the buyer, zeros for an unknown handle; 400 for an invalid handle, 429.
#[utoipa::path(
    get, path = "/api/buyers/{handle}/card", tag = "Buyers", operation_id = "getBuyerCard",
    summary = "Read a buyer's card",
    description = "A handle's wins, how lucky they are, and its newest hundred waffles. Few spots are listed one by \
        one: up to 200 in one of them and 1,000 in all. Where they are not, `spots` is empty. The history has all \
        waffles and spots. Of a handle with many waffles, this may be a second old.",
    params(("handle" = String, Path, description = "The buyer's social handle.", example = "anna")),
    responses((status = 200, description = "The card.", body = BuyerCard), Unchanged, ValidationFailed,
        BuyersLimited),
)]
pub async fn show(
    _: Allowed<BuyersNumbers>,
    request: HttpRequest,
    handle: web::Path<String>,
    services: web::Data<Services>,
) -> Result<HttpResponse, HttpError> {
    let buyer = buyers::find(&services, Handle::parse(&handle)?, 0..WAFFLES).await?;
    tagged::value(&request, &BuyerCard::from(&*buyer))
}
