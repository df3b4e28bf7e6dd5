//! Claims on waffles that somebody else has locked: they wait apart from the others, and one claim of each waffle is
//! tried again now and then.

use std::collections::HashMap;
use std::time::Duration;

use tokio::time::Instant;
use uuid::Uuid;
use waffle_domain::time_limits::LEDGER_BUSY;

use crate::ledger::job::Job;

/// How many claims may wait so; one more is refused.
const MOST: usize = 4_096;
/// The pauses before a waffle is tried again: the first and the longest. They double in between.
const SHORTEST: Duration = Duration::from_millis(1);
const LONGEST: Duration = Duration::from_millis(16);

/// The claims that wait, by their waffles.
#[derive(Default)]
pub(super) struct Busy {
    waffles: HashMap<Uuid, Rest>,
    waiting: usize,
}

struct Rest {
    jobs: Vec<Job>,
    pause: Duration,
    try_at: Instant,
}

impl Busy {
    /// Tells whether earlier claims on a waffle wait.
    pub(super) fn holds(&self, waffle: Uuid) -> bool {
        self.waffles.contains_key(&waffle)
    }

    /// Lets a claim wait behind the earlier ones on its waffle; gives it back if there is no room.
    pub(super) fn wait(&mut self, job: Job, now: Instant) -> Option<Job> {
        if self.waiting >= MOST {
            return Some(job);
        }
        self.waiting += 1;
        let rest = || Rest { jobs: Vec::new(), pause: SHORTEST, try_at: now + SHORTEST };
        self.waffles.entry(job.waffle_id()).or_insert_with(rest).jobs.push(job);
        None
    }

    /// Tells when to try the next waffle; none if no claim waits.
    pub(super) fn try_at(&self) -> Option<Instant> {
        self.waffles.values().map(|rest| rest.try_at).min()
    }

    /// Takes the oldest claim of each waffle that it is time to try.
    pub(super) fn due(&mut self, now: Instant) -> Vec<Job> {
        self.waffles.retain(|_, rest| !rest.jobs.is_empty());
        let mut due = Vec::new();
        for rest in self.waffles.values_mut().filter(|rest| rest.try_at <= now) {
            due.push(rest.jobs.remove(0));
            rest.pause = (rest.pause * 2).min(LONGEST);
            rest.try_at = now + rest.pause;
        }
        self.waiting -= due.len();
        due
    }

    /// Takes all claims on a waffle that is free again.
    pub(super) fn freed(&mut self, waffle: Uuid) -> Vec<Job> {
        let jobs = self.waffles.remove(&waffle).map(|rest| rest.jobs).unwrap_or_default();
        self.waiting -= jobs.len();
        jobs
    }

    /// Takes the claims that waited too long, or whose callers have gone.
    pub(super) fn expired(&mut self) -> Vec<Job> {
        let late = |job: &mut Job| job.answer.is_abandoned() || job.arrived.elapsed() > LEDGER_BUSY;
        let expired: Vec<Job> = self.waffles.values_mut().flat_map(|rest| rest.jobs.extract_if(.., late)).collect();
        self.waiting -= expired.len();
        expired
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::Instant;
    use uuid::Uuid;
    use waffle_domain::time_limits::LEDGER_BUSY;

    use super::{Busy, LONGEST, MOST, SHORTEST};
    use crate::ledger::batch::tests::job;

    #[tokio::test]
    async fn one_claim_of_a_waffle_is_tried_and_the_others_follow_once_it_is_free() {
        let (mut busy, now) = (Busy::default(), Instant::now());
        let mut callers = Vec::new();
        for (waffle, number) in [(1, 1), (1, 2), (1, 3), (2, 1)] {
            let (job, caller) = job(waffle, &[number], None);
            assert!(busy.wait(job, now).is_none());
            callers.push(caller);
        }
        assert_eq!(busy.try_at(), Some(now + SHORTEST));
        assert!(busy.due(now).is_empty());
        let tried = busy.due(now + SHORTEST);
        let mut shapes: Vec<_> = tried.iter().map(|job| (job.waffle_id().as_u128(), job.numbers.clone())).collect();
        shapes.sort_unstable();
        assert_eq!(shapes, [(1, vec![1]), (2, vec![1])]);
        assert!(busy.holds(Uuid::from_u128(1)) && busy.holds(Uuid::from_u128(2)));
        assert_eq!(busy.freed(Uuid::from_u128(1)).len(), 2);
        assert!(!busy.holds(Uuid::from_u128(1)));
        assert!(busy.due(now + LONGEST).is_empty(), "the only claim on the other waffle was never brought back");
        assert_eq!((busy.try_at(), busy.waiting), (None, 0));
    }

    #[tokio::test]
    async fn the_pauses_grow_to_their_limit() {
        let (mut busy, mut now) = (Busy::default(), Instant::now());
        let (first, _caller) = job(1, &[1], None);
        assert!(busy.wait(first, now).is_none());
        let mut pauses = Vec::new();
        for _ in 0..6 {
            let at = busy.try_at().unwrap();
            pauses.push((at - now).as_millis());
            now = at;
            let mut due = busy.due(now);
            assert!(busy.wait(due.remove(0), now).is_none());
        }
        assert_eq!(pauses, [1, 2, 4, 8, 16, 16]);
    }

    #[tokio::test]
    async fn they_are_bounded_and_give_up() {
        let (mut busy, now) = (Busy::default(), Instant::now());
        let mut callers = Vec::new();
        for n in 0..=MOST {
            let (mut job, caller) = job(n as u128 % 3, &[1], None);
            if n == 7 {
                job.arrived = now.checked_sub(LEDGER_BUSY + Duration::from_millis(1)).unwrap();
            }
            if n != 8 {
                callers.push(caller);
            }
            assert_eq!(busy.wait(job, now).is_some(), n == MOST, "{n}");
        }
        assert_eq!(busy.expired().len(), 2, "one waited too long, and nobody waits for the other");
        assert_eq!(busy.waiting, MOST - 2);
    }
}
