use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;
use waffle_test_databases::inspection::Logged;

use super::judge;
use crate::{
    evidence::{Answer, Claimed, Order, Outcome, Shown, Spot, Watched, Wish},
    history::{Deed, History, Note, Terms},
    violation::Violation,
};

/// This many seconds after the opening.
fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds)
}

/// An event of a second, by a separate request; a claim comes from the source 1, and is due at 100.
fn event(seq: i64, number: i32, (from, to): (&str, &str), handle: &str, reason: Option<&str>) -> Logged {
    Logged {
        seq,
        kind: "spot_update".into(),
        change_id: Some(Uuid::from_u128(seq.unsigned_abs().into())),
        spot_number: Some(number),
        from_status: Some(from.into()),
        to_status: Some(to.into()),
        social_handle: Some(handle.into()),
        pay_by: (to == "pending").then(|| at(100)),
        reason: reason.map(Into::into),
        source: (from == "available").then(|| vec![1]),
        judged_at: at(seq),
        written_at: at(seq),
        ..Logged::default()
    }
}

fn updated(seq: i64, terms: &str) -> Logged {
    Logged {
        seq,
        kind: "waffle_updated".into(),
        payload: Some(format!(r#"{{"waffle": {{{terms}}}}}"#)),
        judged_at: at(seq),
        written_at: at(seq),
        ..Logged::default()
    }
}

fn claim(handle: &str, numbers: &[i32]) -> Note {
    let order =
        Order { waffle_id: String::new(), handle: handle.into(), wish: Wish::Numbers(numbers.to_vec()), key: None };
    Note::Claim(Claimed { order, answers: vec![(Answer::Granted(numbers.to_vec()), Duration::ZERO)] })
}

fn deed(number: i32, deed: Deed) -> Note {
    Note::Deed { number, deed, of: None, outcome: Outcome::Done }
}

const CLAIM: (&str, &str) = ("available", "pending");
const FREED: (&str, &str) = ("pending", "available");

/// Anna claims 1 and 2, gives 2 back and pays 1. Ben claims 2, is renamed to benno, and expires. Carl claims 3 and says
/// that it is paid; dora claims 4 and her source is released. In the end claims are paused.
fn sound() -> History {
    let mut both = event(2, 2, CLAIM, "anna", None);
    both.change_id = Some(Uuid::from_u128(1));
    let mut expired = event(101, 2, FREED, "benno", Some("expired"));
    expired.seq = 10;
    let log = vec![
        event(1, 1, CLAIM, "anna", None),
        both,
        event(3, 2, FREED, "anna", Some("given_back")),
        event(4, 1, ("pending", "paid"), "anna", None),
        event(5, 2, CLAIM, "ben", None),
        event(6, 2, ("pending", "pending"), "benno", Some("renamed")),
        event(7, 3, CLAIM, "carl", None),
        event(8, 4, CLAIM, "dora", None),
        event(9, 4, FREED, "dora", Some("source_released")),
        expired,
        updated(11, r#""opens_at": null, "claims_paused": true, "max_spots_per_handle": 2"#),
    ];
    let notes = vec![
        claim("anna", &[1, 2]),
        Note::GiveBack { handle: "anna".into(), numbers: vec![2], outcome: Outcome::Done },
        deed(1, Deed::Pay),
        claim("ben", &[2]),
        Note::Rename { handle: "benno".into(), numbers: vec![2], outcome: Outcome::Done },
        claim("carl", &[3]),
        Note::Said { handle: "carl".into(), numbers: vec![3], by: 7 },
        claim("dora", &[4]),
        Note::Source(vec![1]),
        Note::Blocked("troll".into(), at(0)),
    ];
    let told = log.iter().map(told).collect();
    let watcher = Watched { name: "w".into(), from_start: true, told, ..Watched::default() };
    let spots = [(1, "paid", "anna"), (3, "pending", "carl")];
    let spots = spots.map(|(number, status, handle)| of(number, status, Some(handle)));
    History {
        terms: Terms { opens_at: Some(at(0)), claims_paused: false, max_spots_per_handle: Some(2) },
        log,
        contradictions: vec![],
        notes,
        watchers: vec![watcher],
        shown: vec![Shown { seq: 11, spots: [spots.to_vec(), vec![of(2, "available", None)]].concat() }],
        allowed: crate::terms::REFUSALS,
        read_at: at(200),
        grace: TimeDelta::seconds(5),
        stood_still: Duration::ZERO,
    }
}

fn of(number: i32, status: &str, handle: Option<&str>) -> Spot {
    Spot { id: number.into(), number, status: status.into(), claimed_by_handle: handle.map(Into::into) }
}

/// An event as watchers get it.
fn told(event: &Logged) -> (i64, String, Option<Spot>) {
    let handle = event.social_handle.as_deref().filter(|_| event.to_status.as_deref() != Some("available"));
    let spot = event.spot_number.zip(event.to_status.as_deref()).map(|(number, status)| of(number, status, handle));
    (event.seq, event.kind.clone(), spot)
}

fn found(change: impl FnOnce(&mut History)) -> Vec<Violation> {
    let mut history = sound();
    change(&mut history);
    judge(&history).into_iter().collect()
}

/// Adds an event to the log, to what watchers received, and to what boards show.
fn append(history: &mut History, mut event: Logged) {
    event.seq = 12;
    history.watchers[0].told.push(told(&event));
    history.shown[0].seq = 12;
    history.shown[0].spots.retain(|spot| Some(spot.number) != event.spot_number);
    history.log.push(event);
}

/// Changes the answers to the claim of a note.
fn answers(history: &mut History, note: usize, change: impl FnOnce(&mut Vec<(Answer, Duration)>)) {
    match &mut history.notes[note] {
        Note::Claim(claim) => change(&mut claim.answers),
        other => panic!("{other:?}"),
    }
}

fn at_once(answer: Answer) -> (Answer, Duration) {
    (answer, Duration::ZERO)
}

#[test]
fn a_sound_history_is_acquitted() {
    assert_eq!(found(|_| {}), []);
}

#[test]
fn two_owners_without_a_release_are_an_oversell() {
    let oversold = |number, owners: [&str; 2]| Violation::Oversold { number, owners: owners.map(Into::into).into() };
    let twice = found(|h| h.notes.push(claim("emil", &[1])));
    assert_eq!(twice[0], oversold(1, ["anna", "emil"]), "by the acknowledgements: {twice:?}");
    let released = found(|h| h.notes.extend([claim("emil", &[1]), deed(1, Deed::Release)]));
    assert!(!released.contains(&twice[0]), "{released:?}");
    let by_the_log = found(|h| append(h, event(12, 1, CLAIM, "emil", None)));
    assert!(by_the_log.contains(&oversold(1, ["anna", "emil"])), "{by_the_log:?}");
}

#[test]
fn a_refusal_for_a_spot_that_was_free_or_ones_own_is_found() {
    let refused = |handle: &str, numbers: &[i32]| match claim(handle, &[]) {
        Note::Claim(Claimed { order, .. }) => {
            Note::Claim(Claimed { order, answers: vec![at_once(Answer::Taken(numbers.to_vec()))] })
        }
        other => other,
    };
    let wrong = |handle: &str, number| [Violation::FalseRefusal { handle: handle.into(), number }];
    assert_eq!(found(|h| h.notes.push(refused("emil", &[1, 9]))), wrong("emil", 9), "nobody has had 9");
    let own = |h: &mut History| answers(h, 0, |answers| answers.insert(0, at_once(Answer::Taken(vec![1]))));
    assert_eq!(found(own), wrong("anna", 1));
    assert_eq!(found(|h| h.notes.push(refused("anna", &[1]))), [], "by an earlier claim of the same handle");
}

#[test]
fn two_answers_slow_answers_and_failures_are_found() {
    let two = Violation::TwoAnswers { handle: "anna".into() };
    let other = |h: &mut History| answers(h, 0, |answers| answers.push(at_once(Answer::Granted(vec![3, 4]))));
    assert_eq!(found(other), [two]);
    let took = Duration::from_secs(11);
    let slow = Violation::Slow { handle: "ben".into(), took, answer: "Granted([2])".into() };
    let still = |seconds| {
        found(|h| {
            h.stood_still = Duration::from_secs(seconds);
            answers(h, 3, |answers| answers[0].1 = took);
        })
    };
    assert_eq!([still(0), still(1)], [vec![slow], Vec::new()]);
    let refused = |status, code: &str, retry_after| {
        let answer = Answer::Refused { status, code: code.into(), retry_after };
        found(|h| answers(h, 3, |answers| answers.insert(0, at_once(answer))))
    };
    assert_eq!([refused(503, "x", true), refused(403, "claims_paused", false)], [[], []]);
    for (status, retry_after) in [(503, false), (500, true)] {
        assert_eq!(refused(status, "x", retry_after), [Violation::Failed { status, code: "x".into() }]);
    }
}

#[test]
fn a_claim_beyond_the_cap_is_found_but_not_what_a_seller_assigns() {
    assert_eq!(found(|h| h.terms.max_spots_per_handle = Some(1)), [Violation::BeyondCap { seq: 2, held: 2 }]);
    let assigned = |h: &mut History| {
        h.terms.max_spots_per_handle = Some(1);
        h.log[1].reason = Some("assigned".into());
    };
    assert_eq!(found(assigned), []);
}

#[test]
fn claims_before_the_opening_during_a_pause_and_by_a_blocked_handle_are_found() {
    assert_eq!(found(|h| h.terms.opens_at = Some(at(2))), [Violation::BeforeOpening { seq: 1 }]);
    let paused = [1, 2, 5, 7, 8].map(|seq| Violation::WhilePaused { seq });
    assert_eq!(found(|h| h.terms.claims_paused = true), paused);
    let after = found(|h| {
        append(h, Logged { pay_by: None, ..event(12, 9, CLAIM, "emil", None) });
        h.notes.push(claim("emil", &[9]));
    });
    assert_eq!(after, [Violation::WhilePaused { seq: 12 }], "by the log's own terms");
    let blocked = |since| found(move |h| h.notes.push(Note::Blocked("dora".into(), at(since))));
    assert_eq!(blocked(7), [Violation::Blocked { seq: 8 }]);
    assert_eq!(blocked(8), []);
}

#[test]
fn what_expires_too_early_or_too_late_is_found() {
    let early = [Violation::TooEarly { seq: 10 }];
    assert_eq!(found(|h| h.log[9].judged_at = at(99)), early);
    assert_eq!(found(|h| h.log[9].judged_at = at(100)), []);
    assert_eq!(found(|h| h.log[5].pay_by = None), early, "it has no deadline");
    let late = |number, handle: &str| [Violation::TooLate { number, handle: handle.into() }];
    assert_eq!(found(|h| h.log[9].written_at = at(106)), late(2, "benno"));
    assert_eq!(found(|h| h.log[9].written_at = at(105)), []);
    let renamed = |h: &mut History| {
        h.log[9].written_at = at(106);
        h.notes.push(Note::Said { handle: "ben".into(), numbers: vec![2], by: 5 });
    };
    assert_eq!(found(renamed), [], "the note stays with the spot when its handle changes");
    let unsaid = |h: &mut History| drop(h.notes.remove(6));
    assert_eq!(found(unsaid), late(3, "carl"), "it is pending to the end");
    let wavered = |h: &mut History| h.notes[6] = Note::Wavered { handle: "carl".into(), numbers: vec![3] };
    assert_eq!(found(wavered), []);
}

#[test]
fn what_expires_though_it_was_said_to_be_paid_is_found() {
    let expired = |handle: &'static str| {
        found(move |h| {
            append(h, event(101, 3, FREED, handle, Some("expired")));
            h.log[6].social_handle = Some(handle.into());
            h.notes[5] = claim(handle, &[3]);
            h.watchers.clear();
        })
    };
    assert_eq!(expired("carl"), [Violation::ExpiredThoughSaid { seq: 12 }]);
    assert_eq!(expired("emil"), [], "of another buyer");
}

#[test]
fn what_is_given_back_by_another_or_not_at_all_is_found() {
    let given_back = |number| Violation::GivenBack { handle: "anna".into(), number };
    assert_eq!(found(|h| drop(h.notes.remove(1))), [given_back(2)]);
    let more = Note::GiveBack { handle: "anna".into(), numbers: vec![1], outcome: Outcome::Done };
    assert_eq!(found(|h| h.notes.push(more)), [given_back(1)]);
    let unknown = Note::GiveBack { handle: "anna".into(), numbers: vec![1], outcome: Outcome::Unknown };
    assert_eq!(found(|h| h.notes.push(unknown)), []);
}

#[test]
fn claims_that_are_lost_torn_or_unasked_are_found() {
    let unasked = |handle: &str, stored| Violation::Unasked { handle: handle.into(), stored };
    assert_eq!(found(|h| drop(h.notes.remove(7))), [unasked("dora", vec![4])]);
    let lost = Violation::Lost { handle: "anna".into(), missing: vec![1, 2] };
    let torn = found(|h| h.log[1].change_id = None);
    assert_eq!(torn, [lost, unasked("anna", vec![1]), unasked("anna", vec![2])]);
    let again = Violation::Lost { handle: "dora".into(), missing: vec![4] };
    assert!(found(|h| h.notes.push(claim("dora", &[4]))).contains(&again));
    let told = |handle: &str, numbers: &[i32], answer: Answer| {
        found(|h| {
            h.notes[7] = claim(handle, numbers);
            answers(h, 7, |answers| answers[0].0 = answer);
        })
    };
    let unknown = || Answer::Unknown("reset".into());
    assert_eq!(told("dora", &[4], unknown()), []);
    assert_eq!(told("dora", &[4, 9], unknown()), [unasked("dora", vec![4])], "stored by half");
    assert_eq!(told("dora", &[4], Answer::Granted(vec![])), [unasked("dora", vec![4])]);
}

#[test]
fn claims_of_unknown_outcome_are_matched_in_whatever_order_they_were_made() {
    let unknown = |wish| {
        let order = Order { waffle_id: String::new(), handle: "dora".into(), wish, key: None };
        Note::Claim(Claimed { order, answers: vec![at_once(Answer::Unknown("reset".into()))] })
    };
    // Dora has claimed 3 and 4, one after the other.
    let left = |one, other| {
        found(|h| {
            h.log[6].social_handle = Some("dora".into());
            (h.notes[5], h.notes[7]) = (unknown(one), unknown(other));
            h.notes[6] = Note::Said { handle: "dora".into(), numbers: vec![3], by: 7 };
            h.watchers.clear();
            h.shown.clear();
        })
    };
    for number in [3, 4] {
        assert_eq!(left(Wish::Any(1), Wish::Numbers(vec![number])), []);
    }
    assert_eq!(left(Wish::Any(2), Wish::Any(1)), []);
    let unasked = Violation::Unasked { handle: "dora".into(), stored: vec![3] };
    assert_eq!(left(Wish::Any(1), Wish::Numbers(vec![9])), [unasked]);
}

#[test]
fn changes_of_sellers_are_counted_and_renames_are_whole() {
    let miscounted = |done, stored| Violation::Deed { number: 1, deed: Deed::Pay, done, stored };
    assert_eq!(found(|h| drop(h.notes.remove(2))), [miscounted(0, 1)]);
    assert_eq!(found(|h| h.notes.push(deed(1, Deed::Pay))), [miscounted(2, 1)]);
    let unknown = Note::Deed { number: 1, deed: Deed::Pay, of: None, outcome: Outcome::Unknown };
    assert_eq!(found(|h| h.notes[2] = unknown), []);
    let renamed = |h: &mut History, numbers, outcome| {
        h.notes[4] = Note::Rename { handle: "benno".into(), numbers, outcome };
    };
    let half = [Violation::Renamed { handle: "benno".into(), stored: vec![2] }];
    assert_eq!(found(|h| renamed(h, vec![2, 9], Outcome::Done)), half);
    assert_eq!(found(|h| renamed(h, vec![2, 9], Outcome::Unknown)), half);
    assert_eq!(found(|h| renamed(h, vec![2], Outcome::Refused)), half);
    assert_eq!(found(|h| renamed(h, vec![2], Outcome::Unknown)), []);
    assert_eq!(found(|h| drop(h.notes.remove(4))), half);
}

#[test]
fn what_is_done_to_another_buyer_or_another_source_is_found() {
    assert!(found(|h| h.log[3].social_handle = Some("ben".into())).contains(&Violation::Impossible { seq: 4 }));
    let of = |h: &mut History, handle: &str| match &mut h.notes[2] {
        Note::Deed { of, .. } => *of = Some(handle.to_owned()),
        other => panic!("{other:?}"),
    };
    assert_eq!(found(|h| of(h, "anna")), []);
    assert_eq!(found(|h| of(h, "ben")), [Violation::OfAnother { number: 1, handle: "ben".into() }]);
    assert_eq!(found(|h| h.log[7].source = Some(vec![2])), [Violation::OtherSource { seq: 9 }]);
}

#[test]
fn what_does_not_follow_from_the_log_is_found() {
    let impossible = |seq| Violation::Impossible { seq };
    let twice = |h: &mut History| {
        append(h, event(12, 1, ("paid", "paid"), "anna", None));
        h.watchers.clear();
    };
    assert_eq!(found(twice), [impossible(12)]);
    assert!(found(|h| h.log[9].social_handle = Some("ben".into())).contains(&impossible(10)));
    assert!(found(|h| h.log[8].from_status = Some("paid".into())).contains(&impossible(9)));
    assert!(found(|h| h.log[8].reason = Some("unpaid".into())).contains(&impossible(9)));
    let drawn = |h: &mut History| {
        append(h, event(12, 1, ("paid", "winner"), "anna", None));
        h.watchers.clear();
    };
    assert_eq!(found(drawn), [impossible(12)], "without a draw");
    assert!(found(|h| h.log[10].seq = 12).contains(&Violation::Gap { after: 10, next: 12 }));
}

#[test]
fn tables_that_contradict_the_log_are_found() {
    let what = "counters".to_owned();
    assert_eq!(found(|h| h.contradictions.push(what.clone())), [Violation::Contradiction { what }]);
}

#[test]
fn watchers_are_told_of_everything_in_order_and_boards_agree() {
    let watched = |expected, got| [Violation::Watched { watcher: "w".into(), expected, got }];
    assert_eq!(found(|h| drop(h.watchers[0].told.pop())), watched(11, None));
    assert_eq!(found(|h| h.watchers[0].told.swap(0, 1)), watched(1, Some(2)));
    assert_eq!(found(|h| h.watchers[0].told[10].1 = "winner".into()), watched(11, Some(11)));
    assert_eq!(found(|h| h.watchers[0].told[4].2 = Some(of(2, "paid", Some("ben")))), watched(5, Some(5)));
    assert_eq!(found(|h| h.watchers[0].told.push((12, "winner".into(), None))), watched(11, Some(12)));
    assert_eq!(found(|h| h.watchers[0].told.insert(1, told(&h.log[0]))), watched(2, Some(1)));
    let late = |h: &mut History| {
        h.watchers[0].from_start = false;
        h.watchers[0].told.drain(..2);
    };
    assert_eq!(found(late), []);
    let resynced = |h: &mut History| {
        late(h);
        (h.watchers[0].from_start, h.watchers[0].resyncs) = (true, vec![(0, 2)]);
    };
    assert_eq!(found(resynced), [Violation::Resynced { watcher: "w".into() }], "what it replaced is not missed");
    let missed = |through| {
        found(|h| {
            h.watchers[0].told.clear();
            h.watchers[0].resyncs = vec![(0, through)];
        })
    };
    assert_eq!(missed(499), [Violation::Resynced { watcher: "w".into() }]);
    assert_eq!(missed(500), [], "a watcher that is too far behind does not get each");
    assert_eq!(found(|h| h.shown[0].spots[0].status = "pending".into()), [Violation::Shown { number: 1 }]);
    assert_eq!(found(|h| h.shown[0].seq = 10), [Violation::Stale { seq: 10, newest: 11 }]);
}
