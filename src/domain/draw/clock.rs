//! Which clock decides that it is still before a draw's round: this service's own, which may be slow, and the time of
//! the beacon's newest round, which can't have appeared early.

use chrono::{DateTime, TimeDelta, Utc};

use crate::draw::round::{Round, Timetable};
use crate::draw::state_and_deadlines::LAST_VOID;
use crate::names::names;

/// How far the newest round may lag behind the clock of this service to count as recent, unless ten periods of the
/// beacon are longer.
const RECENT: TimeDelta = TimeDelta::minutes(1);
/// The number of periods.
const RECENT_PERIODS: i32 = 10;

names! {
    /// Whether relays were asked when a draw was locked, and when it was voided.
    pub enum ClockCheck {
        /// A relay's newest round came before the draw's, and was recent.
        Checked = "checked",
        /// No relay answered, or only with old rounds: this service's clock decided alone.
        Unchecked = "unchecked",
    }
}

/// What the relays said about the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heard {
    /// No relay had a round that verifies.
    Nothing,
    /// The newest round of any of them.
    Newest {
        /// When it appeared, by its number: a lower bound of the time when it was received.
        appeared: DateTime<Utc>,
        /// When it was received, by the clock of this service.
        at: DateTime<Utc>,
        /// Whether it was [recent](is_recent) then. Any published round verifies forever, so an old one only proves
        /// that it is not earlier.
        recent: bool,
    },
}

/// Returns whether a beacon's newest round is not far behind the clock of this service. A relay that reports an older
/// one has stopped, or hides newer rounds.
pub fn is_recent(timetable: Timetable, newest: Round, now: DateTime<Utc>) -> bool {
    now - timetable.time_of(newest) <= RECENT.max(timetable.period() * RECENT_PERIODS)
}

impl Heard {
    /// Takes the newest round of any relay, if there is one, and when it was received by the clock of this service.
    pub fn of(timetable: Timetable, newest: Option<Round>, at: DateTime<Utc>) -> Self {
        newest.map_or(Self::Nothing, |newest| Self::Newest {
            appeared: timetable.time_of(newest),
            at,
            recent: is_recent(timetable, newest, at),
        })
    }

    /// Returns whether a round appears in less than five seconds, or has appeared: by the relays' time, plus the time
    /// since then by this service's clock, which may be slow or fast, but runs.
    pub fn too_late(self, round_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
        match self {
            Self::Nothing => false,
            Self::Newest { appeared, at, .. } => appeared + (now - at).max(TimeDelta::zero()) >= round_at - LAST_VOID,
        }
    }

    /// Returns the value that a draw publishes.
    pub const fn check(self) -> ClockCheck {
        match self {
            Self::Newest { recent: true, .. } => ClockCheck::Checked,
            Self::Nothing | Self::Newest { .. } => ClockCheck::Unchecked,
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta, Utc};

    use super::{ClockCheck, Heard, is_recent};
    use crate::draw::round::{Round, Timetable};

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds)
    }

    #[test]
    fn it_is_too_late_from_five_seconds_before_the_round_on_by_the_newest_round_whatever_our_clock_says() {
        for (appeared, too_late) in [(94, false), (95, true), (100, true), (1_000, true), (0, false)] {
            for ours in [0, 94, 5_000] {
                let heard = Heard::Newest { appeared: at(appeared), at: at(ours), recent: false };
                assert_eq!(heard.too_late(at(100), at(ours)), too_late, "{appeared} {ours}");
            }
        }
    }

    #[test]
    fn time_that_passes_after_the_answer_counts_and_a_clock_that_is_set_back_takes_none_away() {
        let heard = Heard::Newest { appeared: at(90), at: at(60), recent: true };
        assert_eq!([60, 64, 65, 70].map(|now| heard.too_late(at(100), at(now))), [false, false, true, true]);
        assert!(!heard.too_late(at(100), at(10)));
        assert!(Heard::Newest { appeared: at(95), at: at(60), recent: true }.too_late(at(100), at(10)));
    }

    #[test]
    fn where_no_relay_answers_nothing_is_too_late_and_the_draw_says_so() {
        assert!(!Heard::Nothing.too_late(at(0), at(100)));
        assert_eq!(Heard::Nothing.check(), ClockCheck::Unchecked);
    }

    #[test]
    fn only_a_newest_round_of_the_last_minute_or_the_last_ten_periods_checks_a_clock() {
        for (period, oldest) in [(1, 60), (3, 60), (6, 60), (7, 70), (3_600, 36_000)] {
            let timetable = Timetable::new(1_000, period).unwrap();
            let second = Round::try_from(2).unwrap();
            let appeared = 1_000 + i64::from(period);
            for (age, recent) in [(-3_600, true), (0, true), (oldest, true), (oldest + 1, false)] {
                let now = at(appeared + age);
                assert_eq!(is_recent(timetable, second, now), recent, "{period} {age}");
                let heard = Heard::of(timetable, Some(second), now);
                assert_eq!(heard, Heard::Newest { appeared: at(appeared), at: now, recent });
                let check = if recent { ClockCheck::Checked } else { ClockCheck::Unchecked };
                assert_eq!(heard.check(), check, "{period} {age}");
            }
        }
        assert_eq!(Heard::of(Timetable::new(0, 3).unwrap(), None, at(0)), Heard::Nothing);
    }
}
