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
