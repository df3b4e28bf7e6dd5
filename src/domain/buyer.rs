//! A buyer: what a handle holds, what it has won, and how lucky that is.

use chrono::{DateTime, Utc};
use serde::{Serialize, Serializer};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::draw::how_won::HowWon;
use crate::handle::Handle;
use crate::money_desk::is_due;
use crate::percent::Percent;
use crate::spot::SpotStatus;
use crate::waffle::WaffleStatus;

/// A handle and what it holds now.
#[derive(Debug, Clone, PartialEq)]
pub struct Buyer {
    pub handle: Handle,
    /// When it first claimed; `None` if it never did.
    pub first_seen: Option<DateTime<Utc>>,
    /// Counted over all waffles.
    pub totals: Totals,
    /// The texts in double quotes in the titles of won waffles, the newest draw first, without repeats.
    pub trophies: Vec<String>,
    /// The requested waffles among those in which it holds spots, newest first, archived ones too.
    pub waffles: Vec<Entry>,
}

/// What a buyer holds in all waffles together.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Totals {
    /// The number of waffles.
    pub waffles: u32,
    pub held: Held,
    /// The wins of a buyer with average luck: the sum of the chances of all spots that were in a draw, each being
    /// winners over spots drawn from.
    pub expected_wins: f64,
    pub due: Due,
}

/// Spots claimed and not yet paid. Nothing is due after the draw or in an archived waffle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Due {
    pub spots: u32,
    /// Their price.
    pub cents: i64,
}

/// A buyer's part in a waffle.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = BuyerWaffle)]
pub struct Entry {
    pub waffle_id: Uuid,
    #[schema(example = "golden-hour")]
    pub slug: String,
    #[schema(example = "Golden Hour")]
    pub title: String,
    pub status: WaffleStatus,
    /// Whether its page is gone.
    pub archived: bool,
    /// In cents.
    #[schema(example = 2500)]
    pub spot_price: i64,
    #[schema(example = 100)]
    pub total_spots: i32,
    /// The buyer's spots, ascending by number. A card has none if there are too many.
    pub spots: Vec<HeldSpot>,
    // How many spots the buyer holds, at least one. Clients read what became of them.
    #[serde(rename = "result", serialize_with = "as_result")]
    #[schema(value_type = EntryResult)]
    pub held: Held,
    pub created_at: DateTime<Utc>,
    /// When the winners were drawn.
    #[schema(required)]
    pub completed_at: Option<DateTime<Utc>>,
    // How the winners were found; `None` while there are none.
    #[serde(skip)]
    pub how_won: Option<HowWon>,
}

fn as_result<S: Serializer>(held: &Held, serializer: S) -> Result<S::Ok, S::Error> {
    held.result().serialize(serializer)
}

/// How many spots a buyer holds in a waffle, by status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Held {
    pub pending: u32,
    /// Paid, and not part of a draw.
    pub paid: u32,
    pub won: u32,
    pub lost: u32,
}

/// A spot that a buyer holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct HeldSpot {
    #[schema(example = 3)]
    pub number: i32,
    // Never available.
    pub status: SpotStatus,
    pub claimed_at: DateTime<Utc>,
    #[schema(required)]
    pub paid_at: Option<DateTime<Utc>>,
}

/// The outcome of a buyer's spots in a waffle: at least one drawn, none drawn, or none in a draw yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EntryResult {
    /// At least one spot was drawn.
    Won,
    /// Spots were in the draw, and none was drawn.
    Lost,
    /// No spot was in a draw.
    Open,
}

/// A buyer's statistics, counted over the spots that the handle holds now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, ToSchema)]
#[schema(as = BuyerStats)]
pub struct Stats {
    pub total_wins: u32,
    pub total_losses: u32,
    pub total_spots_claimed: u32,
    /// Paid spots, including winners and losers.
    pub total_paid: u32,
    pub waffles_entered: u32,
    /// Wins as a share of wins and losses, in percent, to one decimal; 0 without a draw.
    #[schema(value_type = f64, example = 33.3)]
    pub win_rate: Percent,
    /// When the handle claimed for the first time.
    #[schema(required)]
    pub first_seen: Option<DateTime<Utc>>,
}

/// A buyer's wins against the odds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Luck {
    /// Wins as a share of wins and losses, in percent.
    pub win_rate: Percent,
    /// The mean chance of the buyer's spots that were in a draw, in percent.
    pub expected_win_rate: Percent,
    /// The win rate less the expected one: positive means luckier than expected.
    pub luck_rating: Percent,
}

impl Buyer {
    /// Returns the buyer's statistics.
    pub fn stats(&self) -> Stats {
        let Totals { waffles, held, .. } = self.totals;
        Stats {
            total_wins: held.won,
            total_losses: held.lost,
            total_spots_claimed: held.spots(),
            total_paid: held.spots() - held.pending,
            waffles_entered: waffles,
            win_rate: Percent::of(held.won, held.won + held.lost),
            first_seen: self.first_seen,
        }
    }

    /// Returns the buyer's wins compared with the odds.
    pub fn luck(&self) -> Luck {
        let Stats { total_wins, total_losses, win_rate, .. } = self.stats();
        let expected_win_rate = Percent::of_sum(self.totals.expected_wins, total_wins + total_losses);
        Luck { win_rate, expected_win_rate, luck_rating: win_rate - expected_win_rate }
    }
}

impl Entry {
    /// Returns what the buyer still has to pay here.
    pub fn due(&self) -> Due {
        if self.archived || !is_due(self.status, SpotStatus::Pending) {
            return Due::default();
        }
        let spots = self.held.pending;
        Due { spots, cents: self.spot_price.saturating_mul(spots.into()) }
    }
}

impl Held {
    /// Returns the outcome of the buyer's spots.
    pub fn result(self) -> EntryResult {
        match (self.won, self.lost) {
            (1.., _) => EntryResult::Won,
            (0, 1..) => EntryResult::Lost,
            (0, 0) => EntryResult::Open,
        }
    }

    /// Returns the total number of spots.
    pub fn spots(self) -> u32 {
        self.pending + self.paid + self.won + self.lost
    }

    /// Counts the spots of a list.
    pub fn count(spots: &[HeldSpot]) -> Self {
        let count = |status| {
            let spots = spots.iter().filter(|spot| spot.status == status).count();
            u32::try_from(spots).unwrap_or(u32::MAX)
        };
        Self {
            pending: count(SpotStatus::Pending),
            paid: count(SpotStatus::Paid),
            won: count(SpotStatus::Winner),
            lost: count(SpotStatus::Loser),
        }
    }
}

#[cfg(test)]
mod tests;
