//! Concurrency: one supervised actor per loaded waffle, and the ledger that commits the claims of all of them together.
//!
//! [`Waffles`](waffles::Waffles) is the way in. PostgreSQL is the only truth: an actor is a fast, ordered front to it,
//! which may die at any moment without losing anything.

mod announcer;
pub mod answer;
pub mod audit;
pub mod config;
mod deadlines;
pub mod drawer;
pub mod hints;
pub mod kept;
mod keys;
pub mod ledger;
mod loaders;
pub mod lockout;
mod news;
pub mod openings;
mod registry;
pub mod retention;
pub mod snapshot;
pub mod source_keys;
pub mod supervised;
pub mod telemetry;
pub mod waffle;
pub mod waffles;
pub mod watch;
pub mod whois;
mod within;
