//! `GET /about`

use std::time::Duration;

use waffle_actors::retention::{Purged, RetentionStatus, Run};
use waffle_domain::role::Permission;
use waffle_domain::timezone::TimeZone;
use waffle_language::{Amount, Text, say};
use waffle_service::actions::Services;
use waffle_service::actions::system::database_facts;
use waffle_store::database_figures::DatabaseFacts;

use crate::answer::Answer;
use crate::context::Section;
use crate::public_page::PublicPage;
use crate::templates::Values;

/// What the database reports.
pub fn database(facts: &DatabaseFacts) -> Values {
    values! {
        size: size(facts.bytes.unsigned_abs()),
        active_waffles: facts.active_waffles,
        audit_backlog: facts.audit_backlog,
    }
}

/// The state of the retention job, and the reader's zone for its times.
pub fn retention(status: &RetentionStatus, zone: TimeZone) -> Values {
    values! {
        zone: zone.name(),
        last: status.last.as_ref().map(|run| run.at),
        result: status.last.as_ref().map(result),
        incomplete: status.last.as_ref().is_some_and(|run| !run.is_complete()),
        next: status.next,
    }
}

/// For example `Removed: audit entries (1,200) and claim keys (3). Postponed: ended sessions.`
fn result(run: &Run) -> Text {
    let removed = run.purged.iter().filter(|purged| purged.rows > 0);
    let removed = removed.map(|purged| say!("about-purge-rows", what = deleted(purged), rows = purged.rows));
    let late = run.purged.iter().filter(|purged| !purged.complete).map(deleted);
    match (Text::list(removed), Text::list(late)) {
        (None, None) => say!("about-purge-nothing"),
        (Some(removed), None) => say!("about-purge-removed", removed),
        (None, Some(late)) => say!("about-purge-late", late),
        (Some(removed), Some(late)) => say!("about-purge-both", removed, late),
    }
}

/// What is deleted from a table, such as `audit entries`.
fn deleted(purged: &Purged) -> Text {
    let text = Text::of_code("purged", &purged.name.replace(' ', "_"));
    if text.is_known() { text } else { Text::verbatim(purged.name) }
}

/// A size as people write it.
fn size(bytes: u64) -> Text {
    let (mut tenths, mut unit) = (bytes.saturating_mul(10), 0);
    let units = ["B", "kB", "MB", "GB", "TB", "PB"];
    while tenths >= 10_000 && unit + 1 < units.len() {
        tenths /= 1_000;
        unit += 1;
    }
    let (cents, decimals) = if unit == 0 { (bytes, 0) } else { (tenths, 1) };
    let number = Amount { cents: cents.try_into().unwrap_or(i64::MAX), symbol: String::new(), decimals };
    say!("about-size", number, unit = units.get(unit).copied().unwrap_or_default())
}

/// A duration in its two largest units.
pub fn lasting(time: Duration) -> Text {
    let seconds = time.as_secs();
    let minutes = seconds / 60;
    let (days, hours, minutes) = (minutes / 1_440, minutes / 60 % 24, minutes % 60);
    match (days, hours) {
        (0, 0) if minutes == 0 => say!("about-lasting-seconds", seconds),
        (0, 0) => say!("about-lasting-minutes", minutes),
        (0, _) => say!("about-lasting-hours", hours, minutes),
        _ => say!("about-lasting-days", days, hours),
    }
}

/// Shows what a waffle is and the server's version. Signed-in sellers also see how the server is doing, even while the
/// database is away.
pub async fn show(public: PublicPage) -> Answer {
    let reader = public.visitor.as_ref().filter(|admin| admin.may(Permission::ReadSystemInformation));
    let system = match reader.map(|admin| admin.account.timezone) {
        Some(zone) => Some(system(public.services(), zone).await),
        None => None,
    };
    public.pages.show(
        "about",
        values! {
            frame: public.frame(say!("about-title"), Section::About).with_description(say!("about-description")),
            version: env!("CARGO_PKG_VERSION"),
            system,
        },
    )
}

async fn system(services: &Services, zone: TimeZone) -> Values {
    values! {
        uptime: lasting(services.clock.elapsed()),
        watchers: services.waffles.watchers(),
        loaded_waffles: services.waffles.count(),
        database: database_facts(services).await.as_ref().map(database),
        retention: retention(&services.retention.status().await, zone),
        zone: zone.name(),
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;

    #[test]
    fn a_result_says_what_went_and_what_is_left() {
        let purged = |name, rows, complete| Purged { name, rows, complete };
        let run = |purged: &[Purged]| Run { at: DateTime::UNIX_EPOCH, purged: purged.to_vec() };
        let written = |purged: &[Purged]| result(&run(purged)).to_string();
        assert_eq!(written(&[purged("claim keys", 0, true)]), "Nothing was old enough to remove.");
        assert_eq!(
            written(&[purged("audit entries", 1_200, true), purged("claim keys", 3, true)]),
            "Removed: audit entries (1,200) and claim keys (3)."
        );
        assert_eq!(
            written(&[purged("audit entries", 2, false), purged("claim keys", 0, false)]),
            "Removed: audit entries (2). Postponed: audit entries and claim keys."
        );
        assert_eq!(written(&[purged("claim keys", 0, false)]), "Postponed: claim keys.");
    }

    #[test]
    fn sizes_and_times_are_written_as_people_say_them() {
        let sizes =
            [0, 999, 1_000, 1_049, 12_345_678, 999_999_999, 5_000_000_000_000].map(|bytes| size(bytes).to_string());
        assert_eq!(sizes, ["0 B", "999 B", "1.0 kB", "1.0 kB", "12.3 MB", "999.9 MB", "5.0 TB"]);
        let times = [0, 59, 60, 3_599, 3_600, 86_399, 86_400, 360_000];
        let times = times.map(|s| lasting(Duration::from_secs(s)).to_string());
        let said = ["0 s", "59 s", "1 min", "59 min", "1 h, 0 min", "23 h, 59 min", "1 day, 0 h", "4 days, 4 h"];
        assert_eq!(times, said);
    }
}
