//! Concurrency: one supervised actor per loaded waffle, and the ledger that commits the claims of all of them together.
//!
//! [`Waffles`](waffles::Waffles) is the way in. PostgreSQL is the only truth: an actor is a fast, ordered front to it,
//! which may die at any moment without losing anything.

pub mod audit;
pub mod awaited_answer;
pub mod current_source_key;
mod database_call;
mod deadlines;
pub mod drawer;
pub mod hints_to_servers;
pub mod ledger;
mod loaders;
pub mod lockout;
mod news_from_servers;
pub mod openings;
mod primary;
pub mod refused_claims;
mod registry;
pub mod retention;
mod shared_change_announcer;
pub mod snapshot;
pub mod supervised_actor;
pub mod supervised_task;
pub mod telemetry;
mod used_keys;
pub mod waffle;
pub mod waffles;
pub mod waffles_config;
pub mod watch;
pub mod whois;
