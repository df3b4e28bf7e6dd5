//! The JSON API: one file per group of actions, laid out as the addresses are.

pub mod admin;
pub mod health;
pub mod version;
