use std::fmt::Write;

use futures_util::{StreamExt, future::join_all};
use tokio::{task::spawn_blocking, time::timeout};
use waffle_service::clock::Clock;
use waffle_service::config::Secret;
use waffle_service::session::first_account::create_first_account;
use waffle_service::session::password_hash::PasswordHasher;
use waffle_store::functions::{EDITION, FUNCTIONS};
use waffle_store::migrate::MIGRATIONS;
use waffle_test_databases::{
    Cluster, StopMode, TestDatabase,
    breaking_proxy::{Breakage, BreakingProxy},
    inspection::lock_table,
};

use super::*;

/// How many starts run together. They mostly wait.
const AT_ONCE: usize = 16;
/// The longest that one server may need while the other one is broken, on a busy machine.
const SOON: Duration = Duration::from_secs(25);

async fn create_account(pool: &PgPool) -> Result<(), FirstAccountError> {
    let password = Secret::new("cherry-iron-42");
    create_first_account(pool, &PasswordHasher::new(4), &password, Clock::system().now()).await.map(|_| ())
}

async fn start(database: impl Into<Database>) -> Result<(), StartError> {
    let database = &database.into();
    make_ready(database, create_account).await?;
    // A server goes on without waiting for long. Here, the whole run matters.
    if let Some(filling) = fill_registry(database).await {
        filling.returns_within(START_DATABASE).await;
    }
    Ok(())
}

/// Asserts that every migration is applied, none by half, that every function is installed, and that there is one
/// account.
async fn assert_ready(database: &TestDatabase, context: &str) {
    let versions = MIGRATIONS.iter().fold(String::new(), |mut versions, migration| {
        let _ = write!(versions, "{},", migration.version);
        versions
    });
    let all = format!(
        "DO $$ BEGIN
            ASSERT (SELECT string_agg(version || ',', '' ORDER BY version) FROM _sqlx_migrations WHERE success)
                = '{versions}';
            ASSERT (SELECT count(*) FROM _sqlx_migrations WHERE NOT success) = 0;
            ASSERT (SELECT count(*) FROM installed_functions WHERE edition = {EDITION}) = {};
            ASSERT (SELECT count(*) FROM admins) = 1;
         END $$",
        FUNCTIONS.len()
    );
    database.execute(&all).await.unwrap_or_else(|error| panic!("{context}: {error}"));
}

/// Starts a server whose connection breaks at this answer, and then another one. Returns whether it broke.
async fn survive(breakage: Breakage, at: usize, database: &TestDatabase) -> bool {
    let context = format!("{breakage:?} at answer {at}");
    let options = database.connect_options();
    let proxy = BreakingProxy::before(options.get_port(), at, breakage).await.unwrap();
    let through = options.clone().port(proxy.port());
    let one = async {
        let begun = Instant::now();
        timeout(SOON, start(&through)).await.unwrap_or_else(|_| panic!("{context}: it hangs")).unwrap();
        begun.elapsed()
    };
    let other = async {
        proxy.broken().await;
        let begun = Instant::now();
        timeout(SOON, start(&options)).await.unwrap_or_else(|_| panic!("{context}: it holds up another")).unwrap();
        begun.elapsed()
    };
    tokio::pin!(one, other);
    let took = tokio::select! {
        took = &mut one => if proxy.answers() >= at { Some((took, other.await)) } else { None },
        took = &mut other => Some((one.await, took)),
    };
    assert_ready(database, &context).await;
    if let Some((one, other)) = took {
        println!("{context}: {one:?}, and {other:?} for another");
    }
    took.is_some()
}

/// Breaks a start at each of its answers, or at every `step`th.
async fn survive_everywhere(breakage: Breakage, step: usize) {
    let begun = Instant::now();
    let database = TestDatabase::empty().await.unwrap();
    let options = database.connect_options();
    let whole = BreakingProxy::before(options.get_port(), usize::MAX, breakage).await.unwrap();
    start(&options.port(whole.port())).await.unwrap();
    let answers = whole.answers();
    println!("a start has {answers} answers");
    assert!(answers > 3 * MIGRATIONS.iter().count());
    // Made before all of it and dropped afterwards: both wait for every session, broken ones included.
    let places: Vec<usize> = (1..=answers).step_by(step).collect();
    let made = futures_util::stream::iter(&places).map(|_| TestDatabase::empty()).buffer_unordered(AT_ONCE);
    let databases: Vec<TestDatabase> = made.map(Result::unwrap).collect().await;
    let broken: Vec<bool> = futures_util::stream::iter(places.iter().zip(&databases))
        .map(|(at, database)| survive(breakage, *at, database))
        .buffer_unordered(AT_ONCE)
        .collect()
        .await;
    // A start that had to wait for another session has a few more answers than one that had not.
    let reached = broken.into_iter().filter(|broken| *broken).count();
    assert!(reached >= places.len() - places.len().div_ceil(10), "{reached} of {} answers were reached", places.len());
    println!("{breakage:?}: {:?}", begun.elapsed());
    join_all(databases.into_iter().map(|database| spawn_blocking(move || drop(database)))).await;
}

