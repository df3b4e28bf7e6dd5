//! A buyer as clients see it.

use crate::buyer::{Buyer, Entry, Luck, Stats};
use crate::handle::Handle;
use crate::percent::Percent;
use serde::Serialize;
use utoipa::ToSchema;

/// A buyer, with statistics.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Buyer)]
pub struct BuyerView<'a> {
    #[schema(value_type = String, example = "anna")]
    social_handle: &'a Handle,
    #[serde(flatten)]
    stats: Stats,
}

impl<'a> From<&'a Buyer> for BuyerView<'a> {
    fn from(buyer: &'a Buyer) -> Self {
        Self { social_handle: &buyer.handle, stats: buyer.stats() }
    }
}

/// Everything about a buyer.
#[derive(Debug, Serialize, ToSchema)]
pub struct BuyerCard<'a> {
    #[schema(value_type = String, example = "anna")]
    social_handle: &'a Handle,
    stats: Stats,
    /// Wins as a share of wins and losses, in percent, to one decimal.
    #[schema(value_type = f64, example = 33.3)]
    win_rate: Percent,
    /// The share that average luck would have won, in percent, to one decimal.
    #[schema(value_type = f64, example = 20.8)]
    expected_win_rate: Percent,
    /// The win rate less the expected one: positive means luckier than expected.
    #[schema(value_type = f64, example = 12.5)]
    luck_rating: Percent,
    /// The texts in double quotes in the titles of won waffles, the newest first.
    #[schema(example = json!(["Golden Hour"]))]
    trophies: &'a [String],
    /// The newest hundred waffles; `stats` says how many there are.
    waffle_history: &'a [Entry],
}

impl<'a> From<&'a Buyer> for BuyerCard<'a> {
    fn from(buyer: &'a Buyer) -> Self {
        let Luck { win_rate, expected_win_rate, luck_rating } = buyer.luck();
        Self {
            social_handle: &buyer.handle,
            stats: buyer.stats(),
            win_rate,
            expected_win_rate,
            luck_rating,
            trophies: &buyer.trophies,
            waffle_history: &buyer.waffles,
        }
    }
}
