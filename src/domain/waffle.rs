//! A waffle: what is sold, its price, and its status.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::draw::digest::Digest;
use crate::draw::how_won::{HowWon, WinnersOrigin};
use crate::draw::quicknet;
use crate::invalid::{Findings, Invalid};
use crate::link::{parse_link, parse_links};
use crate::money::Price;
use crate::names::names;
use crate::payment::PaymentOption;
use crate::terms::{Terms, TermsDraft, TermsEdit};
use crate::title::{Title, parse_description};

/// The fewest spots of a waffle.
pub const MIN_SPOTS: i64 = 2;
/// The most spots of a waffle.
pub const MAX_SPOTS: i64 = 10_000;
/// The most winners of a waffle.
pub const MAX_ITEMS: i64 = 10;

names! {
    /// Whether spots can be claimed, or winners are drawn.
    pub enum WaffleStatus {
        /// Spots can be claimed.
        Active = "active",
        /// Winners are drawn.
        Completed = "completed",
    }
}

/// A waffle without its spots.
#[derive(Debug, Clone, PartialEq)]
pub struct Waffle {
    pub id: Uuid,
    /// The name in addresses; never changes.
    pub slug: String,
    pub title: String,
    pub description: Option<String>,
    /// A picture of what is sold.
    pub image_url: Option<String>,
    /// The seller's links.
    pub social_media_links: Vec<String>,
    pub status: WaffleStatus,
    /// Whether the waffle is hidden from the public.
    pub archived: bool,
    /// The number of spots; never changes.
    pub total_spots: i32,
    /// The price of a spot, in cents.
    pub spot_price: i64,
    /// How many winners are drawn.
    pub item_count: i32,
    pub terms: Terms,
    /// The ids of the chosen payment methods, in the seller's order.
    pub payment_methods: Vec<Uuid>,
    /// Those of them that are active, as buyers see them.
    pub payment_options: Vec<PaymentOption>,
    /// The winning numbers, in the order of the draw.
    pub winning_spot_numbers: Vec<i32>,
    /// The winning handles, parallel to the numbers.
    pub winning_social_handles: Vec<String>,
    /// Their prizes, parallel to the numbers, if their draw names them.
    pub winning_prizes: Option<Vec<String>>,
    pub draw: DrawNow,
    /// The saved share message, if any.
    pub share_message: Option<String>,
    /// The chosen share template, if any.
    pub share_template_id: Option<Uuid>,
    pub created_at: DateTime<Utc>,
    /// When the winners were drawn.
    pub completed_at: Option<DateTime<Utc>>,
}

impl Waffle {
    /// Returns the prize of the winner with a spot, if the winners' draw names it.
    pub fn prize(&self, number: i32) -> Option<&str> {
        let mut won = self.winning_spot_numbers.iter().zip(self.winning_prizes.as_deref()?);
        won.find(|(winner, _)| **winner == number).map(|(_, prize)| prize.as_str())
    }
}

/// How a waffle's winners come about.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DrawNow {
    /// The draw that is locked, if one is.
    pub locked: Option<LockedNow>,
    /// Where the winners come from; `None` while there are none.
    pub won: Option<WinnersOrigin>,
    /// How many results were drawn or set before, and then cleared or changed.
    pub draws_before: i32,
}

impl DrawNow {
    /// Returns the number of the draw that decides who takes part: the locked one, or else the winners' draw.
    pub fn number(&self) -> Option<i32> {
        self.locked.map(|locked| locked.number).or_else(|| self.won?.draw())
    }

    /// Returns how the winners were found; `None` while there are none.
    pub fn how_won(&self) -> Option<HowWon> {
        self.won.map(|origin| HowWon { origin, draws_before: self.draws_before })
    }

    /// Returns whether there are or were winners, by lot or by hand.
    pub fn had_winners(&self) -> bool {
        self.won.is_some() || self.draws_before > 0
    }
}

/// A draw that waits for its round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LockedNow {
    pub number: i32,
    pub entries: i32,
    pub round: i64,
    /// When the round appears.
    pub round_at: DateTime<Utc>,
    /// The hash of the round's chain.
    pub chain: Digest,
}

impl LockedNow {
    /// Returns whether a private chain decides, which proves nothing to others.
    pub fn is_private(&self) -> bool {
        !quicknet::is_named(self.chain)
    }
}

/// The fields of a new waffle, before they are checked.
#[derive(Debug, Clone, Default)]
pub struct WaffleDraft {
    pub title: String,
    /// Empty for none.
    pub description: String,
    pub total_spots: i64,
    /// The price of a spot, in cents.
    pub spot_price: i64,
    /// How many winners are drawn.
    pub item_count: i64,
    /// A picture of what is sold; empty for none.
    pub image_url: String,
    /// The seller's links; empty ones are dropped.
    pub social_media_links: Vec<String>,
    pub payment_methods: Vec<Uuid>,
    pub terms: TermsDraft,
}

