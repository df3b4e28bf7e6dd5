//! `GET /api/buyers/:handle/history`

use actix_web::{HttpRequest, HttpResponse, web};
use waffle_store::connect::PgPool;

use crate::api::buyers::{HistoryRow, buyer};
use crate::web::error::Failure;
use crate::web::tagged;

/// Answers 200 with a row for each waffle in which the handle holds spots, newest first, archived ones too; 400 for what is no handle.
pub async fn show(
    request: HttpRequest,
    handle: web::Path<String>,
    pool: web::Data<PgPool>,
) -> Result<HttpResponse, Failure> {
    let buyer = buyer(&pool, &handle).await?;
    tagged::value(&request, &buyer.waffles.iter().map(HistoryRow::from).collect::<Vec<_>>())
}
