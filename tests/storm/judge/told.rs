//! What watchers received, and what boards showed in the end.

use std::collections::BTreeSet;

use waffle_test_databases::inspection::Logged;

use crate::{
    evidence::{Spot, Watched},
    history::History,
    violation::Violation,
};

/// How many messages a resync replaces at least: the older half of those that a watcher is more than 1,000 behind.
const REPLACED: i64 = 500;

/// Each watcher receives all that the log has, of spots or not, once and in order, up to the end, except for what a
/// resync replaced.
pub(super) fn watchers(history: &History, found: &mut BTreeSet<Violation>) {
    for watched in &history.watchers {
        if watched.resyncs.iter().any(|(after, through)| through - after < REPLACED) {
            found.insert(Violation::Resynced { watcher: watched.name.clone() });
        }
        let first = if watched.from_start { Some(1) } else { watched.told.first().map(|(seq, ..)| *seq) };
        let replaced = |seq: i64| watched.resyncs.iter().any(|(after, through)| (after + 1..=*through).contains(&seq));
        let due = history.log.iter().filter(|event| first.is_some_and(|first| event.seq >= first));
        let due = due.filter(|event| !replaced(event.seq));
        if let Err((expected, got)) = told_in_order(due, watched) {
            found.insert(Violation::Watched { watcher: watched.name.clone(), expected, got });
        }
    }
}

fn told_in_order<'a>(due: impl Iterator<Item = &'a Logged>, watched: &Watched) -> Result<(), (i64, Option<i64>)> {
    let (mut told, mut newest) = (watched.told.iter(), 0);
    for event in due {
        newest = event.seq;
        let got = told.next();
        let shows =
            |spot: &Option<Spot>| event.spot_number.is_none() || spot.as_ref().is_some_and(|it| tells(it, event));
        if !got.is_some_and(|(seq, kind, spot)| *seq == event.seq && *kind == event.kind && shows(spot)) {
            return Err((event.seq, got.map(|(seq, ..)| *seq)));
        }
    }
    match told.next() {
        Some((more, ..)) => Err((newest, Some(*more))),
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
