//! The pages of one buyer: what the handle holds, won and how lucky that is.

use serde::Serialize;
use waffle_domain::buyer::{Buyer, Entry, EntryResult, Luck, Stats};
use waffle_domain::money::Currency;
use waffle_domain::spot::SpotStatus;
use waffle_domain::waffle::WaffleStatus;

use crate::pages::context::board::{SpotState, ranges};
use crate::pages::context::form::Field;
use crate::pages::context::list::Neighbours;
use crate::pages::context::{Frame, Moment};
use crate::web::public_origin::PublicOrigin;

/// Trophies on the card: more don't fit a picture of it.
const CARD_TROPHIES: usize = 6;

/// A longer handle does not fit a line of a phone in large letters.
const LONG_HANDLE: usize = 14;

/// `GET /buyer/:handle?page=…`.
#[derive(Debug, Clone, Serialize)]
pub struct BuyerPage {
    pub frame: Frame,
    pub buyer: BuyerView,
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
    /// The first trophies.
    pub trophies: Vec<String>,
    /// How many there are beyond those.
    pub more_trophies: usize,
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
    pub trophies: Vec<String>,
    /// What is claimed and not paid yet in active waffles.
    pub due: Option<Due>,
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

/// What a buyer still has to pay.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Due {
    pub spots: u32,
    /// The sum, formatted.
    pub sum: String,
}

/// A buyer's part in one waffle.
#[derive(Debug, Clone, Serialize)]
pub struct HistoryRow {
    pub title: String,
    /// Where the waffle is; none when it is archived.
    pub href: Option<String>,
    pub result: EntryResult,
    /// The result in words.
    pub words: &'static str,
    /// The price of one spot, formatted.
    pub price: String,
    pub created: Moment,
    pub drawn: Option<Moment>,
    /// The spots by state, winners first.
    pub spots: Vec<SpotGroup>,
    pub due: Option<Due>,
}

/// Spots of one waffle in the same state.
#[derive(Debug, Clone, Serialize)]
pub struct SpotGroup {
    pub letter: char,
    /// The name of the state.
    pub words: &'static str,
    /// The numbers as text: `1-6, 8`.
    pub numbers: String,
    pub count: u32,
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

impl BuyerCardPage {
    /// Makes the card of a buyer.
    pub fn new(buyer: BuyerView, origin: &PublicOrigin) -> Self {
        let host = origin.as_str().split_once("://").map_or(origin.as_str(), |(_, host)| host).to_owned();
        Self {
            title: format!("@{} on Waffle", buyer.handle),
            description: buyer.sentence(),
            trophies: buyer.trophies.iter().take(CARD_TROPHIES).cloned().collect(),
            more_trophies: buyer.trophies.len().saturating_sub(CARD_TROPHIES),
            url: card_url(&buyer.handle, origin),
            host,
            buyer,
        }
    }
}

impl HistoryRow {
    /// Shows a part in a waffle.
    pub fn new(entry: &Entry, currency: &Currency) -> Self {
        let result = entry.result();
        Self {
            title: entry.title.clone(),
            href: (!entry.archived).then(|| format!("/waffle/{}", entry.slug)),
            result,
            words: match result {
                EntryResult::Won => "Won",
                EntryResult::Lost => "Not drawn",
                EntryResult::Open if entry.status == WaffleStatus::Completed => "Not in the draw",
                EntryResult::Open => "Open",
            },
            price: currency.format(entry.spot_price),
            created: entry.created_at.into(),
            drawn: entry.completed_at.map(Moment::from),
            spots: groups(entry),
            due: Due::new(owed(entry), currency),
        }
    }
}

impl Due {
    fn new((spots, cents): (u32, i64), currency: &Currency) -> Option<Self> {
        (spots > 0).then(|| Self { spots, sum: currency.format(cents) })
    }
}

/// The absolute address of a buyer's card.
pub fn card_url(handle: &str, origin: &PublicOrigin) -> String {
    format!("{origin}/buyer/{handle}/card")
}

/// How many spots are to be paid, and what they cost. After the draw it is too late, and an archived waffle is over.
fn owed(entry: &Entry) -> (u32, i64) {
    if entry.status == WaffleStatus::Completed || entry.archived {
        return (0, 0);
    }
    let spots = entry.spots.iter().filter(|spot| spot.status == SpotStatus::Pending).count();
    let spots = u32::try_from(spots).unwrap_or(u32::MAX);
    (spots, entry.spot_price.saturating_mul(spots.into()))
}

fn groups(entry: &Entry) -> Vec<SpotGroup> {
    let states = [SpotStatus::Winner, SpotStatus::Loser, SpotStatus::Paid, SpotStatus::Pending];
    let group = |status| {
        let numbers =
            entry.spots.iter().filter(move |spot| spot.status == status).map(|spot| spot.number.unsigned_abs());
        let state = SpotState::from(status);
        SpotGroup {
            letter: state.letter(),
            words: state.name(),
            count: u32::try_from(numbers.clone().count()).unwrap_or(u32::MAX),
            numbers: ranges(numbers),
        }
    };
    states.into_iter().map(group).filter(|group| group.count > 0).collect()
}

fn verdict(mood: Mood) -> &'static str {
    match mood {
        Mood::Waiting => "No draw yet: luck shows after the first one.",
        Mood::Lucky => "Luckier than the odds.",
        Mood::Even => "Right on the odds.",
        Mood::Unlucky => "The odds owe a win or two.",
    }
}
