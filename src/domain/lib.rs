//! The rules of a waffle as pure code: no I/O, no clock, no chance. Time and randomness come in as parameters.

pub mod account;
pub mod audit;
pub mod board;
pub mod claim;
pub mod email;
pub mod event;
pub mod handle;
pub mod idempotency_key;
pub mod invalid;
pub mod link;
pub mod lockout;
pub mod money;
pub mod password;
pub mod payment;
pub mod role;
pub mod settings;
pub mod slug;
pub mod spot;
pub mod spot_numbers;
pub mod timezone;
pub mod title;
pub mod username;
pub mod waffle;
