//! The servers of the database: what follows the primary, what `DATABASE_URL` names, and the one for reports.

use std::fmt;

use futures_util::future::{OptionFuture, join, join_all};
use waffle_service::config::Config;
use waffle_store::checkup::{Checkup, Follower, ServerFacts};
use waffle_store::database::Database;
use waffle_store::failure::StoreFailure;
use waffle_store::pools::{PgConnectOptions, options};

use super::report::{Finding, Outcome};

pub(super) const STANDBYS: &str = "standbys";
pub(super) const SERVERS: &str = "database-servers";
pub(super) const REPORTS: &str = "reports";

/// How much of the log a standby may lack.
const LAG_BYTES: i64 = 32 << 20;
/// And for how long.
const LAG_SECONDS: i64 = 5;

/// What a server says of itself, or why it says nothing.
type Asked = Result<ServerFacts, StoreFailure>;

/// What a standby lacks, and for how long.
#[derive(Clone, Copy)]
struct Lag {
    bytes: i64,
    seconds: i64,
}

impl Lag {
    fn of_follower(follower: &Follower) -> Option<Self> {
        Some(Self { bytes: follower.lag_bytes?, seconds: follower.lag_seconds? })
    }

    fn of_standby(standby: &ServerFacts, primary: &ServerFacts) -> Self {
        let bytes = (primary.position - standby.position).max(0);
        // One that lacks nothing may have had nothing to follow for long.
        Self { bytes, seconds: if bytes == 0 { 0 } else { standby.age_seconds.unwrap_or_default() } }
    }

    fn is_long(self) -> bool {
        self.bytes > LAG_BYTES || self.seconds > LAG_SECONDS
    }
}

impl fmt::Display for Lag {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} KiB and {} s behind", self.bytes / 1024, self.seconds)
    }
}

/// Asks the servers that `DATABASE_URL` names, and the one for reports, after the primary: what that had before, a
/// standby has by now.
pub(super) async fn examine(config: &Config, database: &Database, primary: &ServerFacts) -> Vec<Finding> {
    let named = database.servers().iter().map(async |options| {
        let name = format!("{}:{}", options.get_host(), options.get_port());
        (name, ask(options).await)
    });
    let reports = config.database.reports_url.as_ref().map(async |url| ask(&options(url.expose())?).await);
    let (named, reports) = join(join_all(named), OptionFuture::from(reports)).await;
    vec![judge_named(primary, &named), judge_reports(primary, reports.as_ref())]
}

async fn ask(options: &PgConnectOptions) -> Asked {
    Checkup::open(&options.clone().application_name(super::NAME)).await?.server().await
}

/// How many standbys a commit waits for: of a list without a number, for one.
fn demanded(names: &str) -> usize {
    let number = names.split_once('(').and_then(|(before, _)| before.split_whitespace().last()?.parse().ok());
    number.unwrap_or(1)
}

