//! `/api/waffles`: public reads.

pub mod card;
pub mod detail;
pub mod draws;
pub mod export;
pub mod list;
pub mod spots;
