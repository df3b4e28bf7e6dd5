//! Which passwords are accepted.

use std::collections::HashSet;
use std::fmt;
use std::sync::LazyLock;

use crate::invalid::Invalid;

/// The most bytes a password may have: bcrypt ignores the rest, and cutting one silently would weaken it.
pub const MAX_PASSWORD_BYTES: usize = 72;

/// The service's name, which is the first thing that somebody who knows the page would try.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasswordRefusal {
    /// The password is empty.
    #[error("A password is required.")]
    Missing,
    /// It has fewer characters than the policy asks for.
    #[error("The password needs at least {min_length} characters.")]
    TooShort {
        /// The least length, in characters.
        min_length: u32,
    },
    /// It has more than [`MAX_PASSWORD_BYTES`].
    #[error("The password is too long: at most {MAX_PASSWORD_BYTES} bytes.")]
    TooLong,
    /// It contains a NUL. bcrypt repeats a password with a NUL at its end to fill its key, so what follows could count
    /// for nothing.
    #[error("The password holds a character that can't be typed: leave it out.")]
    Nul,
    /// It is one of the most common passwords.
    #[error("This password is too common: choose one that others do not use.")]
    Common,
    /// It is one character, over and over.
    #[error("The password repeats one character: choose several different ones.")]
    OneCharacter,
    /// It is the username of its account, and what is left without that is no password.
    #[error("Without the username in it, this password would be too easy to guess: choose one without it.")]
    Username,
    /// It contains the name of the service.
    #[error("The password contains the name of this service: choose one without \"{SERVICE}\".")]
    Service,
}

/// So many times the same character are as hard to guess as their number.
const LONG_RUN: usize = 32;

impl PasswordPolicy {
    /// Checks a new password of the account with this username, which may be one that is still being typed.
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

    /// Refuses what is short, common, or one character.
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
        self.check(text, username).map_err(|refusal| Invalid::field(field, refusal.to_string()))
    }
}

/// Takes a word out of a text until it is nowhere in it any more, wherever what is left comes together.
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

/// Formats the policy for people who choose a password.
impl fmt::Display for PasswordPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "At least {} characters, not counting your username; no common password, and no “{SERVICE}” in it.",
            self.min_length
        )
    }
}

impl NewPassword {
    /// Takes the operator's own password as given. Skips the policy, and fails only if it can't be hashed whole.
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
