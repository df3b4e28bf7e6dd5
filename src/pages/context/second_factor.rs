//! The page of the second factor.

use std::fmt::Write as _;

use fast_qr::ECL;
use fast_qr::qr::QRBuilder;
use serde::Serialize;
use waffle_domain::second_factor::in_fours;

use crate::context::form::Form;
use crate::context::{Frame, Moment, SettingsTab};

/// How many light modules the standard requires around a QR code.
const QUIET: usize = 4;

/// `GET /admin/settings/second-factor`, and the answers to its forms. Passwords and codes are never sent back.
#[derive(Debug, Clone, Serialize)]
pub struct SecondFactorPage {
    pub frame: Frame,
    pub tabs: Vec<SettingsTab>,
    /// For password managers.
    pub username: String,
    pub state: State,
    /// Its errors; that of `standing` is about the request as a whole.
    pub form: Form,
}

template!(SecondFactorPage: "admin/second_factor");

/// The state that the page shows.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// There is none.
    Off {
        /// Whether the account must have one.
        needed: bool,
    },
    /// A secret waits for its first code, and is shown, once.
    SetUp(SetUp),
    /// It waits for another code: the first was wrong.
    Confirm,
    /// The recovery codes, shown once.
    Codes {
        codes: Vec<String>,
        /// Whether the second factor was turned on just now.
        first: bool,
    },
    /// There is one.
    On { since: Moment, codes_left: i64, needed: bool },
}

/// A secret, for an app.
#[derive(Debug, Clone, Serialize)]
pub struct SetUp {
    /// In groups of four, to be typed.
    pub secret: String,
    /// For an app on the same device.
    pub address: String,
    pub qr: QrCode,
}

impl SetUp {
    /// Takes the secret and the address that the QR code holds.
    pub fn new(secret: &str, address: &str, qr: QrCode) -> Self {
        Self { secret: in_fours(secret).replace('-', " "), address: address.to_owned(), qr }
    }
}

/// A QR code as an SVG path, in units of its modules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct QrCode {
    /// Width and height, quiet zone included.
    pub size: usize,
    /// The dark modules.
    pub path: String,
}

impl QrCode {
    /// Draws a text; `None` if it is too long.
    pub fn of(text: &str) -> Option<Self> {
        let code = QRBuilder::new(text).ecl(ECL::M).build().ok()?;
        let mut path = String::new();
        for row in 0..code.size {
            let mut column = 0;
            while column < code.size {
                let dark = (column..code.size).take_while(|place| code[row][*place].value()).count();
                if dark > 0 {
                    let written = write!(path, "M{} {}h{dark}v1h-{dark}z", column + QUIET, row + QUIET);
                    debug_assert!(written.is_ok(), "a String takes any text");
                }
                column += dark.max(1);
            }
        }
        Some(Self { size: code.size + 2 * QUIET, path })
    }
}

#[cfg(test)]
mod tests {
    use super::QrCode;

    #[test]
    fn a_qr_code_is_a_path_of_dark_runs() {
        let qr = QrCode::of("otpauth://totp/Waffle:anna?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ").unwrap();
        assert!(qr.size > 30 && qr.path.starts_with("M4 4h7v1h-7z"), "{qr:?}");
        assert_eq!(QrCode::of(&"x".repeat(10_000)), None);
    }
}
