//! The pages of one buyer: what the handle holds, won and how lucky that is.

pub mod history;

use serde::Serialize;
use waffle_domain::buyer::{Buyer, Luck, Stats};
use waffle_domain::money::Currency;

use crate::pages::context::buyer::history::{Due, HistoryRow, owed};
use crate::pages::context::form::Field;
use crate::pages::context::list::Neighbours;
use crate::pages::context::{Frame, Moment};
use crate::web::public_origin::PublicOrigin;

/// Trophies on the page.
const PAGE_TROPHIES: usize = 60;
/// Trophies on the card: more don't fit a picture of it.
const CARD_TROPHIES: usize = 6;

/// A longer handle does not fit a line of a phone in large letters.
const LONG_HANDLE: usize = 14;

/// `GET /buyer/:handle?page=…`.
#[derive(Debug, Clone, Serialize)]
pub struct BuyerPage {
    pub frame: Frame,
    pub buyer: BuyerView,
    pub shelf: Shelf,
    /// Newest first, a page of them.
    pub history: Vec<HistoryRow>,
    pub neighbours: Neighbours,
    /// The absolute address of the card.
    pub card_url: String,
}

/// `GET /buyer?handle=…` for what is no handle, and without one.
#[derive(Debug, Clone, Serialize)]
pub struct FindBuyerPage {
    pub frame: Frame,
    pub handle: Field,
}

/// `GET /buyer/:handle/card`: the buyer without the site around it.
#[derive(Debug, Clone, Serialize)]
pub struct BuyerCardPage {
    pub title: String,
    /// One sentence for link previews.
    pub description: String,
    pub buyer: BuyerView,
    pub shelf: Shelf,
    /// The absolute address of this card.
    pub url: String,
    /// The host of the site, for whoever sees a picture of the card.
    pub host: String,
}

/// A buyer's numbers, ready to print.
#[derive(Debug, Clone, Serialize)]
pub struct BuyerView {
    pub handle: String,
    /// Whether the handle needs smaller letters.
    pub long: bool,
    /// When the handle claimed for the first time.
    pub first_seen: Option<Moment>,
    pub wins: u32,
    pub losses: u32,
    pub spots: u32,
    pub paid: u32,
    pub waffles: u32,
    /// In percent, with one decimal: `37.5`.
    pub win_rate: String,
    /// The same for the odds.
    pub expected_win_rate: String,
    /// With its sign: `+12.5`.
    pub luck: String,
    pub mood: Mood,
    /// The mood in words.
    pub verdict: &'static str,
    /// All of them; the pages show those on the shelf.
    #[serde(skip)]
    pub trophies: Vec<String>,
    /// What is claimed and not paid yet in active waffles.
    pub due: Option<Due>,
}

/// The first trophies, as many as there is room for.
#[derive(Debug, Clone, Serialize)]
pub struct Shelf {
    pub trophies: Vec<String>,
    /// How many there are beyond those.
    pub more: usize,
}

/// How the wins compare with the odds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mood {
    /// Nothing was drawn yet.
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
        let due = buyer.waffles.iter().map(owed).fold((0, 0), |sum, part| (sum.0 + part.0, sum.1 + part.1));
        Self {
            handle: buyer.handle.to_string(),
            long: buyer.handle.as_str().len() > LONG_HANDLE,
            first_seen: first_seen.map(Moment::from),
            wins: total_wins,
            losses: total_losses,
            spots: total_spots_claimed,
            paid: total_paid,
            waffles: waffles_entered,
            win_rate: win_rate.to_string(),
            expected_win_rate: expected_win_rate.to_string(),
            luck: luck_rating.signed(),
            mood,
            verdict: verdict(mood),
            trophies: buyer.trophies(),
            due: Due::new(due, currency),
        }
    }

    /// The buyer in a sentence, for link previews.
    pub fn sentence(&self) -> String {
        if self.spots == 0 {
            return format!("@{} has not claimed a spot yet.", self.handle);
        }
        let count = |count: u32, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
        let (wins, losses) = (count(self.wins, "win", "wins"), count(self.losses, "loss", "losses"));
        let mut words = format!("{wins}, {losses}, {} claimed.", count(self.spots, "spot", "spots"));
        if self.mood != Mood::Waiting {
            words = format!("{words} Win rate {} %, luck {}.", self.win_rate, self.luck);
        }
        let trophies = self.trophies.iter().take(3).map(|trophy| format!("“{trophy}”")).collect::<Vec<_>>();
        if trophies.is_empty() { words } else { format!("{words} Trophies: {}.", trophies.join(", ")) }
    }
}

impl BuyerPage {
    /// Makes the page of a buyer with a part of the history.
    pub fn new(
        frame: Frame,
        buyer: BuyerView,
        history: Vec<HistoryRow>,
        neighbours: Neighbours,
        origin: &PublicOrigin,
    ) -> Self {
        let shelf = Shelf::new(&buyer, PAGE_TROPHIES);
        let card_url = card_url(&buyer.handle, origin);
        Self { frame, buyer, shelf, history, neighbours, card_url }
    }
}

impl Shelf {
    fn new(buyer: &BuyerView, room: usize) -> Self {
        let trophies = buyer.trophies.iter().take(room).cloned().collect();
        Self { trophies, more: buyer.trophies.len().saturating_sub(room) }
    }
}

impl BuyerCardPage {
    /// Makes the card of a buyer.
    pub fn new(buyer: BuyerView, origin: &PublicOrigin) -> Self {
        let host = origin.as_str().split_once("://").map_or(origin.as_str(), |(_, host)| host).to_owned();
        Self {
            title: format!("@{} on Waffle", buyer.handle),
            description: buyer.sentence(),
            shelf: Shelf::new(&buyer, CARD_TROPHIES),
            url: card_url(&buyer.handle, origin),
            host,
            buyer,
        }
    }
}

/// The address of a buyer's page. The handles `.` and `..` get their `@`: alone they are steps of a path, also when they are encoded.
pub fn path(handle: &str) -> String {
    let at = if matches!(handle, "." | "..") { "@" } else { "" };
    format!("/buyer/{at}{handle}")
}

/// The absolute address of a buyer's card.
fn card_url(handle: &str, origin: &PublicOrigin) -> String {
    format!("{origin}{}/card", path(handle))
}

fn verdict(mood: Mood) -> &'static str {
    match mood {
        Mood::Waiting => "No draw yet: luck shows after the first one.",
        Mood::Lucky => "Luckier than the odds.",
        Mood::Even => "Right on the odds.",
        Mood::Unlucky => "The odds owe a win or two.",
    }
}
