//! The store against a real database.

mod claims;
mod claims_at_once;
mod connect;
mod create_waffle;
mod house;
mod migrate;
mod payment_methods;
mod private_postgres;
mod random_operations;
mod reports;
mod seller;
mod share;
mod spots;
mod test_database;
mod waffles;
