//! Rates in percent, to one decimal.

use std::fmt;
use std::ops::Sub;

use serde::{Serialize, Serializer};
use waffle_language::{Amount, Text, say};

/// A rate in percent with one decimal, such as 37.5, rounded half away from zero. Also the difference of two rates,
/// which may be negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Percent {
    tenths: i32,
}

impl Percent {
    /// Returns `part` as a share of `whole`; 0 if `whole` is 0.
    pub fn of(part: u32, whole: u32) -> Self {
        let (part, whole) = (u64::from(part), u64::from(whole));
        let tenths = if whole == 0 { 0 } else { (2_000 * part + whole) / (2 * whole) };
        Self { tenths: i32::try_from(tenths).unwrap_or(i32::MAX) }
    }

    /// Does the same for a part that is not a whole number, such as a sum of chances.
    pub fn of_sum(part: f64, whole: u32) -> Self {
        if whole == 0 {
            return Self::default();
        }
        let tenths = part * 1_000.0 / f64::from(whole);
        // A sum of fractions may be slightly off where it should be exactly half a tenth.
        let settled = (tenths * 1e6).round() / 1e6;
        #[expect(clippy::cast_possible_truncation, reason = "it is whole, and the cast saturates")]
        let tenths = settled.round() as i32;
        Self { tenths }
    }

    /// Returns the rate as a number, for example 37.5.
    pub fn value(self) -> f64 {
        f64::from(self.tenths) / 10.0
    }

    /// The rate for a text.
    pub fn amount(self) -> Amount {
        Amount { cents: self.tenths.into(), symbol: String::new(), decimals: 1 }
    }

    /// A difference with its sign, for a text: `+12.5`, `−3.0`, `0.0`.
    pub fn luck(self) -> Text {
        let number = Self { tenths: self.tenths.saturating_abs() }.amount();
        match self.tenths {
            0 => say!("luck-none", number),
            1.. => say!("luck-plus", number),
            _ => say!("luck-minus", number),
        }
    }
}

impl Sub for Percent {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { tenths: self.tenths.saturating_sub(other.tenths) }
    }
}

/// Formats the rate with one decimal: `37.5`.
impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1}", self.value())
    }
}

/// Serializes the rate as a number.
impl Serialize for Percent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.value())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

    use super::Percent;

    #[test]
    fn half_a_tenth_goes_away_from_zero() {
        for (part, whole, rate) in
            [(0, 0, "0.0"), (0, 7, "0.0"), (7, 7, "100.0"), (1, 3, "33.3"), (2, 3, "66.7"), (1, 16, "6.3")]
        {
            assert_eq!(Percent::of(part, whole).to_string(), rate);
        }
        assert_eq!(Percent::of(1, 2_000).to_string(), "0.1");
        assert_eq!(Percent::of(1, 2_001).to_string(), "0.0");
    }

    #[test]
    fn a_difference_says_its_sign() {
        let (third, half) = (Percent::of(1, 3), Percent::of(1, 2));
        assert_eq!((half - third).luck().to_string(), "+16.7");
        assert_eq!((third - half).luck().to_string(), "−16.7");
        assert_eq!((half - half).luck().to_string(), "0.0");
        assert_eq!(serde_json::to_string(&[third - half, half - half]).unwrap(), "[-16.7,0.0]");
    }

    proptest! {
        #[test]
        fn is_within_half_a_tenth(part in 0..20_000_u32, more in 0..20_000_u32) {
            let whole = (part + more).max(1);
            let exact = f64::from(part) * 100.0 / f64::from(whole);
            prop_assert!((Percent::of(part, whole).value() - exact).abs() <= 0.05 + 1e-9);
        }

        #[test]
        fn a_sum_of_fractions_rounds_as_the_whole_does(part in 0..500_u32, pieces in 1..300_u32, whole in 1..500_u32) {
            let sum: f64 = (0..pieces).map(|_| f64::from(part) / f64::from(pieces)).sum();
            prop_assert_eq!(Percent::of_sum(sum, whole), Percent::of(part, whole));
        }
    }
}
