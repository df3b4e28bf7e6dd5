//! `GET /api/waffles/:slug`

use actix_web::{HttpRequest, HttpResponse, web};
use waffle_wire::waffle::WaffleDetail;

use crate::actions::{Services, waffles};
use crate::api::openapi::refusals::{NoPublicWaffle, Unchanged};
use crate::web::error::Failure;
use crate::web::tagged;

/// Answers 200 with the detail; 404 for an unknown or archived waffle.
#[utoipa::path(
    get, path = "/api/waffles/{slug}", tag = "Waffles", operation_id = "getWaffle",
    summary = "Read a waffle",
    params(("slug" = String, Path, description = "The waffle's name in addresses.", example = "golden-hour")),
    responses((status = 200, description = "The waffle.", body = WaffleDetail), Unchanged, NoPublicWaffle),
)]
pub async fn show(
    request: HttpRequest,
    slug: web::Path<String>,
    services: web::Data<Services>,
) -> Result<HttpResponse, Failure> {
    let snapshot = waffles::public(&services, &slug).await?;
    let detail = snapshot.detail(|snapshot| {
        let detail = WaffleDetail::new(&snapshot.waffle, snapshot.board.counts(), &services.payment_types);
        serde_json::to_vec(&detail).unwrap_or_default()
    });
    Ok(tagged::json(&request, detail))
}
