//! Sellers' actions by buyer, and buyers' actions with their receipts.

mod expiry;
mod merges;

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::Row;
use uuid::Uuid;
use waffle_domain::claim::Source;
use waffle_domain::receipt::Receipt;
use waffle_domain::spot::SpotStatus;
use waffle_store::claims::{Order, Verdict};
use waffle_store::receipts::read;
use waffle_store::sources::{self, SourceKey};
use waffle_store::spots::SpotOperation::{
    Extend, GiveBack, Pay, Release, ReleasePending, ReleaseSource, Rename, Unpay,
};
use waffle_store::spots::{SpotOperation, SpotOrder, SpotResult, change};

use crate::test_store::{TestStore, at, claim, handle, spot_order};

const LOCK: &str = "WITH draw AS (
        INSERT INTO draws (waffle_id, number, locked_at, chain, round, round_at, entries, entries_count, entries_sha256,
            excluded, item_count, one_win_per_handle, alternates, clock)
        VALUES ($1, 1, now(), repeat('ab', 32), 1, now() + interval '1 minute', '1 anna', 1, repeat('cd', 32), '{}', 1,
            false, 0, 'checked')
    )
    UPDATE waffles SET draw_round_at = now() + interval '1 minute', draw_round = 1, draw_number = 1, draw_entries = 1,
        draw_chain = repeat('ab', 32)
    WHERE id = $1";
const DEADLINES: &str = "UPDATE waffles SET pay_within_minutes = 30 WHERE id = $1";

fn word(result: &SpotResult) -> String {
    match result {
        SpotResult::Changed(_) => "changed".into(),
        SpotResult::Unchanged { done: true, .. } => "as it should be".into(),
        SpotResult::Unchanged { .. } => "held back".into(),
        SpotResult::WrongStatus { status, .. } => status.to_string(),
        SpotResult::Locked { .. } => "locked".into(),
        SpotResult::NotFound(_) => "not found".into(),
        other => format!("{other:?}"),
    }
}

impl TestStore {
    /// What becomes of spots by number, in words.
    async fn try_all(&self, id: Uuid, operation: SpotOperation, numbers: &[i32]) -> Vec<String> {
        self.change(id, operation, numbers, 50).await.iter().map(word).collect()
    }

    /// What becomes of them in words, if only a buyer's are changed.
    async fn try_of(&self, id: Uuid, operation: SpotOperation, numbers: &[i32], buyer: &str) -> Vec<String> {
        self.change_of(id, operation, numbers, Some(handle(buyer))).await.iter().map(word).collect()
    }

    /// Claims, and returns the receipt.
    async fn buy(&mut self, order: Order) -> Receipt {
        let id = order.waffle_id;
        match self.claim(order, 1).await {
            Verdict::Granted { granted, .. } => Receipt::of(id, &granted).unwrap(),
            refused => panic!("{refused:?}"),
        }
    }

    /// Does what no spot is named for.
    async fn sweep(&self, id: Uuid, operation: SpotOperation) -> Vec<SpotResult> {
        self.try_to_sweep(id, operation).await.unwrap()
    }

    async fn try_to_sweep(&self, id: Uuid, operation: SpotOperation) -> Option<Vec<SpotResult>> {
        let order = SpotOrder { author: None, ..spot_order(id, Vec::new(), operation) };
        change(&self.pool, &order, at(60)).await.unwrap()
    }

    async fn statuses(&self, id: Uuid) -> String {
        let letter = |status| match status {
            SpotStatus::Available => '-',
            SpotStatus::Pending => 'p',
            SpotStatus::Paid => '$',
            SpotStatus::Winner => 'W',
            SpotStatus::Loser => 'L',
        };
        self.load(id).await.board.spots().map(|spot| letter(spot.status())).collect()
    }

    async fn pay_by(&self, id: Uuid, number: i32) -> Option<DateTime<Utc>> {
        self.load(id).await.board.spot(number).unwrap().pay_by()
    }

    async fn database_now(&self) -> DateTime<Utc> {
        sqlx::query_scalar("SELECT now()").fetch_one(&self.pool).await.unwrap()
    }

    async fn reasons(&self, id: Uuid) -> Vec<Option<String>> {
        let rows = sqlx::query("SELECT reason FROM events WHERE waffle_id = $1 AND kind = 'spot_update' ORDER BY seq");
        rows.bind(id).fetch_all(&self.pool).await.unwrap().iter().map(|row| row.get(0)).collect()
    }
}

