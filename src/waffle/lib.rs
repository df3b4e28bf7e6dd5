//! The server and its command line: start and shutdown, metrics, the demo, and the check of draws.

pub mod cli;
pub mod demo;
pub mod logging;
pub mod metrics;
pub mod routes;
pub mod server;
pub mod verify;
