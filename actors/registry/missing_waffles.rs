//! Waffles that do not exist, remembered for a moment, so that further requests for them cost the database nothing.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;
use waffle_store::waffles::WaffleRef;

/// How long a waffle stays unknown. One that another server creates is found after this time at the latest; one that
/// this server creates, immediately.
const MOMENT: Duration = Duration::from_secs(1);
/// How many are remembered; beyond that, the oldest is forgotten.
const MOST: usize = 10_000;

/// What was looked up and not found.
#[derive(Default)]
pub(crate) struct Unknown(Mutex<Remembered>);

#[derive(Default)]
struct Remembered {
    since: HashMap<WaffleRef, Instant>,
    /// The same, oldest first.
    order: VecDeque<(Instant, WaffleRef)>,
    creations: u64,
}

impl Unknown {
    /// Returns whether a waffle was looked up a moment ago and not found.
    pub(crate) fn holds(&self, by: &WaffleRef, now: Instant) -> bool {
        self.remembered().since.get(by).is_some_and(|since| now.duration_since(*since) < MOMENT)
    }

    /// Counts the waffles that were created here, so that a look-up from before a creation is not used after it.
    pub(crate) fn creations(&self) -> u64 {
        self.remembered().creations
    }

    /// Remembers what a look-up did not find. Returns whether it can be used: not if a waffle was created here since
    /// `creations` were counted.
    pub(crate) fn note(&self, missing: &[WaffleRef], creations: u64, now: Instant) -> bool {
        let mut remembered = self.remembered();
        if remembered.creations != creations {
            return false;
        }
        for by in missing {
            remembered.make_room(now);
            remembered.since.insert(by.clone(), now);
            remembered.order.push_back((now, by.clone()));
        }
        true
    }

    /// Forgets everything, because a waffle was created here. Creations are few.
    pub(crate) fn created(&self) {
        let mut remembered = self.remembered();
        remembered.creations += 1;
        remembered.since.clear();
        remembered.order.clear();
    }

    fn remembered(&self) -> MutexGuard<'_, Remembered> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Remembered {
    /// Forgets what is too old, and the oldest when there are too many.
    fn make_room(&mut self, now: Instant) {
        while let Some((since, _)) = self.order.front()
            && (now.duration_since(*since) >= MOMENT || self.order.len() >= MOST)
            && let Some((since, by)) = self.order.pop_front()
        {
            // Unless it was looked up again.
            if self.since.get(&by) == Some(&since) {
                self.since.remove(&by);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::Instant;
    use waffle_store::waffles::WaffleRef;

    use super::{MOMENT, MOST, Unknown};

    fn slug(number: usize) -> WaffleRef {
        WaffleRef::Slug(format!("nowhere-{number}"))
    }

    #[test]
    fn what_was_not_found_is_unknown_for_a_moment() {
        let (unknown, now) = (Unknown::default(), Instant::now());
        assert!(!unknown.holds(&slug(1), now));
        assert!(unknown.note(&[slug(1)], unknown.creations(), now));
        let almost = now + MOMENT - Duration::from_millis(1);
        assert!(unknown.holds(&slug(1), almost) && !unknown.holds(&slug(2), almost));
        let later = now + MOMENT;
        assert!(!unknown.holds(&slug(1), later));
        unknown.note(&[slug(1)], 0, later);
        assert!(unknown.holds(&slug(1), later), "it was looked up again");
    }

    #[test]
    fn the_oldest_is_forgotten_when_there_are_too_many() {
        let (unknown, now) = (Unknown::default(), Instant::now());
        let slugs: Vec<_> = (0..MOST).map(slug).collect();
        unknown.note(&slugs, 0, now);
        assert!(slugs.iter().all(|by| unknown.holds(by, now)));
        unknown.note(&[slug(MOST)], 0, now);
        let holds = |number| unknown.holds(&slug(number), now);
        assert!(!holds(0) && holds(1) && holds(MOST));
        unknown.note(&[slug(1)], 0, now + MOMENT);
        let remembered = unknown.remembered();
        assert_eq!((remembered.since.len(), remembered.order.len()), (1, 1), "what is too old takes no room");
    }

    #[test]
    fn a_creation_clears_it_and_a_look_up_from_before_is_not_used() {
        let (unknown, now) = (Unknown::default(), Instant::now());
        let before = unknown.creations();
        unknown.note(&[slug(1)], before, now);
        unknown.created();
        assert!(!unknown.holds(&slug(1), now));
        assert!(!unknown.note(&[slug(1)], before, now));
        assert!(!unknown.holds(&slug(1), now));
    }
}
