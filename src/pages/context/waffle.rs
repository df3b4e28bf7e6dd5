//! A waffle as pages show it.

use chrono::{DateTime, Utc};
use serde::Serialize;
use uuid::Uuid;
use waffle_actors::snapshot::Snapshot;
use waffle_domain::board::Counts;
use waffle_domain::money::Currency;
use waffle_domain::payment::PaymentMethod;
use waffle_domain::photo::PhotoHash;
use waffle_domain::waffle::{Waffle, WaffleStatus};
use waffle_language::{Amount, Text, say};
use waffle_store::waffles::ListedWaffle;

use crate::context::Moment;
use crate::context::draws::locked_view;
use crate::context::how_won::HowWonView;
use crate::context::list::{Winner, winners};
use crate::context::terms::TermsView;
use crate::templates::Values;

/// A waffle in a list; the page's script keeps it up to date.
#[derive(Debug, Clone, Serialize)]
pub struct WaffleCard {
    #[serde(flatten)]
    pub waffle: WaffleView,
    /// The newest sequence number included in its counts; the live updates start after it.
    pub seq: i64,
    pub terms: TermsView,
}

impl WaffleCard {
    /// Makes a waffle's card, as it is now.
    pub fn new(listed: &ListedWaffle, currency: &Currency, now: DateTime<Utc>) -> Self {
        let waffle = WaffleView::new(&listed.waffle, listed.counts, currency);
        Self { waffle, seq: listed.last_seq, terms: TermsView::new(&listed.waffle.terms, now) }
    }
}

/// A waffle and its counts, as every page about it shows them.
#[derive(Debug, Clone, Serialize)]
pub struct WaffleView {
    pub id: Uuid,
    pub slug: String,
    pub title: String,
    /// The picture; for a photo that the service keeps, its path, which is right at each of its hosts.
    pub image_url: Option<String>,
    /// The price of one spot.
    pub price: Amount,
    pub price_cents: i64,
    pub status: WaffleStatus,
    pub archived: bool,
    pub total_spots: i32,
    pub available: i32,
    pub pending: i32,
    /// Paid spots, winners and losers included.
    pub paid: i32,
    /// Every spot that is not available.
    pub claimed: i32,
    /// Claimed spots in percent, with one decimal: `37.5`.
    pub fill_percent: Amount,
    /// The price of the paid spots.
    pub paid_sum: Amount,
    /// The price of the pending spots; it is owed while the waffle is active.
    pub pending_sum: Amount,
    /// How many winners are drawn.
    pub item_count: i32,
    /// Empty until the waffle is completed.
    pub winners: Vec<Winner>,
    pub how_won: HowWonView,
    /// The draw that is locked, if one is.
    pub locked: Option<Values>,
    pub created: Moment,
}

impl WaffleView {
    /// Describes a waffle with its counts.
    pub fn new(waffle: &Waffle, counts: Counts, currency: &Currency) -> Self {
        let worth = |spots: i32| currency.amount(waffle.spot_price.saturating_mul(spots.into()));
        Self {
            id: waffle.id,
            slug: waffle.slug.clone(),
            title: waffle.title.clone(),
            image_url: waffle.photo.map(PhotoHash::path).or_else(|| waffle.image_url.clone()),
            price: currency.amount(waffle.spot_price),
            price_cents: waffle.spot_price,
            status: waffle.status,
            archived: waffle.archived,
            total_spots: waffle.total_spots,
            available: counts.available,
            pending: counts.pending,
            paid: counts.paid,
            claimed: counts.claimed(),
            fill_percent: fill_percent(counts),
            paid_sum: worth(counts.paid),
            pending_sum: worth(counts.pending),
            item_count: waffle.item_count,
            winners: winners(waffle),
            how_won: HowWonView::new(waffle.draw.how_won(), (&waffle.slug, waffle.archived)),
            locked: waffle.draw.locked.as_ref().map(locked_view),
            created: waffle.created_at.into(),
        }
    }

    /// Describes the waffle of a board.
    pub fn of(snapshot: &Snapshot, currency: &Currency) -> Self {
        Self::new(&snapshot.waffle, snapshot.board.counts(), currency)
    }
}

/// The share of claimed spots in percent: a number with one decimal and no symbol.
fn fill_percent(counts: Counts) -> Amount {
    let claimed = i64::from(counts.claimed());
    let total = claimed + i64::from(counts.available);
    let tenths = if total == 0 { 0 } else { (2_000 * claimed + total) / (2 * total) };
    Amount { cents: tenths, symbol: String::new(), decimals: 1 }
}

/// The ways to pay. If a method has instructions, they stand with it, and others say to mention the handle; if none has
/// any, a sentence above the list says so.
pub fn pay_options(options: &[PaymentMethod], link: impl Fn(&PaymentMethod) -> Option<String>) -> Vec<Values> {
    let any = options.iter().any(|option| option.instructions.is_some());
    let mind = |option: &PaymentMethod| {
        let instructions = option.instructions.as_deref().map(Text::verbatim);
        any.then(|| instructions.unwrap_or_else(|| say!("pay-mention-handle")))
    };
    options.iter().map(|option| values! { ..option, mind: mind(option), link: link(option) }).collect()
}

/// The host of a link without `www.`, as people know the site.
pub fn host(link: &str) -> &str {
    let rest = link.split_once("://").map_or(link, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or(rest);
    let host = authority.rsplit('@').next().unwrap_or(authority);
    host.strip_prefix("www.").unwrap_or(host)
}

#[cfg(test)]
mod tests {
    use super::host;

    #[test]
    fn a_link_is_named_by_the_host_that_it_leads_to() {
        for (link, name) in [
            ("https://www.social.example/golden", "social.example"),
            ("http://shop.example:8080?x", "shop.example:8080"),
            ("https://bank.example@evil.example/", "evil.example"),
        ] {
            assert_eq!(host(link), name);
        }
    }
}
