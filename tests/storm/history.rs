//! What the judge gets: a waffle's log, the answers that people got, and what servers show in the end.

use std::collections::BTreeMap;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use waffle_test_databases::inspection::Logged;

use crate::evidence::{Answer, Claimed, Outcome, Shown, Watched};

/// When and how much buyers may claim.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Terms {
    pub(crate) opens_at: Option<DateTime<Utc>>,
    pub(crate) claims_paused: bool,
    pub(crate) max_spots_per_handle: Option<usize>,
}

/// What a seller does to a spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Deed {
    Pay,
    Release,
    Unpay,
    Extend,
}

/// What a person did, and the answer.
#[derive(Clone, Debug)]
pub(crate) enum Note {
    /// A claim, or spots that a seller assigned.
    Claim(Claimed),
    Deed {
        number: i32,
        deed: Deed,
        /// The buyer whose spot was meant.
        of: Option<String>,
        outcome: Outcome,
    },
    /// Spots get a handle that nothing else has.
    Rename { handle: String, numbers: Vec<i32>, outcome: Outcome },
    /// A buyer gives back what was claimed with this handle.
    GiveBack { handle: String, numbers: Vec<i32>, outcome: Outcome },
    /// A buyer says that these are paid, and doesn't take it back: acknowledged when this was the newest event.
    Said { handle: String, numbers: Vec<i32>, by: i64 },
    /// A buyer said so or not, or took it back: these may expire or not.
    Wavered { handle: String, numbers: Vec<i32> },
    /// All spots of a source were to be released.
    Source(Vec<u8>),
    /// A handle may not claim any more, and that was acknowledged by then.
    Blocked(String, DateTime<Utc>),
}

/// All that is known of one waffle.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    /// The terms that it began with.
    pub(crate) terms: Terms,
    pub(crate) log: Vec<Logged>,
    /// How the database's spots, counters and holdings contradict its log.
    pub(crate) contradictions: Vec<String>,
    pub(crate) notes: Vec<Note>,
    /// The codes of the refusals that buyers may get, besides those that any of them may get.
    pub(crate) allowed: &'static [&'static str],
    pub(crate) watchers: Vec<Watched>,
    pub(crate) shown: Vec<Shown>,
    /// When the log was read, by the database's clock.
    pub(crate) read_at: DateTime<Utc>,
    /// How long after its deadline a spot may be released.
    pub(crate) grace: TimeDelta,
    /// How long a server may have stood still, which answers that much later.
    pub(crate) stood_still: Duration,
}

/// A spot that someone holds, according to the log.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    pub(crate) status: String,
    pub(crate) handle: String,
    pub(crate) pay_by: Option<DateTime<Utc>>,
    /// When this holder got it.
    pub(crate) since: DateTime<Utc>,
    /// Where it was claimed from.
    pub(crate) source: Option<Vec<u8>>,
    /// The handles that it had before since it was claimed: their notes about payments stay with it.
    pub(crate) earlier: Vec<String>,
}

/// A waffle, as the log up to some event has it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Board {
    pub(crate) terms: Terms,
    pub(crate) spots: BTreeMap<i32, Held>,
}

impl Board {
    /// The spot that an event changes, if it is of a spot and someone holds that.
    pub(crate) fn spot(&self, event: &Logged) -> Option<&Held> {
        self.spots.get(&event.spot_number?)
    }

    fn follow(&mut self, event: &Logged) {
        if let (Some(number), Some(status), Some(handle)) = (event.spot_number, &event.to_status, &event.social_handle)
        {
            if status == "available" {
                self.spots.remove(&number);
                return;
            }
            let before = self.spots.get(&number);
            let same = before.filter(|held| held.handle == *handle);
            let since = same.map_or(event.written_at, |held| held.since);
            let source = event.source.clone().or_else(|| before.and_then(|held| held.source.clone()));
            let mut earlier = before.map(|held| held.earlier.clone()).unwrap_or_default();
            earlier.extend(before.filter(|_| same.is_none()).map(|held| held.handle.clone()));
            let (status, handle) = (status.clone(), handle.clone());
            self.spots.insert(number, Held { status, handle, pay_by: event.pay_by, since, source, earlier });
        } else if event.kind == "waffle_updated" {
            #[derive(Deserialize)]
            struct Updated {
                waffle: Terms,
            }
            let payload = event.payload.as_deref().unwrap();
            self.terms = serde_json::from_str::<Updated>(payload).unwrap().waffle;
        }
    }
}

impl History {
    /// Goes through the log, and shows each event with the waffle as it was before; returns what it came to.
    pub(crate) fn replay(&self, mut look: impl FnMut(&Board, &Logged)) -> Board {
        let mut board = Board { terms: self.terms.clone(), ..Board::default() };
        for event in &self.log {
            look(&board, event);
            board.follow(event);
        }
        board
    }

    pub(crate) fn claims(&self) -> impl Iterator<Item = &Claimed> {
        self.notes.iter().filter_map(|note| if let Note::Claim(claim) = note { Some(claim) } else { None })
    }

    /// Returns how long the slowest answer of a kind took.
    pub(crate) fn slowest(&self, which: impl Fn(&Answer) -> bool) -> Duration {
        let answers = self.claims().flat_map(|claim| &claim.answers).filter(|(answer, _)| which(answer));
        answers.map(|(_, took)| *took).max().unwrap_or_default()
    }

    /// Counts the answers, the deeds and the changes of spots by their kind.
    pub(crate) fn summary(&self) -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        let mut count = |name: String| *counts.entry(name).or_default() += 1;
        for (answer, _) in self.claims().flat_map(|claim| &claim.answers) {
            count(match answer {
                Answer::Granted(numbers) if numbers.is_empty() => "granted none".into(),
                Answer::Granted(_) => "granted".into(),
                Answer::Taken(_) => "taken".into(),
                Answer::Refused { status, code, .. } => format!("{status} {code}"),
                Answer::Unknown(_) => "unknown".into(),
            });
        }
        for note in &self.notes {
            match note {
                Note::Claim(claim) if claim.granted().count() > 1 => count("granted again".into()),
                Note::Deed { deed, outcome, .. } => count(format!("{deed:?} {outcome:?}")),
                _ => {}
            }
        }
        for event in &self.log {
            let change = event.from_status.as_ref().zip(event.to_status.as_ref());
            count(match (change, &event.reason) {
                (_, Some(reason)) => reason.clone(),
                (Some((from, to)), None) => format!("{from} to {to}"),
                (None, None) => event.kind.clone(),
            });
        }
        counts
    }
}

/// Returns whether a buyer's claim was granted this spot. An assignment by a seller is not such a claim.
pub(crate) fn is_claim(event: &Logged) -> bool {
    event.from_status.as_deref() == Some("available") && event.reason.is_none()
}

/// Returns why a spot changed, if the statuses don't show it.
pub(crate) fn is(event: &Logged, reason: &str) -> bool {
    event.reason.as_deref() == Some(reason)
}
