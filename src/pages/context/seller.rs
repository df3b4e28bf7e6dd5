//! The seller as buyers see them.

use serde::Serialize;
use waffle_domain::change::Change;
use waffle_domain::invalid::FieldError;
use waffle_domain::photo::PhotoHash;
use waffle_domain::seller::{Seller, SellerDraft};
use waffle_http::session::csrf_form::Fields;
use waffle_language::Text;

use crate::context::form::Field;

/// The line that names the seller.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SellerView {
    pub name: String,
    /// The path of the picture.
    pub picture: Option<String>,
}

impl SellerView {
    /// Shows a seller who has a name.
    pub fn of(seller: &Seller) -> Option<Self> {
        let picture = seller.picture.map(PhotoHash::path);
        seller.name.clone().map(|name| Self { name, picture })
    }
}

/// The form for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SellerForm {
    name: Field,
    /// The path of the picture; empty for none.
    picture: String,
    /// Whether the box is ticked that removes it.
    removed: bool,
    /// What is wrong with the picture.
    picture_error: Option<Text>,
    /// What buyers see until it is saved.
    shown: Option<SellerView>,
}

impl SellerForm {
    /// The field of the form that the path of its picture is in.
    pub const PICTURE: &str = "picture_url";

    /// Fills the form with what is stored.
    pub fn of(seller: &Seller) -> Self {
        Self {
            name: Field::new(seller.name.as_deref().unwrap_or_default()),
            picture: seller.picture.map(PhotoHash::path).unwrap_or_default(),
            removed: false,
            picture_error: None,
            shown: SellerView::of(seller),
        }
    }

    /// Fills the form as typed, with its errors.
    pub fn typed(seller: &Seller, fields: &Fields, faults: &[FieldError]) -> Self {
        let of_picture = faults.iter().find(|fault| fault.field != "name");
        let gone = faults.iter().any(|fault| fault.field == Self::PICTURE);
        Self {
            name: Field::typed("name", fields.text("name"), faults),
            picture: if gone { String::new() } else { fields.text(Self::PICTURE).to_owned() },
            removed: Self::is_removed(fields),
            picture_error: of_picture.map(|fault| fault.message.clone()),
            shown: SellerView::of(seller),
        }
    }

    /// Reads the form for validation.
    pub fn draft(fields: &Fields) -> SellerDraft {
        let sent = |name| fields.all(name).next().map(|text| Some(text.to_owned()));
        let picture_url = if Self::is_removed(fields) { Change::To(None) } else { sent(Self::PICTURE).into() };
        SellerDraft { name: sent("name").into(), picture_url }
    }

    fn is_removed(fields: &Fields) -> bool {
        fields.text("remove_picture") == "yes"
    }
}

#[cfg(test)]
mod tests {
    use super::{PhotoHash, Seller, SellerView};

    #[test]
    fn a_picture_is_shown_together_with_a_name_only() {
        let picture = Some(PhotoHash::of(b"a photo"));
        assert_eq!(SellerView::of(&Seller { name: None, picture }), None);
        let shown = SellerView::of(&Seller { name: Some("Mia".to_owned()), picture }).unwrap();
        assert_eq!((shown.name.as_str(), shown.picture), ("Mia", picture.map(PhotoHash::path)));
    }
}
