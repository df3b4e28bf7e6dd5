//! `waffle doctor`: each of its lines is broken here, and is fine without that.

mod arrival;
mod authority;
mod public_url;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tokio::net::TcpListener;
use tokio::process::Command;
use waffle_beacon::local::{LocalBeacon, Plan};
use waffle_domain::draw::round::Timetable;
use waffle_service::clock::Clock;
use waffle_test_databases::{Cluster, Replicated, TestDatabase};
use waffle_tests::program::{Server, configured, program, said};

use crate::proxies::proxy::{Program, Proxy, Setup};
use authority::{Authority, Issued};

/// Where lines are broken.
const TESTS: [&str; 4] = [
    include_str!("doctor.rs"),
    include_str!("doctor/arrival.rs"),
    include_str!("doctor/public_url.rs"),
    include_str!("../storm/pooler.rs"),
];

/// What it found: the exit code, and the outcome of each line with all that it says.
struct Found {
    code: Option<i32>,
    lines: BTreeMap<String, (String, String)>,
    text: String,
}

impl Found {
    async fn by(mut command: Command) -> Self {
        let output = command.output().await.unwrap();
        let all: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", said(&output)));
        let lines = all["findings"].as_array().unwrap().iter().map(|line| {
            let text = |key: &str| line[key].as_str().unwrap_or_default().to_owned();
            (text("name"), (text("outcome"), text("seen") + " -> " + &text("to_do")))
        });
        let code = output.status.code();
        assert_eq!(code, Some(i32::from(all["ok"] == false)), "{all}");
        Self { code, lines: lines.collect(), text: said(&output) }
    }

    #[track_caller]
    fn is(&self, line: &str, outcome: &str, words: &str) {
        let (found, says) = &self.lines[line];
        assert!(found == outcome && says.contains(words), "{line} is not {outcome} with {words:?}: {}", self.text);
    }
}

/// The doctor with the settings of the other tests, and a relay that refuses connections rather than those outside.
fn doctor(database_url: &str) -> Command {
    let mut command = configured(database_url);
    command.args(["doctor", "--json"]).env("WAFFLE__DRAW__BEACON__URLS", "http://127.0.0.1:1");
    command
}

async fn look(database_url: &str) -> Found {
    Found::by(doctor(database_url)).await
}

async fn honest_beacon() -> LocalBeacon {
    let timetable = Timetable::new(1_577_836_800, 3).unwrap();
    let now = Arc::new(|| Clock::system().now());
    LocalBeacon::start(Plan { listen: "127.0.0.1:0".parse().unwrap(), secret: [3; 32], timetable, now }).await.unwrap()
}

/// Looks until a line has this outcome with these words: a reload of settings reaches sessions in its time.
async fn until(command: impl Fn() -> Command, line: &str, outcome: &str, words: &str) {
    let begun = Instant::now();
    loop {
        let found = Found::by(command()).await;
        let (now, says) = &found.lines[line];
        if (now == outcome && says.contains(words)) || begun.elapsed() > Duration::from_secs(20) {
            break found.is(line, outcome, words);
        }
    }
}

/// A database, and the doctor's view of it before and after some statements.
async fn broken_by(statements: &str) -> (Found, Found) {
    let database = TestDatabase::create().await.unwrap();
    let before = look(&database.url()).await;
    database.execute(statements).await.unwrap();
    (before, look(&database.url()).await)
}

async fn run(url: &str, statements: &str) {
    let mut connection = PgConnection::connect(url).await.unwrap();
    for statement in statements.split(';') {
        sqlx::raw_sql(AssertSqlSafe(statement.to_owned())).execute(&mut connection).await.unwrap();
    }
}

