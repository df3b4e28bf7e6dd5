//! `GET /metrics`: Prometheus metrics, on a separate listener. Nothing here waits for the database.
//!
//! Each part of the server keeps its own counters, which are read on request. Labels have few values, all known in
//! advance: route patterns, but never URLs, handles, slugs or ids.

mod counters_and_gauges;
mod listener;
mod process;
mod text_format;

pub use listener::Listener;
