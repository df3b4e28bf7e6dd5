//! A count in JSON: any whole number, however large.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use utoipa::openapi::schema::{Object, ObjectBuilder, Type};

/// 2 to the power of 64. From here on, JSON integers are parsed as floating point numbers, and these are all whole.
const TOO_LARGE: f64 = 18_446_744_073_709_551_616.0;

/// A count. Negative numbers become 0, and what does not fit becomes [`u64::MAX`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count(pub u64);

impl Count {
    /// Describes how many spots are wanted. It names no integer format, since that would be a bound.
    pub fn of_spots() -> Object {
        ObjectBuilder::new()
            .schema_type(Type::Integer)
            .description(Some(
                "How many spots, if there are as many; any whole number, however large. \
                 More than 9223372036854775807 counts as that.",
            ))
            .minimum(Some(1))
            .build()
    }
}

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WholeNumber)
    }
}

struct WholeNumber;

impl Visitor<'_> for WholeNumber {
    type Value = Count;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a whole number")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Count, E> {
        Ok(Count(number))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Count, E> {
        Ok(Count(u64::try_from(number).unwrap_or_default()))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Count, E> {
        if number >= TOO_LARGE {
            Ok(Count(u64::MAX))
        } else if number <= -TOO_LARGE {
            Ok(Count(0))
        } else {
            Err(E::invalid_type(serde::de::Unexpected::Float(number), &self))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Count;

    fn read(text: &str) -> Option<u64> {
        serde_json::from_str::<Count>(text).ok().map(|count| count.0)
    }

    #[test]
    fn every_whole_number_is_a_count() {
        assert_eq!(read("7"), Some(7));
        assert_eq!(read("9223372036854775808"), Some(9_223_372_036_854_775_808));
        assert_eq!(read("18446744073709551615"), Some(u64::MAX));
        assert_eq!(read("18446744073709551616"), Some(u64::MAX));
        assert_eq!(read(&format!("1{}", "0".repeat(30))), Some(u64::MAX));
        assert_eq!((read("-1"), read("-99999999999999999999")), (Some(0), Some(0)));
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["1.5", "1.0", "-0.5", "true", "\"1\"", "[1]", "{}", "null"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
