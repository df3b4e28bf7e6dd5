//! The report of the buyers who pay for the most spots.

use waffle_domain::number::grouped;
use waffle_http::error::HttpError;
use waffle_service::actions::{Services, reports};
use waffle_store::standby::Dated;

use crate::admin::reports::query::ReportQuery;
use crate::admin::reports::{MOST_BARS, bar_chart};
use crate::chart::Mark;
use crate::context::buyer::path;
use crate::context::reports::Table;
use crate::templates::Values;

/// Builds the report of the buyers with the most paid spots in the range.
pub(super) async fn report(services: &Services, asked: &ReportQuery) -> Result<Dated<Values>, HttpError> {
    let Dated { read: buyers, as_of } = reports::power_buyers(services, &asked.range, asked.limit).await?;
    let mut table = Table::new("Buyer", &[("Paid spots", true), ("Spent", true), ("Win rate", true)]);
    let mut marks = Vec::new();
    for buyer in &buyers {
        let (name, spots) = (format!("@{}", buyer.social_handle), grouped(buyer.paid_spots.unsigned_abs()));
        #[expect(clippy::cast_precision_loss, reason = "a chart is not that precise")]
        marks.push(Mark { label: name.clone(), value: buyer.paid_spots as f64, text: spots.clone() });
        let values = [spots, services.currency.format(buyer.total_spent), format!("{} %", buyer.win_rate())];
        table.row(&name, Some(&path(&buyer.social_handle)), values);
    }
    marks.truncate(MOST_BARS);
    let read = values! {
        title: "Power buyers",
        lead: "Who paid for the most spots in this time. The win rate is of those spots whose draw is done.",
        figures: [(); 0],
        charts: bar_chart("Paid spots", &marks)?,
        table,
        cut: (),
        empty: "No spots were paid for in this period.",
    };
    Ok(Dated { read, as_of })
}
