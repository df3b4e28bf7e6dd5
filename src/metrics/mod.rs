//! `GET /metrics`: what operators watch, as Prometheus text, on a listener of its own. Nothing here waits for the database.
//!
//! The parts of the server count for themselves, in plain numbers; they are read when somebody asks. Labels have few values, all known
//! in advance: patterns of routes, never addresses; no handles, slugs or ids.

mod families;
mod listener;
mod process;
mod sources;

pub use listener::Listener;
pub use sources::Sources;