pub(super) fn judge_standbys(names: &str, followers: &[Follower], several: bool) -> Finding {
    if followers.is_empty() && !names.is_empty() {
        let to_do =
            "Start a standby that is named there, or shorten synchronous_standby_names: until then, claims get 503.";
        return Finding::wrong(STANDBYS, format!("commits wait for {names}, and no standby is connected"), to_do);
    }
    if followers.is_empty() && several {
        let to_do = "Let the other servers follow this one: a failover has nowhere to go. Or name only this one.";
        return Finding::warning(STANDBYS, "none, although DATABASE_URL names several servers", to_do);
    }
    if followers.is_empty() {
        return Finding::ok(STANDBYS, "none, and none is waited for");
    }
    let shown: Vec<_> = followers
        .iter()
        .map(|follower| {
            let lag = Lag::of_follower(follower).map(|lag| format!(", {lag}")).unwrap_or_default();
            format!("{} ({}{lag})", follower.name, follower.sync_state.as_deref().unwrap_or("not shown"))
        })
        .collect();
    let shown = shown.join(", ");
    if followers.iter().all(|follower| follower.sync_state.is_none()) {
        let to_do = "GRANT pg_monitor TO the role in DATABASE_URL, to see their state and lag.";
        return Finding::warning(STANDBYS, shown, to_do);
    }
    let is_behind = |follower: &Follower| Lag::of_follower(follower).is_some_and(Lag::is_long);
    let synchronous = |follower: &Follower| matches!(follower.sync_state.as_deref(), Some("sync" | "quorum"));
    let keep_up = followers.iter().filter(|follower| synchronous(follower) && !is_behind(follower)).count();
    if !names.is_empty() && keep_up < demanded(names) {
        let seen = format!("commits wait for {names}, and {keep_up} of {} keep up: {shown}", demanded(names));
        let to_do = "Repair the standbys or their network, start more of them, or let synchronous_standby_names demand \
                     fewer: until then, claims wait for them.";
        return Finding::wrong(STANDBYS, seen, to_do);
    }
    if followers.iter().any(is_behind) {
        return Finding::warning(STANDBYS, shown, "Look at the log of the standby that is behind, and at its network.");
    }
    Finding::ok(STANDBYS, shown)
}

/// Judges a server next to the primary, which may be the same.
fn judge(primary: &ServerFacts, server: &Asked) -> (Outcome, String) {
    match server {
        Err(failure) => (Outcome::Warning, failure.to_string()),
        Ok(server) if server.database != primary.database => (Outcome::Wrong, "it has another database".into()),
        Ok(server) if server.is_standby() => {
            let lag = Lag::of_standby(server, primary);
            (if lag.is_long() { Outcome::Warning } else { Outcome::Ok }, format!("a standby, {lag}"))
        }
        Ok(server) if server.timeline < primary.timeline => (Outcome::Wrong, "a former primary".into()),
        Ok(_) => (Outcome::Ok, "the primary".into()),
    }
}

fn judge_named(primary: &ServerFacts, named: &[(String, Asked)]) -> Finding {
    let judged: Vec<_> = named.iter().map(|(name, server)| (name, judge(primary, server))).collect();
    let worst = judged.iter().map(|(_, (outcome, _))| *outcome).max().unwrap_or(Outcome::Ok);
    let seen: Vec<_> = judged.iter().map(|(name, (_, seen))| format!("{name}: {seen}")).collect();
    let to_do = match worst {
        Outcome::Wrong => "Stop it, and let it follow the primary (pg_rewind), or take it out of DATABASE_URL.",
        _ => "Repair it or its network, or take it out of DATABASE_URL: a failover can't go there.",
    };
    Finding::judged(SERVERS, worst, seen.join("; "), to_do)
}

fn judge_reports(primary: &ServerFacts, server: Option<&Asked>) -> Finding {
    let Some(server) = server else { return Finding::ok(REPORTS, "read from the primary") };
    let (outcome, seen) = judge(primary, server);
    let (outcome, to_do) = match server {
        Ok(server) if outcome == Outcome::Wrong || !server.is_standby() => {
            let to_do = "Name a standby of this database in WAFFLE__DATABASE__REPORTS_URL, or leave it unset.";
            (outcome.max(Outcome::Warning), to_do)
        }
        Ok(ServerFacts { age_seconds: None, .. }) => {
            (Outcome::Warning, "Until it has followed a change, it can't say how old it is, and the primary is read.")
        }
        Ok(_) => (outcome, "Look at its log and its network: reports are as old as it is."),
        Err(_) => (outcome, "Repair it or its network, or correct WAFFLE__DATABASE__REPORTS_URL: the primary is read."),
    };
    Finding::judged(REPORTS, outcome, seen, to_do)
}

#[cfg(test)]
mod tests {
    use super::Outcome::{Ok as Fine, Warning, Wrong};
    use super::*;

