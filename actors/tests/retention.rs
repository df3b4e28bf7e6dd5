//! The retention actor: what it deletes, when, and what it reports.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use tokio::time::{sleep, timeout};
use uuid::Uuid;
use waffle_actors::current_source_key::SourceKeys;
use waffle_actors::retention::{Pace, Retention, Run};
use waffle_actors::supervised_task::Supervised;
use waffle_actors::waffles_config::Now;
use waffle_domain::audit_scope_and_filter::{AuditFilter, AuditScope};
use waffle_store::audit::trail::before;
use waffle_store::pools::{PgConnectOptions, PgPool, acquire, options, pool};
use waffle_store::retention::PURGES;
use waffle_test_databases::TestDatabase;
use waffle_test_databases::inspection::add_super_admin;

use crate::server::{SOON, database, until};

const FAST: Pace = Pace {
    every: Duration::from_millis(20),
    after_failure: Duration::from_millis(20),
    batch: 2,
    pause: Duration::from_millis(1),
};
/// A run at the start, and then none for the rest of a test.
const ONCE: Pace = Pace { every: Duration::from_hours(1), after_failure: Duration::from_millis(20), ..FAST };

fn noon() -> DateTime<Utc> {
    "2026-06-01T12:00:00Z".parse().unwrap()
}

fn at_noon() -> Now {
    Arc::new(noon)
}

fn start(options: &PgConnectOptions, pace: Pace) -> (Retention, Supervised) {
    start_by(at_noon(), options, pace)
}

fn start_by(clock: Now, options: &PgConnectOptions, pace: Pace) -> (Retention, Supervised) {
    Retention::start(pool(options, 2), clock, pace, SourceKeys::default())
}

/// Writes entries of these ages in days, numbered after those that are there.
async fn write(database: &TestDatabase, ages: &[i64]) {
    for age in ages {
        let at = (noon() - TimeDelta::days(*age)).to_rfc3339();
        let sql = format!(
            "INSERT INTO audit_log (seq, id, at, admin_id, admin_username, action, entity_type, entity_id, detail)
             SELECT coalesce(max(seq), 0) + 1, gen_random_uuid(), '{at}', gen_random_uuid(), 'anna', 'mark_paid',
                 'spot', '{age}', ''
             FROM audit_log"
        );
        database.execute(&sql).await.unwrap();
    }
}

/// The ages of the entries that are left, in the order in which they were written.
async fn left(pool: &PgPool) -> Vec<String> {
    let all = before(&mut acquire(pool).await.unwrap(), AuditScope::Everyone, &AuditFilter::default(), None, 1_000)
        .await
        .unwrap();
    all.into_iter().rev().map(|entry| entry.entity_id).collect()
}

async fn run(retention: &Retention, so: impl Fn(&Run) -> bool) -> Run {
    let found = async {
        loop {
            if let Some(run) = retention.status().await.last.filter(&so) {
                return run;
            }
            sleep(Duration::from_millis(2)).await;
        }
    };
    timeout(SOON, found).await.expect("a run as expected")
}

/// Signs an account in `count` times, with sessions that end at a moment.
async fn sessions_until(database: &TestDatabase, end: &str, count: usize) {
    add_super_admin(&database.connect_options(), Uuid::nil(), "cleo").await.unwrap();
    let statement = format!(
        "INSERT INTO sessions (id, admin_id, created_at, last_seen_at, expires_at, ip_address, browser, os, device_type)
         SELECT gen_random_uuid(), id, at - interval '1 hour', at, at, '203.0.113.7', 'curl', 'Linux', 'desktop'
         FROM admins, generate_series(1, {count}), (VALUES (timestamptz '{end}')) AS over (at)"
    );
    database.execute(&statement).await.unwrap();
}

fn rows(run: &Run) -> u64 {
    run.purged.iter().map(|purged| purged.rows).sum()
}

#[actix::test]
async fn it_purges_at_the_start_all_that_is_too_old_a_batch_at_a_time() {
    let (database, options) = database().await;
    write(&database, &[100, 99, 98, 97, 91, 90, 89, 0]).await;
    sessions_until(&database, "2026-06-01T10:59:59Z", 5).await;
    let (retention, owner) = start(&options, ONCE);
    assert_eq!(retention.status().await.next, None, "the first one is under way");
    let run = run(&retention, |_| true).await;
    assert!(run.is_complete());
    assert_eq!(run.at, noon());
    assert_eq!(
        run.purged.iter().map(|purged| purged.name).collect::<Vec<_>>(),
        PURGES.iter().map(|p| p.name).collect::<Vec<_>>()
    );
    let of = |name| run.purged.iter().find(|purged| purged.name == name).unwrap().rows;
    assert_eq!((of("audit entries"), of("claim keys"), of("ended sessions")), (5, 0, 5));
    assert_eq!(retention.status().await.next, Some(noon() + TimeDelta::hours(1)));
    assert_eq!(left(&pool(&options, 1)).await, ["90", "89", "0"]);
    owner.stop().await;
}

