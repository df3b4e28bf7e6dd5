//! The rounds of a beacon, and when they appear.

use std::fmt;
use std::ops::RangeInclusive;

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

/// When the first round of a chain may have appeared, in seconds since 1970: up to the year 9999.
pub const GENESIS: RangeInclusive<i64> = 0..=253_402_300_799;
/// How many seconds may lie between two rounds: up to an hour.
pub const PERIOD_SECONDS: RangeInclusive<u32> = 1..=3_600;
/// The last round: many JSON parsers are exact only up to this number.
const LAST: u64 = (1 << 53) - 1;

/// The number of a round, from 1 to 2⁵³ − 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u64", into = "u64")]
pub struct Round(u64);

/// A number that is not a round's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("There is no round {0}.")]
pub struct NoRound(u64);

impl Round {
    /// The first round of every chain.
    pub const FIRST: Self = Self(1);

    /// Returns the number.
    pub const fn get(self) -> u64 {
        self.0
    }
}

impl TryFrom<u64> for Round {
    type Error = NoRound;

    fn try_from(number: u64) -> Result<Self, NoRound> {
        if (1..=LAST).contains(&number) { Ok(Self(number)) } else { Err(NoRound(number)) }
    }
}

impl From<Round> for u64 {
    fn from(round: Round) -> Self {
        round.0
    }
}

impl fmt::Display for Round {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, formatter)
    }
}

/// When the rounds of a chain appear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timetable {
    genesis: i64,
    period: u32,
}

impl Timetable {
    /// Takes the time of the first round, in seconds since 1970, and the seconds between two rounds. `None` if one of
    /// them is outside [`GENESIS`] or [`PERIOD_SECONDS`].
    pub fn new(genesis: i64, period: u32) -> Option<Self> {
        (GENESIS.contains(&genesis) && PERIOD_SECONDS.contains(&period)).then_some(Self { genesis, period })
    }

    /// Returns when a round appears: genesis + (round − 1) × period. A time out of range becomes the latest possible
    /// one.
    pub fn time_of(self, round: Round) -> DateTime<Utc> {
        let seconds = i64::try_from(round.0 - 1).ok().and_then(|before| before.checked_mul(self.period.into()));
        let time = seconds.and_then(|seconds| seconds.checked_add(self.genesis));
        time.and_then(|time| DateTime::from_timestamp(time, 0)).unwrap_or(DateTime::<Utc>::MAX_UTC)
    }

    /// Finds the first round that appears at or after a time.
    pub fn first_at_or_after(self, time: DateTime<Utc>) -> Round {
        let whole = time.timestamp() + i64::from(time.timestamp_subsec_nanos() > 0);
        let periods = u64::try_from(whole - self.genesis).unwrap_or(0).div_ceil(self.period.into());
        Round((periods + 1).min(LAST))
    }

    /// Finds the newest round that has appeared at a time; `None` before the first.
    pub fn newest_at(self, time: DateTime<Utc>) -> Option<Round> {
        let passed = u64::try_from(time.timestamp() - self.genesis).ok()?;
        Some(Round((passed / u64::from(self.period) + 1).min(LAST)))
    }

    /// Returns the seconds between two rounds.
    pub fn period(self) -> TimeDelta {
        TimeDelta::seconds(self.period.into())
    }

    /// Returns when the first round appeared, in seconds since 1970.
    pub const fn genesis(self) -> i64 {
        self.genesis
    }

    /// Returns the seconds between two rounds.
    pub const fn period_seconds(self) -> u32 {
        self.period
    }
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta, Utc};
    use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

    use super::{GENESIS, LAST, PERIOD_SECONDS, Round, Timetable};

    fn quicknet() -> Timetable {
        Timetable::new(1_692_803_367, 3).unwrap()
    }

    fn at(seconds: i64, nanos: u32) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, nanos).unwrap()
    }

    #[test]
    fn rounds_go_from_1_to_the_last_whole_number_of_json() {
        for number in [1, LAST] {
            assert_eq!(Round::try_from(number).unwrap().get(), number);
        }
        for number in [0, LAST + 1, u64::MAX] {
            assert!(Round::try_from(number).is_err(), "{number}");
        }
    }

    #[test]
    fn a_timetable_has_bounds() {
        for (genesis, period) in [(*GENESIS.start(), 1), (*GENESIS.end(), 3_600)] {
            assert!(Timetable::new(genesis, period).is_some());
        }
        for (genesis, period) in [(-1, 3), (*GENESIS.end() + 1, 3), (0, 0), (0, *PERIOD_SECONDS.end() + 1)] {
            assert!(Timetable::new(genesis, period).is_none(), "{genesis} {period}");
        }
    }

    #[test]
    fn the_rounds_of_quicknet_appear_every_three_seconds() {
        let quicknet = quicknet();
        assert_eq!(quicknet.time_of(Round::FIRST), at(1_692_803_367, 0));
        assert_eq!(quicknet.time_of(Round(657_413)), at(1_692_803_367 + 657_412 * 3, 0));
        assert_eq!(quicknet.time_of(Round(657_413)).to_rfc3339(), "2023-09-15T11:00:03+00:00");
    }

    #[test]
    fn the_round_is_the_first_one_at_or_after_a_time() {
        let quicknet = quicknet();
        let second = quicknet.time_of(Round(2));
        let nano = TimeDelta::nanoseconds(1);
        assert_eq!(quicknet.first_at_or_after(second), Round(2));
        assert_eq!(quicknet.first_at_or_after(second - nano), Round(2));
        assert_eq!(quicknet.first_at_or_after(second + nano), Round(3));
        assert_eq!(quicknet.first_at_or_after(second - quicknet.period()), Round(1));
        assert_eq!(quicknet.first_at_or_after(second - quicknet.period() + nano), Round(2));
        for long_ago in [DateTime::UNIX_EPOCH, DateTime::<Utc>::MIN_UTC] {
            assert_eq!(quicknet.first_at_or_after(long_ago), Round(1));
        }
        assert!(quicknet.first_at_or_after(DateTime::<Utc>::MAX_UTC) > Round(1 << 40));
    }

    #[test]
    fn a_round_beyond_all_calendars_never_appears() {
        assert_eq!(Timetable::new(0, 3_600).unwrap().time_of(Round(LAST)), DateTime::<Utc>::MAX_UTC);
    }

    proptest! {
        #[test]
        fn nothing_appears_between_a_time_and_its_round(
            genesis in GENESIS, period in PERIOD_SECONDS,
            seconds in 0..4_000_000_000_i64, nanos in 0..1_000_000_000_u32,
        ) {
            let timetable = Timetable::new(genesis, period).unwrap();
            let time = at(seconds, nanos);
            let round = timetable.first_at_or_after(time);
            prop_assert!(timetable.time_of(round) >= time);
            if round > Round::FIRST {
                prop_assert!(timetable.time_of(Round(round.0 - 1)) < time);
            }
            prop_assert_eq!(timetable.first_at_or_after(timetable.time_of(round)), round);
            prop_assert_eq!(timetable.newest_at(timetable.time_of(round)), Some(round));
            if timetable.time_of(round) > time {
                prop_assert_eq!(timetable.newest_at(time), Round::try_from(round.0 - 1).ok());
            }
        }
    }
}
