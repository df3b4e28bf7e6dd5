//! Where a sign-in came from, in words.

use std::net::IpAddr;

use waffle_domain::whois::addresses_to_ask::is_worth_asking;

/// Why the owner of an address is not known.
pub fn unknown_network(address: IpAddr) -> &'static str {
    if is_worth_asking(address) { "Not known" } else { "Private address" }
}
