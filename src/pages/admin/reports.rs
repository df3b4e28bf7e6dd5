//! `GET /admin/reports`

mod drought;
mod monthly_activity;
mod power_buyers;
mod query;
mod spot_velocity;

use actix_web::http::StatusCode;
use actix_web::web;
use query::{Kind, ReportQuery};
use serde::Serialize;
use waffle_domain::number::grouped;
use waffle_domain::role::Permission;
use waffle_http::session::signed_in::SignedIn;

use crate::Pages;
use crate::answer::{self, Answer};
use crate::context::form::Form;
use crate::context::reports::{Report, Tab};
use crate::context::{Frame, Section};
use crate::query::Query;

/// `GET /admin/reports`: one of the reports, with tabs for the others.
#[derive(Debug, Clone, Serialize)]
pub struct ReportsPage {
    pub frame: Frame,
    pub tabs: Vec<Tab>,
    /// The report's name in addresses.
    pub key: &'static str,
    /// The filters as applied, or as typed with their errors.
    pub form: Form,
    /// Whether the report has a choice of how many rows to show.
    pub limited: bool,
    /// Common ranges.
    pub presets: Vec<Tab>,
    pub report: Report,
    /// The address of the same report as CSV.
    pub csv: String,
    /// A note on the zones of days, months and times.
    pub zone_note: String,
}

template!(ReportsPage: "admin/reports");

/// The most rows on the page; the CSV has all of them.
const MOST_ROWS: usize = 100;
/// The most bars in a chart with names.
const MOST_BARS: usize = 10;

/// Shows the report named by `report`, or the first one. It covers `from` to `to`: its usual range if both are missing,
/// all time if both are empty. 400 with the page when a filter is invalid.
pub async fn show(me: SignedIn, query: Query, pages: web::Data<Pages>) -> Answer {
    me.require(Permission::ReadReports)?;
    let (services, now) = (&pages.services, pages.services.now());
    let asked = ReportQuery::read(&query, now);
    let zone = me.account.timezone;
    let report = match asked.kind {
        Kind::MonthlyActivity => monthly_activity::report(services, &asked, now).await?,
        Kind::PowerBuyers => power_buyers::report(services, &asked).await?,
        Kind::Drought => drought::report(services, &asked, zone, now).await?,
        Kind::SpotVelocity => spot_velocity::report(services, &asked, zone).await?,
    };
    let page = pages.templates.render(&ReportsPage {
        frame: Frame::of(&me, "Reports", Section::Reports),
        tabs: asked.tabs(),
        key: asked.kind.key(),
        presets: asked.presets(now),
        csv: asked.csv(),
        zone_note: asked.zone_note(zone),
        form: asked.form,
        limited: asked.kind == Kind::PowerBuyers,
        report,
    });
    answer::page_with(if asked.refused { StatusCode::BAD_REQUEST } else { StatusCode::OK }, page)
}

/// A note that the table is cut short, if it has too many rows.
fn cut(rows: usize) -> Option<String> {
    let all = grouped(rows.try_into().unwrap_or(u64::MAX));
    (rows > MOST_ROWS).then(|| format!("Showing the first {MOST_ROWS} of {all}. Download the CSV for all of them."))
}
