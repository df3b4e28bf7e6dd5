//! Which passwords are accepted.

use std::collections::HashSet;
use std::fmt;
use std::sync::LazyLock;

use waffle_language::{Text, say};

use crate::invalid::Invalid;

/// The most bytes of a password: bcrypt ignores the rest, and silently cutting one would weaken it.
pub const MAX_PASSWORD_BYTES: usize = 72;

/// The service's name, which an attacker would try first.
const SERVICE: &str = "waffle";

static COMMON: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    include_str!("common_passwords.txt").lines().filter(|line| *line != "#" && !line.starts_with("# ")).collect()
});

/// The rules for new passwords. Existing ones stay valid when the rules change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PasswordPolicy {
    /// The least length, in characters.
    pub min_length: u32,
}

/// A password that met the policy when it was chosen. Never shown or logged.
#[derive(Clone)]
pub struct NewPassword(String);

/// Why a password is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PasswordRefusal {
    /// The password is empty.
    Missing,
    /// It has fewer characters than the policy requires.
    TooShort {
        /// The least length, in characters.
        min_length: u32,
    },
    /// It has more than [`MAX_PASSWORD_BYTES`].
    TooLong,
    /// It contains a NUL. bcrypt repeats a password with a NUL at its end to fill its key, so the text after a NUL
    /// might count for nothing.
    Nul,
    /// It is one of the most common passwords.
    Common,
    /// It is one repeated character.
    OneCharacter,
    /// It contains the username of its account, and the rest is not a valid password.
    Username,
    /// It contains the name of the service.
    Service,
}

impl PasswordRefusal {
    /// The sentence for people.
    pub fn sentence(self) -> Text {
        match self {
            Self::Missing => say!("fault-password-missing"),
            Self::TooShort { min_length } => say!("fault-password-short", least = min_length),
            Self::TooLong => say!("fault-password-long", most = MAX_PASSWORD_BYTES),
            Self::Nul => say!("fault-password-nul"),
            Self::Common => say!("fault-password-common"),
            Self::OneCharacter => say!("fault-password-one-character"),
            Self::Username => say!("fault-password-with-username"),
            Self::Service => say!("fault-password-with-service", service = SERVICE),
        }
    }
}

impl fmt::Display for PasswordRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

/// A run of this many equal characters is as hard to guess as its length.
const LONG_RUN: usize = 32;

impl PasswordPolicy {
    /// Checks a new password of the account with this username, which may be incomplete while it is being typed.
    pub fn check(self, text: &str, username: &str) -> Result<NewPassword, PasswordRefusal> {
        let lowercase = text.to_lowercase();
        if text.is_empty() {
            return Err(PasswordRefusal::Missing);
        }
        if text.len() > MAX_PASSWORD_BYTES {
            return Err(PasswordRefusal::TooLong);
        }
        if text.contains('\0') {
            return Err(PasswordRefusal::Nul);
        }
        self.check_guessable(text, &lowercase)?;
        let rest = without(&lowercase, &username.trim().to_lowercase());
        if rest != lowercase && self.check_guessable(&rest, &rest).is_err() {
            return Err(PasswordRefusal::Username);
        }
        if lowercase.contains(SERVICE) {
            return Err(PasswordRefusal::Service);
        }
        Ok(NewPassword(text.to_owned()))
    }

    /// Refuses a password that is short, common, or one repeated character.
    fn check_guessable(self, text: &str, lowercase: &str) -> Result<(), PasswordRefusal> {
        let (min_length, length) = (self.min_length, text.chars().count());
        if COMMON.contains(lowercase) {
            Err(PasswordRefusal::Common)
        } else if length < usize::try_from(min_length).unwrap_or(usize::MAX) {
            Err(PasswordRefusal::TooShort { min_length })
        } else if length < LONG_RUN && is_one_character(text) {
            Err(PasswordRefusal::OneCharacter)
        } else {
            Ok(())
        }
    }

    /// Does the same as [`check`](Self::check), for a field of a request.
    pub fn check_field(self, field: &str, text: &str, username: &str) -> Result<NewPassword, Invalid> {
        self.check(text, username).map_err(|refusal| Invalid::field(field, refusal.sentence()))
    }
}

/// Removes a word from a text until it no longer occurs, even where the remaining parts form it again.
fn without(text: &str, word: &str) -> String {
    let mut rest = text.to_owned();
    while !word.is_empty() && rest.contains(word) {
        rest = rest.replace(word, "");
    }
    rest
}

fn is_one_character(text: &str) -> bool {
    let mut characters = text.chars();
    let first = characters.next();
    characters.all(|character| Some(character) == first)
}

/// Formats the policy for people who choose a password, in English.
impl fmt::Display for PasswordPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        say!("password-rules", least = self.min_length).fmt(f)
    }
}

impl NewPassword {
    /// Takes the operator's own password as given. Skips the policy, and fails only if bcrypt can't hash all of it.
    pub fn as_given(text: &str) -> Result<Self, PasswordRefusal> {
        if text.is_empty() {
            return Err(PasswordRefusal::Missing);
        }
        if text.len() > MAX_PASSWORD_BYTES {
            return Err(PasswordRefusal::TooLong);
        }
        Ok(Self(text.to_owned()))
    }

    /// Returns the password itself, for hashing.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for NewPassword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NewPassword(…)")
    }
}

#[cfg(test)]
mod tests;
