//! The verifiable draw: entries that are locked first, a later round of a public beacon that no one knows yet, and an
//! algorithm that computes the winners from both. `docs/DRAW.md` describes it for those who want to verify it.

pub mod beacon;
pub mod choice;
pub mod clock;
pub mod digest;
pub mod eligible_spots;
pub mod entries;
pub mod how_won;
pub mod lock_order;
pub mod locked;
pub mod prizes;
pub mod quicknet;
pub mod reason;
pub mod replacement;
pub mod round;
pub mod state_and_deadlines;

/// The name of the algorithm, as it appears in draws and in the seed.
pub const ALGORITHM: &str = "waffle-draw-v1";

#[cfg(test)]
mod tests;
