//! Claims, one call at a time: what is granted, what is refused, and what is stored.

use uuid::Uuid;
use waffle_domain::claim::Granted;
use waffle_domain::event::SpotChanged;
use waffle_domain::handle::Handle;
use waffle_domain::refusal::Refusal;
use waffle_domain::spot::{SpotState, SpotStatus};
use waffle_domain::wire::event::{Event, EventBody};
use waffle_store::claims::{Order, Verdict, used_keys};
use waffle_store::events;

use crate::test_store::{TestStore, at, claim, keyed};

const DAY: i64 = 24 * 60 * 60;

fn granted(verdict: &Verdict) -> (Vec<i32>, Option<i64>) {
    match verdict {
        Verdict::Granted { granted, .. } => (numbers(granted), granted.first_seq),
        other => panic!("{other:?}"),
    }
}

fn replayed(verdict: &Verdict) -> Granted {
    match verdict {
        Verdict::Replayed { granted, .. } => granted.clone(),
        other => panic!("{other:?}"),
    }
}

fn numbers(granted: &Granted) -> Vec<i32> {
    granted.spots.iter().map(|(_, number)| *number).collect()
}

fn random(waffle: Uuid, handle: &str, numbers: &[i32], requested: u64) -> Order {
    Order { requested: Some(requested), ..claim(waffle, handle, numbers) }
}

#[tokio::test]
async fn a_granted_claim_is_on_the_board_in_the_log_and_in_the_counters() {
    let (mut store, id) = TestStore::selling(10).await;
    let order = claim(id, "anna", &[3, 7]);
    let Verdict::Granted { granted, .. } = store.claim(order.clone(), 5).await else { panic!("refused") };
    let first_seq = granted.first_seq;
    let loaded = store.load(id).await;
    let spots: Vec<_> = [3, 7].iter().map(|n| loaded.board.spot(*n).unwrap().clone()).collect();
    assert_eq!(granted.spots, [(spots[0].id, 3), (spots[1].id, 7)]);
    assert_eq!((granted.handle.as_str(), granted.requested, first_seq), ("anna", None, Some(1)));
    let anna = Handle::parse("anna").unwrap();
    for spot in &spots {
        assert_eq!(spot.state, SpotState::Pending { handle: anna.clone(), claimed_at: at(5), pay_by: None });
    }
    let event = |seq, spot: usize| Event {
        seq,
        at: at(5),
        change_id: Some(order.id),
        body: EventBody::Spot(SpotChanged {
            spot_id: spots[spot].id,
            number: spots[spot].number,
            from: SpotStatus::Available,
            to: SpotStatus::Pending,
            handle: anna.clone(),
            pay_by: None,
        }),
    };
    assert_eq!(events::after(&store.pool, id, 0, 100).await.unwrap(), [event(1, 0), event(2, 1)]);
    assert_eq!((loaded.board.counts().pending, loaded.newest.seq), (2, 2));
    store.assert_sound(id).await;
}

#[tokio::test]
async fn a_waffle_that_is_completed_archived_or_unknown_sells_nothing() {
    let mut store = TestStore::new().await;
    let (completed, archived, both) = (store.waffle(5).await, store.waffle(5).await, store.waffle(5).await);
    store.complete(completed).await;
    store.archive(archived).await;
    store.complete(both).await;
    store.archive(both).await;
    let orders = [completed, archived, both, Uuid::new_v4()].map(|id| claim(id, "anna", &[1]));
    let verdicts = store.commit(&orders, 1).await;
    assert_eq!(
        verdicts,
        [
            Verdict::Refused(Refusal::WaffleNotActive),
            Verdict::Refused(Refusal::NoWaffle),
            Verdict::Refused(Refusal::NoWaffle),
            Verdict::Refused(Refusal::NoWaffle)
        ]
    );
    assert_eq!(store.count("SELECT count(*) FROM events").await, 0);
    assert_eq!(store.count("SELECT count(*) FROM buyers").await, 0);
}

