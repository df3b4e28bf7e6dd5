//! The database.

use std::path::Path;

use chrono::TimeDelta;
use waffle_domain::timeouts::DOCTOR_STATEMENT;
use waffle_service::clock::Clock;
use waffle_service::config::Config;
use waffle_store::checkup::{Checkup, ClockFacts, Connections, FunctionFacts, MigrationFacts, ServerFacts, Standby};
use waffle_store::database::Database;
use waffle_store::failure::StoreFailure;
use waffle_store::pools::PgConnectOptions;

use super::machine::{Least, MIB, free_space};
use super::report::Finding;
use super::skipped;
use crate::server::database_connections;

const DATABASE: &str = "database";
const POOLING: &str = "session-pooling";
const MIGRATIONS: &str = "migrations";
const FUNCTIONS: &str = "functions";
const INDEXES: &str = "indexes";
const PLANS: &str = "plans";
const DURABILITY: &str = "durability";
const STANDBYS: &str = "standbys";
const CONNECTIONS: &str = "connections";
const CLOCK: &str = "clock";
const DISK: &str = "database-disk";
pub(super) const NAMES: super::Names =
    &[DATABASE, POOLING, MIGRATIONS, FUNCTIONS, INDEXES, PLANS, DURABILITY, STANDBYS, CONNECTIONS, CLOCK, DISK];

/// The first version that works: 14.
const LEAST_VERSION: i32 = 140_000;
/// How much of the log a standby may lack.
const LAG: i64 = 32 << 20;
/// And for how long.
const LAG_SECONDS: i64 = 5;
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
    // Without the name by which servers are counted.
    let options = database.primary().clone().application_name("waffle doctor");
    let opened = async {
        let mut session = Checkup::open(&options).await?;
        let pooling = session.keeps_its_session(&options).await;
        let server = session.server().await?;
        Ok::<_, StoreFailure>((session, pooling, server))
    };
    match opened.await {
        Ok((session, pooling, server)) => lines(session, pooling, &server, &options, config, clock).await,
        Err(failure) => away(&failure),
    }
}

async fn lines(
    mut session: Checkup,
    pooling: Result<bool, StoreFailure>,
    server: &ServerFacts,
    options: &PgConnectOptions,
    config: &Config,
    clock: &Clock,
) -> Vec<Finding> {
    let migrations = read(MIGRATIONS, session.migrations().await, judge_migrations);
    let functions = read(FUNCTIONS, session.functions().await, judge_functions);
    let indexes = read(INDEXES, session.indexes().await, judge_indexes);
    let plans = read(PLANS, session.whole_tables_read().await, |found| judge_plans(&found));
    let standbys = if server.is_standby {
        Finding::skipped(STANDBYS, "this server is a standby itself")
    } else {
        let names = &server.synchronous_standby_names;
        read(STANDBYS, session.standbys().await, |found| judge_standbys(names, &found))
    };
    let needed = i64::from(database_connections(config));
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
        disk(server, options).await,
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
    if server.is_standby {
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
    let MigrationFacts { missing, unknown, different } = found;
    if !unknown.is_empty() {
        let to_do = "Run the version of Waffle that made this database, or a later one.";
        return Finding::wrong(MIGRATIONS, format!("a later version has been here: {}", list(&unknown)), to_do);
    }
    if !different.is_empty() {
        let to_do = "Run the version that made this database, or name an empty one in DATABASE_URL.";
        return Finding::wrong(MIGRATIONS, format!("broken off, or of another version: {}", list(&different)), to_do);
    }
    if !missing.is_empty() {
        let seen = format!("missing: {}", list(&missing));
        return Finding::warning(MIGRATIONS, seen, "Start the server, which applies them.");
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

fn judge_standbys(names: &str, standbys: &[Standby]) -> Finding {
    let lag = |bytes: i64, seconds: i64| format!(", {} KiB and {seconds} s behind", bytes / 1024);
    let shown: Vec<_> = standbys
        .iter()
        .map(|standby| {
            let behind = standby.lag_bytes.zip(standby.lag_seconds);
            let lag = behind.map(|(bytes, seconds)| lag(bytes, seconds)).unwrap_or_default();
            format!("{} ({}{lag})", standby.name, standby.sync_state.as_deref().unwrap_or("not shown"))
        })
        .collect();
    let shown = shown.join(", ");
    if standbys.is_empty() {
        if names.is_empty() {
            return Finding::ok(STANDBYS, "none, and none is waited for");
        }
        let to_do =
            "Start a standby that is named there, or shorten synchronous_standby_names: until then, claims get 503.";
        return Finding::wrong(STANDBYS, format!("commits wait for {names}, and no standby is connected"), to_do);
    }
    if standbys.iter().all(|standby| standby.sync_state.is_none()) {
        let to_do = "GRANT pg_monitor TO the role in DATABASE_URL, to see their state and lag.";
        return Finding::warning(STANDBYS, shown, to_do);
    }
    let behind = |standby: &Standby| {
        standby.lag_bytes.is_some_and(|bytes| bytes > LAG)
            || standby.lag_seconds.is_some_and(|seconds| seconds > LAG_SECONDS)
    };
    let synchronous = |standby: &Standby| matches!(standby.sync_state.as_deref(), Some("sync" | "quorum"));
    if !names.is_empty() {
        let keeping_up = standbys.iter().filter(|standby| synchronous(standby) && !behind(standby)).count();
        if keeping_up == 0 {
            let to_do =
                "Repair the standbys or their network, or shorten synchronous_standby_names: claims wait for them.";
            return Finding::wrong(STANDBYS, format!("commits wait for {names}: {shown}"), to_do);
        }
    }
    if standbys.iter().any(behind) {
        return Finding::warning(STANDBYS, shown, "Look at the log of the standby that is behind, and at its network.");
    }
    Finding::ok(STANDBYS, shown)
}

fn judge_connections(found: &Connections, needed: i64) -> Finding {
    let Connections { allowed, by_waffle, by_others } = *found;
    let servers = (allowed - by_others).max(0) / needed;
    let seen = format!(
        "{allowed} allowed, {by_waffle} used by Waffle, {by_others} by others; a server needs {needed}: \
         room for {servers}"
    );
    let to_do = "Raise max_connections (and restart PostgreSQL), or lower WAFFLE__DATABASE__MAX_CONNECTIONS.";
    match (servers, allowed - by_others - by_waffle) {
        (0, _) | (_, ..=0) => Finding::wrong(CONNECTIONS, seen, to_do),
        // More servers than there is room for are running, or nearly.
        (_, free) if by_waffle > 0 && by_waffle + free < (by_waffle + needed - 1) / needed * needed => {
            Finding::warning(CONNECTIONS, seen, to_do)
        }
        _ => Finding::ok(CONNECTIONS, seen),
    }
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