#[tokio::test]
async fn a_healthy_server_has_nothing_wrong_until_its_durability_is_turned_off() {
    let folder = tempfile::tempdir().unwrap();
    let cluster = Cluster::durable(folder.path().join("postgres")).await.unwrap();
    cluster.create_database("waffle").await.unwrap();
    let url = cluster.url("waffle");
    look(&url).await.is("migrations", "warning", "0001");
    let server = Server::start(&url, &[]).await;
    let authority = Authority::new("ours");
    let Issued { certificate, key } = authority.issue("localhost", -1, 89);
    let nginx = Setup::documented(Program::Nginx, server.address.parse().unwrap());
    let nginx = Proxy::set_up(&Setup { certificate: &certificate, key: &key, ..nginx }).await;
    let beacon = honest_beacon().await;
    let healthy = || {
        let mut command = doctor(&url);
        command.envs(beacon.settings()).env("WAFFLE__CARDS__CACHE_DIR", folder.path());
        command.env("WAFFLE__SERVER__PUBLIC_URL", nginx.local_address()).env("SSL_CERT_FILE", authority.file());
        command.env("TRUSTED_PROXIES", "127.0.0.1");
        command
    };
    let found = Found::by(healthy()).await;
    assert_eq!(found.code, Some(0), "{}", found.text);
    until(healthy, "connections", "ok", "running: 1").await;
    assert!(found.lines.values().all(|(outcome, _)| outcome == "ok"), "{}", found.text);
    for (setting, outcome) in [("full_page_writes", "wrong"), ("fsync", "wrong"), ("synchronous_commit", "warning")] {
        run(&url, &format!("ALTER SYSTEM SET {setting} = off; SELECT pg_reload_conf()")).await;
        until(healthy, "durability", outcome, &format!("ALTER SYSTEM SET {setting} = on")).await;
        run(&url, &format!("ALTER SYSTEM RESET {setting}; SELECT pg_reload_conf()")).await;
    }
}

#[tokio::test]
async fn a_configuration_that_is_not_valid_is_a_line_and_the_others_are_skipped() {
    let mut command = doctor("postgres://waffle:hunter2@127.0.0.1:1/waffle");
    command.env("WAFFLE__SERVER__LISTN", "x");
    let found = Found::by(command).await;
    assert_eq!(found.code, Some(1));
    found.is("configuration", "wrong", "WAFFLE__SERVER__LISTN");
    assert!(found.lines.values().filter(|(outcome, _)| outcome == "skipped").count() == found.lines.len() - 1);
    let mut command = doctor("postgres://waffle:hunter2@127.0.0.1:1/waffle");
    command.env("TRUSTED_PROXIES", "nonsense");
    Found::by(command).await.is("configuration", "warning", "nonsense");
}

#[tokio::test]
async fn each_line_has_a_test_that_breaks_it() {
    let found = look("postgres://127.0.0.1:1/x").await;
    for line in found.lines.keys() {
        let name = format!("\"{line}\"");
        let is_broken = |rest: &str| {
            let line = rest.lines().next().unwrap_or_default();
            ["\"wrong\"", "\"warning\"", "outcome"].iter().any(|outcome| line.contains(outcome))
        };
        let broken = TESTS.iter().any(|test| test.split(&name).skip(1).any(is_broken));
        assert!(broken, "no test breaks {line}");
    }
}

#[tokio::test]
async fn a_database_that_is_away_or_silent_is_wrong_and_the_other_subjects_are_examined() {
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    for port in [1, silent.local_addr().unwrap().port()] {
        let begun = Instant::now();
        let found = look(&format!("postgres://waffle:hunter2@127.0.0.1:{port}/waffle")).await;
        assert!(begun.elapsed() < Duration::from_secs(15), "{:?}", begun.elapsed());
        assert_eq!(found.code, Some(1));
        found.is("database", "wrong", "DATABASE_URL");
        found.is("clock", "skipped", "");
        found.is("open-files", "ok", "watchers");
        assert!(!found.text.contains("hunter2"), "{}", found.text);
    }
}

#[tokio::test]
async fn a_database_that_takes_no_writes_is_wrong() {
    let (before, after) = broken_by(
        "DO $$ BEGIN
            EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database());
         END $$",
    )
    .await;
    before.is("database", "ok", "a primary");
    after.is("database", "wrong", "takes no writes");
}

