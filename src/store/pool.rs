//! Connections to the database.

pub use sqlx::postgres::PgPool as Pool;
