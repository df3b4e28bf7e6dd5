//! A field of an edit.

use serde::{Deserialize, Deserializer};

/// What an edit does to a field: keep it or set it. A field that is missing from JSON is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Change<T> {
    /// The field stays as it is.
    #[default]
    Keep,
    /// The field gets this value.
    To(T),
}

impl<T> Change<T> {
    /// Returns the new value, if there is one.
    pub fn into_option(self) -> Option<T> {
        match self {
            Self::Keep => None,
            Self::To(value) => Some(value),
        }
    }

    /// Maps the new value, or drops the change.
    pub fn and_then<U>(self, turn: impl FnOnce(T) -> Option<U>) -> Change<U> {
        self.into_option().and_then(turn).into()
    }
}

impl<T> From<Option<T>> for Change<T> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Keep, Self::To)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Change<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(Self::To)
    }
}

/// Sets a field to a value, if there is one, and notes the field's name if that changes it.
pub(crate) fn replace<T: PartialEq>(
    field: &mut T,
    value: Option<T>,
    name: &'static str,
    changed: &mut Vec<&'static str>,
) {
    if let Some(value) = value.filter(|value| value != field) {
        *field = value;
        changed.push(name);
    }
}
