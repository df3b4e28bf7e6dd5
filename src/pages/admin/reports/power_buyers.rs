//! Who pays for the most spots.

use waffle_domain::money::Currency;
use waffle_store::connect::PgPool;
use waffle_store::reports::power_buyers::read;

use crate::pages::admin::reports::MOST_BARS;
use crate::pages::admin::reports::asked::Asked;
use crate::pages::chart::{Mark, bars};
use crate::pages::context::buyer::path;
use crate::pages::context::reports::{Chart, Report, Table};
use crate::pages::templates::grouped;
use crate::web::error::Failure;
use crate::web::refusal::of_read;

/// Tells of the buyers with the most spots paid in the range.
pub(super) async fn report(pool: &PgPool, asked: &Asked, currency: &Currency) -> Result<Report, Failure> {
    let buyers = read(pool, &asked.range, asked.limit).await.map_err(of_read)?;
    let mut table = Table::new("Buyer", &[("Paid spots", true), ("Spent", true), ("Win rate", true)]);
    let mut marks = Vec::new();
    for buyer in &buyers {
        let (name, spots) = (format!("@{}", buyer.social_handle), grouped(buyer.paid_spots.unsigned_abs()));
        #[expect(clippy::cast_precision_loss, reason = "a chart is not that precise")]
        marks.push(Mark { label: name.clone(), value: buyer.paid_spots as f64, text: spots.clone() });
        let values = [spots, currency.format(buyer.total_spent), format!("{} %", buyer.win_rate())];
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
        empty: "Nobody paid for a spot in this time.",
    })
}
