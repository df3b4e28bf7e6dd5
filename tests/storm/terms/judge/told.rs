//! What watchers received, and what boards showed in the end.

use std::collections::BTreeSet;

use waffle_test_databases::inspection::Logged;

use crate::{
    evidence::{Spot, Watched},
    terms::history::History,
    violation::Violation,
};

/// Each watcher receives all that the log has, of spots or not, once and in order, up to the end.
pub(super) fn watchers(history: &History, found: &mut BTreeSet<Violation>) {
    for watched in &history.watchers {
        if !watched.resyncs.is_empty() {
            found.insert(Violation::Resynced { watcher: watched.name.clone() });
        }
        let first = if watched.from_start { Some(1) } else { watched.told.first().map(|(seq, _)| *seq) };
        let due = history.log.iter().filter(|event| first.is_some_and(|first| event.seq >= first));
        if let Err((expected, got)) = told_in_order(due, watched) {
            found.insert(Violation::Watched { watcher: watched.name.clone(), expected, got });
        }
    }
}

fn told_in_order<'a>(due: impl Iterator<Item = &'a Logged>, watched: &Watched) -> Result<(), (i64, Option<i64>)> {
    let (mut told, mut seen, mut newest) = (watched.told.iter(), watched.seen.iter(), 0);
    for event in due {
        newest = event.seq;
        let got = told.next();
        let same = got.is_some_and(|(seq, kind)| *seq == event.seq && *kind == event.kind);
        let shows = event.spot_number.is_none()
            || seen.next().is_some_and(|(seq, spot)| *seq == event.seq && tells(spot, event));
        if !same || !shows {
            return Err((event.seq, got.map(|(seq, _)| *seq)));
        }
    }
    match told.next() {
        Some((more, _)) => Err((newest, Some(*more))),
        None => Ok(()),
    }
}

fn tells(spot: &Spot, event: &Logged) -> bool {
    let holder = event.social_handle.as_ref().filter(|_| event.to_status.as_deref() != Some("available"));
    Some(spot.number) == event.spot_number
        && Some(&spot.status) == event.to_status.as_ref()
        && spot.claimed_by_handle.as_ref() == holder
}

/// Each server shows the board that the log adds up to.
pub(super) fn boards(history: &History, found: &mut BTreeSet<Violation>) {
    let board = history.replay(|_, _| {});
    let newest = history.log.last().map_or(0, |event| event.seq);
    for shown in &history.shown {
        if shown.seq != newest {
            found.insert(Violation::Stale { seq: shown.seq, newest });
        }
        for spot in &shown.spots {
            let held = board.spots.get(&spot.number);
            let same = spot.status == held.map_or("available", |held| &held.status)
                && spot.claimed_by_handle.as_ref() == held.map(|held| &held.handle);
            if !same {
                found.insert(Violation::Shown { number: spot.number });
            }
        }
    }
}
