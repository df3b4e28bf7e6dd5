//! The store against a real database.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod accounts;
mod activity;
mod audit;
mod buyer_cents;
mod buyers;
mod changes_together;
mod claims;
mod claims_at_once;
mod connect;
mod create_waffle;
mod database;
mod desk;
mod functions;
mod growth;
mod holdings;
mod migrate;
mod password_resets;
mod payment_methods;
mod payments;
mod photos;
mod refused_claims;
mod released;
mod reports;
mod retention;
mod samples;
mod second_factors;
mod seller;
mod settings;
mod share;
mod sign_ins;
mod standby;
mod standby_for_reports;
mod terms;
mod test_store;
mod waffles;
