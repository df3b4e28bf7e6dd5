//! Migrations at the start.

use futures_util::future::join_all;
use sqlx::migrate::MigrateError;
use waffle_store::migrate::{self, MIGRATIONS, MigrateFailure};
use waffle_store::pools::PgPool;
use waffle_test_databases::TestDatabase;

async fn applied(pool: &PgPool) -> Vec<i64> {
    let query = sqlx::query_scalar("SELECT version FROM _sqlx_migrations WHERE success ORDER BY installed_on, version");
    query.fetch_all(pool).await.unwrap()
}

#[tokio::test]
async fn servers_that_start_at_once_migrate_one_database_without_colliding() {
    let database = TestDatabase::empty().await.unwrap();
    let options = database.connect_options();
    for outcome in join_all((0..8).map(|_| migrate::run(&options))).await {
        outcome.unwrap();
    }
    let pool = database.pool(1).await.unwrap();
    let expected: Vec<i64> = MIGRATIONS.iter().map(|migration| migration.version).collect();
    assert_eq!(applied(&pool).await, expected);
    assert!(expected.is_sorted() && !expected.is_empty());
}

#[tokio::test]
async fn a_migrated_database_is_left_as_it_is() {
    let (database, pool) = TestDatabase::with_pool(1).await.unwrap();
    let before = applied(&pool).await;
    migrate::run(&database.connect_options()).await.unwrap();
    assert_eq!(applied(&pool).await, before);
}

#[tokio::test]
async fn waiting_for_another_server_is_not_cut_short_by_time_outs() {
    let database = TestDatabase::empty().await.unwrap();
    let options = database.connect_options();
    let impatient = options.clone().options([("lock_timeout", "1ms"), ("statement_timeout", "20ms")]);
    for outcome in join_all([&options, &impatient, &impatient].map(migrate::run)).await {
        outcome.unwrap();
    }
}

/// Starts on a database that another version has changed. Returns why it does not work with it, if so.
async fn start_after(statements: &str) -> Option<MigrateError> {
    let (database, pool) = TestDatabase::with_pool(1).await.unwrap();
    database.execute(statements).await.unwrap();
    let before = applied(&pool).await;
    let outcome = migrate::run(&database.connect_options()).await;
    assert_eq!(applied(&pool).await, before);
    match outcome {
        Ok(()) => None,
        Err(MigrateFailure::Lasting(error)) => Some(*error),
        Err(failure) => panic!("{failure}"),
    }
}

#[tokio::test]
async fn a_version_starts_on_what_a_later_one_has_added_and_on_nothing_else_that_it_lacks() {
    let unknown = |version: i64| {
        format!(
            "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
             VALUES ({version}, 'unknown', true, '', 0);"
        )
    };
    let outcome = start_after(&(unknown(9_998) + &unknown(9_999))).await;
    assert!(outcome.is_none(), "{outcome:?}");
    for (statements, version) in [
        (unknown(0), 0),
        (unknown(0) + &unknown(9_999), 0),
        (unknown(9_999) + "DELETE FROM _sqlx_migrations WHERE version = 8", 9_999),
    ] {
        let outcome = start_after(&statements).await;
        assert!(matches!(outcome, Some(MigrateError::VersionMissing(found)) if found == version), "{outcome:?}");
    }
    let outcome = start_after(&(unknown(9_999) + "UPDATE _sqlx_migrations SET checksum = '' WHERE version = 8")).await;
    assert!(matches!(outcome, Some(MigrateError::VersionMismatch(8))), "{outcome:?}");
}
