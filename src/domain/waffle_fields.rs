//! The fields of a waffle that sellers set, when they create it and later.

use std::ops::Deref;

use serde::{Deserialize, Deserializer};
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_language::say;

use crate::change::{Change, replace};
use crate::invalid::{Findings, Invalid};
use crate::link::{parse_link, parse_links};
use crate::money::Price;
use crate::refusal::Refusal;
use crate::share::relink;
use crate::slug::Slug;
use crate::terms::{Terms, TermsDraft, TermsEdit};
use crate::title::{parse_description, parse_title};
use crate::waffle::{MAX_SPOTS, Waffle};

/// The fewest spots of a waffle.
const MIN_SPOTS: i64 = 2;
/// The most winners of a waffle.
const MAX_ITEMS: i64 = 10;

/// The changes; an absent field stays as it is. `null` clears an optional field.
// The fields of a new or an edited waffle, before they are checked; this text is the API's, for an edit. An empty text
// is none, and empty links are dropped.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[schema(as = WaffleEdit)]
pub struct WaffleDraft {
    #[schema(
        min_length = 1,
        max_length = 200,
        format = "line",
        example = "Golden Hour: a vintage camera with its case"
    )]
    pub title: Option<String>,
    /// `null` clears it.
    #[serde(default, deserialize_with = "cleared_by_null")]
    #[schema(max_length = 5000, format = "text")]
    pub description: Option<String>,
    /// In cents.
    #[schema(minimum = 1, maximum = 100_000_000, example = 2000)]
    pub spot_price: Option<i64>,
    /// Only while the waffle is active.
    #[schema(minimum = 1, maximum = 10)]
    pub item_count: Option<i64>,
    /// `null` clears it.
    #[serde(default, deserialize_with = "cleared_by_null")]
    #[schema(max_length = 2000, format = "link")]
    pub image_url: Option<String>,
    #[schema(max_items = 20, format = "link")]
    pub social_media_links: Option<Vec<String>>,
    #[schema(max_items = 20)]
    pub payment_methods: Option<Vec<Uuid>>,
    /// Must be the number that it already has.
    pub total_spots: Option<i64>,
    #[serde(flatten)]
    pub terms: TermsDraft,
}

/// Reads a field that is present; `null` becomes the empty text.
fn cleared_by_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Option::deserialize(deserializer).map(|text: Option<String>| Some(text.unwrap_or_default()))
}

/// A checked edit. `None` leaves a field as it is.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct WaffleEdit {
    title: Option<String>,
    /// `To(None)` removes it.
    description: Change<Option<String>>,
    pub spot_price: Option<Price>,
    /// How many winners are drawn; can change only while the waffle is active.
    item_count: Option<i32>,
    /// `To(None)` removes it.
    image_url: Change<Option<String>>,
    /// At most 20.
    social_media_links: Option<Vec<String>>,
    /// Ids of payment methods, without repeats. The database checks whether they exist.
    payment_methods: Option<Vec<Uuid>>,
    terms: TermsEdit,
    /// The origin of the service, if it is known.
    pub origin: Option<String>,
}

/// A checked waffle, ready to be created: with what sellers set. Its id, its slug and its status don't count yet.
#[derive(Debug, Clone, PartialEq)]
pub struct NewWaffle {
    waffle: Waffle,
    /// The slug of the waffle that its share message comes from, if it has one.
    message_of: Option<String>,
    /// The origin of the service, if it is known.
    pub origin: Option<String>,
}

impl WaffleDraft {
    /// Drafts a waffle with the fields that each one needs; the price of a spot is in cents.
    pub fn new(title: impl Into<String>, total_spots: impl Into<i64>, spot_price: i64) -> Self {
        Self {
            title: Some(title.into()),
            total_spots: Some(total_spots.into()),
            spot_price: Some(spot_price),
            ..Self::default()
        }
    }

