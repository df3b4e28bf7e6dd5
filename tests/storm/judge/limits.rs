//! What may be claimed: how much, and when, and by whom, each as it was at the claim's place in the log.

use std::collections::BTreeSet;

use crate::{
    history::{History, Note, is_claim},
    violation::Violation,
};

/// No claim gives a handle more than it may hold.
pub(super) fn caps(history: &History, found: &mut BTreeSet<Violation>) {
    history.replay(|board, event| {
        let (true, Some(most)) = (is_claim(event), board.terms.max_spots_per_handle) else { return };
        let same = |held: &String| event.social_handle.as_ref() == Some(held);
        let held = 1 + board.spots.values().filter(|spot| same(&spot.handle)).count();
        if held > most {
            found.insert(Violation::BeyondCap { seq: event.seq, held });
        }
    });
}

/// Nothing is claimed before the opening, by the database's clock, and nothing during a pause.
pub(super) fn openings_and_pauses(history: &History, found: &mut BTreeSet<Violation>) {
    history.replay(|board, event| {
        if is_claim(event) && board.terms.opens_at.is_some_and(|opens_at| event.judged_at < opens_at) {
            found.insert(Violation::BeforeOpening { seq: event.seq });
        }
        if is_claim(event) && board.terms.claims_paused {
            found.insert(Violation::WhilePaused { seq: event.seq });
        }
    });
}

/// Nothing is claimed by a handle that was known to be blocked.
pub(super) fn blocks(history: &History, found: &mut BTreeSet<Violation>) {
    for note in &history.notes {
        let Note::Blocked(handle, since) = note else { continue };
        let of_blocked = history.log.iter().filter(|event| event.social_handle.as_ref() == Some(handle));
        for event in of_blocked.filter(|event| is_claim(event) && event.judged_at > *since) {
            found.insert(Violation::Blocked { seq: event.seq });
        }
    }
}