#[actix_web::test]
async fn a_start_survives_a_cut_at_each_of_its_statements() {
    survive_everywhere(Breakage::Cut, 1).await;
}

#[actix_web::test]
async fn a_start_survives_a_lost_answer_to_each_of_its_statements() {
    survive_everywhere(Breakage::Swallow, 1).await;
}

#[actix_web::test]
async fn a_start_survives_a_connection_that_freezes_at_each_of_its_statements_and_holds_up_no_other() {
    survive_everywhere(Breakage::Freeze, 1).await;
}

#[actix_web::test]
async fn a_start_survives_a_database_that_is_silent_for_a_while() {
    survive_everywhere(Breakage::Silence(Duration::from_secs(9)), 12).await;
}

#[actix_web::test]
async fn a_start_waits_for_a_table_that_is_locked_and_lets_others_use_it() {
    let database = TestDatabase::create().await.unwrap();
    let options = database.connect_options();
    let lock = lock_table(&options, "_sqlx_migrations").await.unwrap();
    let release = async {
        sleep(Duration::from_secs(4)).await;
        lock.release().await.unwrap();
    };
    let (started, ()) = tokio::join!(timeout(SOON, start(&options)), release);
    started.unwrap().unwrap();
    assert_ready(&database, "after the lock").await;
}

#[actix_web::test]
async fn a_database_that_never_answers_is_reported_with_the_reason() {
    let nobody = Database::parse("postgres://waffle:hunter2@127.0.0.1:1/waffle").unwrap();
    let outcome = make_ready_within(Duration::from_millis(300), &nobody, create_account).await;
    let sentence = outcome.unwrap_err().to_string();
    assert!(sentence.contains("DATABASE_URL") && sentence.contains("refused"), "{sentence}");
    assert!(!sentence.contains("hunter2"), "{sentence}");
}

#[actix_web::test]
async fn a_database_that_stays_silent_is_reported_when_patience_ends() {
    let database = TestDatabase::empty().await.unwrap();
    let options = database.connect_options();
    let silence = Breakage::Silence(Duration::from_mins(5));
    let proxy = BreakingProxy::before(options.get_port(), 20, silence).await.unwrap();
    let through = options.port(proxy.port());
    let outcome = timeout(SOON, make_ready_within(Duration::from_secs(6), &through.into(), create_account)).await;
    let sentence = outcome.expect("an end").unwrap_err().to_string();
    assert!(sentence.contains("DATABASE_URL"), "{sentence}");
}

#[actix_web::test]
async fn a_migration_that_the_database_refuses_ends_the_start_immediately() {
    let database = TestDatabase::create().await.unwrap();
    database.execute("UPDATE _sqlx_migrations SET checksum = 'other' WHERE version = 3").await.unwrap();
    let begun = Instant::now();
    let sentence = start(&database.connect_options()).await.unwrap_err().to_string();
    assert!(sentence.contains("another version made this database"), "{sentence}");
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
}

#[actix_web::test]
async fn a_database_that_comes_in_time_is_brought_up_to_date() {
    let cluster = Cluster::throwaway().await.unwrap();
    cluster.create_database("waffle").await.unwrap();
    cluster.stop_server(StopMode::Fast).await.unwrap();
    let options = pools::options(&cluster.url("waffle")).unwrap();
    let (ready, started) = tokio::join!(start(&options), cluster.start_server());
    started.unwrap();
    assert!(ready.is_ok(), "{:?}", ready.err());
    cluster.stop().await.unwrap();
}

#[actix_web::test]
async fn the_registry_is_filled_by_a_task_that_ends_with_the_server() {
    let database = TestDatabase::create().await.unwrap();
    let (options, servers) = (database.connect_options(), database.connect_options().into());
    assert!(fill_registry_within(SOON, &servers).await.is_none(), "it is full");
    let lock = lock_table(&options, "buyers").await.unwrap();
    let task = fill_registry_within(Duration::from_millis(100), &servers).await.expect("it goes on, and has an owner");
    timeout(SOON, task.stop()).await.expect("it ends");
    lock.release().await.unwrap();
}

#[actix_web::test]
async fn a_database_that_is_up_to_date_is_fine() {
    let database = TestDatabase::create().await.unwrap();
    assert!(start(&database.connect_options()).await.is_ok());
}
