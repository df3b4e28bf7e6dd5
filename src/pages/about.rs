//! `GET /about`

use std::time::Duration;

use chrono::{DateTime, Utc};
use waffle_actors::retention::{RetentionStatus, Run};
use waffle_domain::number::grouped;
use waffle_domain::role::Permission;
use waffle_domain::timezone::TimeZone;
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

/// The state of the retention job, with times in the reader's zone.
pub fn retention(status: &RetentionStatus, zone: TimeZone) -> Values {
    let time = |at: DateTime<Utc>| at.with_timezone(&zone.rules()).format("%-d %b %Y, %H:%M").to_string();
    values! {
        last: status.last.as_ref().map(|run| time(run.at)),
        result: status.last.as_ref().map(result),
        incomplete: status.last.as_ref().is_some_and(|run| !run.is_complete()),
        next: status.next.map(time),
    }
}

/// For example `Removed: audit entries (1,200), claim keys (3). Put off: ended sessions.`
fn result(run: &Run) -> String {
    let removed: Vec<_> = run
        .purged
        .iter()
        .filter(|purged| purged.rows > 0)
        .map(|purged| format!("{} ({})", purged.name, grouped(purged.rows)))
        .collect();
    let late: Vec<_> = run.purged.iter().filter(|purged| !purged.complete).map(|purged| purged.name).collect();
    let mut sentences = Vec::new();
    if !removed.is_empty() {
        sentences.push(format!("Removed: {}.", removed.join(", ")));
    }
    if !late.is_empty() {
        sentences.push(format!("Put off: {}.", late.join(", ")));
    }
    if sentences.is_empty() { "Nothing was old enough to remove.".to_owned() } else { sentences.join(" ") }
}

/// A size as people write it.
fn size(bytes: u64) -> String {
    let (mut tenths, mut unit) = (bytes.saturating_mul(10), 0);
    let units = ["B", "kB", "MB", "GB", "TB", "PB"];
    while tenths >= 10_000 && unit + 1 < units.len() {
        tenths /= 1_000;
        unit += 1;
    }
    let name = units.get(unit).copied().unwrap_or_default();
    if unit == 0 { format!("{bytes} {name}") } else { format!("{}.{} {name}", tenths / 10, tenths % 10) }
}

/// A duration in its two largest units.
pub fn lasting(time: Duration) -> String {
    let minutes = time.as_secs() / 60;
    let (days, hours, minutes) = (minutes / 1_440, minutes / 60 % 24, minutes % 60);
    match (days, hours) {
        (0, 0) if minutes == 0 => format!("{} s", time.as_secs()),
        (0, 0) => format!("{minutes} min"),
        (0, _) => format!("{hours} h, {minutes} min"),
        (1, _) => format!("1 day, {hours} h"),
        _ => format!("{} days, {hours} h", grouped(days)),
    }
}

/// Shows what a waffle is and the server's version. Signed-in sellers also see how the server is doing, even while the
/// database is away.
pub async fn show(public: PublicPage) -> Answer {
    let description =
        "How a waffle works: claim numbered spots with your social handle, pay the seller and watch the draw.";
    let reader = public.visitor.as_ref().filter(|admin| admin.may(Permission::ReadSystemInformation));
    let system = match reader.map(|admin| admin.account.timezone) {
        Some(zone) => Some(system(public.services(), zone).await),
        None => None,
    };
    public.pages.show(
        "about",
        values! {
            frame: public.frame("What’s a waffle?", Section::About).with_description(description),
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
    use waffle_actors::retention::Purged;

    use super::*;

    #[test]
    fn a_result_says_what_went_and_what_is_left() {
        let purged = |name, rows, complete| Purged { name, rows, complete };
        let written = |purged: &[Purged]| result(&Run { at: DateTime::UNIX_EPOCH, purged: purged.to_vec() });
        assert_eq!(written(&[purged("claim keys", 0, true)]), "Nothing was old enough to remove.");
        assert_eq!(
            written(&[purged("audit entries", 1_200, true), purged("claim keys", 3, true)]),
            "Removed: audit entries (1,200), claim keys (3)."
        );
        assert_eq!(
            written(&[purged("audit entries", 2, false), purged("claim keys", 0, false)]),
            "Removed: audit entries (2). Put off: audit entries, claim keys."
        );
        assert_eq!(written(&[purged("claim keys", 0, false)]), "Put off: claim keys.");
    }

    #[test]
    fn sizes_and_times_are_written_as_people_say_them() {
        let sizes = [0, 999, 1_000, 1_049, 12_345_678, 999_999_999, 5_000_000_000_000].map(size);
        assert_eq!(sizes, ["0 B", "999 B", "1.0 kB", "1.0 kB", "12.3 MB", "999.9 MB", "5.0 TB"]);
        let times = [0, 59, 60, 3_599, 3_600, 86_399, 86_400, 360_000].map(|s| lasting(Duration::from_secs(s)));
        let said = ["0 s", "59 s", "1 min", "59 min", "1 h, 0 min", "23 h, 59 min", "1 day, 0 h", "4 days, 4 h"];
        assert_eq!(times, said);
    }
}
