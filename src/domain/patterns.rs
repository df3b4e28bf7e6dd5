//! The patterns of plain texts in the API's description. A text with special rules has its pattern with its type,
//! such as [`Handle::PATTERN`](crate::handle::Handle::PATTERN).
//!
//! A pattern says what a regular expression can say of the rules; the length is described apart.

/// One line that is not blank.
pub const LINE: &str = r"^[^\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f]*$";
/// One line, or nothing.
pub const LINE_OR_NONE: &str = r"^[^\x00-\x1f\x7f-\x9f]*$";
/// Lines without other control characters, not all of them blank.
pub const LINES: &str = r"^[^\x00-\x08\x0b-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x08\x0b-\x1f\x7f-\x9f]*$";
/// Lines without other control characters, or nothing.
pub const LINES_OR_NONE: &str = r"^[^\x00-\x08\x0b-\x1f\x7f-\x9f]*$";
/// Any text that the database can store.
pub const NO_NUL: &str = r"^[^\x00]*$";
pub const NOT_BLANK: &str = r"\S";
/// A UUID, or nothing.
pub const ID_OR_NONE: &str = "^([0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12})?$";

#[cfg(test)]
mod tests {
    use proptest::prelude::{Strategy, prop_assert, proptest};
    use proptest::string::string_regex;

    use super::{LINE, LINES};
    use crate::change::Change;
    use crate::claim::Source;
    use crate::draw::beacon::{SIGNATURE, Signature};
    use crate::draw::prizes::Prizes;
    use crate::email::Email;
    use crate::handle::Handle;
    use crate::link::{LINK_OR_NONE, parse_link, turns_text};
    use crate::payment::{HANDLE_OR_LINK, PaymentMethodEdit};
    use crate::payment_note::PaymentNote;
    use crate::photo::PhotoHash;
    use crate::seller::{SellerDraft, SellerEdit};
    use crate::title::parse_title;
    use crate::username::Username;

    fn matching(pattern: &str) -> impl Strategy<Value = String> {
        string_regex(pattern.trim_start_matches('^').trim_end_matches('$')).unwrap()
    }

    proptest! {
        #[test]
        fn what_fits_its_pattern_is_taken(
            line in matching(LINE),
            lines in matching(LINES),
            handle in matching(Handle::PATTERN),
            username in matching(Username::PATTERN),
            email in matching(Email::PATTERN),
            link in matching(LINK_OR_NONE),
            payee in matching(HANDLE_OR_LINK),
            prize in matching(Prizes::PATTERN),
            source in matching(Source::PATTERN),
            signature in matching(SIGNATURE),
            photo in matching(PhotoHash::ADDRESS_OR_NONE),
        ) {
            prop_assert!(parse_title(&line).is_ok(), "{line:?}");
            prop_assert!(PaymentNote::parse(&lines).is_ok(), "{lines:?}");
            prop_assert!(Handle::parse(&handle).is_ok(), "{handle:?}");
            prop_assert!(Username::parse(&username).is_ok(), "{username:?}");
            prop_assert!(email.len() > Email::MAX_BYTES || Email::parse(&email).is_ok(), "{email:?}");
            prop_assert!(turns_text(&link) || parse_link("link", &link).is_ok(), "{link:?}");
            let edited = PaymentMethodEdit::parse(None, Some(&payee), Change::Keep, None);
            prop_assert!(turns_text(&payee) || edited.is_ok(), "{payee:?}");
            prop_assert!(Prizes::parse(&[prize]).is_ok());
            prop_assert!(source.parse::<Source>().is_ok(), "{source:?}");
            prop_assert!(Signature::parse(&signature).is_some(), "{signature:?}");
            let pictured = SellerDraft { picture_url: Change::To(Some(photo)), ..SellerDraft::default() };
            prop_assert!(SellerEdit::parse(&pictured).is_ok(), "{pictured:?}");
        }
    }
}
