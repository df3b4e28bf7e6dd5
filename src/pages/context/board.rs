//! The board in a page: compact for the script, spelled out for browsers without JavaScript.

use serde::Serialize;
use waffle_actors::snapshot::Snapshot;
use waffle_domain::handle::Handle;
use waffle_domain::spot::SpotStatus;
use waffle_domain::spot_ranges::ranges;
use waffle_language::{Text, say};

/// Boards up to this size appear in the page as checkboxes. Larger ones list their free numbers as ranges, so that a
/// page with 10,000 spots stays a few kilobytes.
pub const SPELLED_OUT_SPOTS: usize = 300;

/// A state's letter in [`Board::states`].
pub fn letter(status: SpotStatus) -> char {
    match status {
        SpotStatus::Available => 'a',
        SpotStatus::Pending => 'p',
        SpotStatus::Paid => 'd',
        SpotStatus::Winner => 'w',
        SpotStatus::Loser => 'l',
    }
}

/// A state's short name for sellers. To buyers, a pending spot is claimed, which pages for them say.
pub fn name(status: SpotStatus) -> Text {
    match status {
        SpotStatus::Available => say!("spot-available"),
        SpotStatus::Pending => say!("spot-pending"),
        SpotStatus::Paid => say!("spot-paid"),
        SpotStatus::Winner => say!("spot-winner"),
        SpotStatus::Loser => say!("spot-not-drawn"),
    }
}

/// A whole board at one moment.
#[derive(Debug, Clone, Serialize)]
pub struct Board {
    /// The waffle's newest sequence number included in this board.
    pub seq: i64,
    /// One letter per spot, ordered by number: see [`letter`].
    pub states: String,
    /// The handles of the spots that are not available, in order, separated by spaces.
    pub holders: String,
    /// The free numbers as text: `1-6, 8, 10-14`.
    pub free_ranges: String,
    /// Every spot of a board with at most [`SPELLED_OUT_SPOTS`]; otherwise empty.
    pub spots: Vec<BoardSpot>,
}

/// One spot of a small board.
#[derive(Debug, Clone, Serialize)]
pub struct BoardSpot {
    pub number: u32,
    pub state: SpotStatus,
    /// See [`letter`]: the page has the words for it.
    pub letter: char,
    pub handle: Option<String>,
}

impl Board {
    /// Builds the board from its spots, ordered by number from 1.
    pub fn new<'a>(seq: i64, spots: impl Iterator<Item = (SpotStatus, Option<&'a str>)> + Clone) -> Self {
        let states: String = spots.clone().map(|(state, _)| letter(state)).collect();
        let mut holders = String::new();
        for handle in spots.clone().filter_map(|(_, handle)| handle) {
            if !holders.is_empty() {
                holders.push(' ');
            }
            holders.push_str(handle);
        }
        let numbered = (1_u32..).zip(spots);
        let free = numbered.clone().filter(|(_, (state, _))| *state == SpotStatus::Available).map(|(number, _)| number);
        let free_ranges = ranges(free);
        let spelled_out = states.len() <= SPELLED_OUT_SPOTS;
        let spots = if spelled_out { numbered.map(BoardSpot::from).collect() } else { Vec::new() };
        Self { seq, states, holders, free_ranges, spots }
    }
}

impl From<&Snapshot> for Board {
    fn from(snapshot: &Snapshot) -> Self {
        let spots = snapshot.board.spots();
        let spots: Vec<_> = spots.map(|spot| (spot.status(), spot.handle().map(Handle::as_str))).collect();
        Self::new(snapshot.seq, spots.into_iter())
    }
}

impl From<(u32, (SpotStatus, Option<&str>))> for BoardSpot {
    fn from((number, (state, handle)): (u32, (SpotStatus, Option<&str>))) -> Self {
        Self { number, state, letter: letter(state), handle: handle.map(str::to_owned) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Board, SpotStatus};

    #[test]
    fn a_board_keeps_states_and_holders_in_order() {
        let spots = [
            (SpotStatus::Available, None),
            (SpotStatus::Pending, Some("anna")),
            (SpotStatus::Available, None),
            (SpotStatus::Winner, Some("ben")),
        ];
        let board = Board::new(4, spots.into_iter());
        assert_eq!(board.states, "apaw");
        assert_eq!(board.holders, "anna ben");
        assert_eq!(board.free_ranges, "1, 3");
        assert_eq!(board.spots.len(), 4);
        assert_eq!(board.spots[3].number, 4);
    }

    #[test]
    fn a_large_board_is_not_spelled_out() {
        let board = Board::new(0, (0..10_000).map(|_| (SpotStatus::Available, None)));
        assert_eq!(board.states.len(), 10_000);
        assert!(board.spots.is_empty());
        assert_eq!(board.free_ranges, "1-10000");
    }
}
