//! Draws that anyone can check: their public pages, and the page on which sellers lock them.

use std::iter::repeat;

use serde::Serialize;
use waffle_beacon::relay_url::RelayUrl;
use waffle_domain::draw::beacon::Chain;
use waffle_domain::waffle::{LockedNow, Waffle};
use waffle_domain::wire::draw::{Draw, LedgerEntry};
use waffle_service::config;

use crate::context::form::Field;
use crate::context::list::{Neighbours, Winner, paired};
use crate::context::{Frame, Moment};

/// `GET /waffle/:slug/draws`.
#[derive(Debug, Clone, Serialize)]
pub struct DrawsPage {
    pub frame: Frame,
    pub slug: String,
    pub title: String,
    pub draws: Vec<Draw>,
    /// Whether one of them waits for a private chain, or the next one would.
    pub private: bool,
    /// The oldest first.
    pub ledger: Vec<LedgerRow>,
    /// How many entries the ledger has in all.
    pub total: u32,
    /// The pages with newer and older ones.
    pub neighbours: Neighbours,
}

template!(DrawsPage: "draws");

/// `GET /waffle/:slug/draws/:number`.
#[derive(Debug, Clone, Serialize)]
pub struct PublicDrawPage {
    pub frame: Frame,
    pub slug: String,
    pub title: String,
    /// The waffle's uuid, which the seed hashes.
    pub waffle_id: String,
    pub draw: Draw,
    /// What happened to its winners since; `None` if they are as drawn.
    pub since: Option<&'static str>,
    /// The private chain, if this site still uses it.
    pub own_chain: Option<OwnChain>,
    /// The key that quicknet's rounds are signed with.
    pub quicknet_key: &'static str,
    /// A line to keep, while the draw is locked.
    pub chat: Option<String>,
    /// The absolute address of this page.
    pub url: String,
}

template!(PublicDrawPage: "public_draw");

/// The private chain that this site uses, for visitors who check its draws all the same.
#[derive(Debug, Clone, Serialize)]
pub struct OwnChain {
    /// The arguments that describe it to `waffle verify`, quoted for a shell.
    pub settings: String,
    /// The arguments that describe it to the Python program: key, genesis and period.
    pub arguments: String,
    /// In seconds since 1970.
    pub genesis: i64,
    pub period_seconds: u32,
    /// The addresses of its relays, separated by spaces.
    pub relays: String,
}

impl OwnChain {
    /// Describes the configured chain if it is a private one and the draw uses it.
    pub fn of(config: &config::Draw, chain: &str) -> Option<Self> {
        let chain = config.private_chain(chain)?;
        let (key, timetable) = (chain.public_key().bytes(), chain.timetable());
        let (genesis, period_seconds) = (timetable.genesis(), timetable.period_seconds());
        let relays: Vec<&str> = config.relays.iter().map(RelayUrl::as_str).collect();
        Some(Self {
            settings: settings(chain),
            arguments: format!("{key} {genesis} {period_seconds}"),
            genesis,
            period_seconds,
            relays: relays.join(" "),
        })
    }
}

fn settings(chain: &Chain) -> String {
    let timetable = chain.timetable();
    [
        ("CHAIN", chain.hash().to_string()),
        ("PUBLIC_KEY", chain.public_key().bytes().to_string()),
        ("GENESIS", timetable.genesis().to_string()),
        ("PERIOD_SECONDS", timetable.period_seconds().to_string()),
    ]
    .map(|(name, value)| format!("WAFFLE__DRAW__BEACON__{name}={value}"))
    .join(" ")
}

/// Writes a line for the chat: a reader who saved it before the round appeared can check afterwards that the draw is
/// the one that was locked. So it has all that the seed hashes except the signature, which the round decides. None once
/// the draw is no longer locked.
pub fn chat_line(waffle: &Waffle, draw: &Draw, url: &str) -> Option<String> {
    if draw.state != "locked" {
        return None;
    }
    let Waffle { id, title, .. } = waffle;
    let Draw { number, entries_count, entries_sha256, item_count, round, .. } = draw;
    let once = if draw.one_win_per_handle { "yes" } else { "no" };
    let chain = if draw.private_chain { "a private chain" } else { "drand’s quicknet" };
    let at = draw.round_at.format("%Y-%m-%d %H:%M:%S UTC");
    Some(format!(
        "{title}, waffle {id}, draw {number}: {entries_count} entries are locked, SHA-256 {entries_sha256}. \
         Winners: {item_count}; one win per handle: {once}. Round {round} of {chain} decides, at {at}. {url}"
    ))
}

