use std::time::Duration;

use super::judge;
use crate::{
    evidence::{Answer, Changed, Claimed, Entry, Evidence, Operation, Order, Outcome, Shown, Spot, Watched, Wish},
    violation::Violation,
};

fn claim(handle: &str, numbers: &[i32], answers: &[Answer]) -> Claimed {
    let wish = Wish::Numbers(numbers.to_vec());
    let order = Order { waffle_id: String::new(), handle: handle.into(), wish, key: None };
    Claimed { order, answers: answers.iter().map(|answer| (answer.clone(), Duration::ZERO)).collect() }
}

fn granted(numbers: &[i32]) -> Answer {
    Answer::Granted(numbers.to_vec())
}

fn entry(seq: i64, number: i32, from: &str, to: &str, handle: &str) -> Entry {
    Entry { seq, spot_number: number, from_status: from.into(), to_status: to.into(), social_handle: handle.into() }
}

fn spot(number: i32, status: &str, handle: Option<&str>) -> Spot {
    Spot { id: number.into(), number, status: status.into(), claimed_by_handle: handle.map(Into::into) }
}

/// Anna got 1 and 2, paid 1, lost 2 to a release; then Bob got 2.
fn sound() -> Evidence {
    let activity = vec![
        entry(1, 1, "available", "pending", "anna"),
        entry(2, 2, "available", "pending", "anna"),
        entry(3, 1, "pending", "paid", "anna"),
        entry(4, 2, "pending", "available", "anna"),
        entry(5, 2, "available", "pending", "bob"),
    ];
    let seen = vec![
        (1, spot(1, "pending", Some("anna"))),
        (2, spot(2, "pending", Some("anna"))),
        (3, spot(1, "paid", Some("anna"))),
        (4, spot(2, "available", None)),
        (5, spot(2, "pending", Some("bob"))),
    ];
    Evidence {
        claims: vec![
            claim("anna", &[1, 2], &[granted(&[1, 2]), granted(&[1, 2])]),
            claim("bob", &[2], &[granted(&[2])]),
            claim("carl", &[1, 3], &[Answer::Taken(vec![1])]),
        ],
        changes: vec![
            Changed { number: 1, operation: Operation::Pay, outcome: Outcome::Done },
            Changed { number: 2, operation: Operation::Release, outcome: Outcome::Done },
            Changed { number: 2, operation: Operation::Pay, outcome: Outcome::Refused },
        ],
        watchers: vec![Watched { name: "w".into(), from_start: true, seen, ..Watched::default() }],
        activity,
        shown: vec![Shown { seq: 5, spots: vec![spot(1, "paid", Some("anna")), spot(2, "pending", Some("bob"))] }],
    }
}

fn found(change: impl FnOnce(&mut Evidence)) -> Vec<Violation> {
    let mut evidence = sound();
    change(&mut evidence);
    judge(&evidence).into_iter().collect()
}

#[test]
fn a_sound_storm_is_acquitted() {
    assert_eq!(found(|_| {}), []);
}

#[test]
fn two_owners_without_a_release_are_an_oversell() {
    let owners = vec!["anna".to_owned(), "bob".to_owned()];
    let oversold = Violation::Oversold { number: 2, owners };
    assert!(found(|e| e.changes[1].outcome = Outcome::Refused).contains(&oversold), "by the acknowledgements");
    let by_the_log = found(|e| {
        e.activity.remove(3);
    });
    assert!(by_the_log.contains(&oversold), "by the log: {by_the_log:?}");
}

#[test]
fn a_claim_that_is_gone_or_torn_or_was_refused_is_found() {
    let lost = Violation::Lost { handle: "bob".into(), missing: vec![2] };
    assert!(found(|e| _ = e.activity.pop()).contains(&lost));
    let torn = Violation::Torn { handle: "anna".into(), stored: vec![1, 2] };
    assert!(found(|e| e.claims[0] = claim("anna", &[1], &[granted(&[1])])).contains(&torn));
    let half = Violation::Torn { handle: "bob".into(), stored: vec![2] };
    let unknown = Answer::Unknown("reset".into());
    assert!(found(|e| e.claims[1] = claim("bob", &[2, 9], std::slice::from_ref(&unknown))).contains(&half));
    assert_eq!(found(|e| e.claims[1] = claim("bob", &[2], &[unknown])), []);
    let unasked = Violation::Unasked { handle: "bob".into(), stored: vec![2] };
    assert!(found(|e| e.claims[1] = claim("bob", &[2], &[Answer::Taken(vec![2])])).contains(&unasked));
    assert!(found(|e| _ = e.claims.remove(1)).contains(&unasked));
}