fn source(key: &SourceKey, address: u8) -> Source {
    let mut source = [address; 16];
    source[..4].copy_from_slice(&key.id.to_be_bytes());
    Source(source)
}

fn from(order: Order, source: Source) -> Order {
    Order { source: Some(source), ..order }
}

#[tokio::test]
async fn a_payment_is_taken_back_and_the_buyer_gets_time_to_pay() {
    let (mut store, id) = TestStore::selling(6).await;
    store.claim(claim(id, "anna", &[1, 2, 3]), 1).await;
    store.change(id, Pay, &[1, 2], 2).await;
    assert_eq!(store.try_all(id, Unpay, &[1, 3, 4]).await, ["changed", "pending", "available"]);
    assert_eq!((store.statuses(id).await.as_str(), store.pay_by(id, 1).await), ("p$p---", None));
    store.run(DEADLINES, id).await;
    assert_eq!(store.try_all(id, Unpay, &[2]).await, ["changed"]);
    let left = store.pay_by(id, 2).await.unwrap() - store.database_now().await;
    assert!(left > TimeDelta::minutes(14) && left <= TimeDelta::minutes(15), "{left}");
    assert_eq!(store.reasons(id).await.last().unwrap().as_deref(), Some("unpaid"));
    assert_eq!(store.count("SELECT count(*) FROM audit_outbox WHERE action = 'unpay_spot'").await, 2);
    store.assert_sound(id).await;
}

#[tokio::test]
async fn deadlines_come_with_claims_and_are_extended_from_the_later_of_now_and_them() {
    let (mut store, id) = TestStore::selling(6).await;
    store.claim(claim(id, "anna", &[1]), 1).await;
    store.run(DEADLINES, id).await;
    store.claim(claim(id, "anna", &[2]), 1).await;
    let now = store.database_now().await;
    assert_eq!(store.pay_by(id, 1).await, None);
    let before = store.pay_by(id, 2).await.unwrap();
    assert!(before - now > TimeDelta::minutes(29) && before - now <= TimeDelta::minutes(30));
    assert_eq!(store.try_all(id, Extend { minutes: 10 }, &[1, 2, 3]).await, ["changed", "changed", "available"]);
    assert_eq!(store.pay_by(id, 2).await, Some(before + TimeDelta::minutes(10)));
    let first = store.pay_by(id, 1).await.unwrap() - now;
    assert!(first >= TimeDelta::minutes(10) && first < TimeDelta::minutes(11), "{first}");
    assert_eq!(store.count("SELECT count(*) FROM audit_outbox WHERE action = 'extend_spots'").await, 2);
    store.assert_sound(id).await;
    store.change(id, Pay, &[2], 3).await;
    assert_eq!(store.pay_by(id, 2).await, None);
}

#[tokio::test]
async fn a_payment_that_is_taken_back_leaves_the_time_that_was_given() {
    let (mut store, id) = TestStore::selling(4).await;
    store.claim(claim(id, "anna", &[1, 2]), 1).await;
    store.change(id, Extend { minutes: 2_880 }, &[1], 2).await;
    let given = store.pay_by(id, 1).await;
    assert!(given.is_some());
    store.change(id, Pay, &[1, 2], 3).await;
    store.change(id, Rename(handle("ben")), &[1], 4).await;
    assert_eq!((store.pay_by(id, 1).await, store.pay_by(id, 2).await), (None, None));
    store.change(id, Unpay, &[1, 2], 5).await;
    assert_eq!((store.pay_by(id, 1).await, store.pay_by(id, 2).await), (given, None));
    store.change(id, Pay, &[1], 6).await;
    store.change(id, Release, &[1], 7).await;
    store.claim(claim(id, "cleo", &[1]), 8).await;
    store.change(id, Pay, &[1], 9).await;
    store.change(id, Unpay, &[1], 10).await;
    assert_eq!(store.pay_by(id, 1).await, None, "it was not cleo's time");
    store.assert_sound(id).await;
}

