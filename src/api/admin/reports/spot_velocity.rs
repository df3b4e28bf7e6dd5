//! `GET /api/admin/reports/spot-velocity`

use actix_web::{HttpResponse, web};
use serde::Serialize;
use utoipa::ToSchema;
use waffle_domain::csv_column::Column;
use waffle_domain::report::velocity::{StatusVelocity, WaffleVelocity, by_status};
use waffle_domain::waffle::WaffleStatus;
use waffle_http::extractors::InQuery;
use waffle_service::actions::{Services, reports};
use waffle_store::standby::Dated;

use crate::admin::reports::{Entry, Parameters, table};
use crate::data_as_of::{dated, may_be_older};
use crate::endpoint::values::text;
use crate::endpoint::{Answer, endpoints, file, ok};

/// How fast boards fill.
#[derive(Serialize, ToSchema)]
#[schema(as = SpotVelocity)]
struct Velocity {
    entries: Vec<Row>,
    /// The active waffles together, and the completed ones.
    #[schema(value_type = Vec<StatusVelocity>)]
    groups: [StatusVelocity; 2],
    /// As in the request.
    #[schema(required, example = "2026-11-01")]
    from: Option<String>,
    #[schema(required, example = "2026-11-30")]
    to: Option<String>,
}

/// One waffle; its hours count from its creation.
#[derive(Serialize, ToSchema)]
#[schema(as = VelocityRow)]
struct Row {
    #[schema(example = "golden-hour")]
    slug: String,
    #[schema(example = "Golden Hour")]
    title: String,
    status: WaffleStatus,
    /// `null` without a claim.
    #[schema(required, example = 0.5)]
    hours_to_first_claim: Option<f64>,
    #[schema(required, example = 30.2)]
    hours_to_last_claim: Option<f64>,
}

impl From<WaffleVelocity> for Row {
    fn from(waffle: WaffleVelocity) -> Self {
        Self {
            status: waffle.status,
            hours_to_first_claim: waffle.hours_to_first_claim(),
            hours_to_last_claim: waffle.hours_to_last_claim(),
            slug: waffle.slug,
            title: waffle.title,
        }
    }
}

impl Entry for Row {
    const COLUMNS: &'static [Column<Self>] = &[
        ("slug", |row| row.slug.clone()),
        ("title", |row| row.title.clone()),
        ("status", |row| row.status.to_string()),
        ("hours_to_first_claim", |row| hours(row.hours_to_first_claim)),
        ("hours_to_last_claim", |row| hours(row.hours_to_last_claim)),
    ];
}

fn hours(hours: Option<f64>) -> String {
    hours.map(|hours| hours.to_string()).unwrap_or_default()
}

endpoints! { "Reports";
    /// Read how fast boards fill
    ///
    /// The waffles created in the range, the newest first. The CSV has only the waffles.
    GET "/api/admin/reports/spot-velocity" => show as getSpotVelocityReport for ReadReports,
        may_be_older(ok::<Velocity>("The waffles, and how they compare by status.").and(file("text/csv", "The \
                waffles, and how they compare by status.", Some(text)))),
        ValidationFailed, ReportsBusy;
}

async fn show(InQuery(parameters): InQuery<Parameters>, services: web::Data<Services>) -> Answer {
    let asked = parameters.check()?;
    let Dated { read: waffles, as_of } = reports::spot_velocity(&services, &asked.range).await?;
    let groups = by_status(&waffles);
    let entries: Vec<Row> = waffles.into_iter().map(Row::from).collect();
    let response = if asked.csv {
        table("spot-velocity", &entries)?
    } else {
        let (from, to) = (asked.range.from_text(), asked.range.to_text());
        HttpResponse::Ok().json(Velocity { entries, groups, from, to })
    };
    Ok(dated(response, as_of))
}
