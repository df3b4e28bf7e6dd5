//! The report of each month's activity.

use chrono::{DateTime, Utc};
use waffle_domain::number::grouped;
use waffle_http::error::HttpError;
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
) -> Result<Dated<Values>, HttpError> {
    let Dated { read: months, as_of } = reports::monthly_activity(services, &asked.range, now).await?;
    // A range may begin long before the first activity.
    let is_empty = |month: &MonthlyActivity| month.waffles_created + month.spots_claimed + month.revenue == 0;
    let months: Vec<_> = months.into_iter().skip_while(is_empty).collect();
    let currency = &services.currency;
    let count = |number: i64| grouped(number.unsigned_abs());
    let mut table = Table::new("Month", &[("Waffles created", true), ("Spots claimed", true), ("Revenue", true)]);
    for month in months.iter().rev() {
        let values = [count(month.waffles_created), count(month.spots_claimed), currency.format(month.revenue)];
        table.row(&month.month.start().format("%B %Y").to_string(), None, values);
    }
    let sum = |part: fn(&MonthlyActivity) -> i64| months.iter().map(part).sum::<i64>();
    let marks = |part: fn(&MonthlyActivity) -> i64| -> Vec<Mark> {
        months.iter().map(|month| mark(month, part(month))).collect()
    };
    // A chart of zeros shows nothing.
    let mut charts = Vec::new();
    if months.iter().any(|month| month.revenue > 0) {
        let svg = columns(&marks(|month| month.revenue), |value| axis(value, |cents| currency.format(cents)));
        charts.push(values! { title: "Revenue", svg: svg.map_err(Failure::internal)? });
    }
    if months.iter().any(|month| month.spots_claimed > 0) {
        let svg = columns(&marks(|month| month.spots_claimed), |value| axis(value, count));
        charts.push(values! { title: "Spots claimed", svg: svg.map_err(Failure::internal)? });
    }
    let read = values! {
        title: "Month by month",
        lead: "Waffles created, spots claimed and payments marked in each month.",
        figures: [
            figure("Waffles created", count(sum(|month| month.waffles_created))),
            figure("Spots claimed", count(sum(|month| month.spots_claimed))),
            figure("Revenue", currency.format(sum(|month| month.revenue))),
        ],
        charts,
        table,
        cut: (),
        empty: "Nothing happened in this period.",
    };
    Ok(Dated { read, as_of })
}

#[expect(clippy::cast_precision_loss, reason = "a chart is not that precise")]
fn mark(month: &MonthlyActivity, value: i64) -> Mark {
    let label = month.month.start().format("%b ’%y").to_string();
    Mark { label, value: value as f64, text: String::new() }
}

/// The label of an axis value; empty for the fractions between small whole numbers.
#[expect(clippy::cast_possible_truncation, reason = "it is whole and was an i64")]
fn axis(value: f64, written: impl Fn(i64) -> String) -> String {
    if value.fract().abs() > 1e-6 { String::new() } else { written(value.round() as i64) }
}