#[tokio::test]
async fn migrations_of_a_later_version_are_worth_a_look_and_other_or_changed_ones_are_wrong() {
    let migration = |change: &str| format!("{change} _sqlx_migrations");
    let unknown = |version: &str| {
        let columns = " (version, description, success, checksum, execution_time)";
        migration("INSERT INTO") + columns + &format!(" VALUES ({version}, 'unknown', true, '', 0)")
    };
    let (before, after) = broken_by(&unknown("9999")).await;
    before.is("migrations", "ok", "");
    after.is("migrations", "warning", "a later version has been here: 9999");
    let (_, after) = broken_by(&unknown("0")).await;
    after.is("migrations", "wrong", "another version has been here: 0000");
    let (_, after) = broken_by(&(unknown("9999") + "; " + &migration("DELETE FROM") + " WHERE version = 8")).await;
    after.is("migrations", "wrong", "another version has been here: 9999");
    let (_, after) = broken_by(&(migration("UPDATE") + " SET checksum = '' WHERE version = 3")).await;
    after.is("migrations", "wrong", "0003");
    let (_, after) = broken_by(&(migration("DELETE FROM") + " WHERE version = 8")).await;
    after.is("migrations", "warning", "missing: 0008");
}

#[tokio::test]
async fn a_function_that_is_missing_is_wrong_and_a_later_edition_is_not() {
    let database = TestDatabase::empty().await.unwrap();
    Server::listening(configured(&database.url())).await.stop().await;
    look(&database.url()).await.is("functions", "ok", "this version");
    database.execute("DROP FUNCTION claim_spots").await.unwrap();
    look(&database.url()).await.is("functions", "wrong", "claim_spots");
    database.execute("UPDATE installed_functions SET edition = 99").await.unwrap();
    look(&database.url()).await.is("functions", "ok", "edition 99");
}

#[tokio::test]
async fn an_index_that_is_missing_or_not_valid_is_wrong_and_so_are_the_plans_without_it() {
    let (before, after) = broken_by("ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_pkey").await;
    before.is("indexes", "ok", "");
    before.is("plans", "ok", "");
    after.is("indexes", "wrong", "missing: idempotency_keys_pkey");
    after.is("plans", "wrong", "used keys: idempotency_keys");
    for (statement, found) in [
        ("ALTER TABLE spots DROP CONSTRAINT spots_one_of_each_number", vec!["claims: spots", "boards: spots"]),
        ("ALTER TABLE events DROP CONSTRAINT events_pkey", vec!["events: events"]),
        ("DROP INDEX waffles_public_list", vec!["the list: waffles"]),
        ("ALTER TABLE holdings DROP CONSTRAINT holdings_pkey", vec!["claims: holdings"]),
        ("ALTER TABLE blocked_handles DROP CONSTRAINT blocked_handles_pkey", vec!["claims: blocked_handles"]),
        ("ALTER TABLE admins DROP CONSTRAINT admins_pkey CASCADE", vec!["sessions: admins"]),
        (
            "ALTER TABLE sessions DROP CONSTRAINT sessions_pkey CASCADE;
             DROP INDEX sessions_admin_id, sessions_expires_at",
            vec!["sessions: sessions"],
        ),
    ] {
        let (_, after) = broken_by(statement).await;
        for scan in found {
            after.is("plans", "wrong", scan);
        }
    }
    let (_, after) =
        broken_by("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'waffles_public_list'::regclass").await;
    after.is("indexes", "wrong", "REINDEX INDEX CONCURRENTLY waffles_public_list");
}

#[tokio::test]
async fn connections_are_wrong_when_a_server_has_no_room() {
    let (before, after) = broken_by(
        "DO $$ BEGIN
            EXECUTE format('CREATE ROLE %I LOGIN PASSWORD %L', current_database(), 'few');
            EXECUTE format('ALTER ROLE %I CONNECTION LIMIT 20', current_database());
            EXECUTE format('ALTER DATABASE %I CONNECTION LIMIT 20', current_database());
         END $$",
    )
    .await;
    before.is("connections", "ok", "room for");
    after.is("connections", "wrong", "20 allowed");
}