    /// Checks the fields of a waffle with this number of spots, or of a new one.
    fn check(&self, existing: Option<i32>) -> Result<WaffleEdit, Invalid> {
        let mut findings = Findings::default();
        let total_spots = existing.map_or(self.total_spots.unwrap_or_default(), i64::from);
        if existing.is_some() && self.total_spots.is_some_and(|total| total != total_spots) {
            findings.refuse("total_spots", say!("fault-total-fixed"));
        }
        let title = self.title.as_deref().and_then(|title| findings.keep(parse_title(title)));
        let description = self.description.as_deref().and_then(|text| findings.keep(parse_description(text)));
        if existing.is_none() && !(MIN_SPOTS..=MAX_SPOTS).contains(&total_spots) {
            findings.refuse("total_spots", say!("fault-total-spots"));
        }
        let links = |links: &Vec<String>| parse_links("social_media_links", links);
        let edit = WaffleEdit {
            title,
            description: description.into(),
            spot_price: self.spot_price.and_then(|cents| findings.keep(Price::from_cents(cents))),
            item_count: self.item_count.and_then(|items| findings.keep(parse_item_count(items, total_spots))),
            image_url: self.image_url.as_deref().and_then(|link| findings.keep(parse_link("image_url", link))).into(),
            social_media_links: self.social_media_links.as_ref().and_then(|them| findings.keep(links(them))),
            payment_methods: self.payment_methods.as_deref().and_then(|ids| findings.keep(distinct_methods(ids))),
            terms: TermsEdit::parse(&self.terms, &mut findings),
            origin: None,
        };
        findings.into_result()?;
        Ok(edit)
    }
}

impl NewWaffle {
    /// Checks a draft. Fails with all invalid fields. Unless the draft says otherwise, there is one winner.
    pub fn parse(draft: &WaffleDraft) -> Result<Self, Invalid> {
        let mut draft = draft.clone();
        draft.title.get_or_insert_default();
        draft.spot_price.get_or_insert_default();
        draft.item_count.get_or_insert(1);
        let edit = draft.check(None)?;
        let total_spots = draft.total_spots.and_then(|total| i32::try_from(total).ok()).unwrap_or_default();
        let mut new = Waffle { total_spots, ..Waffle::default() };
        edit.change(&mut new);
        Ok(Self { waffle: new, message_of: None, origin: None })
    }

    /// Makes a waffle like another, with a new title or the same: all that sellers set, but not the opening, and of the
    /// payment methods those that are active. Fails if the title is invalid.
    pub fn like(other: &Waffle, title: Option<&str>) -> Result<Self, Invalid> {
        let title = title.map_or_else(|| Ok(other.title.clone()), parse_title)?;
        let terms = Terms { opens_at: None, ..other.terms.clone() };
        let payment_methods = other.payment_options.iter().map(|method| method.id).collect();
        let waffle = Waffle { title, terms, payment_methods, ..other.clone() };
        let new = Self { waffle, message_of: None, origin: None };
        Ok(new.with_message_of(other))
    }

    /// Says at which origin the service is reached, if that is known: a picture with an address there is a photo
    /// that has to be kept.
    #[must_use]
    pub fn at_origin(self, origin: Option<&str>) -> Self {
        Self { origin: origin.map(str::to_owned), ..self }
    }

    /// Takes over the share message of another waffle.
    #[must_use]
    pub fn with_message_of(mut self, other: &Waffle) -> Self {
        self.waffle.share_message.clone_from(&other.share_message);
        self.waffle.share_template_id = other.share_template_id;
        self.message_of = Some(other.slug.clone());
        self
    }

    /// Returns its share message, if any, with links to this waffle, which has this slug.
    pub fn share_message(&self, slug: &Slug) -> Option<String> {
        let message = self.waffle.share_message.as_deref().zip(self.message_of.as_deref());
        message.map(|(message, other)| relink(message, other, slug.as_str()))
    }
}

