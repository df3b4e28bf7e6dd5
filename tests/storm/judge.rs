//! The judge: a pure function from a waffle's history to what was wrong, a rule at a time.

mod answers;
mod buyers;
mod deadlines;
mod limits;
mod sellers;
mod told;

use std::collections::{BTreeMap, BTreeSet};

use crate::evidence::Outcome;
use crate::history::{History, is};
use crate::violation::Violation;

/// Lists everything that was wrong.
pub(crate) fn judge(history: &History) -> BTreeSet<Violation> {
    let mut found = BTreeSet::new();
    for rule in [
        log,
        tables,
        answers::permitted,
        answers::owners,
        answers::refusals,
        limits::caps,
        limits::openings_and_pauses,
        limits::blocks,
        deadlines::never_early,
        deadlines::never_late,
        deadlines::never_what_was_said_to_be_paid,
        buyers::claims,
        buyers::given_back,
        sellers::deeds,
        sellers::deeds_to_one_buyer,
        sellers::renames,
        sellers::sources,
        told::watchers,
        told::boards,
    ] {
        rule(history, &mut found);
    }
    found
}

/// Lists the watchers that did not receive what the log has.
pub(crate) fn judge_watchers(history: &History) -> BTreeSet<Violation> {
    let mut found = BTreeSet::new();
    told::watchers(history, &mut found);
    found
}

/// Finds what is stored less often than it was acknowledged, or more often than it may have been done where the outcome
/// is not known; returns it with how often it was acknowledged and is stored.
fn miscounted<K: Ord>(
    stored: impl Iterator<Item = K>,
    told: impl Iterator<Item = (K, Outcome)>,
) -> impl Iterator<Item = (K, usize, usize)> {
    let mut counts: BTreeMap<K, [usize; 3]> = BTreeMap::new();
    stored.for_each(|what| counts.entry(what).or_default()[0] += 1);
    for (what, outcome) in told {
        let [_, done, unknown] = counts.entry(what).or_default();
        *done += usize::from(outcome == Outcome::Done);
        *unknown += usize::from(outcome == Outcome::Unknown);
    }
    let wrong = counts.into_iter().filter(|(_, [stored, done, unknown])| !(*done..=done + unknown).contains(stored));
    wrong.map(|(what, [stored, done, _])| (what, done, stored))
}

/// The database's other tables agree with the log.
fn tables(history: &History, found: &mut BTreeSet<Violation>) {
    found.extend(history.contradictions.iter().map(|what| Violation::Contradiction { what: what.clone() }));
}

/// Checks that the log has no gap, and that each change of a spot follows from what the spot was.
fn log(history: &History, found: &mut BTreeSet<Violation>) {
    let (mut last, mut may_be_drawn) = (0, false);
    history.replay(|board, event| {
        may_be_drawn |= event.kind == "draw_locked";
        if event.seq != last + 1 {
            found.insert(Violation::Gap { after: last, next: event.seq });
        }
        last = event.seq;
        let (Some(from), Some(to)) = (&event.from_status, &event.to_status) else { return };
        let spot = board.spot(event);
        let allowed = matches!(
            (from.as_str(), to.as_str(), event.reason.as_deref()),
            ("available", "pending", None | Some("assigned"))
                | ("pending" | "paid", "available", None)
                | ("pending", "available", Some("expired" | "given_back" | "source_released"))
                | ("pending", "paid" | "pending", None)
                | ("pending", "pending", Some("renamed"))
                | ("paid", "paid", Some("renamed"))
                | ("paid", "pending", Some("unpaid"))
        ) || may_be_drawn && matches!((from.as_str(), to.as_str()), ("paid", "winner" | "loser"));
        let same_holder = spot.is_none_or(|held| event.social_handle.as_ref() == Some(&held.handle));
        if let (Some(held), Some(number), "available") = (spot, event.spot_number, from.as_str()) {
            let owners = [Some(held.handle.clone()), event.social_handle.clone()].into_iter().flatten().collect();
            found.insert(Violation::Oversold { number, owners });
        }
        let follows = spot.map_or("available", |held| &held.status) == from && (same_holder || is(event, "renamed"));
        if !allowed || !follows {
            found.insert(Violation::Impossible { seq: event.seq });
        }
    });
}

#[cfg(test)]
#[path = "judge/tests.rs"]
mod tests;