#[tokio::test]
async fn a_server_whose_clock_is_a_day_off_neither_forgets_a_key_early_nor_replays_it_late() {
    let (mut store, id) = TestStore::selling(10).await;
    for (spot, by, repeated_by) in [(1, 0, 2 * DAY), (2, 2 * DAY, 0)] {
        let order = keyed(claim(id, "anna", &[spot]), "k");
        store.claim(order.clone(), by).await;
        replayed(&store.claim(order.clone(), repeated_by).await);
        store.age_keys("24 hours").await;
        assert_eq!(store.claim(order, repeated_by).await, Verdict::Refused(Refusal::SpotsTaken { taken: vec![spot] }));
    }
}

#[tokio::test]
async fn a_claim_of_no_spot_is_granted_none_and_its_key_remembers_that() {
    let (mut store, id) = TestStore::selling(10).await;
    assert_eq!(granted(&store.claim(random(id, "anna", &[], 2), 1).await), (vec![], None));
    let order = keyed(random(id, "anna", &[], 2), "k");
    assert_eq!(granted(&store.claim(order.clone(), 1).await), (vec![], None));
    let again = replayed(&store.claim(Order { numbers: vec![1, 2], ..order }, 2).await);
    assert_eq!((again.spots, again.requested), (vec![], Some(2)));
    assert_eq!(store.buyer("anna").await, None, "who got nothing is no buyer");
    store.assert_sound(id).await;
}

#[tokio::test]
async fn a_buyer_is_registered_once_and_refreshed_by_each_claim() {
    let mut store = TestStore::new().await;
    let (id, other) = (store.waffle(10).await, store.waffle(10).await);
    store.commit(&[claim(id, "anna", &[1]), claim(other, "anna", &[1])], 10).await;
    assert_eq!(store.buyer("anna").await, Some((at(10), at(10))));
    store.claim(claim(id, "anna", &[2]), 20).await;
    assert_eq!(store.buyer("anna").await, Some((at(10), at(20))));
    store.claim(claim(id, "anna", &[2]), 30).await;
    assert_eq!(store.buyer("anna").await, Some((at(10), at(20))), "a refused claim does not count");
    store.claim(claim(id, "anna", &[3]), 15).await;
    assert_eq!(store.buyer("anna").await, Some((at(10), at(20))), "a slow clock does not set it back");
}

#[tokio::test]
async fn a_spot_that_the_board_has_not_got_undoes_the_whole_call() {
    let (mut store, id) = TestStore::selling(10).await;
    let orders = [claim(id, "anna", &[1]), claim(id, "bob", &[11])];
    let failure = waffle_store::claims::commit(&mut store.ledger, &orders, at(1)).await.unwrap_err();
    assert!(matches!(&failure, waffle_store::failure::StoreFailure::Aborted(_)), "{failure}");
    assert_eq!(store.load(id).await.newest.seq, 0);
    assert_eq!(granted(&store.claim(claim(id, "anna", &[1]), 2).await), (vec![1], Some(1)), "the session goes on");
}

#[tokio::test]
async fn a_key_counts_as_used_once_something_was_granted_under_it() {
    let (mut store, id) = TestStore::selling(10).await;
    store.claim(keyed(claim(id, "anna", &[3]), "granted"), 1).await;
    store.claim(keyed(claim(id, "bob", &[3]), "refused"), 1).await;
    store.claim(keyed(random(id, "bob", &[], 2), "nothing free"), 1).await;
    let used = used_keys(&mut store.ledger, &["granted", "refused", "nothing free", "fresh"]).await.unwrap();
    assert_eq!(used, [true, false, true, false]);
    assert!(used_keys(&mut store.ledger, &[]).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_standby_is_not_believed_that_a_key_was_not_used() {
    let store = TestStore::new().await;
    let options = store.database.connect_options().options([("search_path", "public,pg_catalog")]);
    let mut session = waffle_store::ledger_session::LedgerSession::open(&options).await.unwrap();
    // A session does not begin at a standby.
    store.database.execute("CREATE FUNCTION pg_is_in_recovery() RETURNS boolean RETURN true").await.unwrap();
    let failure = used_keys(&mut session, &["k"]).await.unwrap_err();
    assert!(matches!(&failure, waffle_store::failure::StoreFailure::Unreachable(_)), "{failure}");
}
