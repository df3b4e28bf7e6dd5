//! The server and its command line: start and shutdown, metrics, the demo, the check of draws, the doctor, and accounts
//! and boards at the terminal.

mod account;
pub mod cli;
pub mod demo;
mod doctor;
pub mod logging;
pub mod metrics;
pub mod routes;
pub mod server;
pub mod verify;
mod watch;
