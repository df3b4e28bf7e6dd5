//! Merges of handles, also in parts, and while others claim.

use sqlx::Connection;
use uuid::Uuid;
use waffle_domain::refusal::Refusal;
use waffle_store::claims::{Verdict, commit};
use waffle_store::edit_waffle::delete;
use waffle_store::failure::StoreFailure;
use waffle_store::merge_users::{MergeCounts, held, merge};
use waffle_store::receipts::read;
use waffle_store::spots::SpotOperation::{Pay, Release};

use super::LOCK;
use crate::test_store::{TestStore, admin, at, claim, handle};

type Merged = Result<(MergeCounts, Vec<Uuid>), StoreFailure>;

impl TestStore {
    /// Merges one handle into the other in one part, with all waffles.
    async fn merge(&self, seconds: i64) -> Merged {
        let all = held(&self.pool, &handle("old")).await.unwrap();
        let all: Vec<Uuid> = all.iter().map(|held| held.waffle_id).collect();
        self.merge_part(&all, true, seconds).await
    }

    async fn merge_part(&self, waffles: &[Uuid], is_last: bool, seconds: i64) -> Merged {
        merge(&self.pool, [&handle("old"), &handle("new")], waffles, is_last, admin().at(at(seconds))).await
    }
}

/// The places of the ledger that report that a winner has another handle now.
const RENAMED: &str = "SELECT coalesce(sum(place), 0) FROM draw_ledger
    WHERE kind = 'renamed' AND reason = '@old became @new.' AND winning_social_handles = '{new}'";

#[tokio::test]
async fn a_merge_makes_all_of_one_handle_anothers_on_all_waffles() {
    let mut store = TestStore::new().await;
    let (one, other, third) = (store.waffle(6).await, store.waffle(6).await, store.waffle(6).await);
    let receipt = store.buy(claim(one, "old", &[1, 2])).await;
    store.claim(claim(one, "new", &[3]), 4).await;
    store.claim(claim(other, "old", &[1]), 5).await;
    store.claim(claim(third, "old", &[1]), 6).await;
    store.change(third, Release, &[1], 7).await;
    store.change(other, Pay, &[1], 8).await;
    let win = waffle_store::winners::WinnerOperation::Set(vec![1]);
    waffle_store::winners::set(&store.pool, other, (&win, None), admin().at(at(9))).await.unwrap();
    let counts = MergeCounts { spots: 3, waffles: 2, wins: 1 };
    let before = (store.load(one).await.newest.seq, store.load(other).await.newest.seq);
    assert_eq!(MergeCounts::of(&held(&store.pool, &handle("old")).await.unwrap()), counts);
    store.run(LOCK, other).await;
    let refused = store.merge(20).await;
    assert!(matches!(refused, Err(StoreFailure::Refused(Refusal::DrawLocked { .. }))), "{refused:?}");
    let rounds = held(&store.pool, &handle("old")).await.unwrap();
    assert_eq!(rounds.iter().filter(|held| held.round_at.is_some()).count(), 1);
    assert_eq!((store.load(one).await.newest.seq, store.load(other).await.newest.seq), before);
    store.run("UPDATE waffles SET draw_round_at = NULL WHERE id = $1", other).await;
    let (done, waffles) = store.merge(20).await.unwrap();
    assert_eq!((done, waffles.len()), (counts, 3));
    assert_eq!(store.load(other).await.waffle.winning_social_handles, ["new"]);
    assert_eq!(store.count("SELECT count(*) FROM owed_announcements").await, 1);
    assert_eq!(store.count(RENAMED).await, 2, "it stands second, where the handle had won");
    assert_eq!((store.buyer("old").await, store.buyer("new").await), (None, Some((at(1), at(6)))));
    let now = read(&store.pool, &receipt).await.unwrap().unwrap();
    assert!(now.spots.iter().all(|spot| spot.yours), "{now:?}");
    assert_eq!(now.handle, handle("new"));
    for id in [one, other, third] {
        store.assert_sound(id).await;
    }
    assert_eq!(store.merge(21).await, Ok((MergeCounts::default(), vec![])));
    assert_eq!(store.count("SELECT count(*) FROM audit_outbox WHERE action = 'merge_users'").await, 1);
    store.claim(claim(third, "old", &[1]), 22).await;
    assert_eq!(store.buyer("old").await, Some((at(22), at(22))), "known again, where it had held something before");
    store.assert_sound(third).await;
    for id in [one, other, third] {
        delete(&store.pool, id, admin().at(at(30))).await.unwrap();
    }
    assert_eq!(store.buyer("old").await, Some((at(22), at(22))));
    assert_eq!(store.count("SELECT count(*) FROM holdings").await, 0);
    assert_eq!(store.count("SELECT count(*) FROM spent_slugs").await, 1, "the other ones had no ledger");
}

