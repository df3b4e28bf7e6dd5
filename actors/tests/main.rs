//! The actors with real messages and a real database.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod announcements;
mod audit;
mod changes;
mod claims;
mod failures;
mod fairness;
mod hints;
mod lifecycle;
mod loading;
mod put_back;
mod read_own;
mod refused_claims;
mod retention;
mod server;
mod standby;
mod stopping;
mod watchers;
mod whois;
mod whois_server;
