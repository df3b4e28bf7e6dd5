//! `GET /api/admin/reports/monthly-activity`

use actix_web::{HttpResponse, web};
use serde::Serialize;
use waffle_domain::report::month::Month;
use waffle_domain::role::Permission;
use waffle_store::connect::PgPool;
use waffle_store::reports::monthly_activity::{MonthlyActivity, read};

use crate::api::admin::reports::{Entry, Parameters, respond};
use crate::clock::Clock;
use crate::session::current_admin::CurrentAdmin;
use crate::web::error::Failure;
use crate::web::refusal::of_read;

#[derive(Serialize)]
struct Row {
    month: Month,
    waffles_created: i64,
    spots_claimed: i64,
    revenue: i64,
}

impl From<MonthlyActivity> for Row {
    fn from(activity: MonthlyActivity) -> Self {
        let MonthlyActivity { month, waffles_created, spots_claimed, revenue } = activity;
        Self { month, waffles_created, spots_claimed, revenue }
    }
}

impl Entry for Row {
    const COLUMNS: &'static [&'static str] = &["month", "waffles_created", "spots_claimed", "revenue"];

    fn values(&self) -> Vec<String> {
        vec![
            self.month.to_string(),
            self.waffles_created.to_string(),
            self.spots_claimed.to_string(),
            self.revenue.to_string(),
        ]
    }
}

/// Answers 200 with every month of the range up to now, the earliest first; 400 for a bad date or format.
pub async fn show(
    admin: CurrentAdmin,
    parameters: web::Query<Parameters>,
    pool: web::Data<PgPool>,
    clock: web::Data<Clock>,
) -> Result<HttpResponse, Failure> {
    admin.require(Permission::ReadReports)?;
    let asked = parameters.check()?;
    let months = read(&pool, &asked.range, clock.now()).await.map_err(of_read)?;
    respond(&asked, "monthly-activity", months.into_iter().map(Row::from).collect())
}
