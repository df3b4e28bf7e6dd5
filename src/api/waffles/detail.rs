//! `GET /api/waffles/:slug`

use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, web};
use waffle_domain::waffle::LockedNow;
use waffle_domain::wire::waffle::WaffleDetail;
use waffle_http::error::HttpError;
use waffle_http::tagged;
use waffle_service::actions::{Services, waffles};

use crate::openapi::refusals::{NoPublicWaffle, Unchanged};
use crate::waffles::spots::X_EVENT_SEQ;

/// The draw that is locked: `number=1, entries=41, round=31556952, at=1780315265, chain=52db…`, where `at` is in
/// seconds since 1970; or `none`.
const X_LOCKED_DRAW: HeaderName = HeaderName::from_static("x-locked-draw");

/// Answers 200 with the detail, `X-Event-Seq` and `X-Locked-Draw`; 404 for an unknown or archived waffle.
#[utoipa::path(
    get, path = "/api/waffles/{slug}", tag = "Waffles", operation_id = "getWaffle",
    summary = "Read a waffle",
    params(("slug" = String, Path, description = "The waffle's name in addresses.", example = "golden-hour")),
    responses(
        (status = 200, description = "The waffle.", body = WaffleDetail, headers(
            ("X-Event-Seq" = i64, description = "The number of the newest event that the answer contains."),
            ("X-Locked-Draw" = String, description = "The draw that is locked, like \
                `number=1, entries=41, round=31556952, at=1780315265, chain=52db9b…`, or `none`."),
        )),
        Unchanged, NoPublicWaffle,
    ),
)]
pub async fn show(
    request: HttpRequest,
    slug: web::Path<String>,
    services: web::Data<Services>,
) -> Result<HttpResponse, HttpError> {
    let snapshot = waffles::public(&services, &slug).await?;
    let detail = snapshot.detail(|snapshot| {
        let detail = WaffleDetail::new(&snapshot.waffle, snapshot.board.counts(), &services.payment_types);
        serde_json::to_vec(&detail).unwrap_or_default()
    });
    let mut response = tagged::json(&request, detail);
    response.headers_mut().insert(X_EVENT_SEQ, HeaderValue::from(snapshot.seq));
    let locked = snapshot.waffle.draw.locked.as_ref().and_then(describe);
    response.headers_mut().insert(X_LOCKED_DRAW, locked.unwrap_or(HeaderValue::from_static("none")));
    Ok(response)
}

fn describe(LockedNow { number, entries, round, round_at, chain }: &LockedNow) -> Option<HeaderValue> {
    let at = round_at.timestamp();
    HeaderValue::try_from(format!("number={number}, entries={entries}, round={round}, at={at}, chain={chain}")).ok()
}
