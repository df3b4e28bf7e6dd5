//! `GET /api/buyers/:handle/stats`

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;
use waffle_domain::buyer::Stats;
use waffle_domain::handle::Handle;
use waffle_store::connect::PgPool;

use crate::api::buyers::buyer;
use crate::web::error::Failure;
use crate::web::tagged;

#[derive(Serialize)]
struct BuyerStats<'a> {
    social_handle: &'a Handle,
    #[serde(flatten)]
    stats: Stats,
}

/// Answers 200 with the buyer's numbers, zeros for an unknown handle; 400 for what is no handle.
pub async fn show(
    request: HttpRequest,
    handle: web::Path<String>,
    pool: web::Data<PgPool>,
) -> Result<HttpResponse, Failure> {
    let buyer = buyer(&pool, &handle).await?;
    tagged::value(&request, &BuyerStats { social_handle: &buyer.handle, stats: buyer.stats() })
}