/// What happened to a waffle's winners, in words.
#[derive(Debug, Clone, Serialize)]
pub struct LedgerRow {
    pub at: Moment,
    pub words: String,
    /// The number of the draw that it is about, if any.
    pub number: Option<u32>,
    pub winners: Vec<Winner>,
    pub reason: Option<String>,
}

impl From<&LedgerEntry> for LedgerRow {
    fn from(entry: &LedgerEntry) -> Self {
        let draw = entry.number.map(|number| format!("Draw {number}")).unwrap_or_default();
        Self {
            at: entry.at.into(),
            words: match entry.kind.as_str() {
                "locked" => format!("{draw} was locked."),
                "voided" => format!("{draw} was voided: it decides nothing."),
                "drawn" => format!("{draw} was drawn."),
                "replaced" => format!("{draw}: a winner stepped back, and the next alternate wins in that place."),
                "renamed" => "A winner’s handle was merged into another.".to_owned(),
                "set_by_hand" => "The seller picked the winners by hand.".to_owned(),
                "changed_by_hand" => "The seller picked other winners by hand.".to_owned(),
                _ => "The seller cleared the winners.".to_owned(),
            },
            number: entry.number.map(i32::unsigned_abs),
            winners: paired(&entry.winning_spot_numbers, &entry.winning_social_handles, None),
            reason: entry.reason.clone(),
        }
    }
}

/// A draw that waits for its round.
#[derive(Debug, Clone, Serialize)]
pub struct LockedView {
    pub number: u32,
    pub entries: u32,
    pub round: u64,
    pub round_at: Moment,
    pub chain: String,
    /// Whether that is a private chain, which proves nothing to outsiders.
    pub private: bool,
}

impl From<&LockedNow> for LockedView {
    fn from(locked: &LockedNow) -> Self {
        Self {
            number: locked.number.unsigned_abs(),
            entries: locked.entries.unsigned_abs(),
            round: locked.round.unsigned_abs(),
            round_at: locked.round_at.into(),
            chain: locked.chain.to_string(),
            private: locked.is_private(),
        }
    }
}

/// `GET /admin/waffles/:id/draws`, and the answers to forms that were refused there.
#[derive(Debug, Clone, Serialize)]
pub struct LockDrawPage {
    pub frame: Frame,
    /// The waffle's uuid.
    pub id: String,
    pub slug: String,
    pub title: String,
    pub archived: bool,
    /// Whether there are winners, or were some before: then a reason is required.
    pub again: bool,
    pub item_count: u32,
    /// The draw that is locked, if one is.
    pub locked: Option<LockedView>,
    /// Its line for the chat.
    pub chat: Option<String>,
    /// The draw that decided the winners, if it is valid and none is locked.
    pub standing: Option<StandingView>,
    pub form: LockForm,
}

template!(LockDrawPage: "admin/lock_draw");

/// A winner's prize, as typed.
#[derive(Debug, Clone, Serialize)]
pub struct PrizeField {
    /// Which winner it is, from 1.
    pub place: usize,
    pub value: String,
}

impl PrizeField {
    /// One field for each winner, as typed.
    pub fn for_each<'a>(winners: i32, typed: impl Iterator<Item = &'a str>) -> Vec<Self> {
        let values = typed.chain(repeat(""));
        let fields = (1..).zip(values).take(usize::try_from(winners).unwrap_or_default());
        fields.map(|(place, value)| Self { place, value: value.to_owned() }).collect()
    }
}

/// A draw whose winners can be replaced one by one.
#[derive(Debug, Clone, Serialize)]
pub struct StandingView {
    pub number: u32,
    pub winners: Vec<StandingWinner>,
    /// The next alternate; none if none is left.
    pub next: Option<Winner>,
    /// How many alternates are left.
    pub left: usize,
}

/// A winner, and the form that replaces this one.
#[derive(Debug, Clone, Serialize)]
pub struct StandingWinner {
    #[serde(flatten)]
    pub winner: Winner,
    /// The name of the field for the reason.
    pub field: String,
    pub label: String,
    pub reason: Field,
}

/// The reason as typed.
#[derive(Debug, Clone, Default, Serialize)]
pub struct LockForm {
    pub delay_seconds: Field,
    pub one_win_per_handle: bool,
    /// The numbers to leave out.
    pub exclude: Field,
    /// How many alternates are drawn.
    pub alternates: Field,
    /// Each winner's prize, in order.
    pub prizes: Vec<PrizeField>,
    pub prizes_error: Option<String>,
    /// Why it is drawn.
    pub reason: Field,
    /// Why a draw is voided.
    pub void_reason: Field,
    pub signature: Field,
    /// The spot of the winner who was to be replaced, and why.
    pub replaced: Option<(i32, Field)>,
}
