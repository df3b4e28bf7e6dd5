//! Claims on waffles that another session has locked: they wait apart from the others, and are tried again together at
//! intervals. Those of a waffle that stays locked queue for its row, on the lane for large claims.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use tokio::time::Instant;
use uuid::Uuid;
use waffle_domain::timeouts::LEDGER_BUSY;

use crate::ledger::batch::{MOST_CLAIMS, MOST_SPOTS};
use crate::ledger::job::Job;

/// How many claims may wait like this; one more is refused.
const MOST: usize = 4_096;
/// The most claims and spots that are tried again together: half a batch, so that the others get on.
const MOST_TRIED: (usize, usize) = (MOST_CLAIMS / 2, MOST_SPOTS / 2);
/// The pauses before a waffle is tried again: the first and the longest. They double in between.
const SHORTEST: Duration = Duration::from_millis(1);
const LONGEST: Duration = Duration::from_millis(16);
/// How long a claim is tried before it queues for its waffle's row, along with those that wait with it.
const PATIENCE: Duration = Duration::from_millis(100);
/// The pause before claims whose wait for the row failed queue again: long, since the lane can do nothing else while
/// they do.
const AGAIN: Duration = Duration::from_secs(1);

/// The claims that wait, by their waffles.
#[derive(Default)]
pub(super) struct Busy {
    waffles: HashMap<Uuid, Rest>,
    waiting: usize,
}

struct Rest {
    /// In the order of their arrival.
    jobs: VecDeque<Job>,
    pause: Duration,
    try_at: Instant,
    queue_at: Instant,
}

impl Busy {
    /// Returns whether earlier claims on a waffle wait, or are being tried.
    pub(super) fn holds(&self, waffle: Uuid) -> bool {
        self.waffles.contains_key(&waffle)
    }

    /// Lets a claim wait with the others on its waffle; gives it back if there is no room.
    pub(super) fn wait(&mut self, mut job: Job, now: Instant) -> Option<Job> {
        if self.waiting >= MOST {
            return Some(job);
        }
        self.waiting += 1;
        let queue_at = *job.busy_since.get_or_insert(now) + PATIENCE;
        let rest = || Rest { jobs: VecDeque::new(), pause: SHORTEST, try_at: now + SHORTEST, queue_at };
        let jobs = &mut self.waffles.entry(job.waffle_id()).or_insert_with(rest).jobs;
        jobs.insert(jobs.partition_point(|other| other.arrived <= job.arrived), job);
        None
    }

    /// Returns whether no claim waits.
    pub(super) fn is_empty(&self) -> bool {
        self.waiting == 0
    }

    /// Returns when to look at the next waffle; none if no claim waits.
    pub(super) fn look_at(&self) -> Option<Instant> {
        self.waffles.values().map(|rest| rest.try_at.min(rest.queue_at)).min()
    }

    /// Takes the oldest claims of the waffles that it is time to try.
    pub(super) fn due(&mut self, now: Instant) -> Vec<Job> {
        self.waffles.retain(|_, rest| !rest.jobs.is_empty());
        let mut rests: Vec<&mut Rest> = self.waffles.values_mut().filter(|rest| rest.try_at <= now).collect();
        rests.sort_by_key(|rest| rest.try_at);
        let (mut due, mut spots) = (Vec::new(), 0);
        for rest in rests {
            let before = due.len();
            while let Some(job) = rest.jobs.pop_front_if(|job| {
                due.is_empty() || (due.len() < MOST_TRIED.0 && spots + job.numbers.len() <= MOST_TRIED.1)
            }) {
                spots += job.numbers.len();
                due.push(job);
            }
            if due.len() == before {
                break;
            }
            rest.pause = (rest.pause * 2).min(LONGEST);
            rest.try_at = now + rest.pause;
        }
        self.waiting -= due.len();
        due
    }

    /// Takes all claims on a waffle for whose row it is time to queue, the one that has been tried for longest.
    pub(super) fn ready_to_queue(&mut self, now: Instant) -> VecDeque<Job> {
        let rests = self.waffles.values_mut().filter(|rest| rest.queue_at <= now && !rest.jobs.is_empty());
        let Some(rest) = rests.min_by_key(|rest| rest.queue_at) else { return VecDeque::new() };
        rest.queue_at = now + AGAIN;
        let jobs = std::mem::take(&mut rest.jobs);
        self.waiting -= jobs.len();
        jobs
    }

    /// Takes all claims on a waffle that is free again.
    pub(super) fn freed(&mut self, waffle: Uuid) -> VecDeque<Job> {
        let jobs = self.waffles.remove(&waffle).map(|rest| rest.jobs).unwrap_or_default();
        self.waiting -= jobs.len();
        jobs
    }

    /// Takes the claims that waited too long, or whose callers have gone.
    pub(super) fn expired(&mut self) -> Vec<Job> {
        let late = |job: &Job| job.answer.is_abandoned() || job.arrived.elapsed() > LEDGER_BUSY;
        let mut expired = Vec::new();
        for rest in self.waffles.values_mut() {
            if rest.jobs.iter().any(late) {
                let (gone, stay): (VecDeque<_>, _) = std::mem::take(&mut rest.jobs).into_iter().partition(late);
                rest.jobs = stay;
                expired.extend(gone);
            }
        }
        self.waiting -= expired.len();
        expired
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::Instant;
    use uuid::Uuid;
    use waffle_domain::timeouts::LEDGER_BUSY;

    use super::{AGAIN, Busy, LONGEST, MOST, MOST_TRIED, PATIENCE, SHORTEST};
    use crate::ledger::batch::tests::job;
    use crate::ledger::job::Job;

    fn shapes<'a>(jobs: impl IntoIterator<Item = &'a Job>) -> Vec<(u128, Vec<i32>)> {
        jobs.into_iter().map(|job| (job.waffle_id().as_u128(), job.numbers.clone())).collect()
    }

