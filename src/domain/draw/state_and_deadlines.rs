//! The states of a draw, and what is allowed when.

use chrono::{DateTime, TimeDelta, Utc};

use crate::names::names;
use crate::refusal::Refusal;

/// How long before its round appears a draw can no longer be voided: no one may know the round and still void it.
pub const LAST_VOID: TimeDelta = TimeDelta::seconds(5);

names! {
    /// How far a draw has come.
    pub enum DrawState {
        /// The entries are fixed, and wait for the round.
        Locked = "locked",
        /// The winners were found.
        Drawn = "drawn",
        /// Voided before the round appeared.
        Void = "void",
    }
}

impl DrawState {
    /// Checks whether a draw can be voided: up to five seconds before its round appears.
    pub fn void(self, round_at: DateTime<Utc>, now: DateTime<Utc>) -> Result<(), Refusal> {
        match self {
            Self::Locked if round_at - now >= LAST_VOID => Ok(()),
            Self::Locked => Err(Refusal::TooLateToVoid),
            Self::Drawn | Self::Void => Err(Refusal::DrawNotLocked),
        }
    }

    /// Checks whether a draw can be decided: from the moment at which its round appears.
    pub fn draw(self, round_at: DateTime<Utc>, now: DateTime<Utc>) -> Result<(), Refusal> {
        match self {
            Self::Locked if now >= round_at => Ok(()),
            Self::Locked => Err(Refusal::TooEarly),
            Self::Drawn | Self::Void => Err(Refusal::DrawNotLocked),
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta, Utc};

    use super::{DrawState, LAST_VOID, Refusal};

    const ROUND_AT: DateTime<Utc> = DateTime::UNIX_EPOCH;
    const OVER: [DrawState; 2] = [DrawState::Drawn, DrawState::Void];

    fn micros(count: i64) -> TimeDelta {
        TimeDelta::microseconds(count)
    }

    #[test]
    fn a_locked_draw_is_voided_until_five_seconds_before_its_round() {
        let void = |now| DrawState::Locked.void(ROUND_AT, now);
        for before in [LAST_VOID, TimeDelta::days(1)] {
            assert_eq!(void(ROUND_AT - before), Ok(()));
        }
        for now in [ROUND_AT - LAST_VOID + micros(1), ROUND_AT, ROUND_AT + TimeDelta::days(1)] {
            assert_eq!(void(now), Err(Refusal::TooLateToVoid), "{now}");
        }
    }

    #[test]
    fn a_locked_draw_is_drawn_from_its_rounds_time_on() {
        let draw = |now| DrawState::Locked.draw(ROUND_AT, now);
        for at in [ROUND_AT, ROUND_AT + TimeDelta::days(100)] {
            assert_eq!(draw(at), Ok(()));
        }
        assert_eq!(draw(ROUND_AT - micros(1)), Err(Refusal::TooEarly));
    }

    #[test]
    fn an_ended_draw_stays_as_it_is() {
        let ever = [ROUND_AT - TimeDelta::days(1), ROUND_AT, ROUND_AT + TimeDelta::days(1)];
        for (state, now) in OVER.into_iter().flat_map(|state| ever.map(|now| (state, now))) {
            assert_eq!(state.void(ROUND_AT, now), Err(Refusal::DrawNotLocked));
            assert_eq!(state.draw(ROUND_AT, now), Err(Refusal::DrawNotLocked));
        }
    }
}
