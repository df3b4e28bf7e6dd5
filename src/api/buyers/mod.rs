//! `/api/buyers`: what a handle holds and how lucky it is.

pub mod card;
pub mod history;
pub mod stats;
