//! What buyers were answered, by itself and against what others got.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::{collections::BTreeSet, time::Duration};

use crate::{
    evidence::{Answer, Outcome},
    history::{Deed, History, Note},
    violation::Violation,
};

/// Every request ends within 10 s; a busy test machine gets some grace.
const LONGEST: Duration = Duration::from_millis(10_500);

/// The answer to a client that opened a connection in advance and used it at the moment when the server closed it:
/// nothing was done.
const TOO_LATE: &str = "request_timeout";

/// Every answer is one that a buyer may get, in time, and the attempts of a claim agree.
pub(super) fn permitted(history: &History, found: &mut BTreeSet<Violation>) {
    for claim in history.claims() {
        let handle = &claim.order.handle;
        let mut granted = claim.granted();
        if let Some(first) = granted.next()
            && granted.any(|again| again != first)
        {
            found.insert(Violation::TwoAnswers { handle: handle.clone() });
        }
        for (answer, took) in &claim.answers {
            if *took > LONGEST + history.stood_still {
                found.insert(Violation::Slow { handle: handle.clone(), took: *took, answer: format!("{answer:?}") });
            }
            if let Answer::Refused { status, code, retry_after } = answer
                && !(*status == 503 && *retry_after || code == TOO_LATE || history.allowed.contains(&code.as_str()))
            {
                found.insert(Violation::Failed { status: *status, code: code.clone() });
            }
        }
    }
}

/// A spot acknowledged to several buyers became free in between: by the acknowledgements alone, except where spots
/// become free without any.
pub(super) fn owners(history: &History, found: &mut BTreeSet<Violation>) {
    let mut owners: BTreeMap<i32, Vec<String>> = BTreeMap::new();
    for claim in history.claims() {
        for number in claim.granted().next().into_iter().flatten() {
            owners.entry(*number).or_default().push(claim.order.handle.clone());
        }
    }
    let mut freed: HashMap<i32, usize> = HashMap::new();
    for note in &history.notes {
        if let Note::Deed { number, deed: Deed::Release, outcome: Outcome::Done | Outcome::Unknown, .. } = note {
            *freed.entry(*number).or_default() += 1;
        }
    }
    let by_itself =
        |reason: &Option<String>, to: &Option<String>| reason.is_some() && to.as_deref() == Some("available");
    for event in history.log.iter().filter(|event| by_itself(&event.reason, &event.to_status)) {
        *freed.entry(event.spot_number.unwrap_or_default()).or_default() += 1;
    }
    for (number, owners) in owners {
        if owners.len() > freed.get(&number).copied().unwrap_or_default() + 1 {
            found.insert(Violation::Oversold { number, owners });
        }
    }
}

/// A spot that was refused as taken was held by another, unless the handle has claimed several times.
pub(super) fn refusals(history: &History, found: &mut BTreeSet<Violation>) {
    let mut claims: HashMap<&str, usize> = HashMap::new();
    for claim in history.claims() {
        *claims.entry(&claim.order.handle).or_default() += 1;
    }
    let mut holders: HashMap<i32, HashSet<&str>> = HashMap::new();
    for event in history.log.iter().filter(|event| event.to_status.as_deref() == Some("pending")) {
        if let (Some(number), Some(handle)) = (event.spot_number, &event.social_handle) {
            holders.entry(number).or_default().insert(handle);
        }
    }
    for claim in history.claims() {
        let handle = claim.order.handle.as_str();
        let taken = claim.answers.iter().filter_map(|(answer, _)| match answer {
            Answer::Taken(numbers) => Some(numbers),
            _ => None,
        });
        for number in taken.flatten() {
            let by_another = |holder: &&str| *holder != handle || claims[handle] > 1;
            if !holders.get(number).is_some_and(|holders| holders.iter().any(by_another)) {
                found.insert(Violation::FalseRefusal { handle: handle.into(), number: *number });
            }
        }
    }
}