#[tokio::test]
async fn a_clock_that_differs_by_more_than_a_second_a_full_disk_and_an_old_version_are_wrong() {
    let database = TestDatabase::create().await.unwrap();
    let shadowed = format!("{}&options=-csearch_path%3Dshadow%2Cpg_catalog%2Cpublic", database.url());
    database
        .execute(
            "CREATE SCHEMA shadow;
             CREATE FUNCTION shadow.clock_timestamp() RETURNS timestamptz LANGUAGE sql
                AS 'SELECT pg_catalog.clock_timestamp() + interval ''900 ms''';
             CREATE FUNCTION shadow.current_setting(text) RETURNS text LANGUAGE sql
                AS 'SELECT CASE WHEN $1 = ''server_version_num''
                    THEN ''130022'' ELSE pg_catalog.current_setting($1) END';
             CREATE FUNCTION shadow.current_setting(text, boolean) RETURNS text LANGUAGE sql
                AS 'SELECT CASE WHEN $1 = ''data_directory''
                    THEN ''/proc'' ELSE pg_catalog.current_setting($1, $2) END'",
        )
        .await
        .unwrap();
    look(&database.url()).await.is("clock", "ok", "ms ahead");
    let found = look(&shadowed).await;
    found.is("clock", "warning", "ms ahead");
    found.is("database-disk", "wrong", "0 MiB free at /proc");
    found.is("database", "wrong", "to version 14");
    database
        .execute(
            "CREATE OR REPLACE FUNCTION shadow.clock_timestamp() RETURNS timestamptz LANGUAGE sql
                AS 'SELECT pg_catalog.clock_timestamp() - interval ''5 s'''",
        )
        .await
        .unwrap();
    look(&shadowed).await.is("clock", "wrong", "ms ahead");
}

#[tokio::test]
async fn standbys_that_are_waited_for_must_be_there_and_keep_up() {
    let servers = Replicated::start("waffle").await.unwrap();
    let url = servers.primary.url("waffle");
    look(&url).await.is("standbys", "ok", "sync");
    look(&servers.standby.url("waffle")).await.is("database", "wrong", "a standby");
    for (names, outcome, words) in [("ANY 2 (*)", "wrong", "1 of 2 keep up: "), ("*", "ok", "sync")] {
        run(&url, &format!("ALTER SYSTEM SET synchronous_standby_names = '{names}'; SELECT pg_reload_conf()")).await;
        until(|| doctor(&url), "standbys", outcome, words).await;
    }
    servers.cut_off().await.unwrap();
    look(&url).await.is("standbys", "wrong", "no standby is connected");
    servers.rejoin().await.unwrap();
    run(&url, "CREATE ROLE stranger LOGIN PASSWORD 'x'").await;
    let stranger = format!("postgres://stranger:x@127.0.0.1:{}/waffle", servers.primary.port());
    look(&stranger).await.is("standbys", "warning", "pg_monitor");
    servers.freeze().await.unwrap();
    look(&url).await.is("standbys", "wrong", "KiB and ");
}

#[tokio::test]
async fn a_standby_that_confirms_too_late_is_worth_a_look() {
    let database = TestDatabase::create().await.unwrap();
    let shadowed = format!("{}&options=-csearch_path%3Dshadow%2Cpg_catalog%2Cpublic", database.url());
    for (measured, answered, outcome, words) in [
        ("4 s", "1 s", "ok", "1 KiB and 4 s behind"),
        ("6 s", "1 s", "warning", "6 s behind"),
        // It was quick, and has been silent since.
        ("1 s", "9 s", "warning", "9 s behind"),
    ] {
        database
            .execute(&format!(
                "DROP SCHEMA IF EXISTS shadow CASCADE; CREATE SCHEMA shadow;
                 CREATE VIEW shadow.pg_stat_replication AS SELECT 'far' AS application_name, 'streaming' AS state,
                    'async' AS sync_state, pg_current_wal_lsn() - 1500 AS flush_lsn, interval '{measured}' AS flush_lag,
                    clock_timestamp() - interval '{answered}' AS reply_time"
            ))
            .await
            .unwrap();
        look(&shadowed).await.is("standbys", outcome, words);
    }
}

