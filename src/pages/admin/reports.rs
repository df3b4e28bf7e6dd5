//! `GET /admin/reports`

mod drought;
mod monthly_activity;
mod power_buyers;
mod query;
mod spot_velocity;

use actix_web::http::StatusCode;
use chrono::{DateTime, Utc};
use query::{Kind, ReportQuery};
use waffle_domain::timezone::TimeZone;
use waffle_http::error::HttpError;
use waffle_http::session::signed_in::SignedIn;
use waffle_language::{Language, Text, clock, say};
use waffle_service::failure::Failure;
use waffle_store::standby::Dated;

use crate::Pages;
use crate::answer::Answer;
use crate::chart::{Mark, bars};
use crate::context::{Frame, Section};
use crate::query::Query;
use crate::templates::Values;

/// The most rows on the page; the CSV has all of them.
const MOST_ROWS: usize = 100;
/// The most bars in a chart with names.
const MOST_BARS: usize = 10;

/// Shows the report named by `report`, or the first one. It covers `from` to `to`: its usual range if both are missing,
/// all time if both are empty. 400 with the page when a filter is invalid.
pub async fn show(me: SignedIn, query: Query, pages: Pages) -> Answer {
    let (services, now, language) = (&pages.services, pages.services.now(), pages.language());
    let asked = ReportQuery::read(&query, now);
    let zone = me.account.timezone;
    let Dated { read: report, as_of } = match asked.kind {
        Kind::MonthlyActivity => monthly_activity::report(services, &asked, now, language).await?,
        Kind::PowerBuyers => power_buyers::report(services, &asked, language).await?,
        Kind::Drought => drought::report(services, &asked, (zone, language), now).await?,
        Kind::SpotVelocity => spot_velocity::report(services, &asked, (zone, language)).await?,
    };
    let status = if asked.refused { StatusCode::BAD_REQUEST } else { StatusCode::OK };
    pages.show_as(
        status,
        "admin/reports",
        values! {
            frame: Frame::of(&me, say!("report-all"), Section::Reports),
            tabs: asked.tabs(),
            key: asked.kind.key(),
            presets: asked.presets(now),
            csv: asked.csv(),
            zone_note: asked.zone_note(zone),
            copy_note: as_of.map(|as_of| copy_note(as_of, (zone, language), now)),
            limited: asked.kind == Kind::PowerBuyers,
            form: asked.form,
            report,
        },
    )
}

/// Says that the report is of a copy, and how old that is. Its day is left out if it is today.
fn copy_note(as_of: DateTime<Utc>, (zone, language): (TimeZone, Language), now: DateTime<Utc>) -> Text {
    const CLOCK: &str = "%H:%M:%S";
    let [as_of, now] = [as_of, now].map(|moment| moment.with_timezone(&zone.rules()).naive_local());
    if as_of.date() == now.date() {
        say!("report-copy-today", time = as_of.format(CLOCK).to_string(), zone = zone.name())
    } else {
        say!("report-copy", moment = clock(language, as_of, CLOCK), zone = zone.name())
    }
}

/// A note that the table is cut short, if it has too many rows.
fn cut(rows: usize) -> Option<Text> {
    (rows > MOST_ROWS).then(|| say!("report-cut", shown = MOST_ROWS, all = rows))
}

/// A report's only chart, if there is anything to show.
fn bar_chart(title: &Text, marks: &[Mark]) -> Result<Vec<Values>, HttpError> {
    if marks.is_empty() {
        return Ok(Vec::new());
    }
    Ok(vec![values! { title, svg: bars(marks).map_err(Failure::internal)? }])
}

#[cfg(test)]
mod tests {
    use waffle_domain::timezone::TimeZone;
    use waffle_language::ENGLISH;

    use super::copy_note;

    #[test]
    fn a_copy_says_how_old_it_is_in_the_sellers_zone() {
        let zone = TimeZone::parse("Europe/Berlin").unwrap();
        let now = "2026-11-26T23:30:00Z".parse().unwrap();
        let note = |as_of: &str| copy_note(as_of.parse().unwrap(), (zone, ENGLISH), now).to_string();
        let today = "From a copy of the database, as of 00:14:03 (Europe/Berlin).";
        assert_eq!(note("2026-11-26T23:14:03.9Z"), today);
        assert!(note("2026-11-26T22:59:59Z").contains(" as of 26 Nov 2026, 23:59:59 (Europe/Berlin)."));
    }
}