impl Deref for NewWaffle {
    type Target = Waffle;

    fn deref(&self) -> &Waffle {
        &self.waffle
    }
}

impl WaffleEdit {
    /// Checks a draft against the waffle's number of spots. Fails with all invalid fields.
    pub fn parse(draft: &WaffleDraft, total_spots: i32) -> Result<Self, Invalid> {
        draft.check(Some(total_spots))
    }

    /// Says at which origin the service is reached, if that is known: a picture with an address there is a photo
    /// that has to be kept.
    #[must_use]
    pub fn at_origin(self, origin: Option<&str>) -> Self {
        Self { origin: origin.map(str::to_owned), ..self }
    }

    /// Changes the waffle, and returns the names of the fields that changed. The number of winners can't change once
    /// they are drawn.
    pub fn apply(self, waffle: &mut Waffle) -> Result<Vec<&'static str>, Refusal> {
        if waffle.completed_at.is_some() && self.item_count.is_some_and(|items| items != waffle.item_count) {
            return Err(Refusal::ItemCountDrawn);
        }
        Ok(self.change(waffle))
    }

    fn change(self, waffle: &mut Waffle) -> Vec<&'static str> {
        let mut changed = Vec::new();
        replace(&mut waffle.title, self.title, "title", &mut changed);
        replace(&mut waffle.description, self.description.into_option(), "description", &mut changed);
        replace(&mut waffle.spot_price, self.spot_price.map(Price::cents), "spot_price", &mut changed);
        replace(&mut waffle.item_count, self.item_count, "item_count", &mut changed);
        replace(&mut waffle.image_url, self.image_url.into_option(), "image_url", &mut changed);
        replace(&mut waffle.social_media_links, self.social_media_links, "social_media_links", &mut changed);
        replace(&mut waffle.payment_methods, self.payment_methods, "payment_methods", &mut changed);
        self.terms.apply(&mut waffle.terms, &mut changed);
        changed
    }
}

/// Drops repeats from chosen payment methods. Fails if more than 20 are left.
fn distinct_methods(ids: &[Uuid]) -> Result<Vec<Uuid>, Invalid> {
    let mut distinct: Vec<Uuid> = Vec::new();
    for id in ids {
        if distinct.len() > 20 {
            break;
        }
        if !distinct.contains(id) {
            distinct.push(*id);
        }
    }
    if distinct.len() > 20 {
        return Err(Invalid::field("payment_methods", say!("fault-methods-many")));
    }
    Ok(distinct)
}

