//! A buyer's pages: what the handle holds, what it won and how lucky it is.

pub mod history;

use serde::Serialize;
use waffle_domain::buyer::{Buyer, Luck, Stats};
use waffle_domain::money::Currency;
use waffle_http::public_origin::PublicOrigin;
use waffle_language::{Amount, Text, say};

use crate::context::Moment;
use crate::context::buyer::history::Due;
use crate::templates::Values;

/// How many trophies the page shows.
pub const PAGE_TROPHIES: usize = 60;
/// How many trophies the card shows: more don't fit its picture.
const CARD_TROPHIES: usize = 6;

/// Longer handles don't fit a phone's line in large letters.
const LONG_HANDLE: usize = 14;

/// A buyer's numbers, ready to print.
#[derive(Debug, Clone, Serialize)]
pub struct BuyerView {
    pub handle: String,
    /// Whether the handle needs smaller letters.
    pub long: bool,
    /// When the handle first claimed.
    pub first_seen: Option<Moment>,
    pub wins: u32,
    pub losses: u32,
    pub spots: u32,
    pub paid: u32,
    pub waffles: u32,
    /// In percent, with one decimal: `37.5`.
    pub win_rate: Amount,
    /// The win rate that the odds predict, in the same format.
    pub expected_win_rate: Amount,
    /// With a sign: `+12.5`.
    pub luck: Text,
    pub mood: Mood,
    /// The mood in words.
    pub verdict: Text,
    /// All trophies; the pages show those on the shelf.
    #[serde(skip)]
    pub trophies: Vec<String>,
    /// The pending spots in active waffles.
    pub due: Option<Due>,
}

/// The first few trophies.
#[derive(Debug, Clone, Serialize)]
pub struct Shelf {
    pub trophies: Vec<String>,
    /// How many more there are.
    pub more: usize,
}

/// How the wins compare with the odds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mood {
    /// Nothing has been drawn yet.
    Waiting,
    Lucky,
    Even,
    Unlucky,
}

impl BuyerView {
    /// Shows a buyer.
    pub fn new(buyer: &Buyer, currency: &Currency) -> Self {
        let Stats { total_wins, total_losses, total_spots_claimed, total_paid, waffles_entered, first_seen, .. } =
            buyer.stats();
        let Luck { win_rate, expected_win_rate, luck_rating } = buyer.luck();
        let mood = match luck_rating.value() {
            _ if total_wins + total_losses == 0 => Mood::Waiting,
            0.0 => Mood::Even,
            luck if luck > 0.0 => Mood::Lucky,
            _ => Mood::Unlucky,
        };
        Self {
            handle: buyer.handle.to_string(),
            long: buyer.handle.as_str().len() > LONG_HANDLE,
            first_seen: first_seen.map(Moment::from),
            wins: total_wins,
            losses: total_losses,
            spots: total_spots_claimed,
            paid: total_paid,
            waffles: waffles_entered,
            win_rate: win_rate.amount(),
            expected_win_rate: expected_win_rate.amount(),
            luck: luck_rating.luck(),
            mood,
            verdict: verdict(mood),
            trophies: buyer.trophies.clone(),
            due: Due::new(buyer.totals.due, currency),
        }
    }

    /// The buyer in one sentence, for link previews.
    pub fn sentence(&self) -> Text {
        if self.spots == 0 {
            return say!("buyer-short-none", handle = &self.handle);
        }
        let mut short = say!("buyer-short", wins = self.wins, losses = self.losses, spots = self.spots);
        if self.mood != Mood::Waiting {
            let rate = say!("number-percent", number = self.win_rate.clone());
            short = say!("buyer-short-luck", short, rate, luck = self.luck.clone());
        }
        let trophies = self.trophies.iter().take(3).map(|name| say!("buyer-short-trophy", name));
        match Text::list(trophies) {
            Some(trophies) => say!("buyer-short-trophies", short, trophies),
            None => short,
        }
    }
}

impl Shelf {
    /// Takes as many trophies as there is room for.
    pub fn new(buyer: &BuyerView, room: usize) -> Self {
        let trophies = buyer.trophies.iter().take(room).cloned().collect();
        Self { trophies, more: buyer.trophies.len().saturating_sub(room) }
    }
}

/// The page of a buyer's card, to share.
pub fn card_page(buyer: &BuyerView, origin: &PublicOrigin) -> Values {
    values! {
        title: say!("buyer-card-title", handle = &buyer.handle),
        description: buyer.sentence(),
        shelf: Shelf::new(buyer, CARD_TROPHIES),
        url: card_url(&buyer.handle, origin),
        host: origin.as_str().split_once("://").map_or(origin.as_str(), |(_, host)| host),
        buyer,
    }
}

/// The path of a buyer's page. The handles `.` and `..` get their `@`: without it they mean "this folder" and "the one
/// above", even when encoded.
pub fn path(handle: &str) -> String {
    let at = if matches!(handle, "." | "..") { "@" } else { "" };
    format!("/buyer/{at}{handle}")
}

/// The absolute address of a buyer's card.
pub fn card_url(handle: &str, origin: &PublicOrigin) -> String {
    format!("{origin}{}/card", path(handle))
}

fn verdict(mood: Mood) -> Text {
    match mood {
        Mood::Waiting => say!("buyer-luck-waiting"),
        Mood::Lucky => say!("buyer-luck-lucky"),
        Mood::Even => say!("buyer-luck-even"),
        Mood::Unlucky => say!("buyer-luck-unlucky"),
    }
}
