//! Concurrency.
