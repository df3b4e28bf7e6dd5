//! What the reports count, and how.

pub mod figures;
pub mod limit;
pub mod month;
pub mod range;
pub mod velocity;
