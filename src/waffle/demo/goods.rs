//! The goods that the demo's seller sells, now or before, as `goods.json` lists them.

use serde::Deserialize;
use waffle_domain::{terms::TermsDraft, waffle_fields::WaffleDraft};

/// All of them, and how they are paid.
#[derive(Deserialize)]
pub(super) struct Goods {
    /// The seller's payment methods: type, label, and handle or address.
    pub(super) wallets: Vec<[String; 3]>,
    /// What was sold, once or several times.
    pub(super) sold_before: Vec<Good>,
    /// What is on sale when the demo begins.
    pub(super) on_sale: Vec<Sample>,
    /// Sold with a deadline for payments.
    pub(super) with_deadlines: Timed,
    /// Opens while the visitor watches.
    pub(super) opening: Good,
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
    pub(super) hours_old: i64,
    pub(super) claimed: usize,
    pub(super) paid: usize,
    pub(super) state: State,
}

/// The state that a sample is in.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum State {
    /// Buyers claim, and pay sooner or later.
    Open,
    /// The same, and the first buyer has not paid yet.
    FirstOwes,
    /// Locked a minute ago.
    Locked,
    /// Drawn by lot.
    Drawn,
}

#[derive(Deserialize)]
pub(super) struct Timed {
    #[serde(flatten)]
    pub(super) good: Good,
    /// How many minutes ago which spots were claimed, each time by another buyer.
    pub(super) claims: Vec<(i64, Vec<i32>)>,
    /// Those that are paid.
    pub(super) paid: Vec<i32>,
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
