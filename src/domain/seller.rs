//! The seller as buyers see them, the same on every board of a service: a name, and a picture next to it.

use serde::Deserialize;
use utoipa::ToSchema;
use waffle_language::say;

use crate::change::Change;
use crate::invalid::{Invalid, checked};
use crate::photo::PhotoHash;
use crate::text::short_line;

/// The longest name, in characters.
pub const MAX_NAME: usize = 60;
/// The longer side of a picture that was sent with the form, in pixels: it is shown small.
pub const PICTURE_SIDE: u32 = 320;

/// What buyers see of the seller.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Seller {
    /// One line, never blank. Without it, nothing is shown.
    pub name: Option<String>,
    /// Shown next to the name.
    pub picture: Option<PhotoHash>,
}

/// The changes; an absent field stays as it is.
// Before they are checked. This text is the API's.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[schema(as = SellerEdit)]
pub struct SellerDraft {
    /// `null` clears it.
    #[serde(default)]
    #[schema(
        value_type = Option<String>,
        max_length = 60,
        format = "line_or_none",
        example = "The Golden Waffle House"
    )]
    pub name: Change<Option<String>>,
    /// The address of an uploaded photo, at any host. `null` clears it.
    #[serde(default)]
    #[schema(
        value_type = Option<String>,
        format = "photo_or_none",
        example = "/photos/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08.jpg"
    )]
    pub picture_url: Change<Option<String>>,
}

/// A checked edit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SellerEdit {
    name: Change<Option<String>>,
    picture: Change<Option<PhotoHash>>,
}

impl SellerEdit {
    /// Checks a draft. Fails with all invalid fields.
    pub fn parse(draft: &SellerDraft) -> Result<Self, Invalid> {
        checked!(Self { name: parsed(&draft.name, parse_name), picture: parsed(&draft.picture_url, parse_picture) })
    }

    /// Returns the seller after the edit.
    pub fn applied(&self, seller: &Seller) -> Seller {
        Seller {
            name: self.name.clone().into_option().unwrap_or_else(|| seller.name.clone()),
            picture: self.picture.into_option().unwrap_or(seller.picture),
        }
    }
}

/// Parses the new value of a field, if it gets one; blank text means none.
fn parsed<T>(
    change: &Change<Option<String>>,
    parse: impl FnOnce(&str) -> Result<T, Invalid>,
) -> Result<Change<Option<T>>, Invalid> {
    let Change::To(text) = change else { return Ok(Change::Keep) };
    let there = text.as_deref().filter(|text| !text.trim().is_empty());
    there.map(parse).transpose().map(Change::To)
}

fn parse_name(text: &str) -> Result<String, Invalid> {
    short_line("name", MAX_NAME, [say!("fault-name-long"), say!("fault-name-controls")], text)
}

fn parse_picture(address: &str) -> Result<PhotoHash, Invalid> {
    let hash = PhotoHash::in_address(address.trim());
    hash.ok_or_else(|| Invalid::field("picture_url", say!("fault-seller-picture")))
}

#[cfg(test)]
mod tests {
    use super::{MAX_NAME, Seller, SellerDraft, SellerEdit};
    use crate::change::Change;
    use crate::photo::PhotoHash;

    fn draft(name: Option<&str>, picture_url: Option<&str>) -> SellerDraft {
        let [name, picture_url] = [name, picture_url].map(|text| Change::To(text.map(str::to_owned)));
        SellerDraft { name, picture_url }
    }

    fn edited(name: Option<&str>, picture_url: Option<&str>) -> Seller {
        SellerEdit::parse(&draft(name, picture_url)).unwrap().applied(&Seller::default())
    }

    fn faults(name: Option<&str>, picture_url: Option<&str>) -> Vec<String> {
        let refused = SellerEdit::parse(&draft(name, picture_url)).unwrap_err();
        refused.0.into_iter().map(|fault| fault.field).collect()
    }

    #[test]
    fn a_name_is_one_line_of_up_to_60_characters() {
        let longest = "ß".repeat(MAX_NAME);
        assert_eq!(edited(Some(&format!(" {longest} ")), None).name, Some(longest.clone()));
        for none in [None, Some(""), Some(" \t")] {
            assert_eq!(edited(none, None).name, None, "{none:?}");
        }
        for wrong in [&*format!("{longest}ß"), "two\nlines", "nul\0"] {
            assert_eq!(faults(Some(wrong), None), ["name"], "{wrong:?}");
        }
    }

    #[test]
    fn a_picture_is_a_photo_that_was_uploaded() {
        let hash = PhotoHash::of(b"a photo");
        for address in [hash.path(), format!(" https://waffles.example.com{}", hash.path())] {
            assert_eq!(edited(None, Some(&address)).picture, Some(hash), "{address}");
        }
        assert_eq!(edited(None, Some(" ")).picture, None);
        for other in ["https://a.example/me.jpg", "/photos/x.jpg", &hash.to_string()] {
            assert_eq!(faults(Some("x"), Some(other)), ["picture_url"], "{other}");
        }
        assert_eq!(faults(Some("a\nb"), Some("x")), ["name", "picture_url"]);
    }

    #[test]
    fn what_is_not_sent_stays() {
        let seller = Seller { name: Some("Mia".to_owned()), picture: Some(PhotoHash::of(b"a photo")) };
        assert_eq!(SellerEdit::parse(&SellerDraft::default()).unwrap().applied(&seller), seller);
        let renamed = SellerDraft { name: Change::To(Some("Ben".to_owned())), ..SellerDraft::default() };
        let renamed = SellerEdit::parse(&renamed).unwrap().applied(&seller);
        assert_eq!(renamed, Seller { name: Some("Ben".to_owned()), ..seller });
    }
}
