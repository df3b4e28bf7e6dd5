//! The report of each month's activity.

use chrono::{DateTime, Datelike, Utc};
use waffle_http::error::HttpError;
use waffle_language::{Arg, Language, amount, count, say};
use waffle_service::actions::{Services, reports};
use waffle_service::failure::Failure;
use waffle_store::reports::monthly_activity::MonthlyActivity;
use waffle_store::standby::Dated;

use crate::admin::reports::query::ReportQuery;
use crate::chart::{Mark, columns};
use crate::context::reports::{Table, figure};
use crate::templates::Values;

/// Builds the report of the months in the range.
pub(super) async fn report(
    services: &Services,
    asked: &ReportQuery,
    now: DateTime<Utc>,
    language: Language,
) -> Result<Dated<Values>, HttpError> {
    let Dated { read: months, as_of } = reports::monthly_activity(services, &asked.range, now).await?;
    // A range may begin long before the first activity.
    let is_empty = |month: &MonthlyActivity| month.waffles_created + month.spots_claimed + month.revenue == 0;
    let months: Vec<_> = months.into_iter().skip_while(is_empty).collect();
    let currency = &services.currency;
    let [created, claimed, revenue] =
        [say!("report-waffles-created"), say!("report-spots-claimed"), say!("report-revenue")];
    let numbers = [&created, &claimed, &revenue].map(|label| (label.clone(), true));
    let mut table = Table::new(say!("report-month"), numbers);
    for month in months.iter().rev() {
        let values: [Arg; 3] =
            [month.waffles_created.into(), month.spots_claimed.into(), currency.amount(month.revenue).into()];
        let start = month.month.start();
        let name = say!("report-month-name", month = start.month(), year = start.year().to_string());
        table.row(name, None, values);
    }
    let sum = |part: fn(&MonthlyActivity) -> i64| months.iter().map(part).sum::<i64>();
    let marks = |part: fn(&MonthlyActivity) -> i64| -> Vec<Mark> {
        months.iter().map(|month| mark(month, part(month), language)).collect()
    };
    // A chart of zeros shows nothing.
    let mut charts = Vec::new();
    if months.iter().any(|month| month.revenue > 0) {
        let written = |cents| amount(language, &currency.amount(cents));
        let svg = columns(&marks(|month| month.revenue), |value| axis(value, written));
        charts.push(values! { title: revenue, svg: svg.map_err(Failure::internal)? });
    }
    if months.iter().any(|month| month.spots_claimed > 0) {
        let written = |spots| count(language, spots);
        let svg = columns(&marks(|month| month.spots_claimed), |value| axis(value, written));
        charts.push(values! { title: claimed, svg: svg.map_err(Failure::internal)? });
    }
    let read = values! {
        title: say!("report-months-title"),
        lead: say!("report-months-lead"),
        figures: [
            figure(created, sum(|month| month.waffles_created)),
            figure(claimed, sum(|month| month.spots_claimed)),
            figure(revenue, currency.amount(sum(|month| month.revenue))),
        ],
        charts,
        table,
        cut: (),
        empty: say!("report-months-empty"),
    };
    Ok(Dated { read, as_of })
}

#[expect(clippy::cast_precision_loss, reason = "a chart is not that precise")]
fn mark(month: &MonthlyActivity, value: i64, language: Language) -> Mark {
    let start = month.month.start();
    let label = say!("report-month-short", month = start.month(), year = start.format("%y").to_string());
    Mark { label: label.write(language), value: value as f64, text: String::new() }
}

/// The label of an axis value; empty for the fractions between small whole numbers.
#[expect(clippy::cast_possible_truncation, reason = "it is whole and was an i64")]
fn axis(value: f64, written: impl Fn(i64) -> String) -> String {
    if value.fract().abs() > 1e-6 { String::new() } else { written(value.round() as i64) }
}
