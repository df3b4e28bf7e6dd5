//! The servers of the database: what follows the primary, what `DATABASE_URL` names, and the one for reports.

use std::fmt;

use futures_util::future::{OptionFuture, join, join_all};
use tokio::time::timeout;
use waffle_domain::timeouts::CONNECT;
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

/// What a server says of itself.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub(super) facts: ServerFacts,
    /// Which database it has, if it says so.
    pub(super) database: Option<String>,
}

/// The same, or why it says nothing.
type Asked = Result<Seen, StoreFailure>;

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
pub(super) async fn examine(config: &Config, database: &Database, primary: &Seen) -> Vec<Finding> {
    let servers = if database.is_several() { database.servers() } else { &[] };
    let named = servers.iter().map(async |options| {
        let name = format!("{}:{}", options.get_host(), options.get_port());
        (name, ask(options, async |_| Ok(())).await.map(|(seen, ())| seen))
    });
    let reports = config.database.reports_url.as_ref().map(async |url| {
        let options = options(url.expose())?;
        ask(&options, async |session| session.keeps_its_session(&options).await).await
    });
    let (named, reports) = join(join_all(named), OptionFuture::from(reports)).await;
    let reports = reports.as_ref().map(|asked| asked.as_ref().map(|(seen, keeps)| (seen, *keeps)));
    vec![judge_named(primary, &named), judge_reports(primary, reports)]
}

/// Asks a server, also something more, within 2 s.
async fn ask<T>(
    options: &PgConnectOptions,
    more: impl AsyncFnOnce(&mut Checkup) -> Result<T, StoreFailure>,
) -> Result<(Seen, T), StoreFailure> {
    let asked = async {
        let mut session = Checkup::open(&options.clone().application_name(super::NAME)).await?;
        let seen = Seen { facts: session.server().await?, database: session.identity().await };
        Ok((seen, more(&mut session).await?))
    };
    let late = || StoreFailure::Unreachable(format!("no answer within {} s", CONNECT.as_secs()));
    timeout(CONNECT, asked).await.unwrap_or_else(|_| Err(late()))
}

