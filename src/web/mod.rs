//! HTTP plumbing that every route shares.

pub mod error;
pub mod store_error;
