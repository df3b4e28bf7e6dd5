//! The store against a real database.

mod accounts;
mod audit;
mod claims;
mod claims_at_once;
mod connect;
mod create_waffle;
mod desk;
mod holdings;
mod migrate;
mod password_resets;
mod payment_methods;
mod random_operations;
mod reports;
mod retention;
mod samples;
mod second_factors;
mod seller;
mod settings;
mod share;
mod sign_ins;
mod spots;
mod standby;
mod terms;
mod test_store;
mod waffles;
mod work;
