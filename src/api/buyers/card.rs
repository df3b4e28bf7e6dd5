//! `GET /api/buyers/:handle/card`

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;
use utoipa::ToSchema;
use waffle_domain::buyer::{Luck, Stats};
use waffle_domain::handle::Handle;
use waffle_domain::percent::Percent;

use crate::actions::{Services, buyers};
use crate::api::buyers::HistoryRow;
use crate::api::document::refusals::{Unchanged, ValidationFailed};
use crate::web::error::Failure;
use crate::web::tagged;

/// All there is to say about a buyer.
#[derive(Serialize, ToSchema)]
#[schema(as = BuyerCard)]
struct Card<'a> {
    #[schema(value_type = String, example = "anna")]
    social_handle: &'a Handle,
    stats: Stats,
    /// Wins of wins and losses, in percent, to one decimal.
    #[schema(value_type = f64, example = 33.3)]
    win_rate: Percent,
    /// What average luck would have won, in percent, to one decimal.
    #[schema(value_type = f64, example = 20.8)]
    expected_win_rate: Percent,
    /// The win rate less the expected one: positive means luckier than expected.
    #[schema(value_type = f64, example = 12.5)]
    luck_rating: Percent,
    /// What the titles of won waffles put in double quotes, the newest first.
    #[schema(example = json!(["Golden Hour"]))]
    trophies: Vec<String>,
    waffle_history: Vec<HistoryRow<'a>>,
}

/// Answers 200 with all there is to say about the buyer, zeros for an unknown handle; 400 for what is no handle.
#[utoipa::path(
    get, path = "/api/buyers/{handle}/card", tag = "Buyers", operation_id = "getBuyerCard",
    summary = "Read a buyer's card",
    params(("handle" = String, Path, description = "The buyer's social handle.", example = "anna")),
    responses((status = 200, description = "The card.", body = Card), Unchanged, ValidationFailed),
)]
pub async fn show(
    request: HttpRequest,
    handle: web::Path<String>,
    services: web::Data<Services>,
) -> Result<HttpResponse, Failure> {
    let buyer = buyers::find(&services, &Handle::parse(&handle)?).await?;
    let Luck { win_rate, expected_win_rate, luck_rating } = buyer.luck();
    let card = Card {
        social_handle: &buyer.handle,
        stats: buyer.stats(),
        win_rate,
        expected_win_rate,
        luck_rating,
        trophies: buyer.trophies(),
        waffle_history: buyer.waffles.iter().map(HistoryRow::from).collect(),
    };
    tagged::value(&request, &card)
}
