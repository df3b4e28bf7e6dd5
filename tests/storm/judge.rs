//! The judge: a pure function from one board's evidence to what was wrong.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    time::Duration,
};

use crate::{
    evidence::{Answer, Claimed, Entry, Evidence, Operation, Outcome, Spot, Wish},
    violation::Violation,
};

/// Every request ends within 10 s; a busy test machine gets some grace.
const LONGEST: Duration = Duration::from_millis(10_500);

/// The answer to a client that opened a connection in advance and used it at the moment when the server closed it:
/// nothing was done.
const TOO_LATE: &str = "request_timeout";

/// Lists everything that was wrong.
pub(crate) fn judge(evidence: &Evidence) -> BTreeSet<Violation> {
    let mut found = BTreeSet::new();
    answers(&evidence.claims, &[], &mut found);
    acknowledged_owners(evidence, &mut found);
    claims(evidence, &mut found);
    changes(evidence, &mut found);
    let board = replay(&evidence.activity, &mut found);
    watchers(evidence, &mut found);
    shown(evidence, &board, &mut found);
    found
}

/// Checks that every answer is one that a buyer may get, or of an allowed code, in time, and that the attempts of a
/// claim agree.
pub(crate) fn answers(claims: &[Claimed], allowed: &[&str], found: &mut BTreeSet<Violation>) {
    for claim in claims {
        let handle = &claim.order.handle;
        let mut granted = granted(claim);
        if let Some(first) = granted.next()
            && granted.any(|again| again != first)
        {
            found.insert(Violation::TwoAnswers { handle: handle.clone() });
        }
        for (answer, took) in &claim.answers {
            if *took > LONGEST {
                found.insert(Violation::Slow { handle: handle.clone(), took: *took, answer: format!("{answer:?}") });
            }
            if let Answer::Refused { status, code, retry_after } = answer
                && !(*status == 503 && *retry_after || code == TOO_LATE || allowed.contains(&code.as_str()))
            {
                found.insert(Violation::Failed { status: *status, code: code.clone() });
            }
        }
    }
}

pub(crate) fn granted(claim: &Claimed) -> impl Iterator<Item = &Vec<i32>> {
    claim.answers.iter().filter_map(|(answer, _)| match answer {
        Answer::Granted(numbers) => Some(numbers),
        _ => None,
    })
}

/// Checks, by the acknowledgements alone, that a spot granted twice was released in between.
fn acknowledged_owners(evidence: &Evidence, found: &mut BTreeSet<Violation>) {
    let mut owners: BTreeMap<i32, Vec<String>> = BTreeMap::new();
    for claim in &evidence.claims {
        for number in granted(claim).next().into_iter().flatten() {
            owners.entry(*number).or_default().push(claim.order.handle.clone());
        }
    }
    for (number, owners) in owners {
        let maybe_released = |outcome| matches!(outcome, Outcome::Done | Outcome::Unknown);
        let releases = evidence.changes.iter().filter(|change| {
            change.number == number && change.operation == Operation::Release && maybe_released(change.outcome)
        });
        if owners.len() > releases.count() + 1 {
            found.insert(Violation::Oversold { number, owners });
        }
    }
}

/// Checks that each claim is stored whole, once, and as it was answered.
fn claims(evidence: &Evidence, found: &mut BTreeSet<Violation>) {
    let mut stored: HashMap<&str, Vec<i32>> = HashMap::new();
    let mut holders: HashMap<i32, HashSet<&str>> = HashMap::new();
    for entry in evidence.activity.iter().filter(|entry| entry.to_status == "pending") {
        stored.entry(&entry.social_handle).or_default().push(entry.spot_number);
        holders.entry(entry.spot_number).or_default().insert(&entry.social_handle);
    }
    for claim in &evidence.claims {
        let handle = claim.order.handle.as_str();
        let mut stored = stored.remove(handle).unwrap_or_default();
        stored.sort_unstable();
        let unknown = claim.answers.iter().any(|(answer, _)| matches!(answer, Answer::Unknown(_)));
        let owned = || handle.to_owned();
        if let Some(acknowledged) = granted(claim).next() {
            let missing: Vec<i32> = acknowledged.iter().filter(|n| !stored.contains(n)).copied().collect();
            if !missing.is_empty() {
                found.insert(Violation::Lost { handle: owned(), missing });
            } else if stored != *acknowledged {
                found.insert(Violation::Torn { handle: owned(), stored });
            }
        } else if !stored.is_empty() && !unknown {
            found.insert(Violation::Unasked { handle: owned(), stored });
        } else if !stored.is_empty() {
            let whole = match &claim.order.wish {
                Wish::Numbers(numbers) => stored == *numbers,
                Wish::Any(count) => stored.len() as u64 <= *count,
            };
            if !whole {
                found.insert(Violation::Torn { handle: owned(), stored });
            }
        }
        for (answer, _) in &claim.answers {
            let Answer::Taken(numbers) = answer else { continue };
            for number in numbers {
                let others = holders.get(number).is_some_and(|holders| holders.iter().any(|other| *other != handle));
                if !others {
                    found.insert(Violation::FalseRefusal { handle: owned(), number: *number });
                }
            }
        }
    }
    for (handle, stored) in stored {
        found.insert(Violation::Unasked { handle: handle.to_owned(), stored });
    }
}

