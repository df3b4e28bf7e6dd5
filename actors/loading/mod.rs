//! How waffles get into memory: who waits for one, for how long, and who brings it.

pub(crate) mod line;
pub(crate) mod loader;
pub(crate) mod progress;
pub(crate) mod unknown;