/// Checks the number of winners against the number of spots.
fn parse_item_count(items: i64, total_spots: i64) -> Result<i32, Invalid> {
    let small = i32::try_from(items).ok().filter(|_| (1..=MAX_ITEMS).contains(&items));
    let small = small.ok_or_else(|| Invalid::field("item_count", say!("fault-winners-range")))?;
    if items > total_spots.max(MIN_SPOTS) {
        return Err(Invalid::field("item_count", say!("fault-winners-many")));
    }
    Ok(small)
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use uuid::Uuid;

    use super::{NewWaffle, Refusal, WaffleDraft, WaffleEdit};
    use crate::slug::Slug;
    use crate::terms::Terms;
    use crate::waffle::Waffle;
    use crate::waffle::tests::waffle;

    fn faults(draft: &WaffleDraft) -> Vec<String> {
        NewWaffle::parse(draft).err().map(|e| e.0.into_iter().map(|f| f.field).collect()).unwrap_or_default()
    }

    #[test]
    fn takes_values_inside_the_limits() {
        for (total_spots, item_count) in [(2, 1), (2, 2), (9, 9), (10_000, 10)] {
            assert!(
                faults(&WaffleDraft { item_count: Some(item_count), ..WaffleDraft::new("Box", total_spots, 2_500) })
                    .is_empty()
            );
        }
    }

    #[test]
    fn refuses_values_outside() {
        for (total_spots, item_count, fault) in [
            (1, 1, "total_spots"),
            (10_001, 1, "total_spots"),
            (50, 0, "item_count"),
            (50, 11, "item_count"),
            (2, 3, "item_count"),
            (9, 10, "item_count"),
        ] {
            assert_eq!(
                faults(&WaffleDraft { item_count: Some(item_count), ..WaffleDraft::new("Box", total_spots, 2_500) }),
                [fault]
            );
        }
    }

    #[test]
    fn names_all_invalid_fields_together() {
        let bad = WaffleDraft { image_url: Some("x".into()), ..WaffleDraft::new(" ", 1, 0) };
        assert_eq!(faults(&bad), ["title", "total_spots", "spot_price", "image_url"]);
    }

    #[test]
    fn a_waffle_like_another_opens_when_it_is_created_and_links_to_itself() {
        let terms = Terms { pay_within_minutes: Some(30), unlisted: true, ..Terms::default() };
        let opened = Terms { opens_at: Some(DateTime::UNIX_EPOCH), ..terms.clone() };
        let (message, template) = (Some("Now: https://a.example/waffle/box".to_owned()), Some(Uuid::nil()));
        let other = Waffle { terms: opened, share_message: message, share_template_id: template, ..waffle(50) };
        let like = |title| NewWaffle::like(&other, title);
        let again = like(None).unwrap();
        assert_eq!(*again, Waffle { terms, ..other.clone() });
        let linked = Some("Now: https://a.example/waffle/lamp".to_owned());
        assert_eq!(again.share_message(&Slug::of("Lamp")), linked);
        assert_eq!(like(Some(" Lamp ")).unwrap().title, "Lamp");
        assert_eq!(like(Some(" ")).unwrap_err().0[0].field, "title");

        let new = NewWaffle::parse(&WaffleDraft::new("Lamp", 9, 100)).unwrap();
        assert_eq!(new.share_message(&Slug::of("Lamp")), None);
        let new = new.with_message_of(&other);
        assert_eq!((new.share_message(&Slug::of("Lamp")), new.share_template_id), (linked, template));
        assert_eq!((new.total_spots, new.terms.unlisted), (9, false), "nothing but the message");
    }

    fn edit(draft: &WaffleDraft) -> WaffleEdit {
        WaffleEdit::parse(draft, 50).unwrap()
    }

    #[test]
    fn only_named_fields_with_a_new_value_change() {
        let mut waffle = waffle(50);
        let before = waffle.clone();
        assert_eq!(edit(&WaffleDraft::default()).apply(&mut waffle).unwrap(), [""; 0]);
        assert_eq!(waffle, before);
        let draft = WaffleDraft {
            title: Some(before.title.clone()),
            spot_price: Some(before.spot_price + 1),
            description: Some("New".into()),
            total_spots: Some(50),
            ..WaffleDraft::default()
        };
        assert_eq!(edit(&draft).apply(&mut waffle).unwrap(), ["description", "spot_price"]);
        let clear = WaffleDraft { description: Some(String::new()), ..WaffleDraft::default() };
        assert_eq!(edit(&clear).apply(&mut waffle).unwrap(), ["description"]);
        assert_eq!(waffle.description, None);
    }

    #[test]
    fn the_number_of_spots_stays_and_winners_stay_after_the_draw() {
        let refused =
            WaffleEdit::parse(&WaffleDraft { total_spots: Some(51), ..WaffleDraft::default() }, 50).unwrap_err();
        assert_eq!(refused.0[0].field, "total_spots");
        let mut waffle = waffle(50);
        waffle.completed_at = Some(waffle.created_at);
        let items = |items| edit(&WaffleDraft { item_count: Some(items), ..WaffleDraft::default() });
        assert_eq!(items(2).apply(&mut waffle), Err(Refusal::ItemCountDrawn));
        assert_eq!(items(1).apply(&mut waffle), Ok(vec![]));
    }
}
