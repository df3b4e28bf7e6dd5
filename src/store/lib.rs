//! Every SQL statement of Waffle. Functions take a pool or a connection, and the time.

pub mod claims;
pub mod connect;
pub mod create_waffle;
pub mod events;
pub mod failure;
pub mod health;
pub mod migrate;
pub mod pool;
pub mod private_postgres;
pub mod spots;
pub mod waffles;