#[tokio::test]
async fn spots_get_another_handle_all_or_none_and_keep_status_and_times() {
    let (mut store, id) = TestStore::selling(6).await;
    let receipt = store.buy(claim(id, "ana", &[1, 2, 3])).await;
    store.change(id, Pay, &[1], 7).await;
    let to = |name| Rename(handle(name));
    assert_eq!(store.try_all(id, to("anna"), &[1, 2, 4]).await, ["held back", "held back", "available"]);
    assert_eq!(store.try_all(id, to("anna"), &[1, 2]).await, ["changed", "changed"]);
    let board = store.load(id).await.board;
    let spot = board.spot(1).unwrap();
    assert_eq!((spot.handle(), spot.claimed_at(), spot.paid_at()), (Some(&handle("anna")), Some(at(1)), Some(at(7))));
    assert_eq!(store.try_all(id, to("anna"), &[2, 3]).await, ["as it should be", "changed"]);
    assert_eq!(store.reasons(id).await.iter().filter(|reason| reason.as_deref() == Some("renamed")).count(), 3);
    assert_eq!(store.count("SELECT count(*) FROM audit_outbox WHERE action = 'rename_spots'").await, 2);
    let now = read(&store.pool, &receipt).await.unwrap().unwrap();
    assert!(now.spots.iter().all(|spot| !spot.yours), "{now:?}");
    assert_eq!(now.handle, handle("ana"));
    assert!(store.buyer("anna").await.is_some());
    store.assert_sound(id).await;
}

#[tokio::test]
async fn a_buyer_gives_back_what_his_claim_got_and_is_still_pending() {
    let (mut store, id) = TestStore::selling(8).await;
    let first = store.buy(claim(id, "anna", &[1, 2, 3])).await;
    let second = store.buy(claim(id, "anna", &[4])).await;
    store.change(id, Pay, &[3], 2).await;
    assert_eq!(store.try_all(id, GiveBack(first), &[1, 4]).await, ["held back", "pending"], "of another claim");
    assert_eq!(store.try_all(id, GiveBack(first), &[1, 3]).await, ["held back", "paid"]);
    assert_eq!(store.try_all(id, GiveBack(first), &[1]).await, ["changed"]);
    store.claim(claim(id, "anna", &[1]), 3).await;
    assert_eq!(store.try_all(id, GiveBack(first), &[1]).await, ["pending"], "claimed anew since");
    assert_eq!(store.try_all(id, GiveBack(second), &[4]).await, ["changed"]);
    let now = read(&store.pool, &first).await.unwrap().unwrap();
    let yours: Vec<(i32, bool)> = now.spots.iter().map(|spot| (spot.number, spot.yours)).collect();
    assert_eq!(yours, [(1, false), (2, true), (3, true)]);
    assert_eq!(store.reasons(id).await.iter().filter(|reason| reason.as_deref() == Some("given_back")).count(), 2);
    store.assert_sound(id).await;
}

#[tokio::test]
async fn all_that_came_from_a_source_is_listed_and_released() {
    let (mut store, id) = TestStore::selling(12).await;
    let key = sources::current_key(&store.pool, [1; 32]).await.unwrap();
    let [bots, buyer, unknown] = [7, 8, 9].map(|address| source(&key, address));
    for (name, number) in [("bot1", 1), ("bot2", 2), ("bot3", 3)] {
        store.claim(from(claim(id, name, &[number]), bots), 2).await;
    }
    store.claim(from(claim(id, "anna", &[5, 6]), buyer), 1).await;
    store.claim(claim(id, "ben", &[7]), 1).await;
    store.change(id, Pay, &[3], 3).await;
    store.change(id, Rename(handle("bot9")), &[2], 3).await;
    let listed = sources::list(&store.pool, id).await.unwrap();
    let short: Vec<_> = listed.iter().map(|entry| (entry.source.clone(), entry.spots, entry.pending)).collect();
    assert_eq!(short, [(bots.to_string(), 3, 2), (buyer.to_string(), 2, 2)]);
    assert_eq!((listed[0].handles.join(" ").as_str(), listed[0].first_at), ("bot1 bot2 bot3 bot9", at(2)));
    assert_eq!((listed[0].handle_count, listed[1].handle_count), (4, 1));
    let pending = sources::pending(&store.pool, id, bots).await.unwrap();
    assert_eq!(pending, [(1, "bot1".to_owned()), (2, "bot9".to_owned())]);
    let mut sharing = sources::sharing(&store.pool, id).await.unwrap();
    sharing.sort_unstable();
    assert_eq!(sharing, ["bot1", "bot3", "bot9"].map(handle), "who holds something, from a source of others too");
    assert_eq!(store.sweep(id, ReleaseSource(unknown)).await, [SpotResult::NoSource]);
    let released = store.sweep(id, ReleaseSource(bots)).await;
    assert_eq!(released.iter().map(word).collect::<Vec<_>>(), ["changed", "changed"]);
    assert_eq!(store.statuses(id).await, "--$-ppp-----");
    assert_eq!(store.sweep(id, ReleaseSource(bots)).await, []);
    store.database.execute("DELETE FROM source_keys").await.unwrap();
    assert_eq!(sources::list(&store.pool, id).await.unwrap(), []);
    assert_eq!(store.sweep(id, ReleaseSource(buyer)).await, [SpotResult::NoSource]);
    store.assert_sound(id).await;
}

