//! Purging, on both sides of each limit.

use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::join_all;
use sqlx::{Connection, Executor};
use uuid::Uuid;
use waffle_domain::retention::Kept;
use waffle_domain::settings::Settings;
use waffle_store::failure::StoreFailure;
use waffle_store::pools::PgPool;
use waffle_store::retention::{PURGES, Purge, database_time, purge};
use waffle_store::sources::{current_key, list};
use waffle_test_databases::TestDatabase;
use waffle_test_databases::inspection::add_account;

fn noon() -> DateTime<Utc> {
    "2026-06-01T12:00:00Z".parse().unwrap()
}

/// A database with as many accounts as a test writes rows, `cleo1` and so on.
async fn database() -> (TestDatabase, PgPool) {
    let (database, pool) = TestDatabase::with_pool(2).await.unwrap();
    for number in 1..=5 {
        let name = format!("cleo{number}");
        add_account(&database.connect_options(), Uuid::new_v4(), &name, "admin").await.unwrap();
    }
    (database, pool)
}

/// How to insert a row dated `$1`, and into which table; `$2` makes rows different.
fn row(name: &str) -> (&'static str, &'static str) {
    match name {
        "audit entries" => (
            "INSERT INTO audit_log (seq, id, at, admin_id, admin_username, action, entity_type, entity_id, detail)
             VALUES ($2, gen_random_uuid(), $1, gen_random_uuid(), 'anna', 'mark_paid', 'spot', '1', '')",
            "audit_log",
        ),
        "login records" => (
            "INSERT INTO login_history
                 (id, admin_id, admin_username, ip_address, user_agent, browser, os, device_type, created_at)
             SELECT gen_random_uuid(), id, username, '203.0.113.7', '', 'curl', 'Unknown', 'desktop', $1
             FROM admins WHERE username = 'cleo' || $2",
            "login_history",
        ),
        "claim keys" => (
            "INSERT INTO idempotency_keys (created_at, key, fingerprint, spot_ids, spot_numbers)
             VALUES ($1, decode(md5($2::text), 'hex'), decode(md5(''), 'hex'), '{}', '{}')",
            "idempotency_keys",
        ),
        "ended sessions" => (
            "INSERT INTO sessions
                 (id, admin_id, created_at, last_seen_at, expires_at, ip_address, browser, os, device_type)
             SELECT gen_random_uuid(), id, $1 - interval '1 hour', $1, $1, '203.0.113.7', 'curl', 'Unknown', 'desktop'
             FROM admins WHERE username = 'cleo' || $2",
            "sessions",
        ),
        "password resets" => (
            "INSERT INTO password_resets (id, admin_id, nonce, requested_at, expires_at)
             SELECT gen_random_uuid(), id, decode(repeat('ab', 32), 'hex'), $1 - interval '1 hour', $1
             FROM admins WHERE username = 'cleo' || $2",
            "password_resets",
        ),
        "lines of payments" => {
            ("INSERT INTO taken_lines (hash, taken_at) SELECT sha256($2::bigint::text::bytea), $1", "taken_lines")
        }
        // The second parameter needs a type.
        "keys of sources" => (
            "INSERT INTO source_keys (since, key) SELECT $1, decode(repeat('ab', 32), 'hex') WHERE $2 > 0",
            "source_keys",
        ),
        "photos" => (
            "INSERT INTO photos (hash, jpeg, width, height, account_id, unshown_since)
             SELECT sha256($2::bigint::text::bytea), '', 1, 1, gen_random_uuid(), $1",
            "photos",
        ),
        "refused claims" => (
            "INSERT INTO refused_claims (waffle_id, at, handle) SELECT gen_random_uuid(), $1, 'buyer' || $2::bigint",
            "refused_claims",
        ),
        other => panic!("how does a row of {other} look?"),
    }
}

async fn write(pool: &PgPool, purge: &Purge, at: DateTime<Utc>, number: i64) {
    sqlx::query(row(purge.name).0).bind(at).bind(number).execute(pool).await.unwrap();
}

async fn rows(pool: &PgPool, purge: &Purge) -> i64 {
    let sql = sqlx::AssertSqlSafe(format!("SELECT count(*) FROM {}", row(purge.name).1));
    sqlx::query_scalar(sql).fetch_one(pool).await.unwrap()
}

#[tokio::test]
async fn what_is_older_than_its_limit_goes_and_what_is_as_old_stays() {
    let (_database, pool) = database().await;
    for each in PURGES {
        let cutoff = each.kept.cutoff(&Settings::default(), noon());
        write(&pool, each, cutoff, 1).await;
        write(&pool, each, cutoff - TimeDelta::microseconds(1), 2).await;
        assert_eq!(purge(&pool, each, cutoff, 10).await.unwrap(), 1, "{}", each.name);
        assert_eq!((rows(&pool, each).await, purge(&pool, each, cutoff, 10).await.unwrap()), (1, 0), "{}", each.name);
    }
    for kept in [Kept::AuditEntries, Kept::LoginHistory] {
        assert!(PURGES.iter().any(|purge| purge.kept == kept), "{kept:?}");
    }
}