#[test]
fn a_refusal_for_a_spot_that_was_free_or_ones_own_is_found() {
    let free = Violation::FalseRefusal { handle: "carl".into(), number: 3 };
    assert_eq!(found(|e| e.claims[2] = claim("carl", &[1, 3], &[Answer::Taken(vec![1, 3])])), [free]);
    let own = Violation::FalseRefusal { handle: "anna".into(), number: 1 };
    assert_eq!(found(|e| e.claims[0].answers.insert(0, (Answer::Taken(vec![1]), Duration::ZERO))), [own]);
}

#[test]
fn two_answers_slow_answers_and_failures_are_found() {
    let two = Violation::TwoAnswers { handle: "anna".into() };
    assert!(found(|e| e.claims[0].answers.push((granted(&[3, 4]), Duration::ZERO))).contains(&two));
    let took = Duration::from_secs(11);
    let slow = Violation::Slow { handle: "bob".into(), took, answer: "Granted([2])".into() };
    assert_eq!(found(|e| e.claims[1].answers[0].1 = took), [slow]);
    let refused = |status, retry_after| Answer::Refused { status, code: "x".into(), retry_after };
    assert_eq!(found(|e| e.claims[2].answers[0].0 = refused(503, true)), []);
    for (status, retry_after) in [(503, false), (500, true)] {
        let failed = Violation::Failed { status, code: "x".into() };
        assert_eq!(found(|e| e.claims[2].answers[0].0 = refused(status, retry_after)), [failed]);
    }
}

#[test]
fn changes_of_sellers_are_counted() {
    let (number, operation) = (1, Operation::Pay);
    let twice = Violation::Miscounted { number, operation, done: 2, stored: 1 };
    assert_eq!(found(|e| e.changes.push(e.changes[0].clone())), [twice]);
    let nobody = Violation::Miscounted { number, operation, done: 0, stored: 1 };
    assert_eq!(found(|e| _ = e.changes.remove(0)), [nobody]);
    assert_eq!(found(|e| e.changes[0].outcome = Outcome::Unknown), []);
}

#[test]
fn watchers_see_everything_once_and_in_order() {
    let watched = |expected, got| Violation::Watched { watcher: "w".into(), expected, got };
    assert_eq!(found(|e| _ = e.watchers[0].seen.remove(2)), [watched(3, Some(4))]);
    assert_eq!(found(|e| _ = e.watchers[0].seen.pop()), [watched(5, None)]);
    assert_eq!(found(|e| e.watchers[0].seen.swap(0, 1)), [watched(1, Some(2))]);
    assert_eq!(found(|e| e.watchers[0].seen.insert(1, (1, spot(1, "pending", Some("anna"))))), [watched(2, Some(1))]);
    assert_eq!(found(|e| e.watchers[0].seen[4].1 = spot(2, "pending", Some("carl"))), [watched(5, Some(5))]);
    let late = found(|e| {
        e.watchers[0].from_start = false;
        e.watchers[0].seen.drain(..2);
    });
    assert_eq!(late, []);
}

#[test]
fn boards_and_logs_agree() {
    assert_eq!(found(|e| e.shown[0].spots[0].status = "pending".into()), [Violation::Shown { number: 1 }]);
    assert_eq!(found(|e| e.shown[0].seq = 4), [Violation::Stale { seq: 4, newest: 5 }]);
    assert!(found(|e| e.activity[4].seq = 6).contains(&Violation::Gap { after: 4, next: 6 }));
    assert!(found(|e| e.activity[2].from_status = "paid".into()).contains(&Violation::Impossible { seq: 3 }));
}
