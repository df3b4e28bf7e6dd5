//! What the service does, without HTTP: use cases, sessions, configuration and share cards.

pub mod accounts_at_terminal;
pub mod actions;
pub mod card;
pub mod clock;
pub mod config;
pub mod doctor_pass;
pub mod failure;
pub mod health_probe;
pub mod photos;
mod seller_cache;
pub mod session;
mod shared_read;
pub mod waffle_lists;
