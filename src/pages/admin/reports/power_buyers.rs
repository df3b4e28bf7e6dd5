//! The report of the buyers who pay for the most spots.

use waffle_http::error::HttpError;
use waffle_language::{Arg, Language, count, say};
use waffle_service::actions::{Services, reports};
use waffle_store::standby::Dated;

use crate::admin::reports::query::ReportQuery;
use crate::admin::reports::{MOST_BARS, bar_chart};
use crate::chart::Mark;
use crate::context::buyer::path;
use crate::context::reports::{Table, decimal};
use crate::templates::Values;

/// Builds the report of the buyers with the most paid spots in the range.
pub(super) async fn report(
    services: &Services,
    asked: &ReportQuery,
    language: Language,
) -> Result<Dated<Values>, HttpError> {
    let Dated { read: buyers, as_of } = reports::power_buyers(services, &asked.range, asked.limit).await?;
    let columns = [say!("report-paid-spots"), say!("report-spent"), say!("report-win-rate")];
    let mut table = Table::new(say!("report-buyer"), columns.map(|label| (label, true)));
    let mut marks = Vec::new();
    for buyer in &buyers {
        let (name, spots) = (format!("@{}", buyer.social_handle), count(language, buyer.paid_spots));
        #[expect(clippy::cast_precision_loss, reason = "a chart is not that precise")]
        marks.push(Mark { label: name.clone(), value: buyer.paid_spots as f64, text: spots });
        let win_rate = say!("number-percent", number = decimal(buyer.win_rate().value(), language));
        let spent = services.currency.amount(buyer.total_spent);
        let values: [Arg; 3] = [buyer.paid_spots.into(), spent.into(), win_rate.into()];
        table.row(name, Some(&path(&buyer.social_handle)), values);
    }
    marks.truncate(MOST_BARS);
    let read = values! {
        title: say!("report-power-title"),
        lead: say!("report-power-lead"),
        figures: [(); 0],
        charts: bar_chart(&say!("report-paid-spots"), &marks)?,
        table,
        cut: (),
        empty: say!("report-power-empty"),
    };
    Ok(Dated { read, as_of })
}
