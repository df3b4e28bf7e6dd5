//! The goods that the demo's seller sells, now or before, as `goods.json` lists them.

use serde::Deserialize;
use waffle_domain::{terms::TermsDraft, waffle_fields::WaffleDraft};

use super::story::Action;

/// All of them, and how they are paid.
#[derive(Deserialize)]
pub(super) struct Goods {
    /// The seller's name, as buyers see it.
    pub(super) seller: String,
    /// The seller's payment methods: type, label, and handle or address.
    pub(super) wallets: Vec<[String; 3]>,
    /// What was sold, once or several times.
    pub(super) sold_before: Vec<Good>,
    /// What is on sale when the demo begins, in every state.
    pub(super) on_sale: Vec<Sample>,
}

#[derive(Deserialize)]
pub(super) struct Good {
    pub(super) title: String,
    description: String,
    pub(super) spots: i32,
    pub(super) cents: i64,
    pub(super) winners: i64,
}

#[derive(Deserialize)]
pub(super) struct Sample {
    #[serde(flatten)]
    pub(super) good: Good,
    pub(super) minutes_old: i64,
    /// It opens that much later.
    pub(super) opens_in_seconds: Option<i64>,
    #[serde(default)]
    pub(super) terms: TermsDraft,
    /// How many random spots buyers claim, and how many of them are paid, sooner or later.
    #[serde(default)]
    pub(super) claimed: usize,
    #[serde(default)]
    pub(super) paid: usize,
    /// Whether the first buyer has not paid yet.
    #[serde(default)]
    pub(super) first_owes: bool,
    /// What happens besides, and how many minutes ago.
    #[serde(default)]
    pub(super) steps: Vec<(i64, Action)>,
}

/// Reads them.
pub(super) fn read() -> serde_json::Result<Goods> {
    serde_json::from_str(include_str!("goods.json"))
}

impl Good {
    /// Drafts a waffle.
    pub(super) fn draft(&self, terms: TermsDraft) -> WaffleDraft {
        WaffleDraft {
            description: Some(self.description.clone()),
            item_count: Some(self.winners),
            terms,
            ..WaffleDraft::new(&self.title, self.spots, self.cents)
        }
    }
}