#[tokio::test]
async fn a_batch_takes_the_oldest_and_no_more_than_it_may() {
    let (_database, pool) = database().await;
    for each in PURGES {
        for number in 1..=5 {
            write(&pool, each, noon() - TimeDelta::days(number), number).await;
        }
        assert_eq!(purge(&pool, each, noon(), 2).await.unwrap(), 2, "{}", each.name);
        let cutoff = noon() - TimeDelta::days(4) + TimeDelta::microseconds(1);
        assert_eq!(purge(&pool, each, cutoff, 10).await.unwrap(), 0, "{}: the oldest went first", each.name);
        assert_eq!(purge(&pool, each, noon(), 10).await.unwrap(), 3, "{}", each.name);
    }
}

#[tokio::test]
async fn a_row_that_somebody_holds_is_left_for_another_time() {
    let (_database, pool) = database().await;
    for each in PURGES {
        for number in 1..=3 {
            write(&pool, each, noon() - TimeDelta::days(number), number).await;
        }
        let mut other = pool.acquire().await.unwrap();
        let mut holding = other.begin().await.unwrap();
        let sql = format!("SELECT FROM {} LIMIT 1 FOR UPDATE", row(each.name).1);
        holding.execute(sqlx::AssertSqlSafe(sql)).await.unwrap();
        assert_eq!(purge(&pool, each, noon(), 10).await.unwrap(), 2, "{}", each.name);
        holding.rollback().await.unwrap();
        assert_eq!(purge(&pool, each, noon(), 10).await.unwrap(), 1, "{}", each.name);
    }
}

#[tokio::test]
async fn a_table_that_somebody_holds_is_given_up_soon() {
    let (_database, pool) = TestDatabase::with_pool(2).await.unwrap();
    let each = &PURGES[0];
    write(&pool, each, noon() - TimeDelta::days(1), 1).await;
    let mut other = pool.acquire().await.unwrap();
    let mut holding = other.begin().await.unwrap();
    holding.execute("LOCK TABLE audit_log IN ACCESS EXCLUSIVE MODE").await.unwrap();
    let begun = Instant::now();
    assert!(matches!(purge(&pool, each, noon(), 10).await, Err(StoreFailure::Locked(_))));
    assert!(begun.elapsed() < Duration::from_secs(2), "it held on for {:?}", begun.elapsed());
    holding.rollback().await.unwrap();
    assert_eq!(purge(&pool, each, noon(), 10).await.unwrap(), 1);
}

#[tokio::test]
async fn sources_are_forgotten_without_a_look_at_the_log() {
    let (_database, pool) = TestDatabase::with_pool(1).await.unwrap();
    let waffle_id = Uuid::from_u128(1);
    let key = current_key(&pool, [1; 32]).await.unwrap();
    sqlx::query(
        "INSERT INTO events (waffle_id, seq, at, kind, spot_id, spot_number, from_status, to_status, social_handle,
             source)
         SELECT $1, n, now() - interval '60 days' + n * interval '10 seconds', 'spot_update', 1, 1, 'available',
             'pending', 'anna', int4send($2) || decode(repeat('00', 12), 'hex')
         FROM generate_series(1, 200000) n",
    )
    .bind(waffle_id)
    .bind(key.id)
    .execute(&pool)
    .await
    .unwrap();
    let [known] = &list(&pool, waffle_id).await.unwrap()[..] else { panic!("it came from one source") };
    assert_eq!(known.handles, ["anna"]);
    for sql in ["SELECT pg_stat_force_next_flush()", "SELECT pg_stat_reset()"] {
        sqlx::query(sql).execute(&pool).await.unwrap();
    }
    let cutoff = database_time(&pool).await.unwrap();
    let forgotten = PURGES.iter().find(|purge| purge.name == "keys of sources").unwrap();
    assert_eq!(purge(&pool, forgotten, cutoff, 1_000).await.unwrap(), 1);
    sqlx::query("SELECT pg_stat_force_next_flush()").execute(&pool).await.unwrap();
    let reads = "SELECT seq_tup_read + coalesce(idx_tup_fetch, 0) FROM pg_stat_user_tables WHERE relname = 'events'";
    assert_eq!(sqlx::query_scalar::<_, i64>(reads).fetch_one(&pool).await.unwrap(), 0);
    assert_eq!(list(&pool, waffle_id).await.unwrap(), []);
}

#[tokio::test]
async fn servers_share_the_key_of_a_week_which_is_the_databases() {
    let (database, pool) = TestDatabase::with_pool(4).await.unwrap();
    let keys = join_all((1..=4).map(|server| current_key(&pool, [server; 32]))).await;
    let keys: Vec<_> = keys.into_iter().map(|key| key.map(|key| (key.id, key.key)).unwrap()).collect();
    assert!(keys.iter().all(|key| *key == keys[0]), "{keys:?}");
    database.execute("UPDATE source_keys SET since = since - interval '7 days'").await.unwrap();
    let next = current_key(&pool, [9; 32]).await.unwrap();
    assert!(next.id != keys[0].0 && next.key == [9; 32]);
}
