//! Every SQL statement.

pub mod admins;
pub mod audit;
pub mod ended_tokens;
pub mod pool;
pub mod settings;
