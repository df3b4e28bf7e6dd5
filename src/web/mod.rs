//! HTTP plumbing that every route shares.

pub mod error;
