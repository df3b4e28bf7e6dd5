//! `GET /api/buyers/:handle/card`

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;
use waffle_domain::buyer::{Luck, Stats};
use waffle_domain::handle::Handle;
use waffle_domain::percent::Percent;
use waffle_store::connect::PgPool;

use crate::api::buyers::{HistoryRow, buyer};
use crate::web::error::Failure;
use crate::web::tagged;

#[derive(Serialize)]
struct Card<'a> {
    social_handle: &'a Handle,
    stats: Stats,
    win_rate: Percent,
    expected_win_rate: Percent,
    luck_rating: Percent,
    trophies: Vec<String>,
    waffle_history: Vec<HistoryRow<'a>>,
}

/// Answers 200 with all there is to say about the buyer, zeros for an unknown handle; 400 for what is no handle.
pub async fn show(
    request: HttpRequest,
    handle: web::Path<String>,
    pool: web::Data<PgPool>,
) -> Result<HttpResponse, Failure> {
    let buyer = buyer(&pool, &handle).await?;
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
