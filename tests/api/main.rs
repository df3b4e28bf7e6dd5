//! The service over HTTP, as its users meet it. Each test has a separate server and database.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod account;
mod admin;
mod buyers;
mod claims;
mod cors;
mod doctor;
mod draws;
mod error_pages;
mod health;
mod live;
mod log;
mod metrics;
mod monitoring;
mod openapi;
mod page_weight;
mod pages;
mod photos;
mod pools;
mod process;
mod production_files;
mod proxies;
mod receipts;
mod refused_in_the_log;
mod request_id;
mod routing;
mod secrets;
mod security_document;
mod security_headers;
mod static_files;
mod verify;
mod version;
mod waffles;
mod watch;
#[path = "../../actors/tests/whois_server.rs"]
#[expect(dead_code, reason = "the actors' tests need more of it")]
mod whois_server;