/// Checks that every change acknowledged to a seller is stored, and no other.
fn changes(evidence: &Evidence, found: &mut BTreeSet<Violation>) {
    let mut stored: BTreeMap<(i32, Operation), usize> = BTreeMap::new();
    for entry in &evidence.activity {
        let operation = match entry.to_status.as_str() {
            "paid" => Operation::Pay,
            "available" => Operation::Release,
            _ => continue,
        };
        *stored.entry((entry.spot_number, operation)).or_default() += 1;
    }
    let mut told: BTreeMap<(i32, Operation), (usize, usize)> = BTreeMap::new();
    for change in &evidence.changes {
        let (done, unknown) = told.entry((change.number, change.operation)).or_default();
        match change.outcome {
            Outcome::Done => *done += 1,
            Outcome::Unknown => *unknown += 1,
            Outcome::Refused => {}
        }
    }
    let keys: BTreeSet<_> = stored.keys().chain(told.keys()).copied().collect();
    for (number, operation) in keys {
        let stored = stored.get(&(number, operation)).copied().unwrap_or_default();
        let (done, unknown) = told.get(&(number, operation)).copied().unwrap_or_default();
        if stored < done || stored > done + unknown {
            found.insert(Violation::Miscounted { number, operation, done, stored });
        }
    }
}

/// Replays the log on an empty board.
fn replay(log: &[Entry], found: &mut BTreeSet<Violation>) -> BTreeMap<i32, (String, Option<String>)> {
    let mut board: BTreeMap<i32, (String, Option<String>)> = BTreeMap::new();
    let mut last = 0;
    for entry in log {
        if entry.seq != last + 1 {
            found.insert(Violation::Gap { after: last, next: entry.seq });
        }
        last = entry.seq;
        let handle = &entry.social_handle;
        let (status, holder) = board.get(&entry.spot_number).cloned().unwrap_or_else(|| ("available".into(), None));
        if entry.to_status == "pending"
            && let Some(holder) = &holder
        {
            let owners = vec![holder.clone(), handle.clone()];
            found.insert(Violation::Oversold { number: entry.spot_number, owners });
        }
        let allowed = matches!(
            (status.as_str(), entry.to_status.as_str()),
            ("available", "pending") | ("pending", "paid" | "available") | ("paid", "available")
        );
        if !allowed || entry.from_status != status || holder.is_some_and(|holder| holder != *handle) {
            found.insert(Violation::Impossible { seq: entry.seq });
        }
        let holder = (entry.to_status != "available").then(|| handle.clone());
        board.insert(entry.spot_number, (entry.to_status.clone(), holder));
    }
    board
}

/// Checks that each watcher saw what the log has, once and in order, up to the end, except for what a resync replaced.
fn watchers(evidence: &Evidence, found: &mut BTreeSet<Violation>) {
    let newest = evidence.activity.last().map_or(0, |entry| entry.seq);
    for watcher in &evidence.watchers {
        let name = || watcher.name.clone();
        if !watcher.resyncs.is_empty() {
            found.insert(Violation::Resynced { watcher: name() });
        }
        let first = if watcher.from_start { 1 } else { watcher.seen.first().map_or(newest + 1, |(seq, _)| *seq) };
        let mut seen = watcher.seen.iter();
        let missed = |seq: &i64| watcher.resyncs.iter().any(|(after, through)| after < seq && seq <= through);
        for expected in (first..=newest).filter(|seq| !missed(seq)) {
            let entry = usize::try_from(expected - 1).ok().and_then(|index| evidence.activity.get(index));
            let got = seen.next();
            let same = got.zip(entry).is_some_and(|((seq, spot), entry)| *seq == expected && tells(spot, entry));
            if !same {
                found.insert(Violation::Watched { watcher: name(), expected, got: got.map(|(seq, _)| *seq) });
                break;
            }
        }
        if let Some((seq, _)) = seen.next().filter(|(seq, _)| *seq > newest) {
            found.insert(Violation::Watched { watcher: name(), expected: newest, got: Some(*seq) });
        }
    }
}

fn tells(spot: &Spot, entry: &Entry) -> bool {
    let holder = (entry.to_status != "available").then_some(entry.social_handle.as_str());
    spot.number == entry.spot_number && spot.status == entry.to_status && spot.claimed_by_handle.as_deref() == holder
}

/// Checks that each server shows the board that the log adds up to.
fn shown(evidence: &Evidence, board: &BTreeMap<i32, (String, Option<String>)>, found: &mut BTreeSet<Violation>) {
    let newest = evidence.activity.last().map_or(0, |entry| entry.seq);
    for shown in &evidence.shown {
        if shown.seq != newest {
            found.insert(Violation::Stale { seq: shown.seq, newest });
        }
        for spot in &shown.spots {
            let (status, holder) =
                board.get(&spot.number).map_or(("available", None), |(status, holder)| (status, holder.as_ref()));
            if spot.status != status || spot.claimed_by_handle.as_ref() != holder {
                found.insert(Violation::Shown { number: spot.number });
            }
        }
    }
}

#[cfg(test)]
#[path = "judge_tests.rs"]
mod tests;
