//! Numbers that many threads may add to.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How often something happened since the start.
#[derive(Debug, Default)]
pub struct Count(AtomicU64);

impl Count {
    /// Counts one more.
    pub fn one(&self) {
        self.add(1);
    }

    /// Counts some more.
    pub fn add(&self, more: u64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    /// Returns the number.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// How many numbers fell into each range.
#[derive(Debug)]
pub struct Histogram<const N: usize> {
    bounds: [u64; N],
    within: [Count; N],
    above: Count,
    sum: Count,
}

/// A histogram as it was read. The parts always add up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistogramReading {
    /// Each upper bound, with how many numbers were not above it.
    pub up_to: Vec<(u64, u64)>,
    /// How many numbers there were.
    pub count: u64,
    /// What they add up to.
    pub sum: u64,
}

impl<const N: usize> Histogram<N> {
    /// Makes an empty one; the bounds ascend.
    pub fn new(bounds: [u64; N]) -> Self {
        Self {
            bounds,
            within: std::array::from_fn(|_| Count::default()),
            above: Count::default(),
            sum: Count::default(),
        }
    }

    /// Adds a number.
    pub fn note(&self, number: u64) {
        let range = self.bounds.iter().zip(&self.within).find(|(bound, _)| number <= **bound);
        range.map_or(&self.above, |(_, within)| within).one();
        self.sum.add(number);
    }

    /// Adds a duration, in microseconds.
    pub fn note_duration(&self, duration: Duration) {
        self.note(u64::try_from(duration.as_micros()).unwrap_or(u64::MAX));
    }

    /// Reads it.
    pub fn read(&self) -> HistogramReading {
        let mut count = 0;
        let up_to = self.bounds.iter().zip(&self.within).map(|(bound, within)| {
            count += within.get();
            (*bound, count)
        });
        let up_to = up_to.collect();
        HistogramReading { up_to, count: count + self.above.get(), sum: self.sum.get() }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Histogram;

    #[test]
    fn a_number_on_a_bound_belongs_below_it() {
        let histogram = Histogram::new([10, 20]);
        for number in [0, 10, 11, 20, 21, 1_000] {
            histogram.note(number);
        }
        let reading = histogram.read();
        assert_eq!(reading.up_to, [(10, 2), (20, 4)]);
        assert_eq!((reading.count, reading.sum), (6, 1_062));
    }

    #[test]
    fn durations_are_counted_in_microseconds() {
        let histogram = Histogram::new([500]);
        histogram.note_duration(Duration::from_nanos(500_999));
        histogram.note_duration(Duration::from_micros(501));
        assert_eq!(histogram.read().up_to, [(500, 1)]);
        assert_eq!(histogram.read().sum, 1_001);
    }
}