#[tokio::test]
async fn each_server_that_is_named_must_answer_and_follow() {
    let servers = Replicated::start("waffle").await.unwrap();
    let both = servers.url_of_both("waffle");
    let found = look(&both).await;
    found.is("database-servers", "ok", ": a standby, 0 KiB ");
    found.is("standbys", "ok", "sync");
    let (one, silent) = (servers.primary.url("waffle"), TcpListener::bind("127.0.0.1:0").await.unwrap());
    for port in [1, silent.local_addr().unwrap().port()] {
        let found = look(&one.replacen('@', &format!("@127.0.0.1:{port},"), 1)).await;
        found.is("database-servers", "warning", &format!("127.0.0.1:{port}: the database is unreachable: "));
        found.is("database", "ok", "a primary");
        let password = one.split([':', '@']).nth(2).unwrap();
        assert!(!found.text.contains(password), "{}", found.text);
    }
    run(&servers.standby.url("waffle"), "SELECT pg_promote()").await;
    let found = look(&both).await;
    found.is("database", "ok", "a primary");
    found.is("database-servers", "wrong", &format!("127.0.0.1:{}: a former primary", servers.primary.port()));
    found.is("standbys", "warning", "none, although DATABASE_URL names several servers");
}

#[tokio::test]
async fn what_reports_are_read_from_must_be_a_standby_of_the_database_that_keeps_up() {
    let servers = Replicated::start("waffle").await.unwrap();
    let (url, standby) = (servers.primary.url("waffle"), servers.standby.url("waffle"));
    let with_reports = async |reports_url: &str| {
        let mut command = doctor(&url);
        command.env("WAFFLE__DATABASE__REPORTS_URL", reports_url);
        Found::by(command).await
    };
    servers.execute("waffle", "CREATE TABLE followed ()").await.unwrap();
    servers.catch_up().await.unwrap();
    look(&url).await.is("reports", "ok", "from the primary");
    with_reports(&standby).await.is("reports", "ok", "a standby, 0 KiB ");
    with_reports(&url).await.is("reports", "warning", "the primary");
    let found = with_reports("postgres://waffle:hunter2@127.0.0.1:1/waffle").await;
    found.is("reports", "warning", "unreachable");
    assert!(!found.text.contains("hunter2"), "{}", found.text);
    with_reports(&servers.standby.url("postgres")).await.is("reports", "wrong", "another database");
    servers.hold_back().await.unwrap();
    let much = "SELECT pg_logical_emit_message(true, 'waffle', repeat('-', 33 << 20))::text";
    servers.execute("waffle", much).await.unwrap();
    with_reports(&standby).await.is("reports", "warning", "KiB and ");
}

#[tokio::test]
async fn few_files_and_a_full_card_folder_are_wrong() {
    let database = TestDatabase::create().await.unwrap();
    look(&database.url()).await.is("open-files", "ok", "watchers");
    for (files, outcome) in [("1000", "wrong"), ("1024", "warning")] {
        let doctor = doctor(&database.url());
        let mut limited = Command::new("sh");
        limited.env_clear().envs(doctor.as_std().get_envs().filter_map(|(name, value)| Some((name, value?))));
        limited.args(["-c", "ulimit -n $0 && exec \"$@\"", files]).arg(program()).args(["doctor", "--json"]);
        Found::by(limited).await.is("open-files", outcome, files);
    }
    let mut command = doctor(&database.url());
    command.env("WAFFLE__CARDS__CACHE_DIR", "/proc");
    assert_eq!(Found::by(command).await.lines["card-folder"].0, "wrong");
}

#[tokio::test]
async fn a_relay_that_does_not_answer_is_a_warning_and_none_is_wrong() {
    let database = TestDatabase::create().await.unwrap();
    look(&database.url()).await.is("beacon", "wrong", "0 of 1 relays");
    let beacon = honest_beacon().await;
    let mut command = doctor(&database.url());
    command.envs(beacon.settings());
    command.env("WAFFLE__DRAW__BEACON__URLS", format!("{}, http://127.0.0.1:1", beacon.url()));
    Found::by(command).await.is("beacon", "warning", "1 of 2 relays");
}

#[tokio::test]
async fn without_json_it_is_a_table() {
    let output = configured("postgres://127.0.0.1:1/x")
        .arg("doctor")
        .env("WAFFLE__DRAW__BEACON__URLS", "http://127.0.0.1:1")
        .output()
        .await
        .unwrap();
    let table = said(&output);
    assert!(table.contains("WRONG    database ") && table.contains("ok       open-files "), "{table}");
    assert_eq!(output.status.code(), Some(1));
}
