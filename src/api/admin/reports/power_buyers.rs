//! `GET /api/admin/reports/power-buyers`

use actix_web::web;
use serde::Serialize;
use utoipa::ToSchema;
use waffle_domain::csv_column::Column;
use waffle_domain::percent::Percent;
use waffle_http::extractors::InQuery;
use waffle_service::actions::{Services, reports};
use waffle_store::reports::power_buyers::PowerBuyer;

use crate::admin::reports::{Entry, Parameters, report, respond};
use crate::endpoint::{Answer, endpoints};

/// A buyer who pays.
#[derive(Serialize, ToSchema)]
#[schema(as = PowerBuyerRow)]
struct Row {
    #[schema(example = "anna")]
    social_handle: String,
    /// Paid spots, winners and losers among them.
    paid_spots: i64,
    /// In cents.
    #[schema(example = 12500)]
    total_spent: i64,
    /// Wins of wins and losses, in percent, to one decimal.
    #[schema(value_type = f64, example = 33.3)]
    win_rate: Percent,
}

impl From<PowerBuyer> for Row {
    fn from(buyer: PowerBuyer) -> Self {
        Self {
            win_rate: buyer.win_rate(),
            social_handle: buyer.social_handle,
            paid_spots: buyer.paid_spots,
            total_spent: buyer.total_spent,
        }
    }
}

impl Entry for Row {
    const COLUMNS: &'static [Column<Self>] = &[
        ("social_handle", |row| row.social_handle.clone()),
        ("paid_spots", |row| row.paid_spots.to_string()),
        ("total_spent", |row| row.total_spent.to_string()),
        ("win_rate", |row| row.win_rate.to_string()),
    ];
}

endpoints! { "Reports";
    /// Read who buys most
    ///
    /// Buyers by their paid spots, the most first.
    GET "/api/admin/reports/power-buyers" => show as getPowerBuyersReport for ReadReports,
        report::<Row>("The buyers."), ValidationFailed, ReportsBusy;
}

async fn show(InQuery(parameters): InQuery<Parameters>, services: web::Data<Services>) -> Answer {
    let asked = parameters.check()?;
    let buyers = reports::power_buyers(&services, &asked.range, asked.limit).await?;
    respond(&asked, "power-buyers", buyers.map(|buyers| buyers.into_iter().map(Row::from).collect()))
}
