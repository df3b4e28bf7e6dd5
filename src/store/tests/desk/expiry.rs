//! Spots that are not paid in time, and what buyers say of their payments, which keeps them.

use std::time::{Duration, Instant};

use tokio::time::timeout;
use uuid::Uuid;
use waffle_domain::receipt::Receipt;
use waffle_domain::wire::event::Event;
use waffle_domain::wire::message::Message;
use waffle_store::announcements::{self, Announced};
use waffle_store::edit_waffle::delete;
use waffle_store::receipts::{all_who_say_paid, read, say_paid};
use waffle_store::spots::SpotOperation::{Expire, Pay, Release, Rename};
use waffle_store::spots::overdue;
use waffle_store::{events, expired};
use waffle_test_databases::inspection::{lock_waffle, until_waiting};

use super::{DEADLINES, word};
use crate::test_store::{TestStore, admin, at, claim, handle};

/// Half an hour passes for all spots that have a deadline.
const LATER: &str = "UPDATE spots SET pay_by = pay_by - interval '31 minutes' WHERE waffle_id = $1";
const ALSO_LATER: &str = "UPDATE waffles SET next_pay_by = next_pay_by - interval '31 minutes' WHERE id = $1";

#[tokio::test]
async fn what_is_not_paid_in_time_expires_once_unless_its_buyer_says_that_he_paid() {
    let (mut store, id) = TestStore::selling(8).await;
    store.run(DEADLINES, id).await;
    store.claim(claim(id, "anna", &[1, 2]), 1).await;
    let ben = store.buy(claim(id, "ben", &[3, 4])).await;
    assert_eq!((store.sweep(id, Expire).await, overdue(&store.pool, 10).await.unwrap()), (vec![], vec![]));
    store.run(LATER, id).await;
    assert!(overdue(&store.pool, 10).await.unwrap().is_empty(), "the note of the next deadline is what is looked at");
    store.run(ALSO_LATER, id).await;
    assert_eq!(overdue(&store.pool, 10).await.unwrap(), [id]);
    store.claim(claim(id, "cleo", &[5]), 2).await;
    store.change(id, Pay, &[2], 3).await;
    say_paid(&store.pool, &ben, Some("by wallet"), at(4)).await.unwrap().unwrap();
    let results = store.sweep(id, Expire).await;
    assert_eq!(results.iter().map(word).collect::<Vec<_>>(), ["changed"]);
    assert_eq!(store.statuses(id).await, "-$ppp---");
    assert!(overdue(&store.pool, 10).await.unwrap().is_empty());
    assert_eq!(store.sweep(id, Expire).await, []);
    let listed = expired::list(&store.pool, id, at(0)).await.unwrap();
    assert_eq!(listed.len(), 1);
    assert_eq!((listed[0].0.as_str(), listed[0].1.number, listed[0].1.free), ("anna", 1, true));
    assert_eq!(expired::list(&store.pool, id, at(60)).await.unwrap(), []);
    store.claim(claim(id, "dora", &[1]), 61).await;
    assert!(!expired::list(&store.pool, id, at(0)).await.unwrap()[0].1.free);

    // Once the note is taken back, it no longer keeps the spots.
    say_paid(&store.pool, &ben, None, at(5)).await.unwrap().unwrap();
    assert_eq!(overdue(&store.pool, 10).await.unwrap(), [id]);
    assert_eq!(store.sweep(id, Expire).await.len(), 2);
    assert_eq!(store.statuses(id).await, "p$--p---");
    let all = [None, None, None, None, None, None, Some("expired"), None, Some("expired"), Some("expired")];
    assert_eq!(store.reasons(id).await, all.map(|reason| reason.map(str::to_owned)));
    assert_eq!(store.count("SELECT count(*) FROM audit_outbox WHERE action = 'release_spot'").await, 0);
    store.assert_sound(id).await;
}

#[tokio::test]
async fn whoever_says_that_he_paid_keeps_spots_that_get_his_right_handle() {
    let (mut store, id) = TestStore::selling(4).await;
    store.run(DEADLINES, id).await;
    let receipt = store.buy(claim(id, "bne", &[1, 2, 3])).await;
    store.claim(claim(id, "cleo", &[4]), 1).await;
    say_paid(&store.pool, &receipt, Some("as ben"), at(4)).await.unwrap().unwrap();
    store.change(id, Rename(handle("ben")), &[2, 3, 4], 5).await;
    store.change(id, Rename(handle("benny")), &[3], 6).await;
    store.run(LATER, id).await;
    store.run(ALSO_LATER, id).await;
    store.sweep(id, Expire).await;
    assert_eq!(store.statuses(id).await, "ppp-", "cleo has said nothing");
    let said = all_who_say_paid(&store.pool, id).await.unwrap();
    let said: Vec<_> = said.iter().map(|(handle, said)| (handle.as_str(), said.at, said.note.as_str())).collect();
    assert_eq!(said, ["ben", "benny", "bne"].map(|handle| (handle, at(4), "as ben")));
    store.assert_sound(id).await;
}

