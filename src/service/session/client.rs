//! The client of a request: its address and its browser.

use std::net::IpAddr;

use waffle_domain::user_agent::UserAgent;

/// The client of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Client {
    pub ip_address: IpAddr,
    /// The `User-Agent` header; empty when there is none.
    pub agent: UserAgent,
}
