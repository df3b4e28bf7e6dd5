//! How long answers took.

use std::{fmt, time::Duration};

/// Times in microseconds.
#[derive(Clone, Default)]
pub struct Latencies(Vec<u32>);

impl Latencies {
    pub fn push(&mut self, took: Duration) {
        self.0.push(u32::try_from(took.as_micros()).unwrap_or(u32::MAX));
    }

    pub fn merge(all: impl IntoIterator<Item = Self>) -> Self {
        let mut merged: Vec<u32> = all.into_iter().flat_map(|latencies| latencies.0).collect();
        merged.sort_unstable();
        Self(merged)
    }

    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns what `per_cent` of the answers took at most, in milliseconds. Only for what was merged.
    pub fn percentile(&self, per_cent: usize) -> f64 {
        let place = (self.0.len() * per_cent / 100).min(self.0.len().saturating_sub(1));
        self.0.get(place).map_or(0.0, |micros| f64::from(*micros) / 1_000.0)
    }
}

impl fmt::Display for Latencies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p50 {:>6.2} ms, p99 {:>7.2} ms", self.percentile(50), self.percentile(99))
    }
}
