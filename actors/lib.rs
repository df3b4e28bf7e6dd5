//! Concurrency.

pub mod lockout;