/// A checked waffle, ready to be created.
#[derive(Debug, Clone, PartialEq)]
pub struct NewWaffle {
    pub title: Title,
    pub description: Option<String>,
    /// 2 to 10,000.
    pub total_spots: i32,
    pub spot_price: Price,
    /// 1 to 10, at most `total_spots`.
    pub item_count: i32,
    pub image_url: Option<String>,
    /// At most 20.
    pub social_media_links: Vec<String>,
    /// Ids of payment methods, without repeats. The database checks whether they exist.
    pub payment_methods: Vec<Uuid>,
    pub terms: Terms,
}

impl NewWaffle {
    /// Checks a draft. Fails with all invalid fields.
    pub fn parse(draft: &WaffleDraft) -> Result<Self, Invalid> {
        let mut findings = Findings::default();
        let title = findings.keep(Title::parse(&draft.title));
        let description = findings.keep(parse_description(&draft.description));
        let total_spots = findings.keep(parse_total_spots(draft.total_spots));
        let spot_price = findings.keep(Price::from_cents(draft.spot_price));
        let item_count = findings.keep(parse_item_count(draft.item_count, draft.total_spots));
        let image_url = findings.keep(parse_link("image_url", &draft.image_url));
        let social_media_links = findings.keep(parse_links("social_media_links", &draft.social_media_links));
        let payment_methods = findings.keep(distinct_methods(&draft.payment_methods));
        let terms = TermsEdit::parse(&draft.terms, &mut findings).into_terms();
        findings.into_result()?;
        let (Some(title), Some(description), Some(total_spots), Some(spot_price)) =
            (title, description, total_spots, spot_price)
        else {
            return Err(Invalid(Vec::new()));
        };
        let (Some(item_count), Some(image_url), Some(social_media_links), Some(payment_methods)) =
            (item_count, image_url, social_media_links, payment_methods)
        else {
            return Err(Invalid(Vec::new()));
        };
        Ok(Self {
            title,
            description,
            total_spots,
            spot_price,
            item_count,
            image_url,
            social_media_links,
            payment_methods,
            terms,
        })
    }
}

/// Drops repeats from chosen payment methods. Fails if more than 20 are left.
pub(crate) fn distinct_methods(ids: &[Uuid]) -> Result<Vec<Uuid>, Invalid> {
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
        return Err(Invalid::field("payment_methods", "A waffle has at most 20 payment methods."));
    }
    Ok(distinct)
}

fn parse_total_spots(total: i64) -> Result<i32, Invalid> {
    i32::try_from(total)
        .ok()
        .filter(|_| (MIN_SPOTS..=MAX_SPOTS).contains(&total))
        .ok_or_else(|| Invalid::field("total_spots", "A waffle has 2 to 10,000 spots."))
}

/// Checks the number of winners against the number of spots.
pub fn parse_item_count(items: i64, total_spots: i64) -> Result<i32, Invalid> {
    let small = i32::try_from(items).ok().filter(|_| (1..=MAX_ITEMS).contains(&items));
    let small = small.ok_or_else(|| Invalid::field("item_count", "A waffle has 1 to 10 winners."))?;
    if items > total_spots.max(MIN_SPOTS) {
        return Err(Invalid::field("item_count", "A waffle can't have more winners than spots."));
    }
    Ok(small)
}

#[cfg(test)]
pub(crate) mod tests {
    use chrono::DateTime;
    use uuid::Uuid;

    use super::{DrawNow, NewWaffle, Waffle, WaffleDraft, WaffleStatus};
    use crate::terms::Terms;

    /// Returns an active waffle.
    pub(crate) fn waffle(total_spots: i32) -> Waffle {
        Waffle {
            id: Uuid::nil(),
            slug: "box".into(),
            title: "Box".into(),
            description: None,
            image_url: None,
            social_media_links: Vec::new(),
            status: WaffleStatus::Active,
            archived: false,
            total_spots,
            spot_price: 2_500,
            item_count: 1,
            terms: Terms::default(),
            payment_methods: Vec::new(),
            payment_options: Vec::new(),
            winning_spot_numbers: Vec::new(),
            winning_social_handles: Vec::new(),
            winning_prizes: None,
            draw: DrawNow::default(),
            share_message: None,
            share_template_id: None,
            created_at: DateTime::UNIX_EPOCH,
            completed_at: None,
        }
    }

    fn draft() -> WaffleDraft {
        WaffleDraft { title: "Box".into(), total_spots: 50, spot_price: 2_500, item_count: 1, ..WaffleDraft::default() }
    }

    fn faults(draft: &WaffleDraft) -> Vec<String> {
        NewWaffle::parse(draft).err().map(|e| e.0.into_iter().map(|f| f.field).collect()).unwrap_or_default()
    }

    #[test]
    fn takes_values_inside_the_limits() {
        for (total_spots, item_count) in [(2, 1), (2, 2), (9, 9), (10_000, 10)] {
            assert!(faults(&WaffleDraft { total_spots, item_count, ..draft() }).is_empty());
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
            assert_eq!(faults(&WaffleDraft { total_spots, item_count, ..draft() }), [fault]);
        }
    }

    #[test]
    fn names_all_invalid_fields_together() {
        let bad = WaffleDraft { title: " ".into(), spot_price: 0, image_url: "x".into(), ..draft() };
        assert_eq!(faults(&bad), ["title", "spot_price", "image_url"]);
    }
}
