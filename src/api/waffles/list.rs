//! `GET /api/waffles`

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use waffle_actors::snapshot::Rendered;
use waffle_store::connect::PgPool;
use waffle_store::waffles::{ListedWaffle, Listing, list};

use crate::web::error::Failure;
use crate::web::refusal::of_read;
use crate::web::tagged;

/// Which part of the list; without either, all of it.
#[derive(Deserialize)]
pub struct Part {
    limit: Option<i64>,
    offset: Option<i64>,
}

/// Answers 200 with the waffles that are not archived, active first, then newest first. 400 for a `limit` that is not 1 to 100, or a
/// negative `offset`.
pub async fn show(
    request: HttpRequest,
    part: web::Query<Part>,
    pool: web::Data<PgPool>,
) -> Result<HttpResponse, Failure> {
    if part.limit.is_some_and(|limit| !(1..=100).contains(&limit)) {
        return Err(Failure::invalid("limit", "A limit is 1 to 100."));
    }
    let offset = part.offset.unwrap_or_default();
    if offset < 0 {
        return Err(Failure::invalid("offset", "An offset is 0 or more."));
    }
    let waffles = list(&pool, Listing::Current, part.limit, offset).await.map_err(of_read)?;
    let body = serde_json::to_vec(&waffles.iter().map(ListedWaffle::summary).collect::<Vec<_>>())
        .map_err(Failure::internal)?;
    Ok(tagged::json(&request, &Rendered::new(body)))
}