/// How many standbys a commit waits for: of a list without a number, for one.
fn demanded(names: &str) -> usize {
    let before = names.split_once('(').map(|(before, _)| before).filter(|before| !before.contains('"'));
    let number = before.and_then(|before| before.split_whitespace().last()?.parse().ok());
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

/// Judges a server next to the primary, which may be the same: the outcome, what is seen, and what to do.
fn judge(primary: &Seen, server: Result<&Seen, &StoreFailure>) -> (Outcome, String, &'static str) {
    let server = match server {
        Ok(server) => server,
        Err(failure) => {
            return (Outcome::Warning, failure.to_string(), "Repair it or its network, or no longer name it.");
        }
    };
    if primary.database.as_ref().zip(server.database.as_ref()).is_some_and(|(ours, its)| ours != its) {
        return (Outcome::Wrong, "it has another database".into(), "No longer name it. Leave it running.");
    }
    let (ours, its) = (&primary.facts, &server.facts);
    if its.is_standby() {
        let lag = Lag::of_standby(its, ours);
        let outcome = if lag.is_long() { Outcome::Warning } else { Outcome::Ok };
        return (outcome, format!("a standby, {lag}"), "Look at its log, and at its network.");
    }
    if its.started == ours.started {
        return (Outcome::Ok, "the primary".into(), "");
    }
    let seen = if its.timeline < ours.timeline { "a former primary" } else { "it takes writes as well" };
    let to_do = "Find out which one has what was sold last. Stop the other, and let it follow that one (pg_rewind).";
    (Outcome::Wrong, seen.into(), to_do)
}

fn judge_named(primary: &Seen, named: &[(String, Asked)]) -> Finding {
    let judged: Vec<_> = named.iter().map(|(name, server)| (name, judge(primary, server.as_ref()))).collect();
    let seen: Vec<_> = judged.iter().map(|(name, (_, seen, _))| format!("{name}: {seen}")).collect();
    match judged.into_iter().max_by_key(|(_, (outcome, ..))| *outcome) {
        Some((name, (worst, _, to_do))) => {
            Finding::judged(SERVERS, worst, seen.join("; "), &format!("{name}: {to_do}"))
        }
        None => Finding::ok(SERVERS, "DATABASE_URL names one"),
    }
}

/// Judges the server for reports; its session must stay the same.
fn judge_reports(primary: &Seen, server: Option<Result<(&Seen, bool), &StoreFailure>>) -> Finding {
    let Some(server) = server else { return Finding::ok(REPORTS, "read from the primary") };
    let (outcome, seen, to_do) = judge(primary, server.map(|(server, _)| server));
    let (outcome, to_do) = match server {
        Ok((_, false)) => (Outcome::Wrong, "Let its pooler keep a backend for each session (pool_mode = session)."),
        Ok((server, _)) if outcome == Outcome::Ok && !server.facts.is_standby() => {
            (Outcome::Warning, "Name a standby of this database in WAFFLE__DATABASE__REPORTS_URL, or leave it unset.")
        }
        Ok((server, _)) if outcome == Outcome::Ok && server.facts.age_seconds.is_none() => {
            (Outcome::Warning, "Until it has followed a change, it can't say how old it is, and the primary is read.")
        }
        Ok(_) => (outcome, to_do),
        Err(_) => (outcome, "Repair it or its network, or correct WAFFLE__DATABASE__REPORTS_URL: the primary is read."),
    };
    Finding::judged(REPORTS, outcome, seen, to_do)
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

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
            ("\"pg 3 (east)\"", &[("sync", 0)], Fine),
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
    fn server(timeline: Option<&str>, position: i64) -> Seen {
        let timeline = timeline.map(str::to_owned);
        let facts = ServerFacts { timeline, position, age_seconds: Some(6), ..ServerFacts::default() };
        Seen { facts, database: Some("7/5".into()) }
    }

    fn with(mut seen: Seen, change: impl FnOnce(&mut Seen)) -> Seen {
        change(&mut seen);
        seen
    }

    #[test]
    fn each_server_that_is_named_and_the_one_for_reports_is_of_the_primary() {
        let primary = server(Some("0000000A"), 90 << 20);
        let standby = |position| server(None, position);
        let elsewhere = |seen: &mut Seen| seen.facts.started += TimeDelta::seconds(1);
        let silent = || StoreFailure::Unreachable("no answer within 2 s".into());
        for (asked, as_named, for_reports, says) in [
            (Ok(primary.clone()), Fine, Warning, "the primary"),
            (Ok(standby(90 << 20)), Fine, Fine, "a standby, 0 KiB and 0 s behind"),
            (Ok(standby((90 << 20) - 2048)), Warning, Warning, "a standby, 2 KiB and 6 s behind"),
            (
                Ok(with(standby(57 << 20), |seen| seen.facts.age_seconds = Some(1))),
                Warning,
                Warning,
                "a standby, 33792 KiB and 1 s",
            ),
            (Ok(with(standby(90 << 20), |seen| seen.facts.age_seconds = None)), Fine, Warning, "a standby"),
            (Ok(with(server(Some("00000009"), 99 << 20), elsewhere)), Wrong, Wrong, "a former primary"),
            (Ok(with(server(Some("0000000A"), 89 << 20), elsewhere)), Wrong, Wrong, "it takes writes as well"),
            (
                Ok(with(standby(90 << 20), |seen| seen.database = Some("8/5".into()))),
                Wrong,
                Wrong,
                "it has another database",
            ),
            (Ok(with(standby(90 << 20), |seen| seen.database = None)), Fine, Fine, "a standby"),
            (Err(silent()), Warning, Warning, "the database is unreachable: no answer within 2 s"),
        ] {
            let reports = judge_reports(&primary, Some(asked.as_ref().map(|seen| (seen, true))));
            assert!(reports.outcome() == for_reports && reports.seen().contains(says), "{reports:?}");
            let named = [("a:5432".to_owned(), Ok(primary.clone())), ("b:5432".to_owned(), asked)];
            let named = judge_named(&primary, &named);
            let says = format!("a:5432: the primary; b:5432: {says}");
            assert!(named.outcome() == as_named && named.seen().starts_with(&says), "{named:?}");
        }
        assert_eq!(judge_reports(&primary, None).outcome(), Fine);
        assert_eq!(judge_reports(&primary, Some(Ok((&standby(90 << 20), false)))).outcome(), Wrong);
        assert_eq!(judge_named(&primary, &[]).outcome(), Fine);
    }
}
