//! `GET /api/admin/reports/drought`

use actix_web::web;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use waffle_domain::csv_column::{Column, time};
use waffle_domain::report::figures::days_since;
use waffle_http::extractors::InQuery;
use waffle_service::actions::{Services, reports};
use waffle_store::reports::drought::Drought;

use crate::admin::reports::{Entry, Parameters, report, respond};
use crate::endpoint::{Answer, endpoints};

/// A buyer who lost.
#[derive(Serialize, ToSchema)]
#[schema(as = DroughtRow)]
struct Row {
    #[schema(example = "anna")]
    social_handle: String,
    /// Spots claimed in the range.
    total_entries: i64,
    total_losses: i64,
    last_entry_date: DateTime<Utc>,
    /// Whole days since the last win; 99999 for never.
    #[schema(example = 12)]
    longest_drought: i64,
}

impl Row {
    fn new(drought: Drought, now: DateTime<Utc>) -> Self {
        Self {
            social_handle: drought.social_handle,
            total_entries: drought.total_entries,
            total_losses: drought.total_losses,
            last_entry_date: drought.last_entry,
            longest_drought: days_since(drought.last_win, now),
        }
    }
}

impl Entry for Row {
    const COLUMNS: &'static [Column<Self>] = &[
        ("social_handle", |row| row.social_handle.clone()),
        ("total_entries", |row| row.total_entries.to_string()),
        ("total_losses", |row| row.total_losses.to_string()),
        ("last_entry_date", |row| time(row.last_entry_date)),
        ("longest_drought", |row| row.longest_drought.to_string()),
    ];
}

endpoints! { "Reports";
    /// Read which buyers wait for a win
    ///
    /// Buyers who lost and did not win in the range, the longest without a win first. Without a range, every buyer
    /// with a loss.
    GET "/api/admin/reports/drought" => show as getDroughtReport for ReadReports,
        report::<Row>("The buyers."), ValidationFailed, ReportsBusy;
}

async fn show(InQuery(parameters): InQuery<Parameters>, services: web::Data<Services>) -> Answer {
    let asked = parameters.check()?;
    let buyers = reports::drought(&services, &asked.range).await?;
    let now = services.clock.now();
    let rows = buyers.map(|buyers| buyers.into_iter().map(|buyer| Row::new(buyer, now)).collect());
    respond(&asked, "drought", rows)
}
