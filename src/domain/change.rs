//! A field of an edit.

use serde::{Deserialize, Deserializer};

/// What an edit does to a field: nothing, or it sets it. Read from JSON, a field that is not there is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Change<T> {
    /// It stays as it is.
    #[default]
    Keep,
    /// It becomes this.
    To(T),
}

impl<T> Change<T> {
    /// Returns what the field becomes, if it changes.
    pub fn into_option(self) -> Option<T> {
        match self {
            Self::Keep => None,
            Self::To(value) => Some(value),
        }
    }

    /// Turns what the field becomes into something else, or gives up on the change.
    pub fn and_then<U>(self, turn: impl FnOnce(T) -> Option<U>) -> Change<U> {
        self.into_option().and_then(turn).map_or(Change::Keep, Change::To)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Change<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(Self::To)
    }
}
