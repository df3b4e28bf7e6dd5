//! `/api/waffles`: what everybody may read.

pub mod card;
pub mod detail;
pub mod draws;
pub mod export;
pub mod list;
pub mod spots;
