//! The verifiable draw: entries that are locked first, a round of a public beacon that nobody knows yet, and an
//! algorithm that makes the winners of both. `docs/DRAW.md` describes it for those who want to check it.

pub mod beacon;
pub mod choice;
pub mod clock;
pub mod digest;
pub mod entries;
pub mod how_won;
pub mod locked;
pub mod order;
pub mod part;
pub mod prizes;
pub mod quicknet;
pub mod reason;
pub mod replacement;
pub mod round;
pub mod state;

/// The name of the algorithm, as draws carry it and as it stands in the seed.
pub const ALGORITHM: &str = "waffle-draw-v1";

#[cfg(test)]
mod tests;
