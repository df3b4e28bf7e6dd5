//! The database.

use std::path::Path;

use chrono::TimeDelta;
use waffle_domain::timeouts::DOCTOR_STATEMENT;
use waffle_service::clock::Clock;
use waffle_service::config::Config;
use waffle_store::checkup::{Checkup, ClockFacts, Connections, FunctionFacts, MigrationFacts, ServerFacts};
use waffle_store::database::Database;
use waffle_store::failure::StoreFailure;
use waffle_store::pools::PgConnectOptions;

use super::machine::{Least, MIB, free_space};
use super::replication::{self, REPORTS, SERVERS, STANDBYS, Seen, judge_standbys};
use super::report::{Finding, Outcome};
use super::skipped;
use crate::server::database_connections;

const DATABASE: &str = "database";
const POOLING: &str = "session-pooling";
const MIGRATIONS: &str = "migrations";
const FUNCTIONS: &str = "functions";
const INDEXES: &str = "indexes";
const PLANS: &str = "plans";
const DURABILITY: &str = "durability";
const CONNECTIONS: &str = "connections";
const CLOCK: &str = "clock";
const DISK: &str = "database-disk";
pub(super) const NAMES: super::Names = &[
    DATABASE,
    POOLING,
    MIGRATIONS,
    FUNCTIONS,
    INDEXES,
    PLANS,
    DURABILITY,
    STANDBYS,
    CONNECTIONS,
    CLOCK,
    DISK,
    SERVERS,
    REPORTS,
];

/// The first version that works: 14.
const LEAST_VERSION: i32 = 140_000;
/// By how much the clocks may differ: openings and the rounds of draws are times.
const CLOCK_WRONG: TimeDelta = TimeDelta::seconds(1);
const CLOCK_WARNING: TimeDelta = TimeDelta::milliseconds(250);

pub(super) async fn examine(config: &Config, clock: &Clock) -> Vec<Finding> {
    let away = |failure: &StoreFailure| {
        let to_do = "Check DATABASE_URL, and that PostgreSQL runs there and lets this machine in.";
        let rest = skipped(NAMES.get(1..).unwrap_or_default(), "the database is not reached");
        [vec![Finding::wrong(DATABASE, failure.to_string(), to_do)], rest].concat()
    };
    let database = match Database::parse(config.secrets.database_url.expose()) {
        Ok(database) => database,
        Err(failure) => return away(&failure),
    };
    if let Err(failure) = database.find_primary().await {
        return away(&failure);
    }
    let options = database.primary().clone().application_name(super::NAME);
    let opened = async {
        let mut session = Checkup::open(&options).await?;
        let pooling = session.keeps_its_session(&options).await;
        let server = Seen { facts: session.server().await?, database: session.identity().await };
        Ok::<_, StoreFailure>((session, pooling, server))
    };
    match opened.await {
        Ok((session, pooling, server)) => {
            let lines = lines(session, pooling, &server.facts, &database, config, clock);
            let (lines, others) = tokio::join!(lines, replication::examine(config, &database, &server));
            [lines, others].concat()
        }
        Err(failure) => away(&failure),
    }
}

async fn lines(
    mut session: Checkup,
    pooling: Result<bool, StoreFailure>,
    server: &ServerFacts,
    database: &Database,
    config: &Config,
    clock: &Clock,
) -> Vec<Finding> {
    let migrations = read(MIGRATIONS, session.migrations().await, judge_migrations);
    let functions = read(FUNCTIONS, session.functions().await, judge_functions);
    let indexes = read(INDEXES, session.indexes().await, judge_indexes);
    let plans = if pooling.as_ref().is_ok_and(|kept| *kept) {
        read(PLANS, session.whole_tables_read().await, |found| judge_plans(&found))
    } else {
        Finding::skipped(PLANS, "only a session that keeps its backend can prepare them")
    };
    let several = database.is_several();
    let standbys = if server.is_standby() {
        Finding::skipped(STANDBYS, "this server is a standby itself")
    } else {
        let names = &server.synchronous_standby_names;
        read(STANDBYS, session.standbys().await, |found| judge_standbys(names, &found, several))
    };
    let needed = i64::from(database_connections(config, several));
    let connections = read(CONNECTIONS, session.connections().await, |found| judge_connections(&found, needed));
    let clock = read(CLOCK, session.clock(|| clock.now()).await, judge_clock);
    vec![
        judge_server(server),
        read(POOLING, pooling, judge_pooling),
        migrations,
        functions,
        indexes,
        plans,
        judge_durability(server),
        standbys,
        connections,
        clock,
        disk(server, database.primary()).await,
    ]
}

