//! The private PostgreSQL as its owners see it.

mod cluster;
mod test_database;