#[actix::test]
async fn every_run_reads_the_settings_of_its_time() {
    let (database, options) = database().await;
    write(&database, &[40, 20, 1]).await;
    let (retention, owner) = start(&options, FAST);
    run(&retention, Run::is_complete).await;
    assert_eq!(left(&pool(&options, 1)).await, ["40", "20", "1"]);
    for (days, still) in [(30, vec!["20", "1"]), (7, vec!["1"])] {
        let setting = format!(
            "INSERT INTO settings VALUES ('audit_retention_days', '{days}')
             ON CONFLICT (key) DO UPDATE SET value = excluded.value"
        );
        database.execute(&setting).await.unwrap();
        // The run under way may still have read the old setting.
        let connection = pool(&options, 1);
        until(&format!("{days} days"), async || left(&connection).await == still).await;
    }
    owner.stop().await;
}

#[actix::test]
async fn a_table_that_can_not_be_purged_holds_up_no_other_and_is_tried_again() {
    let (database, options) = database().await;
    write(&database, &[100]).await;
    sessions_until(&database, "2026-05-01", 1).await;
    // A trigger that refuses represents any failure of one table.
    database
        .execute(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
                 $$ BEGIN RAISE EXCEPTION USING ERRCODE = '55P03'; END $$;
             CREATE TRIGGER refuses BEFORE DELETE ON audit_log EXECUTE FUNCTION refuse()",
        )
        .await
        .unwrap();
    let (retention, owner) = start(&options, ONCE);
    let first = run(&retention, |_| true).await;
    assert!(!first.is_complete());
    let incomplete: Vec<_> = first.purged.iter().filter(|purged| !purged.complete).map(|purged| purged.name).collect();
    assert_eq!((incomplete, rows(&first)), (vec!["audit entries"], 1));
    database.execute("DROP TRIGGER refuses ON audit_log").await.unwrap();
    run(&retention, Run::is_complete).await;
    assert!(left(&pool(&options, 1)).await.is_empty());
    owner.stop().await;
}

#[actix::test]
async fn keys_of_claims_follow_the_databases_clock() {
    let (database, options) = database().await;
    let key = |name: &str, age: &str| {
        format!(
            "INSERT INTO idempotency_keys (created_at, key, fingerprint, spot_ids, spot_numbers)
             VALUES (now() - interval '{age}', decode(md5('{name}'), 'hex'), decode(md5(''), 'hex'), '{{}}', '{{}}')"
        )
    };
    // Servers whose clocks are months behind, and as far ahead.
    for clock in ["2020-06-01T12:00:00Z", "2090-06-01T12:00:00Z"] {
        database.execute(&key("young", "24 hours 59 minutes")).await.unwrap();
        database.execute(&key("old", "25 hours")).await.unwrap();
        let clock: DateTime<Utc> = clock.parse().unwrap();
        let (retention, owner) = start_by(Arc::new(move || clock), &options, ONCE);
        let run = run(&retention, |_| true).await;
        assert!(run.is_complete());
        let left = "DO $$ BEGIN
            ASSERT (SELECT array_agg(encode(key, 'hex')) FROM idempotency_keys) = ARRAY[md5('young')];
            DELETE FROM idempotency_keys;
        END $$";
        database.execute(left).await.unwrap();
        owner.stop().await;
    }
}

#[actix::test]
async fn several_at_the_same_time_do_no_harm() {
    let (database, options) = database().await;
    write(&database, &(0..60).map(|number| 120 - number).collect::<Vec<_>>()).await;
    let servers = [start(&options, ONCE), start(&options, ONCE), start(&options, ONCE)];
    let mut removed = 0;
    for (retention, _) in &servers {
        let run = run(retention, |_| true).await;
        assert!(run.is_complete());
        removed += rows(&run);
    }
    assert_eq!(removed, 30, "each entry counts for one of them");
    assert_eq!(left(&pool(&options, 1)).await.len(), 30);
    for (_, owner) in servers {
        owner.stop().await;
    }
}

#[actix::test]
async fn an_actor_that_is_killed_starts_again_with_a_run() {
    let (database, options) = database().await;
    let (retention, owner) = start(&options, ONCE);
    run(&retention, |_| true).await;
    write(&database, &[100]).await;
    retention.kill().await;
    let run = run(&retention, |run| rows(run) > 0).await;
    assert!(run.is_complete());
    assert!(left(&pool(&options, 1)).await.is_empty());
    owner.stop().await;
}

#[actix::test]
async fn without_a_database_a_run_fails_and_says_so() {
    let nowhere = options("postgres://waffle@127.0.0.1:1/waffle").unwrap();
    let (retention, owner) = start(&nowhere, ONCE);
    let run = run(&retention, |_| true).await;
    assert!(!run.is_complete() && rows(&run) == 0);
    owner.stop().await;
}
