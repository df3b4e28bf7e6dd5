//! QR codes, drawn as paths of an SVG.

use std::fmt::Write as _;

use fast_qr::ECL;
use fast_qr::qr::QRBuilder;
use serde::Serialize;

/// How many light modules the standard requires around a QR code.
const QUIET: usize = 4;

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
