//! The second factor: codes that an app makes from a shared secret and the time (RFC 6238), and recovery codes.

use chrono::TimeDelta;

use crate::names::names;
use crate::role::Role;

/// The length of a secret, in bytes: that of the hash that codes are made with.
pub const SECRET_BYTES: usize = 20;
/// How long a code is shown, in seconds.
pub const STEP_SECONDS: u64 = 30;
/// How many digits a code has.
pub const DIGITS: u8 = 6;
/// How long a secret that was shown waits for its first code.
pub const PROPOSAL: TimeDelta = TimeDelta::minutes(15);
/// How many recovery codes an account gets.
pub const RECOVERY_CODES: usize = 10;
/// The random bytes of a recovery code.
pub const RECOVERY_BYTES: usize = 10;

/// The hash of a recovery code, as it is stored.
pub type RecoveryHash = [u8; 32];

/// Lowercase letters and digits without those that look alike (Crockford's).
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
const RECOVERY_LENGTH: usize = RECOVERY_BYTES * 8 / 5;

names! {
    /// Who must have a second factor.
    pub enum Required {
        /// No one.
        None = "none",
        /// Super admins.
        SuperAdmins = "super_admins",
        /// Admins and super admins.
        Admins = "admins",
        /// Everyone who signs in.
        All = "all",
    }
}

impl Required {
    /// Returns whether accounts of a role must have one.
    pub fn of(self, role: Role) -> bool {
        match self {
            Self::None => false,
            Self::SuperAdmins => role >= Role::SuperAdmin,
            Self::Admins => role >= Role::Admin,
            Self::All => true,
        }
    }
}

/// A code as it was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypedCode {
    /// From the app: six digits.
    App(String),
    /// A recovery code, in its plain form: sixteen letters and digits.
    Recovery(String),
}

impl TypedCode {
    /// Reads a code, whatever its spaces, hyphens and capitals. `None` if it can't be either kind.
    pub fn parse(text: &str) -> Option<Self> {
        let mut plain = String::new();
        for letter in text.chars().filter(|letter| !letter.is_whitespace() && *letter != '-') {
            plain.push(match letter.to_ascii_lowercase() {
                'o' => '0',
                'i' | 'l' => '1',
                other => other,
            });
            if plain.len() > RECOVERY_LENGTH {
                return None;
            }
        }
        if plain.len() == usize::from(DIGITS) && plain.bytes().all(|byte| byte.is_ascii_digit()) {
            return Some(Self::App(plain));
        }
        let known = plain.len() == RECOVERY_LENGTH && plain.bytes().all(|byte| ALPHABET.contains(&byte));
        known.then_some(Self::Recovery(plain))
    }
}

/// Writes a recovery code in its plain form.
pub fn recovery_code(random: [u8; RECOVERY_BYTES]) -> String {
    let bits = random.iter().fold(0_u128, |bits, byte| (bits << 8) | u128::from(*byte));
    let letter = |place: usize| {
        let index = usize::try_from((bits >> (5 * (RECOVERY_LENGTH - 1 - place))) & 31).unwrap_or_default();
        char::from(ALPHABET[index])
    };
    (0..RECOVERY_LENGTH).map(letter).collect()
}

/// Writes a code in groups of four, as people read it.
pub fn in_fours(code: &str) -> String {
    let mut text = String::with_capacity(code.len() * 5 / 4);
    for (place, letter) in code.chars().enumerate() {
        if place > 0 && place % 4 == 0 {
            text.push('-');
        }
        text.push(letter);
    }
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, proptest};

    use super::{Required, TypedCode, in_fours, recovery_code};
    use crate::role::Role;

    #[test]
    fn the_role_decides_who_must_have_one() {
        let roles = [Role::WaffleManager, Role::Admin, Role::SuperAdmin];
        for (text, of) in [
            ("none", [false, false, false]),
            ("super_admins", [false, false, true]),
            ("admins", [false, true, true]),
            ("all", [true, true, true]),
        ] {
            let required = Required::parse(text).unwrap();
            assert_eq!(roles.map(|role| required.of(role)), of, "{text}");
        }
        for text in ["", "true", "false", "managers", "Admins"] {
            assert_eq!(Required::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_code_is_read_however_it_is_typed() {
        let app = Some(TypedCode::App("012345".into()));
        for text in ["012345", " 012 345 ", "012-345", "ol2345"] {
            assert_eq!(TypedCode::parse(text), app, "{text}");
        }
        let recovery = Some(TypedCode::Recovery("abcd0123efgh1jkm".into()));
        for text in ["abcd-0123-efgh-1jkm", "ABCD O123 EFGH LJKM", "abcd0123efgh1jkm"] {
            assert_eq!(TypedCode::parse(text), recovery, "{text}");
        }
        for text in
            ["", "12345", "1234567", "abcd-0123-efgh-1jk", "abcd-0123-efgh-1jkmn", "uuuuuuuuuuuuuuuu", "１２３４５６"]
        {
            assert_eq!(TypedCode::parse(text), None, "{text}");
        }
        assert_eq!(TypedCode::parse(&"1".repeat(1_000_000)), None);
    }

    #[test]
    fn a_recovery_code_holds_all_its_random_bits() {
        assert_eq!(recovery_code([0; 10]), "0000000000000000");
        assert_eq!(recovery_code([255; 10]), "zzzzzzzzzzzzzzzz");
        assert_eq!(recovery_code([0, 0, 0, 0, 0, 0, 0, 0, 0, 33]), "0000000000000011");
        assert_eq!(in_fours("abcd0123efgh1jkm"), "abcd-0123-efgh-1jkm");
    }

    proptest! {
        #[test]
        fn what_is_shown_is_read_back(random in any::<[u8; 10]>()) {
            let code = recovery_code(random);
            assert_eq!(TypedCode::parse(&in_fours(&code).to_uppercase()), Some(TypedCode::Recovery(code)));
        }

        #[test]
        fn no_text_breaks_it(text in ".*") {
            let _ = TypedCode::parse(&text);
        }
    }
}
