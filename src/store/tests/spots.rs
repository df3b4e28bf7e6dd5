//! Marking spots paid and releasing them: transitions, refusals, events and audit entries.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use sqlx::Row;
use uuid::Uuid;
use waffle_domain::spot::{SpotState, SpotStatus};
use waffle_store::events::{self, ActivityPart};
use waffle_store::spots::SpotOperation::{self, Pay, Release};
use waffle_store::spots::{SpotOrder, SpotResult, change, waffle_of};

use crate::test_store::{TestStore, admin, at, claim};

/// A waffle with spots 1 to 5 in each of the five statuses, the rest available.
async fn one_of_each(store: &mut TestStore) -> Uuid {
    let id = store.waffle(8).await;
    store.claim(claim(id, "anna", &[2, 3, 4, 5]), 1).await;
    store.change(id, Pay, &[3, 4, 5], 2).await;
    store.run("UPDATE spots SET status = 'winner' WHERE waffle_id = $1 AND number = 4", id).await;
    store.run("UPDATE spots SET status = 'loser' WHERE waffle_id = $1 AND number = 5", id).await;
    id
}

async fn audited(store: &TestStore) -> Vec<(String, String)> {
    let rows = sqlx::query("SELECT action, detail FROM audit_outbox WHERE entity_type = 'spot' ORDER BY seq");
    rows.fetch_all(&store.pool).await.unwrap().iter().map(|row| (row.get(0), row.get(1))).collect()
}

fn outcome(result: &SpotResult) -> String {
    match result {
        SpotResult::Changed(_) => "changed".into(),
        SpotResult::WrongStatus { status, .. } => format!("{status}"),
        SpotResult::NotFound(_) => "not found".into(),
        SpotResult::NotActive(_) => "not active".into(),
        SpotResult::Unchanged { done, .. } => if *done { "done" } else { "held back" }.into(),
        SpotResult::Locked { .. } => "locked".into(),
        SpotResult::NoSource => "no source".into(),
    }
}

async fn outcomes(store: &TestStore, id: Uuid, operation: SpotOperation) -> Vec<String> {
    store.change(id, operation, &[1, 2, 3, 4, 5], 9).await.iter().map(outcome).collect()
}

#[tokio::test]
async fn only_a_pending_spot_is_paid() {
    let mut store = TestStore::new().await;
    let id = one_of_each(&mut store).await;
    assert_eq!(outcomes(&store, id, Pay).await, ["available", "changed", "paid", "winner", "loser"]);
    let spot = store.load(id).await.board.spot(2).unwrap().clone();
    assert_eq!((spot.claimed_at(), spot.paid_at()), (Some(at(1)), Some(at(9))));
}

#[tokio::test]
async fn only_a_pending_or_paid_spot_is_released_and_forgets_its_holder() {
    let mut store = TestStore::new().await;
    let id = one_of_each(&mut store).await;
    assert_eq!(outcomes(&store, id, Release).await, ["available", "changed", "changed", "winner", "loser"]);
    let loaded = store.load(id).await;
    assert_eq!(loaded.board.spot(2).unwrap().state, SpotState::Available);
    assert_eq!(loaded.board.spot(3).unwrap().state, SpotState::Available);
    assert_eq!((loaded.board.counts().available, loaded.board.counts().paid), (6, 2));
    let log = events::activity(&store.pool, id, &part(i64::MAX, 2)).await.unwrap();
    let said: Vec<_> = log.iter().map(|a| (a.spot_number, a.from_status, a.to_status, &*a.social_handle)).collect();
    let expected =
        [(3, SpotStatus::Paid, SpotStatus::Available, "anna"), (2, SpotStatus::Pending, SpotStatus::Available, "anna")];
    assert_eq!(said, expected, "the log names who lost the spot");
    let mut fresh = store.claim(claim(id, "bob", &[2, 3]), 10).await;
    assert!(matches!(&mut fresh, waffle_store::claims::Verdict::Granted { .. }), "{fresh:?}");
}

