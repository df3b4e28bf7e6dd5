//! A buyer: what a handle holds, what it has won, and how lucky that is.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::handle::Handle;
use crate::percent::Percent;
use crate::spot::SpotStatus;
use crate::trophies::trophies;
use crate::waffle::WaffleStatus;

/// A handle and everything it holds now.
#[derive(Debug, Clone, PartialEq)]
pub struct Buyer {
    pub handle: Handle,
    /// When it first claimed; `None` if it never did.
    pub first_seen: Option<DateTime<Utc>>,
    /// The waffles in which it holds spots, newest first, archived ones too.
    pub waffles: Vec<Entry>,
}

/// A buyer's part in one waffle.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    pub waffle_id: Uuid,
    /// The waffle's name in addresses.
    pub slug: String,
    pub title: String,
    pub status: WaffleStatus,
    /// Whether the waffle is hidden from the public.
    pub archived: bool,
    /// The price of a spot, in cents.
    pub spot_price: i64,
    /// How many spots the waffle has.
    pub total_spots: i32,
    /// How many spots won, over all buyers.
    pub winners: u32,
    /// How many spots were in the draw, over all buyers.
    pub drawn: u32,
    pub created_at: DateTime<Utc>,
    pub completed_at: Option<DateTime<Utc>>,
    /// How many spots the buyer holds. Never none.
    pub held: Held,
    /// These spots, ascending by number; empty if they were not asked for, or are too many to be listed.
    pub spots: Vec<HeldSpot>,
}

/// How many spots a buyer holds in a waffle, by status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Held {
    pub pending: u32,
    /// Paid, and in no draw.
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

/// What became of a buyer's spots in a waffle: one drawn at least, none drawn, or none in a draw yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EntryResult {
    /// One spot at least was drawn.
    Won,
    /// Spots were in the draw, and none was drawn.
    Lost,
    /// No spot was in a draw.
    Open,
}

/// A buyer's numbers, counted over the spots that carry the handle now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, ToSchema)]
#[schema(as = BuyerStats)]
pub struct Stats {
    pub total_wins: u32,
    pub total_losses: u32,
    pub total_spots_claimed: u32,
    /// Paid spots, winners and losers among them.
    pub total_paid: u32,
    pub waffles_entered: u32,
    /// Wins of wins and losses, in percent, to one decimal; 0 without a draw.
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
    /// Returns the buyer's numbers.
    pub fn stats(&self) -> Stats {
        let (total_wins, total_losses) = (self.count(|entry| entry.held.won), self.count(|entry| entry.held.lost));
        Stats {
            total_wins,
            total_losses,
            total_spots_claimed: self.count(|entry| entry.held.spots()),
            total_paid: self.count(|entry| entry.held.spots() - entry.held.pending),
            waffles_entered: self.count(|_| 1),
            win_rate: Percent::of(total_wins, total_wins + total_losses),
            first_seen: self.first_seen,
        }
    }

    /// Returns the buyer's wins compared with the odds.
    pub fn luck(&self) -> Luck {
        let Stats { total_wins, total_losses, win_rate, .. } = self.stats();
        let expected_win_rate = Percent::of_sum(self.expected_wins(), total_wins + total_losses);
        Luck { win_rate, expected_win_rate, luck_rating: win_rate - expected_win_rate }
    }

    /// Returns the wins of a buyer with average luck: the sum of the chances of all spots that were in a draw.
    pub fn expected_wins(&self) -> f64 {
        self.waffles.iter().map(Entry::expected_wins).sum()
    }

    /// Lists what the titles of won waffles put in double quotes, the newest draw first, without repeats.
    pub fn trophies(&self) -> Vec<String> {
        let mut won: Vec<&Entry> = self.waffles.iter().filter(|entry| entry.result() == EntryResult::Won).collect();
        won.sort_by_key(|entry| std::cmp::Reverse((entry.completed_at, entry.created_at)));
        trophies(won.into_iter().map(|entry| entry.title.as_str()))
    }

    fn count(&self, of: impl Fn(&Entry) -> u32) -> u32 {
        self.waffles.iter().map(of).sum()
    }
}

impl Entry {
    /// Returns what became of the buyer's spots.
    pub fn result(&self) -> EntryResult {
        match (self.held.won, self.held.lost) {
            (1.., _) => EntryResult::Won,
            (0, 1..) => EntryResult::Lost,
            (0, 0) => EntryResult::Open,
        }
    }

    /// Returns the sum of the chances of the buyer's spots that were in the draw: winners over spots drawn from, for
    /// each.
    pub fn expected_wins(&self) -> f64 {
        if self.drawn == 0 {
            return 0.0;
        }
        f64::from(self.held.won + self.held.lost) * f64::from(self.winners) / f64::from(self.drawn)
    }
}

impl Held {
    /// Returns how many they are in all.
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
