//! `/api/admin/reports`: the reports, for all roles, as JSON or CSV.

pub mod drought;
pub mod monthly_activity;
pub mod power_buyers;
pub mod spot_velocity;

use actix_web::HttpResponse;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use waffle_domain::csv_column::Column;
use waffle_domain::invalid::{Findings, Invalid};
use waffle_domain::report::period::Range;
use waffle_domain::report::ranking_length::Limit;
use waffle_http::csv::{Table, is_wanted};
use waffle_store::standby::Dated;

use crate::data_as_of::{dated, may_be_older};
use crate::endpoint::values::text;
use crate::endpoint::{Answer, Answers, file, named};

/// The query; absent and empty parameters have their defaults.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct Parameters {
    /// The start of the range: `YYYY-MM-DD`, a day of UTC, or RFC 3339.
    #[param(format = "date", example = "2026-11-01")]
    from: String,
    /// The end of the range.
    #[param(format = "date", example = "2026-11-30")]
    to: String,
    /// How many buyers a ranking holds, 1 to 100; 20 unless asked otherwise. Other reports are never cut.
    #[param(format = "limit", example = "20")]
    limit: String,
    /// `csv` for a CSV file with the same columns.
    #[param(pattern = "^(csv)?$", example = "csv")]
    format: String,
}

/// The parameters, checked.
#[derive(Debug, Clone, Copy)]
struct ReportQuery {
    range: Range,
    limit: Limit,
    csv: bool,
}

/// The body of most reports.
#[derive(Serialize, ToSchema)]
struct Report<E> {
    #[schema(inline)]
    entries: Vec<E>,
    /// As in the request.
    #[schema(required, example = "2026-11-01")]
    from: Option<String>,
    #[schema(required, example = "2026-11-30")]
    to: Option<String>,
}

impl Parameters {
    fn check(&self) -> Result<ReportQuery, Invalid> {
        let mut findings = Findings::default();
        let range = findings.keep(Range::parse(&self.from, &self.to));
        let limit = findings.keep(Limit::parse(&self.limit));
        let csv = findings.keep(is_wanted(&self.format));
        findings.into_result()?;
        Ok(ReportQuery {
            range: range.unwrap_or_default(),
            limit: limit.unwrap_or_default(),
            csv: csv.unwrap_or_default(),
        })
    }
}

/// 200 with a report, as JSON or CSV.
fn report<R: ToSchema>(description: &str) -> Answers {
    let name = format!("Report_{}", R::name());
    let answers = named::<Report<R>>(name, 200, description).and(file("text/csv", description, Some(text)));
    may_be_older(answers.mention::<R>())
}

/// A row of a report, with the same columns in JSON and CSV.
trait Entry: Serialize + Sized + 'static {
    const COLUMNS: &'static [Column<Self>];
}

/// Answers with the entries as JSON or CSV, whichever was asked for.
fn respond<E: Entry>(asked: &ReportQuery, name: &str, Dated { read: entries, as_of }: Dated<Vec<E>>) -> Answer {
    let response = if asked.csv {
        table(name, &entries)?
    } else {
        HttpResponse::Ok().json(Report { entries, from: asked.range.from_text(), to: asked.range.to_text() })
    };
    Ok(dated(response, as_of))
}

/// Answers with a CSV file named after the report.
fn table<E: Entry>(name: &str, entries: &[E]) -> Answer {
    let mut table = Table::of(E::COLUMNS)?;
    table.rows(E::COLUMNS, entries)?;
    table.answer(&format!("{name}.csv"))
}