#[tokio::test]
async fn each_change_is_one_event_and_one_audit_record_and_a_refusal_is_none() {
    let (mut store, id) = TestStore::selling(8).await;
    store.claim(claim(id, "anna", &[2, 3]), 1).await;
    let results = store.change(id, Pay, &[3, 1, 2, 3], 2).await;
    let SpotResult::Changed(event) = &results[1] else { panic!("{results:?}") };
    assert_eq!((event.seq, event.at, results.len()), (3, at(2), 3), "a repeated id counts once");
    store.change(id, Pay, &[1, 2, 3], 3).await;
    store.change(id, Release, &[1], 3).await;
    let pay = |n| ("mark_paid".to_owned(), format!("spot {n} of box, claimed by anna: pending to paid"));
    assert_eq!(audited(&store).await, [pay(2), pay(3)]);
    assert_eq!(store.load(id).await.newest.seq, 4);
    let log = events::after(&store.pool, id, 2, 10).await.unwrap();
    assert_eq!(log.first(), Some(event), "the answer holds the event of the log");
    store.change(id, Release, &[2], 4).await;
    let released = ("release_spot".to_owned(), "spot 2 of box, claimed by anna: paid to available".to_owned());
    assert_eq!(audited(&store).await[2..], [released]);
    store.assert_sound(id).await;
}

#[tokio::test]
async fn the_records_name_the_admin_and_where_he_came_from() {
    let (mut store, id) = TestStore::selling(8).await;
    store.claim(claim(id, "anna", &[2]), 1).await;
    store.change(id, Pay, &[2], 2).await;
    let row = sqlx::query(
        "SELECT admin_id, admin_username, entity_id, host(ip_address), at FROM audit_outbox WHERE action = 'mark_paid'",
    );
    let row = row.fetch_one(&store.pool).await.unwrap();
    let spot = store.load(id).await.board.spot(2).unwrap().id.to_string();
    assert_eq!((row.get::<Uuid, _>(0), row.get::<&str, _>(1)), (admin().account_id, "ada"));
    assert_eq!((row.get::<String, _>(2), row.get::<&str, _>(3)), (spot, "203.0.113.9"));
    assert_eq!(row.get::<chrono::DateTime<chrono::Utc>, _>(4), at(2));
    let insert = "INSERT INTO admins (id, username, email, role, password_hash, created_at)
        VALUES ($1, 'ada', 'ada@localhost', 'admin', '$2b$12$' || repeat('a', 53), now())";
    store.run(insert, admin().account_id).await;
    let log = events::activity(&store.pool, id, &part(i64::MAX, 10)).await.unwrap();
    let admins: Vec<_> = log.iter().map(|a| a.admin_username.as_deref()).collect();
    assert_eq!(admins, [Some("ada"), None]);
    let before = events::activity(&store.pool, id, &part(2, 10)).await.unwrap();
    assert_eq!(before.iter().map(|a| a.seq).collect::<Vec<_>>(), [1]);
}

#[tokio::test]
async fn a_change_for_active_waffles_only_is_refused_on_a_completed_one() {
    let mut store = TestStore::new().await;
    let id = one_of_each(&mut store).await;
    store.complete(id).await;
    let spot = store.load(id).await.board.spot(2).unwrap().id;
    let order = SpotOrder {
        id: Uuid::new_v4(),
        waffle_id: id,
        spot_ids: vec![spot, 0],
        operation: Pay,
        only_of: None,
        active_only: true,
        author: Some(admin()),
    };
    let results = change(&store.pool, &order, at(9)).await.unwrap().unwrap();
    assert!(results.iter().all(|result| matches!(result, SpotResult::NotActive(_))), "{results:?}");
    assert_eq!(results.len(), 2);
    assert_eq!(store.change(id, Pay, &[2], 9).await.iter().map(outcome).collect::<Vec<_>>(), ["changed"]);
    store.archive(id).await;
    assert_eq!(store.change(id, Release, &[2], 9).await.iter().map(outcome).collect::<Vec<_>>(), ["changed"]);
}

#[tokio::test]
async fn a_spot_of_another_waffle_is_not_found() {
    let mut store = TestStore::new().await;
    let (id, other) = (store.waffle(8).await, store.waffle(8).await);
    store.claim(claim(other, "anna", &[1]), 1).await;
    let spot = store.load(other).await.board.spot(1).unwrap().id;
    let order = |waffle_id| SpotOrder {
        id: Uuid::new_v4(),
        waffle_id,
        spot_ids: vec![spot],
        operation: Pay,
        only_of: None,
        active_only: false,
        author: Some(admin()),
    };
    let results = change(&store.pool, &order(id), at(2)).await.unwrap();
    assert_eq!(results, Some(vec![SpotResult::NotFound(spot)]));
    assert_eq!(change(&store.pool, &order(Uuid::new_v4()), at(2)).await.unwrap(), None);
    assert_eq!(waffle_of(&store.pool, spot).await.unwrap(), Some(other));
    assert_eq!(waffle_of(&store.pool, 0).await.unwrap(), None);
    assert!(audited(&store).await.is_empty());
}

fn part(before: i64, limit: i64) -> ActivityPart {
    ActivityPart { before, limit, spot: None, handle: None }
}