    #[tokio::test]
    async fn the_claims_of_a_waffle_are_tried_together_in_the_order_of_their_arrival() {
        let (mut busy, now) = (Busy::default(), Instant::now());
        let mut callers = Vec::new();
        for (waffle, number) in [(1, 1), (1, 2), (1, 3), (2, 1)] {
            let (job, caller) = job(waffle, &[number], None);
            assert!(busy.wait(job, now).is_none());
            callers.push(caller);
        }
        assert_eq!(busy.look_at(), Some(now + SHORTEST));
        assert!(busy.due(now).is_empty());
        let mut tried = busy.due(now + SHORTEST);
        tried.sort_by_key(Job::waffle_id);
        assert_eq!(shapes(&tried), [(1, vec![1]), (1, vec![2]), (1, vec![3]), (2, vec![1])]);
        assert!(busy.holds(Uuid::from_u128(1)) && busy.holds(Uuid::from_u128(2)));
        // Another one comes, and then the first three come back.
        let (later, _caller) = job(1, &[4], None);
        assert!(busy.wait(later, now + LONGEST).is_none());
        for job in tried.drain(..3) {
            assert!(busy.wait(job, now + LONGEST).is_none());
        }
        assert_eq!(shapes(&busy.freed(Uuid::from_u128(1))), [1, 2, 3, 4].map(|number| (1, vec![number])));
        assert!(!busy.holds(Uuid::from_u128(1)));
        assert!(busy.due(now + LONGEST).is_empty(), "the only claim on the other waffle was never brought back");
        assert_eq!((busy.look_at(), busy.waiting), (None, 0));
    }

    #[tokio::test]
    async fn no_more_than_half_a_batch_is_tried_together() {
        let (mut busy, now) = (Busy::default(), Instant::now());
        let mut callers = Vec::new();
        let mut wait = |busy: &mut Busy, waffle: u128, numbers: &[i64], at| {
            let (job, caller) = job(waffle, numbers, None);
            assert!(busy.wait(job, at).is_none());
            callers.push(caller);
        };
        for number in 1..=129 {
            let (waffle, at) = if number % 2 == 1 { (0, now) } else { (1, now + SHORTEST) };
            wait(&mut busy, waffle, &[number], at);
        }
        let late = now + 2 * SHORTEST;
        let tried = busy.due(late);
        assert_eq!((tried.len(), MOST_TRIED), (128, (128, 1_024)));
        assert_eq!(tried.iter().filter(|job| job.waffle_id().is_nil()).count(), 65, "all of the first one");
        assert_eq!(shapes(&busy.due(late + LONGEST)), [(1, vec![128])], "one too many");
        let many: Vec<i64> = (1..=1_024).collect();
        let (mut busy, one_more) = (Busy::default(), [1]);
        for numbers in [&many[1..], &one_more, &one_more] {
            wait(&mut busy, 1, numbers, now);
        }
        assert_eq!(busy.due(late).len(), 2);
        assert_eq!(busy.due(late + LONGEST).len(), 1, "a spot too many");
        let (mut busy, large) = (Busy::default(), [&many[..], &[5_000]].concat());
        wait(&mut busy, 1, &large, now);
        assert_eq!(busy.due(late).len(), 1, "however large, one is tried");
    }

    #[tokio::test]
    async fn the_pauses_grow_to_their_limit() {
        let (mut busy, mut now) = (Busy::default(), Instant::now());
        let (first, _caller) = job(1, &[1], None);
        assert!(busy.wait(first, now).is_none());
        let mut pauses = Vec::new();
        for _ in 0..6 {
            let at = busy.look_at().unwrap();
            pauses.push((at - now).as_millis());
            now = at;
            let mut due = busy.due(now);
            assert!(busy.wait(due.remove(0), now).is_none());
        }
        assert_eq!(pauses, [1, 2, 4, 8, 16, 16]);
    }

    #[tokio::test]
    async fn claims_that_were_tried_for_long_enough_queue_and_if_that_fails_not_soon_again() {
        let (mut busy, now) = (Busy::default(), Instant::now());
        let (first, _caller) = job(1, &[1], None);
        let (second, _caller) = job(1, &[2], None);
        let (other, _caller) = job(2, &[1], None);
        assert!(busy.wait(first, now).is_none());
        assert!(busy.wait(second, now + PATIENCE / 2).is_none());
        assert!(busy.wait(other, now + PATIENCE / 2).is_none());
        assert!(busy.ready_to_queue(now + PATIENCE - SHORTEST).is_empty());
        let mut jobs = busy.ready_to_queue(now + PATIENCE);
        assert_eq!(shapes(&jobs), [(1, vec![1]), (1, vec![2])], "those that wait with it come along");
        assert!(busy.holds(Uuid::from_u128(1)));
        // In another lane they queue immediately, however new they are there.
        let mut other_lane = Busy::default();
        for job in jobs.drain(..) {
            assert!(other_lane.wait(job, now + PATIENCE).is_none());
        }
        let jobs = other_lane.ready_to_queue(now + PATIENCE);
        assert_eq!(jobs.len(), 2);
        for job in jobs {
            assert!(other_lane.wait(job, now + 2 * PATIENCE).is_none());
        }
        assert!(
            other_lane.ready_to_queue(now + PATIENCE + AGAIN - SHORTEST).is_empty(),
            "they waited for nothing a moment ago"
        );
        assert_eq!(other_lane.ready_to_queue(now + PATIENCE + AGAIN).len(), 2);
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
        assert_eq!(busy.expired().len(), 2, "one waited too long, and the caller of the other has gone");
        assert_eq!(busy.waiting, MOST - 2);
    }
}
