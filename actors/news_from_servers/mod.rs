//! How this server learns of the commits of others, and brings them to its actors: by hints, and by comparing.

pub(crate) mod compare_and_evict;
pub(crate) mod listener;
pub(crate) mod reader;