/// Judges what was read; what could not be read is wrong.
fn read<T>(name: &'static str, found: Result<T, StoreFailure>, judge: impl FnOnce(T) -> Finding) -> Finding {
    match found {
        Ok(found) => judge(found),
        Err(failure) => {
            let to_do = "Check that DATABASE_URL names the owner of Waffle's tables, and start the server once.";
            Finding::wrong(name, failure.to_string(), to_do)
        }
    }
}

fn judge_server(server: &ServerFacts) -> Finding {
    let seen = format!("PostgreSQL {}", server.version);
    if server.version_number < LEAST_VERSION {
        return Finding::wrong(DATABASE, seen, "Upgrade PostgreSQL to version 14 or later.");
    }
    if server.read_only == "on" {
        let to_do =
            "Set default_transaction_read_only to off. Where it was set since the disk is nearly full, free it first.";
        return Finding::wrong(DATABASE, format!("{seen}, takes no writes"), to_do);
    }
    if server.is_standby() {
        let to_do = "Name the primary in DATABASE_URL, or promote this server.";
        return Finding::wrong(DATABASE, format!("{seen}, a standby: nothing can be written"), to_do);
    }
    Finding::ok(DATABASE, format!("{seen}, a primary"))
}

fn judge_pooling(kept: bool) -> Finding {
    if kept {
        return Finding::ok(POOLING, "each session keeps its backend");
    }
    let to_do = "Connect directly, or set pool_mode = session in the pooler.";
    Finding::wrong(POOLING, "a pooler lends backends to other sessions between transactions", to_do)
}

fn judge_migrations(found: MigrationFacts) -> Finding {
    let MigrationFacts { missing, later, unknown, different } = found;
    if !unknown.is_empty() {
        let to_do = "Run the version of Waffle that made this database, or a later one.";
        return Finding::wrong(MIGRATIONS, format!("another version has been here: {}", list(&unknown)), to_do);
    }
    if !different.is_empty() {
        let to_do = "Run the version that made this database, or name an empty one in DATABASE_URL.";
        return Finding::wrong(MIGRATIONS, format!("broken off, or of another version: {}", list(&different)), to_do);
    }
    if !missing.is_empty() {
        let seen = format!("missing: {}", list(&missing));
        return Finding::warning(MIGRATIONS, seen, "Start the server, which applies them.");
    }
    if !later.is_empty() {
        let to_do = "Use it for the way back of an upgrade, from the next version only, and upgrade again in time.";
        return Finding::warning(MIGRATIONS, format!("a later version has been here: {}", list(&later)), to_do);
    }
    Finding::ok(MIGRATIONS, "all applied, and no others")
}

fn list(versions: &[i64]) -> String {
    versions.iter().map(|version| format!("{version:04}")).collect::<Vec<_>>().join(", ")
}

fn judge_functions(found: FunctionFacts) -> Finding {
    match found {
        FunctionFacts::Same => Finding::ok(FUNCTIONS, "those of this version"),
        FunctionFacts::Later(edition) => {
            Finding::ok(FUNCTIONS, format!("edition {edition} of a later version, which serves this one too"))
        }
        FunctionFacts::Different(names) => {
            let seen = format!("missing or different: {}", names.join(", "));
            Finding::wrong(FUNCTIONS, seen, "Restart the server, which installs them.")
        }
    }
}