#[tokio::test]
async fn a_merge_that_was_ended_midway_goes_on_where_it_was() {
    let mut store = TestStore::new().await;
    let mut ids = Vec::new();
    for _ in 0..4 {
        let id = store.waffle(6).await;
        store.claim(claim(id, "old", &[1, 2]), 1).await;
        ids.push(id);
    }
    ids.sort_unstable();
    let [one, busy, stuck, last] = ids[..] else { panic!("these are all") };
    let locking = |id| sqlx::query("SELECT FROM waffles WHERE id = $1 FOR NO KEY UPDATE").bind(id);
    let mut connection = store.pool.acquire().await.unwrap();
    let mut seller = connection.begin().await.unwrap();
    locking(busy).execute(&mut *seller).await.unwrap();
    let two = MergeCounts { spots: 2, waffles: 1, wins: 0 };
    let part = store.merge_part(&[one, busy], false, 2).await.unwrap();
    assert_eq!(part, (two, vec![one]), "it waits for nobody");
    // Its session ends while it waits for a waffle.
    locking(stuck).execute(&mut *seller).await.unwrap();
    let ended = async {
        let end = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
            WHERE wait_event_type = 'Lock' AND query LIKE '%merge_users%'";
        while store.count(end).await == 0 {}
    };
    let part = [stuck];
    let (merging, ()) = tokio::join!(store.merge_part(&part, false, 3), ended);
    assert!(merging.unwrap_err().maybe_committed());
    // In the meantime others claim, where it is done and where it is not, and so does the handle.
    for (id, name, number) in [(one, "ben", 3), (last, "ben", 3), (one, "old", 4)] {
        let claimed = store.claim(claim(id, name, &[number]), 4).await;
        assert!(matches!(claimed, Verdict::Granted { .. }), "{claimed:?}");
    }
    seller.rollback().await.unwrap();
    let left = held(&store.pool, &handle("old")).await.unwrap();
    assert_eq!(left.iter().map(|held| held.spots).collect::<Vec<_>>(), [1, 2, 2, 2]);
    assert!(store.buyer("old").await.is_some() && store.buyer("new").await.is_some());
    let (counts, waffles) = store.merge(5).await.unwrap();
    assert_eq!((counts, waffles.len()), (MergeCounts { spots: 7, waffles: 4, wins: 0 }, 4));
    assert_eq!((store.buyer("old").await, store.buyer("new").await), (None, Some((at(1), at(4)))));
    for id in ids {
        store.assert_sound(id).await;
    }
}

/// Lets claims stop before they commit, as long as the test holds an advisory lock.
const PAUSE_BEFORE_COMMIT: &str = "
    CREATE FUNCTION pause() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM pg_advisory_xact_lock_shared(2);
        WHILE NOT pg_try_advisory_xact_lock_shared(1) LOOP PERFORM pg_sleep(0.002); END LOOP;
        RETURN NULL;
    END $$;
    CREATE CONSTRAINT TRIGGER pauses AFTER INSERT ON holdings DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.handle = 'old') EXECUTE FUNCTION pause()";
const IS_PAUSED: &str = "SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 2)";

#[tokio::test]
async fn a_handle_that_claims_while_it_is_merged_away_stays_in_the_registry() {
    let mut store = TestStore::new().await;
    let (one, other) = (store.waffle(6).await, store.waffle(6).await);
    store.claim(claim(one, "old", &[1]), 1).await;
    store.database.execute(PAUSE_BEFORE_COMMIT).await.unwrap();
    let mut connection = store.pool.acquire().await.unwrap();
    let mut holding = connection.begin().await.unwrap();
    sqlx::query("SELECT pg_advisory_xact_lock(1)").execute(&mut *holding).await.unwrap();
    let mut session = store.session().await;
    let orders = [claim(other, "old", &[2])];
    let claiming = commit(&mut session, &orders, at(3));
    let merging = async {
        // The claim has found its handle in the registry.
        while !sqlx::query_scalar::<_, bool>(IS_PAUSED).fetch_one(&store.pool).await.unwrap() {}
        store.merge(4).await.unwrap();
        holding.rollback().await.unwrap();
    };
    let (verdicts, ()) = tokio::join!(claiming, merging);
    assert!(matches!(verdicts.unwrap()[..], [Verdict::Granted { .. }]));
    assert_eq!((store.buyer("old").await, store.buyer("new").await), (Some((at(3), at(3))), Some((at(1), at(1)))));
    for id in [one, other] {
        store.assert_sound(id).await;
    }
}
