//! Spots that are not paid in time.

use std::collections::{BTreeSet, HashSet};

use chrono::{DateTime, Utc};

use crate::{
    history::{Held, History, Note, is},
    violation::Violation,
};

/// No spot expires before it is to be paid, by the database's clock, and none without a deadline.
pub(super) fn never_early(history: &History, found: &mut BTreeSet<Violation>) {
    history.replay(|board, event| {
        let due = board.spot(event).and_then(|held| held.pay_by);
        if is(event, "expired") && due.is_none_or(|due| event.judged_at < due) {
            found.insert(Violation::TooEarly { seq: event.seq });
        }
    });
}

/// No spot stays pending for long after it is to be paid, unless its buyer says that it is, under whatever handle.
pub(super) fn never_late(history: &History, found: &mut BTreeSet<Violation>) {
    let said: HashSet<(&str, i32)> = history.notes.iter().flat_map(who_says).collect();
    let mut check = |number: i32, held: &Held, until: DateTime<Utc>| {
        // A new holder of a spot that was already due has no separate deadline.
        let due = held.pay_by.map(|pay_by| pay_by.max(held.since) + history.grace);
        let mut handles = held.earlier.iter().chain([&held.handle]);
        if due.is_some_and(|due| until > due) && !handles.any(|handle| said.contains(&(handle.as_str(), number))) {
            found.insert(Violation::TooLate { number, handle: held.handle.clone() });
        }
    };
    let left = history.replay(|board, event| {
        if let (Some(number), Some(held)) = (event.spot_number, board.spot(event)) {
            check(number, held, event.written_at);
        }
    });
    for (number, held) in &left.spots {
        check(*number, held, history.read_at);
    }
}

fn who_says(note: &Note) -> Vec<(&str, i32)> {
    match note {
        Note::Said { handle, numbers, .. } | Note::Wavered { handle, numbers } => {
            numbers.iter().map(|number| (handle.as_str(), *number)).collect()
        }
        _ => Vec::new(),
    }
}

/// No spot expires whose buyer has said that it is paid.
pub(super) fn never_what_was_said_to_be_paid(history: &History, found: &mut BTreeSet<Violation>) {
    for note in &history.notes {
        let Note::Said { handle, numbers, by } = note else { continue };
        for event in history.log.iter().filter(|event| event.seq > *by && is(event, "expired")) {
            let his = event.spot_number.is_some_and(|number| numbers.contains(&number));
            if his && event.social_handle.as_ref() == Some(handle) {
                found.insert(Violation::ExpiredThoughSaid { seq: event.seq });
            }
        }
    }
}
