//! The report of how fast boards fill.

use waffle_domain::report::velocity::{StatusVelocity, WaffleVelocity, by_status};
use waffle_domain::timezone::TimeZone;
use waffle_domain::waffle::WaffleStatus;
use waffle_http::error::HttpError;
use waffle_language::{Arg, Language, Text, clock, say};
use waffle_service::actions::{Services, reports};
use waffle_store::standby::Dated;

use crate::admin::reports::query::ReportQuery;
use crate::admin::reports::{MOST_BARS, MOST_ROWS, bar_chart, cut};
use crate::chart::Mark;
use crate::context::reports::{Table, duration, figure};
use crate::templates::Values;

/// Builds the report of the waffles created in the range.
pub(super) async fn report(
    services: &Services,
    asked: &ReportQuery,
    (zone, language): (TimeZone, Language),
) -> Result<Dated<Values>, HttpError> {
    let Dated { read: waffles, as_of } = reports::spot_velocity(services, &asked.range).await?;
    let columns = [
        (say!("report-status"), false),
        (say!("report-first-claim"), true),
        (say!("report-last-claim"), true),
        (say!("report-created", zone = zone.name()), false),
    ];
    let mut table = Table::new(say!("report-waffle"), columns);
    for waffle in waffles.iter().take(MOST_ROWS) {
        let created = waffle.created_at.with_timezone(&zone.rules()).naive_local();
        let values: [Arg; 4] = [
            status(waffle.status).into(),
            after(waffle.hours_to_first_claim(), language).into(),
            after(waffle.hours_to_last_claim(), language).into(),
            clock(language, created, "%H:%M").into(),
        ];
        table.row(&waffle.title, Some(&format!("/admin/waffles/{}", waffle.id)), values);
    }
    let mark = |waffle: &WaffleVelocity| {
        let value = waffle.hours_to_last_claim()?.max(0.0);
        Some(Mark { label: waffle.title.clone(), value, text: duration(value, language).write(language) })
    };
    let marks: Vec<Mark> = waffles.iter().filter_map(mark).take(MOST_BARS).collect();
    let read = values! {
        title: say!("report-speed-title"),
        lead: say!("report-speed-lead"),
        figures: by_status(&waffles).iter().flat_map(|group| figures(group, language)).collect::<Vec<_>>(),
        charts: bar_chart(&say!("report-speed-chart"), &marks)?,
        table,
        cut: cut(waffles.len()),
        empty: say!("report-speed-empty"),
    };
    Ok(Dated { read, as_of })
}

fn figures(group: &StatusVelocity, language: Language) -> Vec<Values> {
    let (waffles, first_claim) = match group.status {
        WaffleStatus::Active => (say!("report-open-waffles"), say!("report-open-first-claim")),
        WaffleStatus::Completed => (say!("report-drawn-waffles"), say!("report-drawn-first-claim")),
    };
    let mut figures = vec![
        figure(waffles, group.waffle_count.to_string()),
        figure(first_claim, after(group.avg_hours_to_first_claim, language)),
    ];
    if group.status == WaffleStatus::Completed {
        figures.push(figure(say!("report-drawn-completed"), after(group.avg_hours_to_completion, language)));
    }
    figures
}

fn status(status: WaffleStatus) -> Text {
    match status {
        WaffleStatus::Active => say!("report-status-open"),
        WaffleStatus::Completed => say!("report-status-drawn"),
    }
}

fn after(hours: Option<f64>, language: Language) -> Text {
    hours.map_or_else(|| Text::verbatim("–"), |hours| duration(hours.max(0.0), language))
}
