//! The first half of a shutdown: watchers are closed while requests go on.

use waffle_actors::watch::SubscriptionEnd;
use waffle_domain::refusal::Refusal;
use waffle_store::spots::SpotOperation::Pay;
use waffle_store::waffles::WaffleRef;
use waffle_test_databases::inspection::{lock_table, lock_waffle, until_waiting};

use crate::server::{Server, spots};

#[actix::test]
async fn requests_under_way_when_the_watchers_are_closed_get_true_answers() {
    let (server, id) = Server::with_waffle(10).await;
    let mut watcher = server.watch(id, None).await;
    server.claim(spots(id, "anna", &[1, 2])).await.unwrap();
    let lock = lock_waffle(&server.options, id).await.unwrap();
    let pays = async { tokio::join!(server.change(id, Pay, [1]), server.change(id, Pay, [2, 3])) };
    let closes = async {
        // For the waffle's row; the other one waits for the slot.
        until_waiting(&server.options, 1).await.unwrap();
        server.close_watchers();
        assert_eq!(watcher.end().await, SubscriptionEnd::Stopping);
        lock.release().await.unwrap();
    };
    let (paid, ()) = tokio::join!(pays, closes);
    assert_eq!(paid, (Ok(1), Ok(1)));
    assert_eq!(watcher.seqs, [1, 2], "it saw what was committed before");
    let one_of_two = (spots(id, "ben", &[4]), spots(id, "carl", &[4]));
    let (won, lost) = tokio::join!(server.claim(one_of_two.0), server.claim(one_of_two.1));
    assert_eq!((won, lost), (Ok(vec![4]), Err(Refusal::SpotsTaken { taken: vec![4] }.into())));
    assert_eq!(server.waffles.snapshot_at(id, 5).await.unwrap().unwrap().seq, 5);
    server.assert_sound(id).await;
    server.stop().await;
}

#[actix::test]
async fn a_change_under_way_is_answered_truly_when_its_actor_ends() {
    let (server, id) = Server::with_waffle(10).await;
    server.claim(spots(id, "anna", &[1])).await.unwrap();
    let lock = lock_waffle(&server.options, id).await.unwrap();
    let ends = async {
        until_waiting(&server.options, 1).await.unwrap();
        // As if another server had deleted it; in truth it is there, so that there is something to pay.
        server.waffles.deleted(id);
        lock.release().await.unwrap();
    };
    let (paid, ()) = tokio::join!(server.change(id, Pay, [1]), ends);
    assert_eq!(paid, Ok(1));
    server.assert_sound(id).await;
    server.stop().await;
}

#[actix::test]
async fn a_watcher_that_comes_after_the_others_were_closed_is_closed_as_well() {
    let server = Server::alone().await;
    let (loaded, unloaded) = (server.waffle(10).await, server.waffle(10).await);
    server.claim(spots(loaded, "anna", &[1])).await.unwrap();
    server.close_watchers();
    for (id, since) in [(loaded, None), (loaded, Some(0)), (unloaded, None)] {
        assert_eq!(server.watch(id, since).await.end().await, SubscriptionEnd::Stopping);
    }
    assert_eq!(server.waffles.watchers(), 0);
    server.stop().await;
}

#[actix::test]
async fn a_watcher_that_is_closed_while_it_catches_up_gets_what_it_missed_first() {
    let [server, other] = Server::two().await;
    let id = server.waffle(10).await;
    other.claim(spots(id, "anna", &[1, 2, 3])).await.unwrap();
    server.seen(id).await;
    let lock = lock_table(&server.options, "events").await.unwrap();
    let mut watcher = server.watch(id, Some(1)).await;
    until_waiting(&server.options, 1).await.unwrap();
    server.close_watchers();
    lock.release().await.unwrap();
    assert_eq!(watcher.end().await, SubscriptionEnd::Stopping);
    assert_eq!(watcher.seqs, [2, 3]);
    Server::stop_all([server, other]).await;
}

#[actix::test]
async fn a_watcher_is_closed_even_if_the_waffle_can_not_be_loaded() {
    let (server, id) = Server::with_waffle(10).await;
    server.close_watchers();
    let lock = lock_table(&server.options, "waffles").await.unwrap();
    assert_eq!(server.watch(id, None).await.end().await, SubscriptionEnd::Stopping);
    lock.release().await.unwrap();
    assert!(server.waffles.snapshot(&WaffleRef::Id(id)).await.unwrap().is_some());
    server.stop().await;
}
