//! Editing a waffle: only the fields that are sent change.

use uuid::Uuid;

use crate::invalid::{Findings, Invalid};
use crate::link::{parse_link, parse_links};
use crate::money::Price;
use crate::terms::{TermsDraft, TermsEdit, replace};
use crate::title::{Title, parse_description};
use crate::waffle::{Waffle, distinct_methods, parse_item_count};

/// The fields of an edit, before they are checked. `None` leaves a field as it is.
#[derive(Debug, Clone, Default)]
pub struct EditDraft {
    pub title: Option<String>,
    /// Empty for none.
    pub description: Option<String>,
    /// The price of a spot, in cents.
    pub spot_price: Option<i64>,
    /// How many winners are drawn.
    pub item_count: Option<i64>,
    /// A picture of what is sold; empty for none.
    pub image_url: Option<String>,
    /// The seller's links; empty ones are dropped.
    pub social_media_links: Option<Vec<String>>,
    pub payment_methods: Option<Vec<Uuid>>,
    pub terms: TermsDraft,
    /// The number of spots, which may be sent but must be the same.
    pub total_spots: Option<i64>,
}

/// A checked edit. `None` leaves a field as it is.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct WaffleEdit {
    pub title: Option<Title>,
    /// `Some(None)` removes it.
    pub description: Option<Option<String>>,
    pub spot_price: Option<Price>,
    /// How many winners are drawn; can change only while the waffle is active.
    pub item_count: Option<i32>,
    /// `Some(None)` removes it.
    pub image_url: Option<Option<String>>,
    /// At most 20.
    pub social_media_links: Option<Vec<String>>,
    /// Ids of payment methods, without repeats.
    pub payment_methods: Option<Vec<Uuid>>,
    pub terms: TermsEdit,
}

/// The number of winners can't change, since they have been drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the number of winners can't change after the draw")]
pub struct AlreadyDrawn;

impl WaffleEdit {
    /// Checks a draft against the waffle's number of spots. Fails with all invalid fields.
    pub fn parse(draft: &EditDraft, total_spots: i32) -> Result<Self, Invalid> {
        let mut findings = Findings::default();
        let mut edit = Self::default();
        if draft.total_spots.is_some_and(|total| total != i64::from(total_spots)) {
            findings.refuse("total_spots", "The number of spots can't change after a waffle is created.");
        }
        edit.title = draft.title.as_deref().and_then(|title| findings.keep(Title::parse(title)));
        edit.description = draft.description.as_deref().and_then(|text| findings.keep(parse_description(text)));
        edit.spot_price = draft.spot_price.and_then(|cents| findings.keep(Price::from_cents(cents)));
        edit.item_count =
            draft.item_count.and_then(|items| findings.keep(parse_item_count(items, i64::from(total_spots))));
        edit.image_url = draft.image_url.as_deref().and_then(|link| findings.keep(parse_link("image_url", link)));
        edit.social_media_links = draft
            .social_media_links
            .as_deref()
            .and_then(|links| findings.keep(parse_links("social_media_links", links)));
        edit.payment_methods = draft.payment_methods.as_deref().and_then(|ids| findings.keep(distinct_methods(ids)));
        edit.terms = TermsEdit::parse(&draft.terms, &mut findings);
        findings.into_result()?;
        Ok(edit)
    }

    /// Changes the waffle, and returns the names of the fields that changed.
    pub fn apply(self, waffle: &mut Waffle) -> Result<Vec<&'static str>, AlreadyDrawn> {
        if waffle.completed_at.is_some() && self.item_count.is_some_and(|items| items != waffle.item_count) {
            return Err(AlreadyDrawn);
        }
        let mut changed = Vec::new();
        let title = self.title.map(|title| title.as_str().to_owned());
        replace(&mut waffle.title, title, "title", &mut changed);
        replace(&mut waffle.description, self.description, "description", &mut changed);
        replace(&mut waffle.spot_price, self.spot_price.map(Price::cents), "spot_price", &mut changed);
        replace(&mut waffle.item_count, self.item_count, "item_count", &mut changed);
        replace(&mut waffle.image_url, self.image_url, "image_url", &mut changed);
        replace(&mut waffle.social_media_links, self.social_media_links, "social_media_links", &mut changed);
        replace(&mut waffle.payment_methods, self.payment_methods, "payment_methods", &mut changed);
        self.terms.apply(&mut waffle.terms, &mut changed);
        Ok(changed)
    }
}

#[cfg(test)]
mod tests {
    use super::{AlreadyDrawn, EditDraft, WaffleEdit};
    use crate::waffle::tests::waffle;

    fn edit(draft: &EditDraft) -> WaffleEdit {
        WaffleEdit::parse(draft, 50).unwrap()
    }

    #[test]
    fn only_named_fields_with_a_new_value_change() {
        let mut waffle = waffle(50);
        let before = waffle.clone();
        assert_eq!(edit(&EditDraft::default()).apply(&mut waffle).unwrap(), [""; 0]);
        assert_eq!(waffle, before);
        let draft = EditDraft {
            title: Some(before.title.clone()),
            spot_price: Some(before.spot_price + 1),
            description: Some("New".into()),
            total_spots: Some(50),
            ..EditDraft::default()
        };
        assert_eq!(edit(&draft).apply(&mut waffle).unwrap(), ["description", "spot_price"]);
        let clear = EditDraft { description: Some(String::new()), ..EditDraft::default() };
        assert_eq!(edit(&clear).apply(&mut waffle).unwrap(), ["description"]);
        assert_eq!(waffle.description, None);
    }

    #[test]
    fn the_number_of_spots_stays_and_winners_stay_after_the_draw() {
        let refused = WaffleEdit::parse(&EditDraft { total_spots: Some(51), ..EditDraft::default() }, 50).unwrap_err();
        assert_eq!(refused.0[0].field, "total_spots");
        let mut waffle = waffle(50);
        waffle.completed_at = Some(waffle.created_at);
        let items = |items| edit(&EditDraft { item_count: Some(items), ..EditDraft::default() });
        assert_eq!(items(2).apply(&mut waffle), Err(AlreadyDrawn));
        assert_eq!(items(1).apply(&mut waffle), Ok(vec![]));
    }
}
