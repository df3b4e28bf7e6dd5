//! The server: HTTP in front of the actors, configuration, start and shutdown.

pub mod actions;
pub mod api;
pub mod card;
pub mod cli;
pub mod clock;
pub mod config;
pub mod demo;
pub mod live;
pub mod logging;
pub mod metrics;
pub mod pages;
pub mod routes;
pub mod server;
pub mod session;
pub mod verify;
pub mod web;
