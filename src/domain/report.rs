//! What the reports count, and how.

pub mod figures;
pub mod month;
pub mod period;
pub mod ranking_length;
pub mod velocity;
