//! The server.

pub mod pages;
