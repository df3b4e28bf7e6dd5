//! The answers to buyers' claims, and to giving back.

use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

use super::miscounted;
use crate::{
    evidence::{Answer, Claimed, Wish},
    history::{History, Note, is},
    violation::Violation,
};

/// Each claim is stored whole, once, and as it was answered, and none that was not made or was refused. A handle may
/// claim again and again.
pub(super) fn claims(history: &History, found: &mut BTreeSet<Violation>) {
    let mut stored = stored_claims(history);
    for claim in history.claims() {
        let Some(told) = claim.granted().find(|numbers| !numbers.is_empty()) else { continue };
        let handle = &claim.order.handle;
        let of_handle = stored.entry(handle.clone()).or_default();
        match of_handle.iter().position(|numbers| numbers == told) {
            Some(place) => drop(of_handle.swap_remove(place)),
            None => _ = found.insert(Violation::Lost { handle: handle.clone(), missing: told.clone() }),
        }
    }
    let is_unknown = |(answer, _): &(Answer, _)| matches!(answer, Answer::Unknown(_));
    let unknown = |claim: &&Claimed| claim.granted().next().is_none() && claim.answers.iter().any(is_unknown);
    let mut unknown: Vec<_> = history.claims().filter(unknown).collect();
    // The choosiest first, and each takes the most: so as many as possible are matched.
    unknown.sort_by_key(|claim| match claim.order.wish {
        Wish::Numbers(_) => 0,
        Wish::Any(count) => count,
    });
    for claim in unknown {
        let Some(of_handle) = stored.get_mut(&claim.order.handle) else { continue };
        let fitting = (0..of_handle.len()).filter(|place| answers_wish(&of_handle[*place], claim));
        if let Some(place) = fitting.max_by_key(|place| of_handle[*place].len()) {
            of_handle.swap_remove(place);
        }
    }
    for (handle, left) in stored {
        found.extend(left.into_iter().map(|stored| Violation::Unasked { handle: handle.clone(), stored }));
    }
}

/// The numbers of each claim in the log, by handle.
fn stored_claims(history: &History) -> BTreeMap<String, Vec<Vec<i32>>> {
    let mut claims: BTreeMap<(String, Option<Uuid>), Vec<i32>> = BTreeMap::new();
    for event in history.log.iter().filter(|event| event.from_status.as_deref() == Some("available")) {
        let key = (event.social_handle.clone().unwrap_or_default(), event.change_id);
        claims.entry(key).or_default().extend(event.spot_number);
    }
    let mut stored: BTreeMap<String, Vec<Vec<i32>>> = BTreeMap::new();
    for ((handle, _), mut numbers) in claims {
        numbers.sort_unstable();
        stored.entry(handle).or_default().push(numbers);
    }
    stored
}

fn answers_wish(numbers: &[i32], claim: &Claimed) -> bool {
    match &claim.order.wish {
        Wish::Numbers(wanted) => wanted == numbers,
        Wish::Any(count) => numbers.len() as u64 <= *count,
    }
}

/// A spot that is given back was that buyer's, and everything acknowledged was given back.
pub(super) fn given_back(history: &History, found: &mut BTreeSet<Violation>) {
    let stored = history.log.iter().filter(|event| is(event, "given_back"));
    let stored = stored.filter_map(|event| Some((event.social_handle.as_deref()?, event.spot_number?)));
    let told = history.notes.iter().filter_map(|note| match note {
        Note::GiveBack { handle, numbers, outcome } => Some((handle, numbers, outcome)),
        _ => None,
    });
    let told = told.flat_map(|(handle, numbers, outcome)| {
        numbers.iter().map(move |number| ((handle.as_str(), *number), *outcome))
    });
    for ((handle, number), ..) in miscounted(stored, told) {
        found.insert(Violation::GivenBack { handle: handle.into(), number });
    }
}
