//! The order of keys in some of what is sent.

use serde::ser::Error as _;
use serde::{Serialize, Serializer};

/// Writes the keys of all objects inside in alphabetical order, as these values have always been sent.
pub(crate) fn sorted<S: Serializer>(value: &impl Serialize, serializer: S) -> Result<S::Ok, S::Error> {
    serde_json::to_value(value).map_err(S::Error::custom)?.serialize(serializer)
}
