//! A waffle as clients see it.

use crate::board::Counts;
use crate::draw::how_won::{WinnersOrigin, WonBy};
use crate::payment_link::PaymentTypes;
use crate::waffle::{Waffle, WaffleStatus};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::wire::payment::PaymentOption;

/// A waffle in a list.
#[expect(clippy::struct_excessive_bools, reason = "clients read each of them by its name")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WaffleSummary {
    pub id: Uuid,
    /// Its name in addresses; never changes.
    #[schema(example = "golden-hour")]
    pub slug: String,
    #[schema(example = "Golden Hour")]
    pub title: String,
    #[schema(required)]
    pub description: Option<String>,
    /// A picture of what is sold.
    #[schema(required)]
    pub image_url: Option<String>,
    pub status: WaffleStatus,
    /// Hidden from everyone but admins.
    pub archived: bool,
    #[schema(minimum = 2, maximum = 10000, example = 100)]
    pub total_spots: i32,
    /// In cents.
    #[schema(minimum = 1, maximum = 100_000_000, example = 2500)]
    pub spot_price: i64,
    /// How many winners are drawn.
    #[schema(minimum = 1, maximum = 10, example = 1)]
    pub item_count: i32,
    pub available_count: i32,
    pub pending_count: i32,
    /// Every spot that is not available.
    pub claimed_count: i32,
    /// Paid spots, including winners and losers.
    pub paid_count: i32,
    /// The share of claimed spots in percent, to one decimal.
    #[schema(minimum = 0, maximum = 100, example = 37.5)]
    pub fill_percent: f64,
    /// In the order of the draw; empty before it.
    pub winning_spot_numbers: Vec<i32>,
    /// Parallel to the numbers.
    pub winning_social_handles: Vec<String>,
    /// The prizes, parallel to the numbers; `null` unless the winners' draw names them.
    #[schema(required, example = json!(["Golden Hour, signed"]))]
    pub winning_prizes: Option<Vec<String>>,
    pub created_at: DateTime<Utc>,
    /// When the winners were drawn.
    #[schema(required)]
    pub completed_at: Option<DateTime<Utc>>,
    /// Buyers can't claim before this.
    #[schema(required)]
    pub opens_at: Option<DateTime<Utc>>,
    /// Buyers can't claim for the moment.
    pub claims_paused: bool,
    /// Left out of the public lists; the link still works.
    pub unlisted: bool,
    /// How long a claim may stay unpaid, in minutes.
    #[schema(required, minimum = 5, maximum = 43_200, example = 30)]
    pub pay_within_minutes: Option<i32>,
    /// The most spots that a handle may hold.
    #[schema(required, minimum = 1, maximum = 10_000, example = 5)]
    pub max_spots_per_handle: Option<i32>,
    /// For how many hours after the deadline "I have paid" keeps spots; `null`: until the seller has checked.
    #[schema(required, minimum = 1, maximum = 720, example = 24)]
    pub says_paid_grace_hours: Option<i32>,
    /// Whether each buyer is asked for a few cents more, which tell payments apart.
    pub distinct_amounts: bool,
    /// How the winners were found; `null` while there are none.
    #[schema(required)]
    pub won_by: Option<WonBy>,
    /// How many results were drawn or set before, and then cleared or changed. A replaced winner does not count.
    #[schema(minimum = 0, example = 0)]
    pub draws_before: i32,
    /// Whether the winners' draw used a private chain, which proves nothing to others.
    pub private_chain: bool,
}

impl WaffleSummary {
    /// Shows a waffle with its counts.
    pub fn new(waffle: &Waffle, counts: Counts) -> Self {
        Self {
            id: waffle.id,
            slug: waffle.slug.clone(),
            title: waffle.title.clone(),
            description: waffle.description.clone(),
            image_url: waffle.image_url.clone(),
            status: waffle.status,
            archived: waffle.archived,
            total_spots: waffle.total_spots,
            spot_price: waffle.spot_price,
            item_count: waffle.item_count,
            available_count: counts.available,
            pending_count: counts.pending,
            claimed_count: counts.claimed(),
            paid_count: counts.paid,
            fill_percent: counts.fill_percent(),
            winning_spot_numbers: waffle.winning_spot_numbers.clone(),
            winning_social_handles: waffle.winning_social_handles.clone(),
            winning_prizes: waffle.winning_prizes.clone(),
            created_at: waffle.created_at,
            completed_at: waffle.completed_at,
            opens_at: waffle.terms.opens_at,
            claims_paused: waffle.terms.claims_paused,
            unlisted: waffle.terms.unlisted,
            pay_within_minutes: waffle.terms.pay_within_minutes,
            max_spots_per_handle: waffle.terms.max_spots_per_handle,
            says_paid_grace_hours: waffle.terms.says_paid_grace_hours,
            distinct_amounts: waffle.terms.distinct_amounts,
            won_by: waffle.draw.won.map(WinnersOrigin::won_by),
            draws_before: waffle.draw.draws_before,
            private_chain: waffle.draw.won.is_some_and(WinnersOrigin::is_private),
        }
    }
}

/// A waffle alone.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Waffle)]
pub struct WaffleDetail<'a> {
    #[serde(flatten)]
    summary: WaffleSummary,
    social_media_links: &'a [String],
    /// Ids of the methods that the seller chose.
    payment_methods: &'a [Uuid],
    /// The active ones of them.
    payment_options: Vec<PaymentOption<'a>>,
}

impl<'a> WaffleDetail<'a> {
    /// Shows a waffle as everyone may see it; `types` turn its payment methods into links.
    pub fn new(waffle: &'a Waffle, counts: Counts, types: &PaymentTypes) -> Self {
        Self {
            summary: WaffleSummary::new(waffle, counts),
            social_media_links: &waffle.social_media_links,
            payment_methods: &waffle.payment_methods,
            payment_options: waffle.payment_options.iter().map(|option| PaymentOption::new(option, types)).collect(),
        }
    }
}

/// What only admins see.
#[derive(Debug, Serialize, ToSchema)]
struct Share<'a> {
    /// The saved message, if any.
    #[schema(required)]
    share_message: Option<&'a str>,
    /// The template that it was made from.
    #[schema(required)]
    share_template_id: Option<Uuid>,
}

/// A waffle as admins see it.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdminWaffle<'a> {
    #[serde(flatten)]
    detail: WaffleDetail<'a>,
    #[serde(flatten)]
    share: Share<'a>,
}

impl<'a> AdminWaffle<'a> {
    /// Shows a waffle as admins see it; `types` turn its payment methods into links.
    pub fn new(waffle: &'a Waffle, counts: Counts, types: &PaymentTypes) -> Self {
        let share =
            Share { share_message: waffle.share_message.as_deref(), share_template_id: waffle.share_template_id };
        Self { detail: WaffleDetail::new(waffle, counts, types), share }
    }
}
