//! A database for each test, and ways to look into it and to break it. Only dev-dependencies may name this package.

pub mod breaking_proxy;
pub mod inspection;
mod replicated;
mod test_database;

pub use replicated::Replicated;
pub use test_database::{TestDatabase, TestDatabaseError};
pub use waffle_private_postgres::{Cluster, StopMode};
