//! The public beacon of randomness that draws wait for: a client for its relays and, for the demo and for tests, a
//! local beacon. [`waffle_domain::draw`] judges what a round proves; this fetches it.

pub mod http_client;
pub mod local;
mod local_http;
pub mod relay_url;
pub mod relays;
mod resolver;
