//! The functions that decide, as a start installs them.

use std::fs;

use waffle_domain::refusal::Refusal;
use waffle_store::claims::Verdict;
use waffle_store::functions::{EDITION, FUNCTIONS};
use waffle_store::migrate;
use waffle_store::pools::PgPool;
use waffle_test_databases::TestDatabase;
use waffle_test_databases::inspection::remove_guard;

use crate::test_store::{TestStore, claim};

/// A text that another build may have had for `spots_held`, with another result.
const OTHER: &str = "CREATE OR REPLACE FUNCTION spots_held(holding holdings) RETURNS text
    LANGUAGE sql IMMUTABLE AS $$ SELECT 'many' $$";

/// What shows whether a function was installed again: its id, and the transaction that wrote it.
type Installed = Vec<(String, i64, String)>;

async fn installed(database: &TestDatabase) -> Installed {
    let sql = "SELECT p.proname::text, p.oid::bigint, p.xmin::text
               FROM pg_proc p JOIN installed_functions i ON i.name = p.proname ORDER BY 1";
    sqlx::query_as(sql).fetch_all(&database.pool::<PgPool>(1).await.unwrap()).await.unwrap()
}

async fn start(database: &TestDatabase) {
    migrate::run(&database.connect_options()).await.unwrap();
}

/// Starts another build, whose functions have this edition and other texts. Returns how many it installs.
async fn start_other(
    database: &TestDatabase,
    edition: i32,
    text: impl Fn(&str, &str) -> String,
) -> Result<Option<i32>, sqlx::Error> {
    sqlx::query_scalar("SELECT install_functions($1, $2, $3)")
        .bind(edition)
        .bind(FUNCTIONS.map(|(name, _)| name))
        .bind(FUNCTIONS.map(|(name, own)| text(name, own)))
        .fetch_one(&database.pool::<PgPool>(1).await.unwrap())
        .await
}

/// The texts of a build that differs in one function.
fn differs(name: &str, own: &str) -> String {
    if name == "spots_held" { OTHER } else { own }.to_owned()
}

/// The result of `spots_held`, and the edition.
async fn state(database: &TestDatabase) -> (String, i32) {
    let sql = "SELECT pg_get_function_result(p.oid), i.edition
               FROM pg_proc p JOIN installed_functions i ON i.name = p.proname WHERE p.proname = 'spots_held'";
    sqlx::query_as(sql).fetch_one(&database.pool::<PgPool>(1).await.unwrap()).await.unwrap()
}

#[test]
fn every_file_has_the_function_of_its_name_and_is_installed() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/functions");
    let mut files: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap().trim_end_matches(".sql").to_owned())
        .collect();
    files.sort();
    assert_eq!(files, FUNCTIONS.map(|(name, _)| name));
    for (name, text) in FUNCTIONS {
        assert_eq!(text.matches("CREATE OR REPLACE ").count(), 1, "{name}");
        assert!(text.contains(&format!("\nCREATE OR REPLACE FUNCTION {name}(")), "{name}");
        assert_eq!(text.matches("AS $$\n").count(), 1, "{name}: a change of what comes before is found");
    }
}

#[tokio::test]
async fn a_repeated_start_installs_nothing_and_leaves_what_was_changed_by_hand() {
    let database = TestDatabase::empty().await.unwrap();
    start(&database).await;
    let first = installed(&database).await;
    assert_eq!(first.len(), FUNCTIONS.len());
    start(&database).await;
    assert_eq!(installed(&database).await, first);
    remove_guard(&database.connect_options(), "judge").await.unwrap();
    let changed = installed(&database).await;
    assert_ne!(changed, first);
    start(&database).await;
    assert_eq!(installed(&database).await, changed);
}

#[tokio::test]
async fn a_start_installs_a_function_that_is_missing() {
    let database = TestDatabase::create().await.unwrap();
    sqlx::query("DROP FUNCTION say_paid").execute(&database.pool::<PgPool>(1).await.unwrap()).await.unwrap();
    assert_eq!(installed(&database).await.len(), FUNCTIONS.len() - 1);
    start(&database).await;
    assert_eq!(installed(&database).await.len(), FUNCTIONS.len());
}

#[tokio::test]
async fn a_start_replaces_functions_of_earlier_builds_and_leaves_those_of_a_later_edition() {
    let database = TestDatabase::create().await.unwrap();
    for earlier in [EDITION - 1, EDITION] {
        assert_eq!(start_other(&database, earlier, differs).await.unwrap(), Some(1));
        assert_eq!(state(&database).await, ("text".into(), earlier));
        start(&database).await;
        assert_eq!(state(&database).await, ("integer".into(), EDITION));
        assert_eq!(start_other(&database, EDITION - 1, differs).await.unwrap(), None);
        assert_eq!(state(&database).await, ("integer".into(), EDITION), "an earlier build puts nothing back");
    }
    assert_eq!(start_other(&database, EDITION + 1, differs).await.unwrap(), Some(1));
    let later = installed(&database).await;
    start(&database).await;
    assert_eq!((installed(&database).await, state(&database).await), (later, ("text".into(), EDITION + 1)));
}

#[tokio::test]
async fn functions_are_installed_all_or_none() {
    let database = TestDatabase::create().await.unwrap();
    start(&database).await;
    let before = installed(&database).await;
    let one_is_nonsense = |name: &str, own: &str| match name {
        "take_payments" => "CREATE OR REPLACE nonsense AS $$".to_owned(),
        _ => own.replace("AS $$\n", "AS $$\n-- Another.\n"),
    };
    let failure = start_other(&database, EDITION + 1, one_is_nonsense).await.unwrap_err();
    assert!(failure.to_string().contains("nonsense"), "{failure}");
    assert_eq!((installed(&database).await, state(&database).await.1), (before, EDITION));
}

#[tokio::test]
async fn a_server_at_work_goes_on_while_another_build_replaces_its_functions() {
    let (mut store, id) = TestStore::selling(10).await;
    store.run("UPDATE waffles SET max_spots_per_handle = 1 WHERE id = $1", id).await;
    assert!(matches!(store.claim(claim(id, "anna", &[1]), 1).await, Verdict::Granted { .. }));
    let refused = Verdict::Refused(Refusal::TooManySpots { held: 1, allowed: 1 });
    assert_eq!(store.claim(claim(id, "anna", &[2]), 1).await, refused);

    // Other heads, so that they are dropped, and other bodies.
    let other = |_: &str, own: &str| {
        let own = own.replace("IMMUTABLE ", "").replace("LANGUAGE", "VOLATILE LANGUAGE");
        own.replace("AS $$\n", "AS $$\n-- Another.\n")
    };
    let before = installed(&store.database).await;
    let count = start_other(&store.database, EDITION + 1, other).await.unwrap().unwrap();
    assert_eq!(usize::try_from(count).unwrap(), FUNCTIONS.len());
    let now = installed(&store.database).await;
    assert!(before.iter().zip(&now).all(|(before, now)| before.0 == now.0 && before.1 != now.1), "{now:?}");

    assert_eq!(store.claim(claim(id, "anna", &[2]), 2).await, refused);
    assert!(matches!(store.claim(claim(id, "ben", &[2]), 2).await, Verdict::Granted { .. }));
    store.assert_sound(id).await;
}
