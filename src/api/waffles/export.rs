//! `GET /api/waffles/:slug/export`

use actix_web::{HttpResponse, web};
use chrono::{DateTime, SecondsFormat, Utc};

use crate::actions::{Services, waffles};
use crate::api::openapi::refusals::NoPublicWaffle;
use crate::session::signed_in::MaybeSignedIn;
use crate::web::csv::Table;
use crate::web::error::Failure;
use crate::web::refusal::no_waffle;

/// Answers 200 with the spots as CSV; signed-in admins get the times too. 404 for an unknown waffle, and for an
/// archived one unless an admin is signed in.
#[utoipa::path(
    get, path = "/api/waffles/{slug}/export", tag = "Waffles", operation_id = "exportSpots",
    summary = "Download the board as CSV",
    description = "Signed-in admins get the times too, and archived waffles; a token that is not valid counts as none.",
    params(("slug" = String, Path, description = "The waffle's name in addresses.", example = "golden-hour")),
    responses(
        (status = 200, content_type = "text/csv", body = String,
            description = "The columns `spot_number,status,claimed_by_handle`, and for admins \
                `claimed_at,paid_at`, with deadlines `pay_by` as well. \
                What a spreadsheet would take for a formula begins with `'`."),
        NoPublicWaffle,
    ),
    security((), ("bearer" = [])),
)]
pub async fn show(
    slug: web::Path<String>,
    MaybeSignedIn(me): MaybeSignedIn,
    services: web::Data<Services>,
) -> Result<HttpResponse, Failure> {
    let snapshot = waffles::by_slug(&services, &slug).await?;
    if snapshot.waffle.archived && me.is_none() {
        return Err(no_waffle());
    }
    let columns = ["spot_number", "status", "claimed_by_handle", "claimed_at", "paid_at", "pay_by"];
    let deadlines = snapshot.waffle.terms.pay_within_minutes.is_some()
        || snapshot.board.spots().any(|spot| spot.pay_by().is_some());
    let shown = match me {
        None => 3,
        Some(_) if !deadlines => 5,
        Some(_) => columns.len(),
    };
    let mut table = Table::new(columns.get(..shown).unwrap_or(&columns))?;
    for spot in snapshot.board.spots() {
        let values = [
            spot.number.to_string(),
            spot.status().to_string(),
            spot.handle().map(ToString::to_string).unwrap_or_default(),
            time(spot.claimed_at()),
            time(spot.paid_at()),
            time(spot.pay_by()),
        ];
        table.row(values.iter().take(shown))?;
    }
    table.answer(&format!("{}.csv", snapshot.waffle.slug))
}

fn time(at: Option<DateTime<Utc>>) -> String {
    at.map(|at| at.to_rfc3339_opts(SecondsFormat::AutoSi, true)).unwrap_or_default()
}
