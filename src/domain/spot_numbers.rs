//! The numbers of the spots that a buyer wants.

use waffle_language::say;

use crate::invalid::Invalid;

/// Spot numbers: at least one, distinct, ascending, each from 1 to 10,000.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SpotNumbers(Vec<i32>);

impl SpotNumbers {
    /// Checks the numbers of a field. Whether the board has them is not known here.
    pub fn parse(field: &str, numbers: &[i64]) -> Result<Self, Invalid> {
        if numbers.is_empty() {
            return Err(Invalid::field(field, say!("fault-spots-missing")));
        }
        let mut sorted = Vec::with_capacity(numbers.len());
        for number in numbers {
            match i32::try_from(*number) {
                Ok(small) if small >= 1 => sorted.push(small),
                _ => return Err(Invalid::field(field, say!("fault-no-spot", number = number.to_string()))),
            }
        }
        sorted.sort_unstable();
        if let Some([twice, _]) = sorted.array_windows().find(|[one, next]| one == next) {
            return Err(Invalid::field(field, say!("fault-spot-twice", number = twice.to_string())));
        }
        Ok(Self(sorted))
    }

    /// Parses what a buyer types, such as `3, 7, 10-14`. Repeats are dropped; `most` is the highest number.
    pub fn read(field: &str, text: &str, most: i32) -> Result<Self, Invalid> {
        let mut numbers = Vec::new();
        let parts =
            text.split(|c: char| c == ',' || c == ';' || c.is_whitespace() || c == '#').filter(|p| !p.is_empty());
        for part in parts {
            let refuse = || Invalid::field(field, say!("fault-no-numbers", part));
            let (first, last) = part.split_once(['-', '–']).unwrap_or((part, part));
            let first: i32 = first.parse().map_err(|_| refuse())?;
            let last: i32 = last.parse().map_err(|_| refuse())?;
            if first < 1 || last > most || first > last {
                return Err(Invalid::field(field, say!("fault-spots-outside", most = most.to_string(), part)));
            }
            numbers.extend(first..=last);
            if numbers.len() > 4 * usize::try_from(most).unwrap_or_default() {
                return Err(refuse());
            }
        }
        numbers.sort_unstable();
        numbers.dedup();
        if numbers.is_empty() {
            return Err(Invalid::field(field, say!("fault-spots-unpicked")));
        }
        Ok(Self(numbers))
    }

    /// Returns the numbers, ascending.
    pub fn as_slice(&self) -> &[i32] {
        &self.0
    }

    /// Returns the highest number.
    pub fn highest(&self) -> i32 {
        self.0.last().copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::SpotNumbers;

    #[test]
    fn sorts_and_refuses_repeats() {
        assert_eq!(SpotNumbers::parse("spots", &[7, 3]).unwrap().as_slice(), [3, 7]);
        for bad in [&[][..], &[1, 1], &[0], &[-3], &[i64::MAX]] {
            assert!(SpotNumbers::parse("spots", bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn reads_ranges() {
        assert_eq!(SpotNumbers::read("numbers", "3, 7, 10-12 #11", 50).unwrap().as_slice(), [3, 7, 10, 11, 12]);
        for bad in ["", "x", "0", "51", "9-3", "1-", "1-999999999"] {
            assert!(SpotNumbers::read("numbers", bad, 50).is_err(), "{bad:?}");
        }
    }
}
