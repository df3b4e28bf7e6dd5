//! `GET /metrics`: Prometheus metrics, on a separate listener. Nothing here waits for the database.
//!
//! Each part of the server keeps its own counters, which are read on request. Labels have few values, all known in
//! advance: route patterns, but never URLs, handles, slugs or ids.

mod families;
mod listener;
mod process;
mod sources;

pub use listener::Listener;
pub use sources::Sources;