#[tokio::test]
async fn whoever_says_that_he_paid_keeps_spots_for_as_long_as_the_waffle_said_then() {
    let (mut store, id) = TestStore::selling(4).await;
    let said =
        async |store: &TestStore, receipt: &Receipt| read(&store.pool, receipt).await.unwrap().unwrap().says_paid;
    store.run(DEADLINES, id).await;
    let anna = store.buy(claim(id, "anna", &[1, 2])).await;
    let ben = store.buy(claim(id, "ben", &[3])).await;
    say_paid(&store.pool, &ben, Some(""), at(4)).await.unwrap().unwrap();
    store.run("UPDATE waffles SET says_paid_grace_hours = 2 WHERE id = $1", id).await;
    say_paid(&store.pool, &anna, Some(""), at(4)).await.unwrap().unwrap();
    say_paid(&store.pool, &ben, Some("by wallet"), at(5)).await.unwrap().unwrap();
    let kept = said(&store, &anna).await.unwrap().kept_until;
    let from_deadline = "SELECT count(*) FROM payment_notes n JOIN spots p ON p.claim_seq = n.first_seq
        WHERE n.kept_until = p.pay_by + interval '2 hours'";
    assert_eq!((kept.is_some(), store.count(from_deadline).await), (true, 1), "counted from the deadline to come");
    assert_eq!(said(&store, &ben).await.unwrap().kept_until, None, "it was without end when he said so");
    say_paid(&store.pool, &anna, Some("by wallet"), at(5)).await.unwrap().unwrap();
    assert_eq!(said(&store, &anna).await.unwrap().kept_until, kept, "another note gains no time");
    for note in [None, Some("")] {
        say_paid(&store.pool, &anna, note, at(6)).await.unwrap().unwrap();
    }
    assert_eq!(said(&store, &anna).await.unwrap().kept_until, kept, "nor does saying it again");
    let listed = all_who_say_paid(&store.pool, id).await.unwrap();
    let listed: Vec<_> = listed.iter().map(|(handle, said)| (handle.as_str(), said.kept_until)).collect();
    assert_eq!(listed, [("anna", kept), ("ben", None)]);

    store.run(LATER, id).await;
    store.run(ALSO_LATER, id).await;
    assert_eq!(store.sweep(id, Expire).await, [], "the deadline has passed, and both are kept");
    let next = "SELECT count(*) FROM waffles w JOIN payment_notes n ON n.kept_until = w.next_pay_by";
    assert_eq!(store.count(next).await, 1, "nobody looks again before her word ends");
    // A new note after the deadline keeps them no longer.
    say_paid(&store.pool, &anna, None, at(6)).await.unwrap().unwrap();
    say_paid(&store.pool, &anna, Some(""), at(6)).await.unwrap().unwrap();
    assert_eq!(store.count(from_deadline).await, 1);
    assert_eq!(store.sweep(id, Expire).await, []);
    store.change(id, Rename(handle("anja")), &[2], 7).await;

    store.run("UPDATE payment_notes SET kept_until = kept_until - interval '3 hours' WHERE waffle_id = $1", id).await;
    store.run("UPDATE waffles SET next_pay_by = now() - interval '1 second' WHERE id = $1", id).await;
    assert_eq!(store.sweep(id, Expire).await.len(), 2);
    assert_eq!(store.statuses(id).await, "--p-");
    assert_eq!(store.count("SELECT count(*) FROM waffles WHERE next_pay_by IS NULL").await, 1);
    store.assert_sound(id).await;
}

#[tokio::test]
async fn what_thousands_said_of_spots_they_gave_back_costs_a_deadline_little() {
    let (mut store, id) = TestStore::selling(5_000).await;
    store.run(DEADLINES, id).await;
    store.buy(claim(id, "anna", &(1..=4_000).collect::<Vec<_>>())).await;
    let receipt = store.buy(claim(id, "ben", &(4_001..=5_000).collect::<Vec<_>>())).await;
    say_paid(&store.pool, &receipt, Some(""), at(4)).await.unwrap().unwrap();
    let gone = "INSERT INTO payment_notes (waffle_id, first_seq, spots, at, note)
        SELECT $1, -2 * n, 1, now(), '' FROM generate_series(1, 20000) n";
    store.run(gone, id).await;
    store.run(LATER, id).await;
    store.run(ALSO_LATER, id).await;
    let begun = Instant::now();
    assert_eq!(all_who_say_paid(&store.pool, id).await.unwrap().len(), 1);
    assert_eq!(store.sweep(id, Expire).await.len(), 4_000);
    // Looked up one by one they take tenths of a second; each held against each, half a minute.
    assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
    store.assert_sound(id).await;
}

