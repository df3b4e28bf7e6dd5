//! Every test has a separate database.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use sqlx::{ConnectOptions, PgPool};
use waffle_test_databases::TestDatabase;

async fn exists(maintenance: &PgPool, name: &str) -> bool {
    let query = sqlx::query_scalar("SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)");
    query.bind(name).fetch_one(maintenance).await.unwrap()
}

#[tokio::test]
async fn tests_do_not_see_each_others_tables() {
    let (mine, other) = (TestDatabase::create().await.unwrap(), TestDatabase::create().await.unwrap());
    let pool = mine.pool::<PgPool>(1).await.unwrap();
    sqlx::raw_sql("CREATE TABLE only_here (id int)").execute(&pool).await.unwrap();
    let elsewhere = other.pool::<PgPool>(1).await.unwrap();
    assert!(sqlx::raw_sql("SELECT FROM only_here").execute(&elsewhere).await.is_err());
}

#[tokio::test]
async fn a_database_ends_with_its_test_even_when_it_is_still_in_use() {
    let witness = TestDatabase::empty().await.unwrap();
    let maintenance = witness.pool::<PgPool>(1).await.unwrap();
    let database = TestDatabase::create().await.unwrap();
    let name = database.connect_options().get_database().unwrap().to_owned();
    let open = database.connect_options().connect().await.unwrap();
    assert!(exists(&maintenance, &name).await);
    drop(database);
    assert!(!exists(&maintenance, &name).await);
    drop(open);
}

#[test]
fn one_server_serves_tests_with_separate_runtimes() {
    for _ in 0..2 {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let database = TestDatabase::create().await.unwrap();
            let pool = PgPool::connect(&database.url()).await.unwrap();
            sqlx::raw_sql("SELECT FROM _sqlx_migrations").execute(&pool).await.unwrap();
        });
    }
}
