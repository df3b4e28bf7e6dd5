//! The rules of a waffle.

pub mod account;
pub mod audit;
pub mod email;
pub mod password;
pub mod role;
pub mod settings;
pub mod timezone;
pub mod username;
