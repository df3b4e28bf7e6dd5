//! The spots that a random claim may get, picked without scanning the board.

use rand::RngExt;

use crate::board::Board;
use crate::spot::SpotStatus;

/// Spot numbers in no particular order, and an index into them, so that adding and removing take constant time.
#[derive(Debug, Clone)]
pub struct FreeSpots {
    numbers: Vec<i32>,
    /// The index in `numbers` of each spot number, or [`NOT_FREE`]. It is kept small, since thousands of boards are in
    /// memory.
    places: Vec<u32>,
}

/// The index of a spot that is not free.
const NOT_FREE: u32 = u32::MAX;

impl FreeSpots {
    /// Collects the available spots of a board.
    pub fn of(board: &Board) -> Self {
        let mut free =
            Self { numbers: Vec::new(), places: vec![NOT_FREE; index(board.total()).map_or(0, |last| last + 1)] };
        for spot in board.spots().filter(|spot| spot.status() == SpotStatus::Available) {
            free.add(spot.number);
        }
        free
    }

    /// Returns the number of free spots.
    pub fn count(&self) -> u64 {
        self.numbers.len() as u64
    }

    /// Adds a spot. Does nothing if it is already free, or the board has no such number.
    pub fn add(&mut self, number: i32) {
        if let Some(place @ &mut NOT_FREE) = index(number).and_then(|index| self.places.get_mut(index)) {
            *place = u32::try_from(self.numbers.len()).unwrap_or(NOT_FREE);
            self.numbers.push(number);
        }
    }

    /// Removes a spot, if it is free.
    pub fn remove(&mut self, number: i32) {
        let place = index(number).and_then(|index| self.places.get_mut(index));
        let place = place.and_then(|place| usize::try_from(std::mem::replace(place, NOT_FREE)).ok());
        if let Some(place) = place.filter(|place| *place < self.numbers.len()) {
            self.numbers.swap_remove(place);
            self.note(place);
        }
    }

    /// Picks up to `count` spots at random, all equally likely, and returns them ascending. They are not removed.
    pub fn pick(&mut self, count: u64, rng: &mut impl RngExt) -> Vec<i32> {
        let wanted = usize::try_from(count).unwrap_or(usize::MAX).min(self.numbers.len());
        for place in 0..wanted {
            let other = rng.random_range(place..self.numbers.len());
            self.numbers.swap(place, other);
            self.note(place);
            self.note(other);
        }
        let mut picked: Vec<i32> = self.numbers.iter().take(wanted).copied().collect();
        picked.sort_unstable();
        picked
    }

    /// Updates the index for the number that is now at `place`.
    fn note(&mut self, place: usize) {
        let index = self.numbers.get(place).copied().and_then(index);
        if let Some(noted) = index.and_then(|index| self.places.get_mut(index)) {
            *noted = u32::try_from(place).unwrap_or(NOT_FREE);
        }
    }
}

fn index(number: i32) -> Option<usize> {
    usize::try_from(number.checked_sub(1)?).ok()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::collection::vec;
    use proptest::prelude::{prop_assert, prop_assert_eq, proptest};
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    use super::FreeSpots;
    use crate::board::Board;
    use crate::spot::{Spot, SpotState};

    fn all(total: i32) -> FreeSpots {
        let spot = |number| Spot { id: i64::from(number), number, state: SpotState::Available };
        FreeSpots::of(&Board::new((1..=total).map(spot).collect()).unwrap())
    }

    #[test]
    fn picks_are_uniform() {
        let rounds = 20_000_u32;
        let mut free = all(20);
        for number in [4, 9, 11, 14] {
            free.remove(number);
        }
        free.add(14);
        let mut rng = StdRng::seed_from_u64(7);
        let mut seen = [0_u32; 21];
        for _ in 0..rounds {
            for number in free.pick(5, &mut rng) {
                seen[usize::try_from(number).unwrap()] += 1;
            }
        }
        assert_eq!((seen[4], seen[9], seen[11]), (0, 0, 0));
        let expected = f64::from(rounds) * 5.0 / 17.0;
        let others = (1..=20).filter(|n| ![4, 9, 11].contains(n));
        let chi_square: f64 = others.map(|n| (f64::from(seen[n]) - expected).powi(2) / expected).sum();
        // With 16 degrees of freedom, one seed in a thousand exceeds 39.25.
        assert!(chi_square < 39.25, "{chi_square}");
    }

    #[test]
    fn a_huge_count_gets_all() {
        assert_eq!(all(3).pick(u64::MAX, &mut StdRng::seed_from_u64(1)), [1, 2, 3]);
    }

    proptest! {
        #[test]
        fn they_are_a_set(steps in vec((0..3_u8, -1..=32_i32), 0..200), seed: u64) {
            let mut rng = StdRng::seed_from_u64(seed);
            let (mut free, mut model) = (all(30), (1..=30).collect::<BTreeSet<i32>>());
            for (step, number) in steps {
                match step {
                    0 => {
                        free.add(number);
                        model.extend((1..=30).contains(&number).then_some(number));
                    }
                    1 => {
                        free.remove(number);
                        model.remove(&number);
                    }
                    _ => {
                        let count = u64::from(number.unsigned_abs());
                        let picked = free.pick(count, &mut rng);
                        prop_assert_eq!(picked.len() as u64, count.min(model.len() as u64));
                        prop_assert!(picked.is_sorted_by(|one, next| one < next));
                        prop_assert!(picked.iter().all(|number| model.contains(number)));
                    }
                }
                prop_assert_eq!(free.count(), model.len() as u64);
                prop_assert_eq!(free.pick(99, &mut rng), model.iter().copied().collect::<Vec<_>>());
            }
        }
    }
}
