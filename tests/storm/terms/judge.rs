//! The judge of the terms: a pure function from a waffle's history to what was wrong, a rule at a time.

mod buyers;
mod deadlines;
mod limits;
mod sellers;
mod told;

use std::collections::BTreeSet;

use super::history::{History, is};
use crate::{judge::answers, violation::Violation};

/// Lists everything that was wrong.
pub(crate) fn judge(history: &History) -> BTreeSet<Violation> {
    let mut found = BTreeSet::new();
    let allowed = ["too_many_spots", "not_open_yet", "claims_paused", "handle_blocked", "waffle_not_active"];
    answers(&history.claims(), &allowed, &mut found);
    for rule in [
        log,
        limits::caps,
        limits::openings,
        limits::pauses,
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

/// Checks that the log has no gap, and that each change of a spot follows from what the spot was.
fn log(history: &History, found: &mut BTreeSet<Violation>) {
    let mut last = 0;
    history.replay(|board, event| {
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
                | ("paid", "winner" | "loser", None)
        );
        let same_holder = spot.is_none_or(|held| event.social_handle.as_ref() == Some(&held.handle));
        let follows = spot.map_or("available", |held| &held.status) == from && (same_holder || is(event, "renamed"));
        if !allowed || !follows {
            found.insert(Violation::Impossible { seq: event.seq });
        }
    });
}

#[cfg(test)]
#[path = "judge/tests.rs"]
mod tests;
