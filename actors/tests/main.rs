//! The actors with real messages and a real database.

mod claims;
mod failures;
mod house;
mod lifecycle;
mod proxy;
mod storm;
mod watchers;