fn judge_indexes((missing, invalid): (Vec<&'static str>, Vec<String>)) -> Finding {
    if !missing.is_empty() {
        let to_do = "Make them again as in migrations/, with CREATE INDEX CONCURRENTLY.";
        return Finding::wrong(INDEXES, format!("missing: {}", missing.join(", ")), to_do);
    }
    match invalid.first() {
        Some(first) => {
            let to_do = format!("REINDEX INDEX CONCURRENTLY {first};");
            Finding::wrong(INDEXES, format!("not valid: {}", invalid.join(", ")), to_do)
        }
        None => Finding::ok(INDEXES, "those of the hot path are there, and all are valid"),
    }
}

fn judge_plans(whole_tables: &[String]) -> Finding {
    if whole_tables.is_empty() {
        return Finding::ok(PLANS, "the hot statements find rows by indexes");
    }
    let to_do = "Restore the missing indexes of these tables as in migrations/.";
    Finding::wrong(PLANS, format!("read whole tables: {}", whole_tables.join(", ")), to_do)
}

fn judge_durability(server: &ServerFacts) -> Finding {
    let ServerFacts { fsync, full_page_writes, synchronous_commit, .. } = server;
    let seen = format!("fsync {fsync}, full_page_writes {full_page_writes}, synchronous_commit {synchronous_commit}");
    let set = |name: &str| format!("ALTER SYSTEM SET {name} = on; SELECT pg_reload_conf();");
    if fsync == "off" {
        return Finding::wrong(DURABILITY, format!("{seen}: a crash loses claims"), set("fsync"));
    }
    if full_page_writes == "off" {
        return Finding::wrong(DURABILITY, format!("{seen}: a crash may corrupt tables"), set("full_page_writes"));
    }
    if matches!(synchronous_commit.as_str(), "off" | "local") {
        let to_do = set("synchronous_commit");
        return Finding::warning(DURABILITY, format!("{seen}: Waffle sets it, other programs may not"), to_do);
    }
    Finding::ok(DURABILITY, seen)
}

fn judge_connections(found: &Connections, needed: i64) -> Finding {
    let Connections { allowed, by_waffle, by_others, servers } = *found;
    let room = (allowed - by_others).max(0) / needed;
    let seen = format!(
        "{allowed} allowed, {by_waffle} used by Waffle, {by_others} by others; a server needs {needed}: \
         room for {room}, running: {servers}"
    );
    let to_do = "Raise max_connections (and restart PostgreSQL), or lower WAFFLE__DATABASE__MAX_CONNECTIONS.";
    if room == 0 || by_waffle + by_others >= allowed {
        return Finding::wrong(CONNECTIONS, seen, to_do);
    }
    let outcome = if servers > room { Outcome::Warning } else { Outcome::Ok };
    Finding::judged(CONNECTIONS, outcome, seen, to_do)
}

fn judge_clock(ClockFacts { ahead, within }: ClockFacts) -> Finding {
    let seen = format!("the database's is {} ms ahead (± {})", ahead.num_milliseconds(), within.num_milliseconds());
    let to_do = "Synchronize the clocks of both machines (chrony, timedatectl): openings and draws follow them.";
    // As much as is certain.
    let certain = (ahead.abs() - within).max(TimeDelta::zero());
    match certain {
        _ if certain > CLOCK_WRONG => Finding::wrong(CLOCK, seen, to_do),
        _ if certain > CLOCK_WARNING => Finding::warning(CLOCK, seen, to_do),
        _ => Finding::ok(CLOCK, seen),
    }
}

/// The disk of a database on this machine. On another one, only that one can say.
async fn disk(server: &ServerFacts, options: &PgConnectOptions) -> Finding {
    let host = options.get_host();
    if !matches!(host, "localhost" | "127.0.0.1" | "::1") && !host.starts_with('/') {
        return Finding::skipped(DISK, format!("{host} is another machine"));
    }
    let Some(folder) = server.data_directory.clone() else {
        return Finding::skipped(DISK, "only a role with pg_read_all_settings sees where it is");
    };
    let to_do = "Make room: a full disk stops PostgreSQL, and every claim with it.";
    let least = Least { wrong: 512 * MIB, warning: 4096 * MIB };
    let looked = tokio::task::spawn_blocking(move || free_space(DISK, Path::new(&folder), least, to_do));
    match tokio::time::timeout(DOCTOR_STATEMENT, looked).await {
        Ok(Ok(finding)) => finding,
        _ => Finding::wrong(DISK, "its file system does not answer", to_do),
    }
}

#[cfg(test)]
mod tests {
    use waffle_service::config::Environment;

    use super::Outcome::{Ok as Fine, Warning, Wrong};
    use super::*;

    #[test]
    fn all_servers_that_run_need_room_for_what_they_may_open() {
        for (by_waffle, by_others, servers, outcome) in [
            (0, 0, 0, Fine),
            (16, 26, 2, Fine),
            (16, 27, 2, Warning),
            // They have opened few so far.
            (8, 0, 2, Fine),
            (8, 0, 3, Warning),
            // One that has just ended leaves connections for a moment.
            (40, 0, 2, Fine),
            (0, 64, 0, Wrong),
            (50, 50, 1, Wrong),
        ] {
            let found = Connections { allowed: 100, by_waffle, by_others, servers };
            assert_eq!(judge_connections(&found, 37).outcome(), outcome, "{found:?}");
        }
    }

    #[test]
    fn among_several_servers_the_primary_is_followed_over_one_more_connection() {
        let environment = Environment::default()
            .with("DATABASE_URL", "postgres://nobody@localhost/none")
            .with("JWT_SECRET", "a secret of thirty-two characters")
            .with("ADMIN_PASSWORD", "a password");
        let config = Config::load(&environment).unwrap();
        assert_eq!(database_connections(&config, true), database_connections(&config, false) + 1);
    }
}
