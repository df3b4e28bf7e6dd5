//! The answers to sellers' actions.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use waffle_test_databases::inspection::Logged;

use super::miscounted;
use crate::{
    evidence::Outcome,
    history::{Deed, History, Note, is},
    violation::Violation,
};

/// Every change acknowledged to a seller is stored, and no other.
pub(super) fn deeds(history: &History, found: &mut BTreeSet<Violation>) {
    let stored = history.log.iter().filter_map(|event| Some((event.spot_number?, deed(event)?)));
    let told = history.notes.iter().filter_map(|note| match note {
        Note::Deed { number, deed, outcome, .. } => Some(((*number, *deed), *outcome)),
        _ => None,
    });
    for ((number, deed), done, stored) in miscounted(stored, told) {
        found.insert(Violation::Deed { number, deed, done, stored });
    }
}

/// A change meant for one buyer's spot was made to no other buyer's.
pub(super) fn deeds_to_one_buyer(history: &History, found: &mut BTreeSet<Violation>) {
    for note in &history.notes {
        let Note::Deed { number, deed: done, of: Some(handle), outcome: Outcome::Done } = note else { continue };
        let fits = |event: &&Logged| event.spot_number == Some(*number) && deed(event) == Some(*done);
        if !history.log.iter().filter(fits).any(|event| event.social_handle.as_ref() == Some(handle)) {
            found.insert(Violation::OfAnother { number: *number, handle: handle.clone() });
        }
    }
}

fn deed(event: &Logged) -> Option<Deed> {
    match (event.from_status.as_deref()?, event.to_status.as_deref()?, event.reason.as_deref()) {
        ("pending", "paid", None) => Some(Deed::Pay),
        ("pending" | "paid", "available", None) => Some(Deed::Release),
        ("paid", "pending", Some("unpaid")) => Some(Deed::Unpay),
        ("pending", "pending", None) => Some(Deed::Extend),
        _ => None,
    }
}

/// A rename is stored whole or not at all, as it was answered.
pub(super) fn renames(history: &History, found: &mut BTreeSet<Violation>) {
    let mut renamed: BTreeMap<String, Vec<i32>> = BTreeMap::new();
    for event in history.log.iter().filter(|event| is(event, "renamed")) {
        renamed.entry(event.social_handle.clone().unwrap_or_default()).or_default().extend(event.spot_number);
    }
    for note in &history.notes {
        let Note::Rename { handle, numbers, outcome } = note else { continue };
        let mut stored = renamed.remove(handle).unwrap_or_default();
        stored.sort_unstable();
        let right = match outcome {
            Outcome::Done => stored == *numbers,
            Outcome::Refused => stored.is_empty(),
            Outcome::Unknown => stored.is_empty() || stored == *numbers,
        };
        if !right {
            found.insert(Violation::Renamed { handle: handle.clone(), stored });
        }
    }
    found.extend(renamed.into_iter().map(|(handle, stored)| Violation::Renamed { handle, stored }));
}

/// What is released with a source came from a source that a seller named, whatever it is called by then.
pub(super) fn sources(history: &History, found: &mut BTreeSet<Violation>) {
    let source = |note: &Note| match note {
        Note::Source(source) => Some(source.clone()),
        _ => None,
    };
    let named: HashSet<Vec<u8>> = history.notes.iter().filter_map(source).collect();
    history.replay(|board, event| {
        let source = board.spot(event).and_then(|held| held.source.as_ref());
        if is(event, "source_released") && source.is_none_or(|source| !named.contains(source)) {
            found.insert(Violation::OtherSource { seq: event.seq });
        }
    });
}
