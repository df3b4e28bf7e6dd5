//! `GET /api/admin/reports/monthly-activity`

use actix_web::web;
use serde::Serialize;
use utoipa::ToSchema;
use waffle_domain::report::month::Month;
use waffle_http::extractors::InQuery;
use waffle_service::actions::{Services, reports};
use waffle_store::reports::monthly_activity::MonthlyActivity;
use waffle_store::table::Column;

use crate::admin::reports::{Entry, Parameters, report, respond};
use crate::endpoint::{Answer, endpoints};

/// A calendar month of UTC.
#[derive(Serialize, ToSchema)]
#[schema(as = MonthRow)]
struct Row {
    #[schema(value_type = String, example = "2026-11")]
    month: Month,
    waffles_created: i64,
    /// Of any status now.
    spots_claimed: i64,
    /// What the spots paid in the month cost, in cents.
    #[schema(example = 250_000)]
    revenue: i64,
}

impl From<MonthlyActivity> for Row {
    fn from(activity: MonthlyActivity) -> Self {
        let MonthlyActivity { month, waffles_created, spots_claimed, revenue } = activity;
        Self { month, waffles_created, spots_claimed, revenue }
    }
}

impl Entry for Row {
    const COLUMNS: &'static [Column<Self>] = &[
        ("month", |row| row.month.to_string()),
        ("waffles_created", |row| row.waffles_created.to_string()),
        ("spots_claimed", |row| row.spots_claimed.to_string()),
        ("revenue", |row| row.revenue.to_string()),
    ];
}

endpoints! { "Reports";
    /// Read the months
    ///
    /// Every month of the range up to now, the earliest first, including those without any activity.
    GET "/api/admin/reports/monthly-activity" => show as getMonthlyActivityReport for ReadReports,
        report::<Row>("The months."), ValidationFailed, ReportsBusy;
}

async fn show(parameters: InQuery<Parameters>, services: web::Data<Services>) -> Answer {
    let parameters = parameters.read()?;
    let asked = parameters.check()?;
    let months = reports::monthly_activity(&services, &asked.range, services.now()).await?;
    respond(&asked, "monthly-activity", months.into_iter().map(Row::from).collect())
}
