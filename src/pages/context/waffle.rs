//! A waffle's page: the board, the claim form and the result of the last claim.

use serde::Serialize;
use waffle_domain::board::Counts;
use waffle_domain::money;
use waffle_domain::payment;
use waffle_domain::waffle::Waffle;
use waffle_http::public_origin::PublicOrigin;

use crate::context::board::Board;
use crate::context::claim::{ClaimForm, ClaimNotice};
use crate::context::draws::LockedView;
use crate::context::how_won::HowWonView;
use crate::context::list::{WaffleStatus, Winner, winners};
use crate::context::terms::TermsView;
use crate::context::{Currency, Frame, Link};

/// `GET /waffle/:slug`, and the answer to a claim that was not granted.
#[derive(Debug, Clone, Serialize)]
pub struct WafflePage {
    pub frame: Frame,
    pub waffle: WaffleView,
    /// The absolute address of this page.
    pub share_url: String,
    pub board: Board,
    pub currency: Currency,
    pub claim: ClaimForm,
    pub terms: TermsView,
    /// The server's time, in milliseconds since 1970.
    pub now: i64,
    /// Why a claim made with the form was not granted.
    pub notice: Option<ClaimNotice>,
    /// The manage page, for a signed-in seller.
    pub manage_url: Option<String>,
}

template!(WafflePage: "waffle");

/// A waffle as buyers see it.
#[derive(Debug, Clone, Serialize)]
pub struct WaffleView {
    /// The waffle's uuid, for the API.
    pub id: String,
    pub slug: String,
    pub title: String,
    /// Free text; line breaks are kept.
    pub description: Option<String>,
    pub image_url: Option<String>,
    /// The price of one spot, formatted.
    pub price: String,
    pub price_cents: i64,
    pub status: WaffleStatus,
    pub total_spots: u32,
    pub available: u32,
    /// Every spot that is not available.
    pub claimed: u32,
    /// Claimed spots in percent, with one decimal.
    pub fill_percent: String,
    pub item_count: u32,
    pub winners: Vec<Winner>,
    pub how_won: HowWonView,
    /// The draw that is locked, if one is.
    pub locked: Option<LockedView>,
    pub payment_options: Vec<PaymentOption>,
    /// The seller's links, each with a short text such as its host name.
    pub social_links: Vec<Link>,
}

/// A way to pay that the seller accepts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PaymentOption {
    /// The type: `wallet_a`, `wallet_b`, …
    pub kind: String,
    /// The label for buyers.
    pub display_name: String,
    /// The seller's handle or address there, as text.
    pub handle_or_url: String,
    /// The method's instructions. `None` for all of them if no method has any: then a sentence above the list asks
    /// buyers to mention their handle.
    pub mind: Option<String>,
    /// Where to pay, if the type has a link.
    pub link: Option<String>,
}

impl WaffleView {
    /// Describes a waffle to buyers.
    pub fn new(waffle: &Waffle, counts: Counts, currency: &money::Currency, payments: &payment::PaymentTypes) -> Self {
        Self {
            id: waffle.id.to_string(),
            slug: waffle.slug.clone(),
            title: waffle.title.clone(),
            description: waffle.description.clone(),
            image_url: waffle.image_url.clone(),
            price: currency.format(waffle.spot_price),
            price_cents: waffle.spot_price,
            status: waffle.status.into(),
            total_spots: waffle.total_spots.unsigned_abs(),
            available: counts.available.unsigned_abs(),
            claimed: counts.claimed().unsigned_abs(),
            fill_percent: format!("{:.1}", counts.fill_percent()),
            item_count: waffle.item_count.unsigned_abs(),
            winners: winners(waffle),
            how_won: HowWonView::new(waffle.draw.how_won(), (&waffle.slug, waffle.archived)),
            locked: waffle.draw.locked.as_ref().map(LockedView::from),
            payment_options: PaymentOption::list(
                waffle.payment_options.iter().map(|option| PaymentOption::new(option, payments)),
            ),
            social_links: waffle.social_media_links.iter().map(|link| Link::new(link, host(link))).collect(),
        }
    }
}

impl PaymentOption {
    /// Adds instructions to every method, if any of them has some.
    pub fn list(options: impl Iterator<Item = Self>) -> Vec<Self> {
        let mut options: Vec<_> = options.collect();
        if options.iter().any(|option| option.mind.is_some()) {
            for option in &mut options {
                option.mind.get_or_insert_with(|| "Mention your handle.".to_owned());
            }
        }
        options
    }

    /// Describes a way to pay, with its link.
    pub fn new(option: &payment::PaymentOption, types: &payment::PaymentTypes) -> Self {
        Self {
            kind: option.kind.clone(),
            display_name: option.display_name.clone(),
            handle_or_url: option.handle_or_url.clone(),
            mind: option.instructions.clone(),
            link: types.link(option),
        }
    }

    /// Describes a way to pay an amount, which the link carries where it can.
    pub fn of_amount(option: &payment::PaymentOption, types: &payment::PaymentTypes, amount: &str) -> Self {
        Self { link: types.link_with(option, amount), ..Self::new(option, types) }
    }
}

/// The absolute address of a waffle's page.
pub fn share_url(waffle: &Waffle, origin: &PublicOrigin) -> String {
    origin.waffle_page(&waffle.slug)
}

/// The host of a link without `www.`, as people know the site.
fn host(link: &str) -> &str {
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
