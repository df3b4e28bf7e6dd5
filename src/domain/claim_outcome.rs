//! How claims end, for those who count them.

use crate::claim::Granted;
use crate::failure::Failure;
use crate::names::names;
use crate::refusal::Refusal;

names! {
    /// How a claim ended for its caller.
    pub enum ClaimOutcome {
        /// It got spots, or got them before with the same key.
        Granted = "granted",
        /// It asked for any spots, and none was free.
        NoneFree = "none_free",
        /// A spot was taken.
        Taken = "taken",
        /// The waffle is completed, not open yet, or paused.
        NotActive = "not_active",
        /// It asked for something that does not exist or for too much, its handle is blocked, or its key was reused.
        Refused = "refused",
        /// Certainly not made: the database was away, or a queue was full.
        Unavailable = "unavailable",
        /// It may have been made.
        OutcomeUnknown = "outcome_unknown",
        /// Not made because of a defect.
        Failed = "failed",
    }
}

impl ClaimOutcome {
    /// Judges the answer to a claim.
    pub fn of(answer: &Result<Granted, Failure>) -> Self {
        match answer {
            Ok(granted) if granted.spots.is_empty() => Self::NoneFree,
            Ok(_) => Self::Granted,
            Err(failure) => match (&failure.refusal, failure.status()) {
                (Refusal::SpotsTaken { .. }, _) => Self::Taken,
                (Refusal::WaffleNotActive | Refusal::NotOpenYet { .. } | Refusal::ClaimsPaused, _) => Self::NotActive,
                (Refusal::OutcomeUnknown, _) => Self::OutcomeUnknown,
                (_, 503) => Self::Unavailable,
                (_, 500) => Self::Failed,
                _ => Self::Refused,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ClaimOutcome;

    #[test]
    fn each_outcome_has_its_own_index() {
        assert!(ClaimOutcome::ALL.iter().enumerate().all(|(index, outcome)| *outcome as usize == index));
    }
}