    fn follower(sync_state: &str, seconds: i64) -> Follower {
        Follower {
            name: "far".into(),
            state: Some("streaming".into()),
            sync_state: Some(sync_state.into()),
            lag_bytes: Some(seconds * 1024),
            lag_seconds: Some(seconds),
        }
    }

    #[test]
    fn as_many_standbys_as_commits_wait_for_must_keep_up() {
        for (names, followers, outcome) in [
            ("a", &[("sync", 0)][..], Fine),
            ("a, b", &[("sync", 0), ("potential", 0)], Fine),
            ("a, b", &[("sync", 0), ("potential", 6)], Warning),
            ("FIRST 2 (a, b)", &[("sync", 0), ("sync", 0)], Fine),
            ("FIRST 2 (a, b)", &[("sync", 0)], Wrong),
            ("FIRST 2 (a, b, c)", &[("sync", 0), ("sync", 6), ("potential", 0)], Wrong),
            ("2 (a, b)", &[("sync", 0), ("async", 0)], Wrong),
            ("any 2(a, b, c)", &[("quorum", 0), ("quorum", 0), ("quorum", 6)], Warning),
            ("any 2(a, b, c)", &[("quorum", 0), ("quorum", 6)], Wrong),
            ("ANY 1 (*)", &[("quorum", 0)], Fine),
        ] {
            let connected: Vec<_> = followers.iter().map(|(state, seconds)| follower(state, *seconds)).collect();
            assert_eq!(judge_standbys(names, &connected, true).outcome(), outcome, "{names} {followers:?}");
        }
    }

    #[test]
    fn without_a_standby_commits_must_wait_for_none_and_only_one_server_be_named() {
        let alone = |names, several| judge_standbys(names, &[], several).outcome();
        assert_eq!([alone("", false), alone("", true), alone("*", true)], [Fine, Warning, Wrong]);
    }

    /// A server that has this much of the log.
    fn server(timeline: Option<&str>, position: i64) -> ServerFacts {
        ServerFacts {
            database: "7/5".into(),
            timeline: timeline.map(str::to_owned),
            position,
            age_seconds: Some(6),
            ..ServerFacts::default()
        }
    }

    #[test]
    fn each_server_that_is_named_and_the_one_for_reports_is_of_the_primary() {
        let primary = server(Some("0000000A"), 90 << 20);
        let silent = || StoreFailure::Unreachable("no answer within 2 s".into());
        let unsure = ServerFacts { age_seconds: None, ..server(None, 90 << 20) };
        let other = ServerFacts { database: "8/5".into(), ..server(None, 90 << 20) };
        for (asked, as_named, for_reports, says) in [
            (Ok(primary.clone()), Fine, Warning, "the primary"),
            (Ok(server(None, 90 << 20)), Fine, Fine, "a standby, 0 KiB and 0 s behind"),
            (Ok(server(None, (90 << 20) - 2048)), Warning, Warning, "a standby, 2 KiB and 6 s behind"),
            (
                Ok(ServerFacts { age_seconds: Some(1), ..server(None, 57 << 20) }),
                Warning,
                Warning,
                "a standby, 33792 KiB and 1 s",
            ),
            (Ok(unsure), Fine, Warning, "a standby"),
            (Ok(server(Some("00000009"), 99 << 20)), Wrong, Wrong, "a former primary"),
            (Ok(other), Wrong, Wrong, "it has another database"),
            (Err(silent()), Warning, Warning, "the database is unreachable: no answer within 2 s"),
        ] {
            let reports = judge_reports(&primary, Some(&asked));
            assert!(reports.outcome() == for_reports && reports.seen().contains(says), "{reports:?}");
            let named = [("a:5432".to_owned(), Ok(primary.clone())), ("b:5432".to_owned(), asked)];
            let named = judge_named(&primary, &named);
            let says = format!("a:5432: the primary; b:5432: {says}");
            assert!(named.outcome() == as_named && named.seen().starts_with(&says), "{named:?}");
        }
        assert_eq!(judge_reports(&primary, None).outcome(), Fine);
    }
}
