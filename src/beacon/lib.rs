//! The public beacon of randomness that draws wait for: asking its relays, and, for the demo and for tests, a beacon of
//! one's own. What a round proves is judged by [`waffle_domain::draw`]; here is what has to be fetched for it.

pub mod fetch;
pub mod local;
mod local_http;
pub mod relay_url;
pub mod relays;
mod resolver;
