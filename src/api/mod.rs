//! The JSON API; folders and files mirror the addresses.

pub mod admin;
