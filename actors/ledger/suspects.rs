//! Waffles whose rows somebody else has locked, and the claims that wait for them apart from the others.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use tokio::time::Instant;
use uuid::Uuid;

use crate::ledger::batch;
use crate::ledger::job::Job;
use waffle_domain::time_limits::{LEDGER_HELD_UP, LEDGER_HELD_UP_LEAST};

/// A waffle is suspect for this long after it was last seen locked.
const LAPSE: Duration = Duration::from_secs(10);
/// How many waffles are suspect at most; the one seen locked longest ago makes room.
const MOST: usize = 1_000;
/// How many claims may be held up; one more is refused.
const MOST_HELD_UP: usize = 512;
/// How often suspects are looked at while claims wait for them.
const LOOK: Duration = Duration::from_millis(20);

/// Waffles whose rows were seen locked, when that was, and the claims held up by them.
#[derive(Default)]
pub struct Suspects {
    seen: HashMap<Uuid, Instant>,
    /// Each with the time since when it waits.
    held_up: VecDeque<(Instant, Job)>,
    look_at: Option<Instant>,
}

impl Suspects {
    /// Tells whether a waffle is suspect.
    pub fn contains(&self, waffle: Uuid, now: Instant) -> bool {
        self.seen.get(&waffle).is_some_and(|seen| now.duration_since(*seen) < LAPSE)
    }

    /// Notes that a waffle is locked.
    pub fn add(&mut self, waffle: Uuid, now: Instant) {
        self.seen.insert(waffle, now);
        if self.seen.len() > MOST {
            self.seen.retain(|_, seen| now.duration_since(*seen) < LAPSE);
        }
        if self.seen.len() > MOST
            && let Some(oldest) = self.seen.iter().min_by_key(|(_, seen)| **seen).map(|(waffle, _)| *waffle)
        {
            self.seen.remove(&oldest);
        }
    }

    /// Notes that a waffle was not locked.
    pub fn clear(&mut self, waffle: Uuid) {
        self.seen.remove(&waffle);
    }

    /// Holds claims up; gives back those for which there is no room.
    pub fn hold_up(&mut self, jobs: impl IntoIterator<Item = Job>, now: Instant) -> Vec<Job> {
        let mut over = Vec::new();
        for job in jobs {
            if self.held_up.len() < MOST_HELD_UP { self.held_up.push_back((now, job)) } else { over.push(job) }
        }
        self.look_at.get_or_insert(now);
        over
    }

    /// Tells when to look at the suspects; none if nothing waits for them.
    pub fn look_at(&self) -> Option<Instant> {
        self.look_at.filter(|_| !self.held_up.is_empty())
    }

    /// Takes out the claims that waited too long, or whose callers have gone.
    pub fn expired(&mut self) -> Vec<Job> {
        let late = |(since, job): &(Instant, Job)| {
            job.answer.is_abandoned()
                || (job.arrived.elapsed() > LEDGER_HELD_UP && since.elapsed() > LEDGER_HELD_UP_LEAST)
        };
        if !self.held_up.iter().any(late) {
            return Vec::new();
        }
        let (expired, rest): (Vec<_>, Vec<_>) = std::mem::take(&mut self.held_up).into_iter().partition(late);
        self.held_up = rest.into();
        expired.into_iter().map(|(_, job)| job).collect()
    }

    /// Lists the waffles that claims wait for, if it is time to look at them.
    pub fn to_look_at(&mut self, now: Instant) -> Vec<Uuid> {
        if self.look_at().is_none_or(|at| at > now) {
            return Vec::new();
        }
        self.look_at = Some(now + LOOK);
        let mut waffles: Vec<Uuid> = self.held_up.iter().map(|(_, job)| job.waffle_id()).collect();
        waffles.sort_unstable();
        waffles.dedup();
        waffles
    }

    /// Takes out a batch of claims whose waffles are not among the locked ones; what does not fit goes into the next
    /// one.
    pub fn take_freed(&mut self, locked: &[Uuid], now: Instant) -> Vec<Job> {
        let waits = |(_, job): &(Instant, Job)| locked.contains(&job.waffle_id());
        let (rest, freed): (VecDeque<_>, VecDeque<_>) = std::mem::take(&mut self.held_up).into_iter().partition(waits);
        self.held_up = rest;
        let mut freed: VecDeque<Job> = freed.into_iter().map(|(_, job)| job).collect();
        let batch = batch::take(&mut freed);
        self.held_up.extend(freed.into_iter().map(|job| (now, job)));
        batch
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::Instant;
    use uuid::Uuid;

    use super::{LAPSE, MOST, Suspects};

    #[test]
    fn a_waffle_is_trusted_again_after_some_seconds_or_when_it_was_to_be_had() {
        let (mut suspects, now) = (Suspects::default(), Instant::now());
        let [one, two] = [1, 2].map(Uuid::from_u128);
        suspects.add(one, now);
        suspects.add(two, now + Duration::from_secs(4));
        assert!(suspects.contains(one, now + LAPSE - Duration::from_millis(1)));
        assert!(!suspects.contains(one, now + LAPSE));
        assert!(suspects.contains(two, now + LAPSE));
        suspects.clear(two);
        assert!(!suspects.contains(two, now + LAPSE));
    }

    #[test]
    fn they_are_bounded_and_the_newest_ones_stay() {
        let (mut suspects, now) = (Suspects::default(), Instant::now());
        for n in 0..MOST + 10 {
            suspects.add(Uuid::from_u128(n as u128), now + Duration::from_millis(n as u64));
        }
        assert_eq!(suspects.seen.len(), MOST);
        let later = now + Duration::from_secs(2);
        assert!(!suspects.contains(Uuid::from_u128(9), later));
        assert!(suspects.contains(Uuid::from_u128(10), later));
    }
}
