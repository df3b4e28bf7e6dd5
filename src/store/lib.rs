//! Every SQL statement.

pub mod admins;
pub mod audit;
pub mod ended_tokens;
pub mod migrate;
pub mod pool;
pub mod private_postgres;
pub mod settings;
