//! The report and range to show: read from the page's address, and written into its links.

use chrono::{DateTime, Days, Utc};
use waffle_domain::invalid::{FieldError, Invalid};
use waffle_domain::report::month::Month;
use waffle_domain::report::period::Range;
use waffle_domain::report::ranking_length::Limit;
use waffle_domain::timezone::TimeZone;
use waffle_language::{Text, say};

use crate::context::form::Form;
use crate::query::Query;
use crate::templates::Values;

/// One of the four reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    MonthlyActivity,
    PowerBuyers,
    Drought,
    SpotVelocity,
}

impl Kind {
    const ALL: [Self; 4] = [Self::MonthlyActivity, Self::PowerBuyers, Self::Drought, Self::SpotVelocity];

    /// The report's name in addresses, both of the page and of the API.
    pub(super) fn key(self) -> &'static str {
        match self {
            Self::MonthlyActivity => "monthly-activity",
            Self::PowerBuyers => "power-buyers",
            Self::Drought => "drought",
            Self::SpotVelocity => "spot-velocity",
        }
    }

    /// The text of its tab.
    fn tab(self) -> Text {
        match self {
            Self::MonthlyActivity => say!("report-tab-months"),
            Self::PowerBuyers => say!("report-tab-buyers"),
            Self::Drought => say!("report-tab-droughts"),
            Self::SpotVelocity => say!("report-tab-speed"),
        }
    }

    /// The range by default: a year for the monthly report, else 90 days.
    fn usual_range(self, now: DateTime<Utc>) -> Range {
        match self {
            Self::MonthlyActivity => last_year(now),
            Self::PowerBuyers | Self::Drought | Self::SpotVelocity => last_days(90, now),
        }
    }
}

/// The page's query.
#[derive(Debug, Clone)]
pub(super) struct ReportQuery {
    pub kind: Kind,
    pub range: Range,
    pub limit: Limit,
    /// The filters for the form, with their errors.
    pub form: Form,
    /// Whether a filter was invalid; the report then shows its usual range.
    pub refused: bool,
}

impl ReportQuery {
    /// Reads the page's query.
    pub(super) fn read(query: &Query, now: DateTime<Utc>) -> Self {
        let kind =
            Kind::ALL.into_iter().find(|kind| kind.key() == query.text("report")).unwrap_or(Kind::MonthlyActivity);
        let range = if query.has("from") || query.has("to") {
            Range::parse(query.text("from"), query.text("to"))
        } else {
            Ok(kind.usual_range(now))
        };
        let limit = Limit::parse(query.text("limit"));
        let faults: Vec<FieldError> = [range.as_ref().err(), limit.as_ref().err()]
            .into_iter()
            .flatten()
            .flat_map(|Invalid(faults)| faults.clone())
            .collect();
        let typed = |name| query.text(name).to_owned();
        let [from, to] = match &range {
            Ok(range) => [range.from_text(), range.to_text()].map(Option::unwrap_or_default),
            Err(_) => ["from", "to"].map(typed),
        };
        let most = limit.as_ref().map_or_else(|_| typed("limit"), |limit| limit.get().to_string());
        Self {
            kind,
            range: range.unwrap_or_else(|_| kind.usual_range(now)),
            limit: limit.unwrap_or_default(),
            form: Form::of([("from", from), ("to", to), ("limit", most)]).with(&faults),
            refused: !faults.is_empty(),
        }
    }

    /// The links to all reports, each with its usual range.
    pub(super) fn tabs(&self) -> Vec<Values> {
        let tab = |kind: Kind| {
            let href = format!("/admin/reports?report={}", kind.key());
            values! { href, text: kind.tab(), current: kind == self.kind }
        };
        Kind::ALL.into_iter().map(tab).collect()
    }

    /// The links to common ranges.
    pub(super) fn presets(&self, now: DateTime<Utc>) -> Vec<Values> {
        let ranges = [
            (say!("report-range-days", days = 30), last_days(30, now)),
            (say!("report-range-days", days = 90), last_days(90, now)),
            (say!("report-range-months", months = 12), last_year(now)),
            (say!("report-range-all"), Range::ALL),
        ];
        let preset = |(text, range): (Text, Range)| {
            let href = format!("/admin/reports?report={}{}", self.kind.key(), self.filters(&range));
            values! { href, text, current: range == self.range }
        };
        ranges.into_iter().map(preset).collect()
    }

    /// The address of the report as CSV.
    pub(super) fn csv(&self) -> String {
        format!("/api/admin/reports/{}?format=csv{}", self.kind.key(), self.filters(&self.range))
    }

    /// Days and months are in UTC, as in the API; only times are shown in the seller's zone.
    pub(super) fn zone_note(&self, zone: TimeZone) -> Text {
        match self.kind {
            Kind::Drought | Kind::SpotVelocity if zone != TimeZone::UTC => say!("report-zone", zone = zone.name()),
            _ => say!("report-zone-utc"),
        }
    }

    fn filters(&self, range: &Range) -> String {
        let (from, to) = (range.from_text().unwrap_or_default(), range.to_text().unwrap_or_default());
        let limit = if self.kind == Kind::PowerBuyers { format!("&limit={}", self.limit.get()) } else { String::new() };
        format!("&from={from}&to={to}{limit}")
    }
}

/// The last `days` days, including today.
fn last_days(days: u64, now: DateTime<Utc>) -> Range {
    let today = now.date_naive();
    Range::days(today.checked_sub_days(Days::new(days - 1)).unwrap_or(today), today)
}

/// This month and the eleven before it.
fn last_year(now: DateTime<Utc>) -> Range {
    Range::days(Month::of(now).earlier(11).start().date_naive(), now.date_naive())
}