#[tokio::test]
async fn a_receipt_opens_nothing_where_the_log_has_other_claims_in_its_place_by_now() {
    let (mut store, id) = TestStore::selling(8).await;
    let first = store.buy(claim(id, "anna", &[1, 2])).await;
    store.claim(claim(id, "ben", &[3]), 2).await;
    store.change(id, Pay, &[3], 3).await;
    assert_eq!((first.first_seq, first.last_seq()), (1, 2));
    assert!(read(&store.pool, &first).await.unwrap().is_some());
    // As after a takeover by a standby that lacked what these stood for.
    for (name, first_seq, spots, what) in [
        ("anna", 3, 1, "all of it is another buyer's"),
        ("anna", 2, 2, "the end of it is another buyer's"),
        ("ben", 2, 2, "the beginning of it is another buyer's"),
        ("ben", 4, 1, "none of it is a claim"),
        ("ben", 3, 2, "the end of it is no claim"),
        ("ben", 3, 3, "the log is not that long"),
    ] {
        let lost = Receipt::of_handle(id, first_seq, spots, &handle(name));
        assert_eq!(read(&store.pool, &lost).await.unwrap(), None, "{what}");
    }
}

#[tokio::test]
async fn what_is_another_buyers_by_now_is_left_alone() {
    let (mut store, id) = TestStore::selling(4).await;
    store.claim(claim(id, "anna", &[1]), 1).await;
    store.claim(claim(id, "ben", &[2, 3]), 1).await;
    store.change(id, Pay, &[3], 2).await;
    let extend = Extend { minutes: 5 };
    for operation in [Pay, Release, ReleasePending, Unpay, extend.clone(), Rename(handle("cleo"))] {
        let said = store.try_of(id, operation.clone(), &[2, 3], "anna").await;
        assert_eq!(said, ["not found", "not found"], "{operation:?}");
    }
    assert_eq!(store.statuses(id).await, "pp$-");
    assert_eq!(store.try_of(id, Rename(handle("cleo")), &[1, 2], "anna").await, ["held back", "not found"]);
    assert_eq!(store.try_of(id, Rename(handle("cleo")), &[2, 3], "ben").await, ["changed", "changed"]);
    assert_eq!(store.try_of(id, Unpay, &[3], "cleo").await, ["changed"]);
    store.assert_sound(id).await;
}

#[tokio::test]
async fn while_a_draw_is_locked_nothing_changes_its_entries() {
    let (mut store, id) = TestStore::selling(8).await;
    store.claim(from(claim(id, "anna", &[1, 2, 3, 4]), Source([7; 16])), 1).await;
    let receipt = store.buy(claim(id, "ben", &[6])).await;
    store.change(id, Pay, &[1, 2], 2).await;
    store.run(LOCK, id).await;
    for operation in [Pay, Unpay, Release, Rename(handle("ben"))] {
        let said = store.try_all(id, operation.clone(), &[1, 2, 3]).await;
        assert!(said.contains(&"locked".to_owned()), "{operation:?} {said:?}");
        assert_eq!(said.contains(&"changed".to_owned()), operation == Release, "{operation:?} {said:?}");
    }
    assert_eq!(store.statuses(id).await, "$$-p-p--", "a pending spot may be released");
    assert_eq!(store.try_all(id, Extend { minutes: 5 }, &[4]).await, ["changed"]);
    assert_eq!(store.try_of(id, ReleasePending, &[1, 4], "anna").await, ["paid", "changed"]);
    assert_eq!(store.try_all(id, GiveBack(receipt), &[6]).await, ["changed"]);
    assert!(matches!(store.claim(claim(id, "cleo", &[4]), 3).await, Verdict::Granted { .. }));
    assert_eq!(store.statuses(id).await, "$$-p----");
    store.assert_sound(id).await;
}
