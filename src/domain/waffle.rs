//! A waffle: what is sold, its price, and its status.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::draw::digest::Digest;
use crate::draw::how_won::{HowWon, WinnersOrigin};
use crate::draw::quicknet;
use crate::names::names;
use crate::payment::PaymentMethod;
use crate::photo::PhotoHash;
use crate::terms::Terms;

/// The most spots of a waffle.
pub const MAX_SPOTS: i64 = 10_000;

names! {
    /// Whether spots can be claimed, or winners are drawn.
    #[derive(Default)]
    pub enum WaffleStatus {
        /// Spots can be claimed.
        #[default]
        Active = "active",
        /// Winners are drawn.
        Completed = "completed",
    }
}

/// A waffle without its spots.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Waffle {
    pub id: Uuid,
    /// The name in addresses; never changes.
    pub slug: String,
    pub title: String,
    pub description: Option<String>,
    /// A picture of what is sold.
    pub image_url: Option<String>,
    /// The photo that the picture is, if the service keeps it.
    pub photo: Option<PhotoHash>,
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
    pub payment_options: Vec<PaymentMethod>,
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

#[cfg(test)]
pub(crate) mod tests {
    use super::Waffle;

    /// Returns an active waffle.
    pub(crate) fn waffle(total_spots: i32) -> Waffle {
        Waffle {
            slug: "box".into(),
            title: "Box".into(),
            total_spots,
            spot_price: 2_500,
            item_count: 1,
            ..Waffle::default()
        }
    }
}
