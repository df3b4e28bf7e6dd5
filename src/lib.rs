//! The server: HTTP in front of the actors, configuration, start and shutdown.

pub mod clock;
pub mod config;
pub mod pages;
pub mod session;
pub mod web;
