//! `GET /api/waffles/:slug`

use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::{HttpRequest, web};
use waffle_actors::snapshot::Rendered;
use waffle_domain::waffle::LockedNow;
use waffle_domain::wire::waffle::WaffleDetail;
use waffle_http::etag;
use waffle_service::actions::{Services, waffles};

use crate::endpoint::values::{i64, text};
use crate::endpoint::{Answer, endpoints, ok};
use crate::waffles::spots::X_EVENT_SEQ;

/// The draw that is locked: `number=1, entries=41, round=31556952, at=1780315265, chain=52db…`, where `at` is in
/// seconds since 1970; or `none`.
const X_LOCKED_DRAW: HeaderName = HeaderName::from_static("x-locked-draw");

endpoints! { "Waffles";
    /// Read a waffle
    GET "/api/waffles/{slug}" => show as getWaffle,
        ok::<WaffleDetail>("The waffle.")
            .header("X-Event-Seq", i64, "The number of the newest event that the answer contains.")
            .header("X-Locked-Draw", text, "The draw that is locked, like `number=1, entries=41, round=31556952, \
                at=1780315265, chain=52db9b…`, or `none`."),
        Unchanged, NoPublicWaffle;
}

async fn show(request: HttpRequest, slug: web::Path<String>, services: web::Data<Services>) -> Answer {
    let snapshot = waffles::public(&services, &slug).await?;
    let detail = snapshot.detail.get_or_init(|| {
        let detail = WaffleDetail::new(&snapshot.waffle, snapshot.board.counts(), &services.payment_types);
        Rendered::new(serde_json::to_vec(&detail).unwrap_or_default())
    });
    let mut response = etag::json(&request, detail);
    response.headers_mut().insert(X_EVENT_SEQ, HeaderValue::from(snapshot.seq));
    let locked = snapshot.waffle.draw.locked.as_ref().and_then(describe);
    response.headers_mut().insert(X_LOCKED_DRAW, locked.unwrap_or(HeaderValue::from_static("none")));
    Ok(response)
}

fn describe(LockedNow { number, entries, round, round_at, chain }: &LockedNow) -> Option<HeaderValue> {
    let at = round_at.timestamp();
    HeaderValue::try_from(format!("number={number}, entries={entries}, round={round}, at={at}, chain={chain}")).ok()
}
