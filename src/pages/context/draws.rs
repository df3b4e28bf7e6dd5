//! Draws that everybody can check: their public pages, and the page on which sellers lock them.

use serde::Serialize;
use waffle_domain::waffle::LockedNow;
use waffle_wire::draw::{Draw, LedgerEntry};

use crate::pages::context::flash::Flash;
use crate::pages::context::form::Field;
use crate::pages::context::list::Winner;
use crate::pages::context::{Frame, Moment};

/// `GET /waffle/:slug/draws`.
#[derive(Debug, Clone, Serialize)]
pub struct DrawsPage {
    pub frame: Frame,
    pub slug: String,
    pub title: String,
    pub draws: Vec<DrawView>,
    /// Whether draws are only demonstrated here.
    pub demonstration: bool,
    /// The oldest first.
    pub ledger: Vec<LedgerRow>,
}

/// `GET /waffle/:slug/draws/:number`.
#[derive(Debug, Clone, Serialize)]
pub struct PublicDrawPage {
    pub frame: Frame,
    pub slug: String,
    pub title: String,
    pub draw: DrawView,
    /// The settings of a chain that only demonstrates draws, as a shell takes them; none for a real draw.
    pub demonstrated: Option<String>,
    /// The absolute address of this page.
    pub url: String,
    /// The addresses of the relays that the script asks, separated by spaces.
    pub relays: String,
}

/// A draw as everybody sees it.
#[derive(Debug, Clone, Serialize)]
pub struct DrawView {
    pub number: u32,
    /// `locked`, `drawn` or `void`.
    pub state: String,
    pub reason: Option<String>,
    pub locked: Moment,
    pub round: u64,
    pub round_at: Moment,
    pub chain: String,
    pub entries: u32,
    pub entries_sha256: String,
    /// The numbers that were left out: `3, 7`; empty for none.
    pub excluded: String,
    pub item_count: u32,
    pub one_win_per_handle: bool,
    pub algorithm: String,
    pub signature: Option<String>,
    pub randomness: Option<String>,
    pub winners: Vec<Winner>,
    pub drawn: Option<Moment>,
    pub voided: Option<Moment>,
}

impl From<&Draw> for DrawView {
    fn from(draw: &Draw) -> Self {
        let excluded: Vec<String> = draw.excluded.iter().map(i32::to_string).collect();
        Self {
            number: draw.number.unsigned_abs(),
            state: draw.state.clone(),
            reason: draw.reason.clone(),
            locked: draw.locked_at.into(),
            round: draw.round.unsigned_abs(),
            round_at: draw.round_at.into(),
            chain: draw.chain.clone(),
            entries: draw.entries_count.unsigned_abs(),
            entries_sha256: draw.entries_sha256.clone(),
            excluded: excluded.join(", "),
            item_count: draw.item_count.unsigned_abs(),
            one_win_per_handle: draw.one_win_per_handle,
            algorithm: draw.algorithm.clone(),
            signature: draw.signature.clone(),
            randomness: draw.randomness.clone(),
            winners: paired(&draw.winning_spot_numbers, &draw.winning_social_handles),
            drawn: draw.drawn_at.map(Moment::from),
            voided: draw.voided_at.map(Moment::from),
        }
    }
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
                "set_by_hand" => "The seller picked the winners by hand.".to_owned(),
                "changed_by_hand" => "The seller picked other winners by hand.".to_owned(),
                _ => "The seller cleared the winners.".to_owned(),
            },
            number: entry.number.map(i32::unsigned_abs),
            winners: paired(&entry.winning_spot_numbers, &entry.winning_social_handles),
            reason: entry.reason.clone(),
        }
    }
}

fn paired(numbers: &[i32], handles: &[String]) -> Vec<Winner> {
    let pairs = numbers.iter().zip(handles);
    pairs.map(|(number, handle)| Winner { number: number.unsigned_abs(), handle: handle.clone() }).collect()
}

/// A draw that waits for its round.
#[derive(Debug, Clone, Serialize)]
pub struct LockedView {
    pub number: u32,
    pub entries: u32,
    pub round: u64,
    pub round_at: Moment,
}

impl From<&LockedNow> for LockedView {
    fn from(locked: &LockedNow) -> Self {
        Self {
            number: locked.number.unsigned_abs(),
            entries: locked.entries.unsigned_abs(),
            round: locked.round.unsigned_abs(),
            round_at: locked.round_at.into(),
        }
    }
}

/// `GET /admin/waffles/:id/draws`, and the answers to forms that were refused there.
#[derive(Debug, Clone, Serialize)]
pub struct LockDrawPage {
    pub frame: Frame,
    pub csrf_token: String,
    /// The waffle's uuid.
    pub id: String,
    pub slug: String,
    pub title: String,
    pub archived: bool,
    /// Whether there are winners, so that this draws again.
    pub completed: bool,
    pub item_count: u32,
    /// Whether draws are only demonstrated here.
    pub demonstration: bool,
    pub flash: Option<Flash>,
    /// The draw that is locked, if one is.
    pub locked: Option<LockedView>,
    pub form: LockForm,
}

/// What was typed.
#[derive(Debug, Clone, Default, Serialize)]
pub struct LockForm {
    pub delay_seconds: Field,
    pub one_win_per_handle: bool,
    /// The numbers to leave out.
    pub exclude: Field,
    /// Why it is drawn.
    pub reason: Field,
    /// Why a draw is voided.
    pub void_reason: Field,
    pub signature: Field,
}
