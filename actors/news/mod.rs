//! How this server hears of what others committed, and brings it to its actors: by hints, and by comparing.

pub(crate) mod keeper;
pub(crate) mod listener;
pub(crate) mod reader;
