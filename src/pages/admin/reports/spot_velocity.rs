//! The report of how fast boards fill.

use waffle_domain::report::velocity::{StatusVelocity, WaffleVelocity, by_status};
use waffle_domain::timezone::TimeZone;
use waffle_domain::waffle::WaffleStatus;
use waffle_http::error::HttpError;
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
    zone: TimeZone,
) -> Result<Dated<Values>, HttpError> {
    let Dated { read: waffles, as_of } = reports::spot_velocity(services, &asked.range).await?;
    let created = format!("Created ({zone})");
    let mut table = Table::new(
        "Waffle",
        &[("Status", false), ("First claim after", true), ("Last claim after", true), (&created, false)],
    );
    for waffle in waffles.iter().take(MOST_ROWS) {
        let values = [
            status(waffle.status).to_owned(),
            after(waffle.hours_to_first_claim()),
            after(waffle.hours_to_last_claim()),
            waffle.created_at.with_timezone(&zone.rules()).format("%-d %b %Y, %H:%M").to_string(),
        ];
        table.row(&waffle.title, Some(&format!("/admin/waffles/{}", waffle.id)), values);
    }
    let mark = |waffle: &WaffleVelocity| {
        let value = waffle.hours_to_last_claim()?.max(0.0);
        Some(Mark { label: waffle.title.clone(), value, text: duration(value) })
    };
    let marks: Vec<Mark> = waffles.iter().filter_map(mark).take(MOST_BARS).collect();
    let read = values! {
        title: "Speed",
        lead: "How long boards created in this time took from their creation to the first and to the last claim.",
        figures: by_status(&waffles).iter().flat_map(figures).collect::<Vec<_>>(),
        charts: bar_chart("From creation to the last claim, newest waffles", &marks)?,
        table,
        cut: cut(waffles.len()),
        empty: "No waffles were created in this period.",
    };
    Ok(Dated { read, as_of })
}

fn figures(group: &StatusVelocity) -> Vec<Values> {
    let name = status(group.status);
    let mut figures = vec![
        figure(format!("{name} waffles"), group.waffle_count.to_string()),
        figure(format!("{name}: first claim after"), after(group.avg_hours_to_first_claim)),
    ];
    if group.status == WaffleStatus::Completed {
        figures.push(figure(format!("{name}: completed after"), after(group.avg_hours_to_completion)));
    }
    figures
}

fn status(status: WaffleStatus) -> &'static str {
    match status {
        WaffleStatus::Active => "Open",
        WaffleStatus::Completed => "Drawn",
    }
}

fn after(hours: Option<f64>) -> String {
    hours.map_or_else(|| "–".to_owned(), |hours| duration(hours.max(0.0)))
}
