//! Where a sign-in came from, in words.

use std::net::IpAddr;

use waffle_domain::whois::addresses_to_ask::is_worth_asking;
use waffle_language::{Text, say};

/// Why the owner of an address is not known.
pub fn unknown_network(address: IpAddr) -> Text {
    if is_worth_asking(address) { say!("sign-ins-network-unknown") } else { say!("sign-ins-network-private") }
}
