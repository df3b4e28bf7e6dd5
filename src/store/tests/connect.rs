//! The ledger's session, and how its failures are classified.

use waffle_store::claims::commit;
use waffle_store::failure::StoreFailure;
use waffle_store::ledger_session::LedgerSession;
use waffle_store::pools::{options, pool};
use waffle_store::spots::{SpotOperation, change};
use waffle_store::waffles::sequences;
use waffle_test_databases::TestDatabase;
use waffle_test_databases::breaking_proxy::BreakingProxy;
use waffle_test_databases::inspection::{end_sessions, lock_buyer, until_waiting};

use crate::test_store::{TestStore, at, claim, spot_order};

#[tokio::test]
async fn a_session_that_was_ended_in_the_middle_may_have_committed() {
    let (mut store, id) = TestStore::selling(5).await;
    let options = store.database.connect_options();
    let _lock = lock_buyer(&options, "anna").await.unwrap();
    let ended = async {
        until_waiting(&options, 1).await.unwrap();
        end_sessions(&options).await.unwrap();
    };
    let orders = [claim(id, "anna", &[1])];
    let (result, ()) = tokio::join!(commit(&mut store.ledger, &orders, at(1)), ended);
    assert!(result.unwrap_err().maybe_committed());
    let again = commit(&mut store.ledger, &orders, at(1)).await.unwrap_err();
    assert!(again.maybe_committed(), "a connection that is gone tells nothing: {again}");
}

#[tokio::test]
async fn another_session_ends_a_backend_and_knows_then_what_became_of_its_work() {
    let (mut store, id) = TestStore::selling(5).await;
    let options = store.database.connect_options();
    let lock = lock_buyer(&options, "anna").await.unwrap();
    let mut second = store.session().await;
    let backend = store.ledger.backend();
    let end = async {
        until_waiting(&options, 1).await.unwrap();
        second.end_backend(backend).await.unwrap();
        lock.release().await.unwrap();
        second.end_backend(backend).await.unwrap();
    };
    let orders = [claim(id, "anna", &[1])];
    let (result, ()) = tokio::join!(commit(&mut store.ledger, &orders, at(1)), end);
    assert!(result.unwrap_err().maybe_committed());
    assert_eq!(sequences(&store.pool, &[id]).await.unwrap(), [(id, 0)]);
}

#[tokio::test]
async fn a_connection_that_is_opened_too_late_for_one_caller_is_there_for_the_next() {
    let database = TestDatabase::create().await.unwrap();
    let proxy = BreakingProxy::passing(database.connect_options().get_port(), "").await.unwrap();
    let pool = pool(options(&proxy.url(&database.url())).unwrap(), 1);
    // Opening one takes several answers: longer than a caller waits, and less than twice as long.
    proxy.delay(600);
    assert!(pool.acquire().await.is_err());
    let connection = pool.acquire().await.unwrap();
    assert!(pool.acquire().await.is_err(), "there is one place");
    drop(connection);
    pool.acquire().await.unwrap();
}

#[tokio::test]
async fn a_lock_that_is_not_to_be_had_is_given_up_and_nothing_was_done() {
    let (mut store, id) = TestStore::selling(5).await;
    let lock = lock_buyer(&store.database.connect_options(), "anna").await.unwrap();
    let failure = commit(&mut store.ledger, &[claim(id, "anna", &[1])], at(1)).await.unwrap_err();
    assert!(matches!(failure, StoreFailure::Locked(_)), "{failure}");
    lock.release().await.unwrap();
    commit(&mut store.ledger, &[claim(id, "anna", &[1])], at(1)).await.unwrap();
    store.assert_sound(id).await;
}

#[tokio::test]
async fn a_server_that_does_not_answer_the_call_is_unreachable() {
    let store = TestStore::new().await;
    // The port of a listener that was closed: nothing answers there.
    let port = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
    let nowhere = store.database.connect_options().port(port);
    let failure = LedgerSession::open(&nowhere).await.unwrap_err();
    assert!(matches!(failure, StoreFailure::Unreachable(_)), "{failure}");
    let order = spot_order(uuid::Uuid::nil(), vec![1], SpotOperation::Pay);
    let failure = change(&pool(&nowhere, 1), &order, at(1)).await.unwrap_err();
    assert!(matches!(failure, StoreFailure::Unreachable(_)), "{failure}");
}

#[test]
fn an_unreadable_address_is_refused_without_repeating_it() {
    let failure = options("postgres://waffle:hunter2@[::1/x").unwrap_err();
    assert!(!failure.to_string().contains("hunter2"));
}