#[tokio::test]
async fn of_many_servers_that_look_for_what_expired_one_does_and_the_others_wait_for_nothing() {
    let (mut store, id) = TestStore::selling(4).await;
    store.run(DEADLINES, id).await;
    store.claim(claim(id, "anna", &[1, 2]), 1).await;
    store.run(LATER, id).await;
    store.run(ALSO_LATER, id).await;
    let options = store.database.connect_options();
    let lock = lock_waffle(&options, id).await.unwrap();
    let others = async {
        until_waiting(&options, 1).await.unwrap();
        for _ in 0..3 {
            let swept =
                timeout(Duration::from_secs(20), store.try_to_sweep(id, Expire)).await.expect("waits for nothing");
            assert_eq!(swept, None, "somebody waits for the row already");
        }
        lock.release().await.unwrap();
    };
    let (first, ()) = tokio::join!(store.sweep(id, Expire), others);
    assert_eq!(first.len(), 2);
    // One that read its list before that finds it done, without a look at the spots: these would be due.
    store.claim(claim(id, "ben", &[3]), 2).await;
    store.run(LATER, id).await;
    assert_eq!(store.sweep(id, Expire).await, []);
    store.run(ALSO_LATER, id).await;
    assert_eq!(store.sweep(id, Expire).await.len(), 1);
    store.assert_sound(id).await;
}

#[tokio::test]
async fn who_says_that_he_paid_is_listed_with_the_newest_word_while_he_holds_spots_of_the_claim() {
    let (mut store, id) = TestStore::selling(8).await;
    let first = store.buy(claim(id, "anna", &[1])).await;
    let second = store.buy(claim(id, "anna", &[2])).await;
    let seq = store.load(id).await.newest.seq;
    assert_eq!(say_paid(&store.pool, &first, Some("one"), at(5)).await.unwrap(), Some(seq + 1));
    assert_eq!(say_paid(&store.pool, &first, Some("one"), at(6)).await.unwrap(), Some(seq + 1), "said already");
    say_paid(&store.pool, &second, Some(""), at(7)).await.unwrap();
    let said = all_who_say_paid(&store.pool, id).await.unwrap();
    assert_eq!((said.len(), said[0].0.as_str(), said[0].1.at, said[0].1.note.as_str()), (1, "anna", at(7), ""));
    store.change(id, Release, &[2], 8).await;
    assert_eq!(all_who_say_paid(&store.pool, id).await.unwrap()[0].1.note, "one");
    assert_eq!(read(&store.pool, &first).await.unwrap().unwrap().says_paid.unwrap().note, "one");
    assert_eq!(say_paid(&store.pool, &first, None, at(9)).await.unwrap(), Some(seq + 4));
    assert_eq!(all_who_say_paid(&store.pool, id).await.unwrap(), []);
    let gone = Receipt { waffle_id: Uuid::new_v4(), ..first };
    assert_eq!(say_paid(&store.pool, &gone, Some("x"), at(9)).await.unwrap(), None);
    assert_eq!(read(&store.pool, &gone).await.unwrap(), None);
    let others = Receipt::of_handle(id, first.first_seq, first.spots, &handle("ben"));
    assert_eq!(read(&store.pool, &others).await.unwrap(), None, "of a log that was lost");
    say_paid(&store.pool, &first, Some("again"), at(10)).await.unwrap();
    store.assert_sound(id).await;
    delete(&store.pool, id, admin().at(at(11))).await.unwrap();
    assert_eq!(store.count("SELECT count(*) FROM payment_notes").await, 0);
    assert_eq!(read(&store.pool, &first).await.unwrap(), None);
}

#[tokio::test]
async fn whoever_says_it_again_and_again_is_told_of_once_a_second_and_once_more_afterwards() {
    let (mut store, id) = TestStore::selling(2).await;
    let receipt = store.buy(claim(id, "anna", &[1])).await;
    let seq = store.load(id).await.newest.seq;
    let say = async |note, seconds| say_paid(&store.pool, &receipt, note, at(seconds)).await.unwrap().unwrap();
    assert_eq!(say(Some("a"), 5).await, seq + 1);
    for note in [Some("b"), None, Some("c")] {
        assert_eq!(say(note, 5).await, seq + 1, "{note:?}");
    }
    assert_eq!(read(&store.pool, &receipt).await.unwrap().unwrap().says_paid.unwrap().note, "c");
    let told = announcements::announce(&store.pool, None, at(5)).await.unwrap();
    assert_eq!(told, [Announced { waffle_id: id, seq: seq + 2 }]);
    assert_eq!(say(Some("d"), 6).await, seq + 3, "a second later at once");
    let told = events::after(&store.pool, id, seq, 10).await.unwrap().into_iter().map(Event::into_message);
    let alone = (seq + 1..=seq + 3).map(|seq| Message::NotesChanged { seq });
    assert_eq!(told.collect::<Vec<_>>(), alone.collect::<Vec<_>>(), "nothing of the waffle");
    assert!(!announcements::are_left(&store.pool).await.unwrap());
    store.assert_sound(id).await;
}
