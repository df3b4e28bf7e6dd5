//! The report of buyers on a losing streak.

use chrono::{DateTime, Utc};
use waffle_domain::report::figures::{NEVER, days_since};
use waffle_domain::timezone::TimeZone;
use waffle_http::error::HttpError;
use waffle_language::{Arg, Language, Text, clock, count, say};
use waffle_service::actions::{Services, reports};
use waffle_store::reports::drought::Drought;
use waffle_store::standby::Dated;

use crate::admin::reports::query::ReportQuery;
use crate::admin::reports::{MOST_ROWS, bar_chart, cut};
use crate::chart::Mark;
use crate::context::buyer::path;
use crate::context::reports::{Table, figure};
use crate::templates::Values;

/// The bars of the chart: their labels, and days since the last win.
const BANDS: [(&str, i64, i64); 5] = [
    ("report-band-month", 0, 29),
    ("report-band-quarter", 30, 89),
    ("report-band-year", 90, 364),
    ("report-band-more", 365, NEVER - 1),
    ("report-band-never", NEVER, i64::MAX),
];

/// Builds the report of the buyers who lost and did not win in the range, or ever lost when it is all time.
pub(super) async fn report(
    services: &Services,
    asked: &ReportQuery,
    (zone, language): (TimeZone, Language),
    now: DateTime<Utc>,
) -> Result<Dated<Values>, HttpError> {
    let Dated { read: buyers, as_of } = reports::drought(services, &asked.range).await?;
    let entries = if asked.range.is_all() { say!("report-entries-ever") } else { say!("report-entries") };
    let columns = [
        (say!("report-without-win"), true),
        (say!("report-lost-spots"), true),
        (entries, true),
        (say!("report-last-entry", zone = zone.name()), false),
    ];
    let mut table = Table::new(say!("report-buyer"), columns);
    for buyer in buyers.iter().take(MOST_ROWS) {
        let last_entry = buyer.last_entry.with_timezone(&zone.rules()).naive_local();
        let values: [Arg; 4] = [
            days(days_since(buyer.last_win, now)).into(),
            buyer.total_losses.into(),
            buyer.total_entries.into(),
            clock(language, last_entry, "%H:%M").into(),
        ];
        let name = format!("@{}", buyer.social_handle);
        table.row(name, Some(&path(&buyer.social_handle)), values);
    }
    let never = buyers.iter().filter(|buyer| buyer.last_win.is_none()).count();
    let lead = if asked.range.is_all() { say!("report-drought-lead-ever") } else { say!("report-drought-lead") };
    let read = values! {
        title: say!("report-drought-title"),
        lead,
        figures: [figure(say!("report-buyers"), buyers.len()), figure(say!("report-never-won"), never)],
        charts: bar_chart(&say!("report-drought-chart"), &marks(&buyers, now, language))?,
        table,
        cut: cut(buyers.len()),
        empty: say!("report-drought-empty"),
    };
    Ok(Dated { read, as_of })
}

/// The buyers in each band; none without buyers.
fn marks(buyers: &[Drought], now: DateTime<Utc>, language: Language) -> Vec<Mark> {
    let mark = |(label, least, most): &(&'static str, i64, i64)| {
        let band = *least..=*most;
        let these = buyers.iter().filter(|buyer| band.contains(&days_since(buyer.last_win, now))).count();
        let these = u32::try_from(these).unwrap_or(u32::MAX);
        let label = Text::new(*label).write(language);
        Mark { label, value: these.into(), text: count(language, these.into()) }
    };
    BANDS.iter().filter(|_| !buyers.is_empty()).map(mark).collect()
}

fn days(days: i64) -> Text {
    if days == NEVER { say!("report-never-won-yet") } else { say!("report-days-without", days) }
}
