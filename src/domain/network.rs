//! Clients by their addresses.

use std::net::{IpAddr, Ipv6Addr};

/// Returns the address under which limits count a client: IPv6 clients usually have a whole /64, so that is one client.
pub fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64)).into(),
    }
}
