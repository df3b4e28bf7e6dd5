//! Every SQL statement.

pub mod migrate;
pub mod private_postgres;
