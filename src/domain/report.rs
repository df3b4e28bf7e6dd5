//! What the reports count, and how: ranges, months, rates and times.

pub mod figures;
pub mod limit;
pub mod month;
pub mod range;
pub mod velocity;
