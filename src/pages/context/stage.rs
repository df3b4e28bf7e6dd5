//! The board for a stream or a big screen.

use std::cmp::Reverse;

use serde::Serialize;
use waffle_domain::spot::Spot;

use crate::context::board::Board;
use crate::context::terms::TermsView;
use crate::context::waffle::WaffleView;
use crate::context::{Currency, Frame, Moment};

/// How many claims the page lists. `stage_claims.js` keeps as many.
const NEWEST: usize = 6;
/// A claim of this many spots or more is shown as a count.
const COUNTED: usize = 6;

/// `GET /waffle/:slug/stage`
#[derive(Debug, Clone, Serialize)]
pub struct StagePage {
    pub frame: Frame,
    pub waffle: WaffleView,
    pub board: Board,
    pub currency: Currency,
    pub terms: TermsView,
    /// When the round of the locked draw appears, if a draw is locked.
    pub round: Option<Moment>,
    /// The same in milliseconds since 1970; 0 if none is.
    pub round_ms: i64,
    /// The newest first.
    pub newest: Vec<NewClaim>,
    /// How many results came before the one that is shown.
    pub draws_before: i32,
    /// The server's time, in milliseconds since 1970.
    pub now: i64,
    /// Whether the background is transparent, for streaming software.
    pub transparent: bool,
}

template!(StagePage: "stage");

/// Spots that a buyer claimed one after the other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NewClaim {
    pub handle: String,
    /// The numbers, separated by spaces.
    pub numbers: String,
    /// The text for them: `3, 7`, or `12 spots`.
    pub words: String,
}

/// The newest claims among the spots of a board.
pub fn newest<'a>(spots: impl Iterator<Item = &'a Spot>) -> Vec<NewClaim> {
    let mut claimed: Vec<_> =
        spots.filter_map(|spot| Some((spot.claimed_at()?, spot.number, spot.handle()?.as_str()))).collect();
    // Claims of several buyers at one moment stay apart.
    claimed.sort_unstable_by_key(|(at, number, handle)| (Reverse(*at), *handle, *number));
    let runs = claimed.chunk_by(|(_, _, one), (_, _, other)| one == other).take(NEWEST);
    runs.filter_map(|run| {
        let (_, _, handle) = run.first()?;
        let numbers: Vec<_> = run.iter().map(|(_, number, _)| number.to_string()).collect();
        let words = if numbers.len() < COUNTED { numbers.join(", ") } else { format!("{} spots", numbers.len()) };
        Some(NewClaim { handle: (*handle).to_owned(), numbers: numbers.join(" "), words })
    })
    .collect()
}
