//! The report of buyers on a losing streak.

use chrono::{DateTime, Utc};
use waffle_domain::number::grouped;
use waffle_domain::report::figures::{NEVER, days_since};
use waffle_domain::timezone::TimeZone;
use waffle_http::error::HttpError;
use waffle_service::actions::{Services, reports};
use waffle_store::reports::drought::Drought;
use waffle_store::standby::Dated;

use crate::admin::reports::query::ReportQuery;
use crate::admin::reports::{MOST_ROWS, bar_chart, cut};
use crate::chart::Mark;
use crate::context::buyer::path;
use crate::context::reports::{Table, figure};
use crate::templates::Values;

/// The bars of the chart: days since the last win.
const BANDS: [(&str, i64, i64); 5] = [
    ("under 30 days", 0, 29),
    ("30 to 89 days", 30, 89),
    ("90 to 364 days", 90, 364),
    ("a year or more", 365, NEVER - 1),
    ("never won", NEVER, i64::MAX),
];

/// Builds the report of the buyers who lost and did not win in the range, or ever lost when it is all time.
pub(super) async fn report(
    services: &Services,
    asked: &ReportQuery,
    zone: TimeZone,
    now: DateTime<Utc>,
) -> Result<Dated<Values>, HttpError> {
    let Dated { read: buyers, as_of } = reports::drought(services, &asked.range).await?;
    let entries = if asked.range.is_all() { "Entries" } else { "Entries in this period" };
    let last_entry = format!("Last entry ({zone})");
    let mut table =
        Table::new("Buyer", &[("Without a win", true), ("Lost spots", true), (entries, true), (&last_entry, false)]);
    for buyer in buyers.iter().take(MOST_ROWS) {
        let values = [
            days(days_since(buyer.last_win, now)),
            grouped(buyer.total_losses.unsigned_abs()),
            grouped(buyer.total_entries.unsigned_abs()),
            buyer.last_entry.with_timezone(&zone.rules()).format("%-d %b %Y, %H:%M").to_string(),
        ];
        let name = format!("@{}", buyer.social_handle);
        table.row(&name, Some(&path(&buyer.social_handle)), values);
    }
    let never = buyers.iter().filter(|buyer| buyer.last_win.is_none()).count();
    let count = |count: usize| grouped(count.try_into().unwrap_or(u64::MAX));
    let lead = if asked.range.is_all() {
        "Buyers who have lost a draw, longest without a win first."
    } else {
        "Buyers who lost in this period and didn’t win, longest without a win first."
    };
    let read = values! {
        title: "Droughts",
        lead,
        figures: [figure("Buyers", count(buyers.len())), figure("Never won", count(never))],
        charts: bar_chart("Buyers by time since their last win", &marks(&buyers, now))?,
        table,
        cut: cut(buyers.len()),
        empty: "No one is waiting for a win.",
    };
    Ok(Dated { read, as_of })
}

/// The buyers in each band; none without buyers.
fn marks(buyers: &[Drought], now: DateTime<Utc>) -> Vec<Mark> {
    let mark = |(label, least, most): &(&str, i64, i64)| {
        let band = *least..=*most;
        let count = buyers.iter().filter(|buyer| band.contains(&days_since(buyer.last_win, now))).count();
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        Mark { label: (*label).to_owned(), value: count.into(), text: grouped(count.into()) }
    };
    BANDS.iter().filter(|_| !buyers.is_empty()).map(mark).collect()
}

fn days(days: i64) -> String {
    match days {
        NEVER => "never won".to_owned(),
        1 => "1 day".to_owned(),
        days => format!("{} days", grouped(days.unsigned_abs())),
    }
}
