//! Waffles that opened a moment ago: then a whole venue claims together, from one address.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

/// How long an opening lasts.
pub const OPENING: TimeDelta = TimeDelta::seconds(30);
/// How many times as many claims an address may make during an opening, and how much faster it may go on.
pub const CLAIMS_TIMES: u32 = 10;

/// The openings to come or under way, of a bounded number of waffles.
#[derive(Debug)]
pub struct RecentOpenings {
    capacity: usize,
    of_waffles: HashMap<Uuid, DateTime<Utc>>,
    in_order: BTreeSet<(DateTime<Utc>, Uuid)>,
}

impl RecentOpenings {
    /// Holds up to `capacity` waffles; if there are more, those that open first.
    pub fn new(capacity: usize) -> Self {
        Self { capacity, of_waffles: HashMap::new(), in_order: BTreeSet::new() }
    }

    /// Notes when a waffle opens, and replaces what was noted before.
    pub fn note(&mut self, waffle: Uuid, opens_at: Option<DateTime<Utc>>, now: DateTime<Utc>) {
        self.forget(waffle);
        while let Some((over, of)) = self.in_order.first().copied().filter(|(at, _)| !lasts(*at, now)) {
            self.in_order.remove(&(over, of));
            self.of_waffles.remove(&of);
        }
        let Some(opens_at) = opens_at.filter(|at| lasts(*at, now)) else { return };
        self.of_waffles.insert(waffle, opens_at);
        self.in_order.insert((opens_at, waffle));
        if self.of_waffles.len() > self.capacity
            && let Some((_, last)) = self.in_order.pop_last()
        {
            self.of_waffles.remove(&last);
        }
    }

    fn forget(&mut self, waffle: Uuid) {
        if let Some(opens_at) = self.of_waffles.remove(&waffle) {
            self.in_order.remove(&(opens_at, waffle));
        }
    }

    /// Returns whether a waffle has just opened.
    pub fn is_opening(&self, waffle: Uuid, now: DateTime<Utc>) -> bool {
        self.of_waffles.get(&waffle).is_some_and(|at| *at <= now && lasts(*at, now))
    }

    /// Returns whether any waffle has just opened.
    pub fn is_any_opening(&self, now: DateTime<Utc>) -> bool {
        let recent = (now - OPENING, Uuid::max())..=(now, Uuid::max());
        self.in_order.range(recent).next().is_some()
    }
}

/// Whether an opening has not ended yet.
fn lasts(opens_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    now < opens_at + OPENING
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::milliseconds(millis)
    }

    fn waffle(number: u128) -> Uuid {
        Uuid::from_u128(number)
    }

    #[test]
    fn an_opening_lasts_for_thirty_seconds_and_is_of_its_waffle() {
        let mut openings = RecentOpenings::new(9);
        openings.note(waffle(1), Some(at(60_000)), at(0));
        openings.note(waffle(2), None, at(0));
        for (millis, expected) in [(59_999, false), (60_000, true), (89_999, true), (90_000, false)] {
            assert_eq!(openings.is_opening(waffle(1), at(millis)), expected, "{millis}");
            assert_eq!(openings.is_any_opening(at(millis)), expected, "{millis}");
            assert!(!openings.is_opening(waffle(2), at(millis)) && !openings.is_opening(waffle(3), at(millis)));
        }
    }

    #[test]
    fn a_changed_opening_replaces_the_one_before() {
        let mut openings = RecentOpenings::new(9);
        openings.note(waffle(1), Some(at(60_000)), at(0));
        openings.note(waffle(1), Some(at(120_000)), at(0));
        assert!(!openings.is_any_opening(at(60_000)) && openings.is_opening(waffle(1), at(120_000)));
        openings.note(waffle(1), None, at(1_000));
        assert!(!openings.is_any_opening(at(120_000)));
        openings.note(waffle(1), Some(at(0)), at(30_000));
        assert!(openings.of_waffles.is_empty(), "what is over is not noted");
    }

    #[test]
    fn of_many_the_next_ones_are_known_and_ended_ones_make_room() {
        let mut openings = RecentOpenings::new(2);
        for (number, opens_at) in [(1, 1_000), (2, 9_000), (3, 1_000), (4, 9_000)] {
            openings.note(waffle(number), Some(at(opens_at)), at(0));
        }
        let known = [1, 2, 3, 4].map(|number| openings.is_opening(waffle(number), at(9_000)));
        assert_eq!(known, [true, false, true, false]);
        openings.note(waffle(3), Some(at(40_000)), at(31_000));
        assert!(openings.is_opening(waffle(3), at(40_000)));
        assert_eq!((openings.of_waffles.len(), openings.in_order.len()), (1, 1));
    }
}
