//! The report of the buyers who pay for the most spots.

use waffle_domain::number::grouped;
use waffle_http::error::HttpError;
use waffle_service::actions::{Services, reports};
use waffle_service::failure::Failure;

use crate::admin::reports::MOST_BARS;
use crate::admin::reports::query::ReportQuery;
use crate::chart::{Mark, bars};
use crate::context::buyer::path;
use crate::context::reports::{Chart, Report, Table};

/// Builds the report of the buyers with the most paid spots in the range.
pub(super) async fn report(services: &Services, asked: &ReportQuery) -> Result<Report, HttpError> {
    let buyers = reports::power_buyers(services, &asked.range, asked.limit).await?;
    let mut table = Table::new("Buyer", &[("Paid spots", true), ("Spent", true), ("Win rate", true)]);
    let mut marks = Vec::new();
    for buyer in &buyers {
        let (name, spots) = (format!("@{}", buyer.social_handle), grouped(buyer.paid_spots.unsigned_abs()));
        #[expect(clippy::cast_precision_loss, reason = "a chart is not that precise")]
        marks.push(Mark { label: name.clone(), value: buyer.paid_spots as f64, text: spots.clone() });
        let values = [spots, services.currency.format(buyer.total_spent), format!("{} %", buyer.win_rate())];
        table.row(name, Some(path(&buyer.social_handle)), values);
    }
    marks.truncate(MOST_BARS);
    let charts = if marks.is_empty() {
        Vec::new()
    } else {
        vec![Chart { title: "Paid spots", svg: bars(&marks).map_err(Failure::internal)? }]
    };
    Ok(Report {
        title: "Power buyers",
        lead: "Who paid for the most spots in this time. The win rate is of those spots whose draw is done.".to_owned(),
        figures: Vec::new(),
        charts,
        table,
        cut: None,
        empty: "No spots were paid for in this period.",
    })
}
