//! `GET /api/waffles`

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use waffle_actors::snapshot::Rendered;
use waffle_domain::paging;
use waffle_domain::wire::waffle::WaffleSummary;
use waffle_http::error::HttpError;
use waffle_http::extractors::InQuery;
use waffle_http::tagged;
use waffle_service::actions::{Services, waffles};
use waffle_service::failure::Failure;
use waffle_store::waffles::ListedWaffle;

use crate::openapi::refusals::{Unchanged, ValidationFailed};

/// Which part of the list; without a `limit`, all of it.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Part {
    /// The most waffles to return.
    #[param(minimum = 1, maximum = 100, nullable = false)]
    limit: Option<i64>,
    /// How many of the first to skip. Has no effect without a `limit`.
    #[param(minimum = 0, nullable = false)]
    offset: Option<i64>,
}

/// Answers 200 with the waffles that are not archived, active ones first, then newest first. 400 for a `limit`
/// outside 1 to 100, or a negative `offset`.
#[utoipa::path(
    get, path = "/api/waffles", tag = "Waffles", operation_id = "listWaffles",
    summary = "List waffles",
    description = "Those that are not archived: active ones first, then the newest first. Without `limit`, all of \
        them; if there are many, the answer may take a second.",
    params(Part),
    responses((status = 200, description = "The waffles.", body = [WaffleSummary]), Unchanged, ValidationFailed),
)]
pub async fn show(
    request: HttpRequest,
    part: InQuery<Part>,
    services: web::Data<Services>,
) -> Result<HttpResponse, HttpError> {
    let part = part.read()?;
    let wanted = paging::Part::parse(part.limit, part.offset)?;
    if part.limit.is_none() {
        let whole = waffles::whole_public_list(&services).await?;
        return Ok(tagged::json(&request, &whole));
    }
    let list = waffles::public_list(&services, wanted).await?;
    let json = list.json(|list| {
        let summaries: Vec<_> = list.waffles.iter().map(ListedWaffle::summary).collect();
        serde_json::to_vec(&summaries).map(Rendered::new).map_err(Failure::internal)
    })?;
    Ok(tagged::json(&request, json))
}
