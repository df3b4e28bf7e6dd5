//! `GET /api/admin/reports/monthly-activity`

use actix_web::web;
use waffle_domain::csv_column::Column;
use waffle_http::extractors::InQuery;
use waffle_service::actions::{Services, reports};
use waffle_store::reports::monthly_activity::MonthlyActivity;

use crate::admin::reports::{Entry, Parameters, report, respond};
use crate::endpoint::{Answer, endpoints};

impl Entry for MonthlyActivity {
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
        report::<MonthlyActivity>("The months."), ValidationFailed, ReportsBusy;
}

async fn show(InQuery(parameters): InQuery<Parameters>, services: web::Data<Services>) -> Answer {
    let asked = parameters.check()?;
    let months = reports::monthly_activity(&services, &asked.range, services.now()).await?;
    respond(&asked, "monthly-activity", months)
}
