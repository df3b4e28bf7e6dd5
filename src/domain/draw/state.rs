//! The states of a draw, and what is allowed when.

use std::fmt;

use chrono::{DateTime, TimeDelta, Utc};

/// How long before its round appears a draw can't be voided any more: nobody may know the round and still say no.
pub const LAST_VOID: TimeDelta = TimeDelta::seconds(5);

/// How far a draw has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DrawState {
    /// The entries are fixed, and wait for the round.
    Locked,
    /// The winners were found.
    Drawn {
        /// When they were set.
        at: DateTime<Utc>,
    },
    /// Given up before the round appeared.
    Void {
        /// When.
        at: DateTime<Utc>,
    },
}

/// Why a draw can't be voided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotVoidable {
    #[error("This draw is not locked any more.")]
    NotLocked,
    #[error("It is too late to void this draw: its round is about to appear.")]
    TooLate,
}

/// Why a draw takes no round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotDrawable {
    #[error("This draw is not locked any more.")]
    NotLocked,
    #[error("The round of this draw has not appeared yet.")]
    TooEarly,
}

impl DrawState {
    /// Returns the state's name in the API and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Locked => "locked",
            Self::Drawn { .. } => "drawn",
            Self::Void { .. } => "void",
        }
    }

    /// Voids a draw, up to five seconds before its round appears.
    pub fn void(self, round_at: DateTime<Utc>, now: DateTime<Utc>) -> Result<Self, NotVoidable> {
        match self {
            Self::Locked if round_at - now >= LAST_VOID => Ok(Self::Void { at: now }),
            Self::Locked => Err(NotVoidable::TooLate),
            Self::Drawn { .. } | Self::Void { .. } => Err(NotVoidable::NotLocked),
        }
    }

    /// Draws, from the moment on at which the round appears.
    pub fn draw(self, round_at: DateTime<Utc>, now: DateTime<Utc>) -> Result<Self, NotDrawable> {
        match self {
            Self::Locked if now >= round_at => Ok(Self::Drawn { at: now }),
            Self::Locked => Err(NotDrawable::TooEarly),
            Self::Drawn { .. } | Self::Void { .. } => Err(NotDrawable::NotLocked),
        }
    }

    /// Tells whether nothing may change the entries.
    pub const fn holds_the_entries(self) -> bool {
        matches!(self, Self::Locked)
    }

    /// Returns when it was drawn.
    pub const fn drawn_at(self) -> Option<DateTime<Utc>> {
        match self {
            Self::Drawn { at } => Some(at),
            Self::Locked | Self::Void { .. } => None,
        }
    }

    /// Returns when it was voided.
    pub const fn voided_at(self) -> Option<DateTime<Utc>> {
        match self {
            Self::Void { at } => Some(at),
            Self::Locked | Self::Drawn { .. } => None,
        }
    }
}

impl fmt::Display for DrawState {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta, Utc};

    use super::{DrawState, LAST_VOID, NotDrawable, NotVoidable};

    const ROUND_AT: DateTime<Utc> = DateTime::UNIX_EPOCH;
    const OVER: [DrawState; 2] = [DrawState::Drawn { at: ROUND_AT }, DrawState::Void { at: ROUND_AT }];

    fn micros(count: i64) -> TimeDelta {
        TimeDelta::microseconds(count)
    }

    #[test]
    fn a_locked_draw_is_voided_until_five_seconds_before_its_round() {
        let void = |now| DrawState::Locked.void(ROUND_AT, now);
        for before in [LAST_VOID, TimeDelta::days(1)] {
            let at = ROUND_AT - before;
            assert_eq!(void(at), Ok(DrawState::Void { at }));
        }
        for now in [ROUND_AT - LAST_VOID + micros(1), ROUND_AT, ROUND_AT + TimeDelta::days(1)] {
            assert_eq!(void(now), Err(NotVoidable::TooLate), "{now}");
        }
    }

    #[test]
    fn a_locked_draw_is_drawn_from_its_rounds_time_on() {
        let draw = |now| DrawState::Locked.draw(ROUND_AT, now);
        for at in [ROUND_AT, ROUND_AT + TimeDelta::days(100)] {
            assert_eq!(draw(at), Ok(DrawState::Drawn { at }));
        }
        assert_eq!(draw(ROUND_AT - micros(1)), Err(NotDrawable::TooEarly));
    }

    #[test]
    fn what_is_over_stays_as_it_is() {
        let ever = [ROUND_AT - TimeDelta::days(1), ROUND_AT, ROUND_AT + TimeDelta::days(1)];
        for (state, now) in OVER.into_iter().flat_map(|state| ever.map(|now| (state, now))) {
            assert_eq!(state.void(ROUND_AT, now), Err(NotVoidable::NotLocked));
            assert_eq!(state.draw(ROUND_AT, now), Err(NotDrawable::NotLocked));
        }
    }

    #[test]
    fn only_a_locked_draw_holds_the_entries_and_each_end_has_its_time() {
        let [drawn, void] = OVER;
        assert!(DrawState::Locked.holds_the_entries() && !drawn.holds_the_entries() && !void.holds_the_entries());
        assert_eq!([DrawState::Locked, drawn, void].map(DrawState::as_str), ["locked", "drawn", "void"]);
        assert_eq!([DrawState::Locked, drawn, void].map(DrawState::drawn_at), [None, Some(ROUND_AT), None]);
        assert_eq!([DrawState::Locked, drawn, void].map(DrawState::voided_at), [None, None, Some(ROUND_AT)]);
    }
}
