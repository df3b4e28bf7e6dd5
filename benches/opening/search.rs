//! Finds the highest rate that is served: doubles it until it is too fast, then halves the distance.

/// How near the capacity is found, as a part of it.
const PRECISION: usize = 8;

/// What is known so far, in buyers per second.
#[derive(Clone, Copy, Default)]
pub(crate) struct Search {
    /// The highest rate that was served.
    pub(crate) served: usize,
    /// The lowest rate that was too fast.
    too_fast: Option<usize>,
    /// Whether the rate failed once. Other work on the machine may have been the reason.
    doubtful: bool,
}

impl Search {
    /// Returns the rate to try next, or `None` when the capacity is known.
    pub(crate) fn next(&self, first: usize) -> Option<usize> {
        match self.too_fast {
            None if self.served == 0 => Some(first),
            None => Some(2 * self.served),
            Some(limit) if limit - self.served > (limit / PRECISION).max(1) => {
                Some(usize::midpoint(self.served, limit))
            }
            Some(_) => None,
        }
    }

    /// Notes what came of a rate. It is too fast when it fails twice.
    pub(crate) fn note(&mut self, rate: usize, good: bool) {
        if good {
            self.served = rate;
        } else if self.doubtful {
            self.too_fast = Some(rate);
        }
        self.doubtful = !good && !self.doubtful;
    }
}
