//! Which addresses to ask a WHOIS server about, and which it may refer to.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use crate::whois::server::PORT;

/// Returns whether a public server can know an address: not if it is private (`10/8`, `172.16/12`, `192.168/16`,
/// `100.64/10`, `fc00::/7`), unspecified, loopback, link-local, multicast or broadcast. An IPv4 address mapped to IPv6
/// counts as the IPv4 address.
pub fn is_worth_asking(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(v4) => {
            !(v4.is_private()
                || is_shared(v4)
                || v4.is_loopback()
                || v4.is_link_local()
                || v4.is_unspecified()
                || v4.is_multicast()
                || v4.is_broadcast())
        }
        IpAddr::V6(v6) => {
            !(v6.is_unique_local()
                || v6.is_unicast_link_local()
                || v6.is_loopback()
                || v6.is_unspecified()
                || v6.is_multicast())
        }
    }
}

/// Returns whether to connect to a server that another WHOIS server referred to: only to the WHOIS port of a public
/// address, so that no answer can make this server probe its own network or other services elsewhere.
pub fn may_be_referred_to(door: SocketAddr) -> bool {
    door.port() == PORT && is_public(door.ip())
}

/// Also excludes addresses reserved for documentation or tests, and IPv6 addresses that translate to an IPv4 one.
fn is_public(address: IpAddr) -> bool {
    let address = address.to_canonical();
    is_worth_asking(address)
        && match address {
            IpAddr::V4(v4) => is_public_v4(v4),
            IpAddr::V6(v6) => is_public_v6(v6),
        }
}

/// `100.64/10`, shared between carriers and their customers.
fn is_shared(v4: Ipv4Addr) -> bool {
    let [a, b, ..] = v4.octets();
    a == 100 && b & 0b1100_0000 == 64
}

fn is_public_v4(v4: Ipv4Addr) -> bool {
    let [a, b, c, _] = v4.octets();
    !(a == 0 || a >= 240 || v4.is_documentation() || (a, b, c) == (192, 0, 0) || (a == 198 && b & 0b1111_1110 == 18))
}

/// Global unicast (`2000::/3`), except protocol assignments and Teredo (`2001::/23`), documentation and 6to4.
fn is_public_v6(v6: Ipv6Addr) -> bool {
    let [a, b, ..] = v6.segments();
    a & 0xe000 == 0x2000
        && !(a == 0x2002 || (a == 0x2001 && (b < 0x0200 || b == 0x0db8)) || (a == 0x3fff && b & 0xf000 == 0))
}

#[cfg(test)]
mod tests {
    use super::{is_public, is_worth_asking, may_be_referred_to};

    fn addresses(list: &str) -> impl Iterator<Item = (&str, std::net::IpAddr)> {
        list.split_whitespace().map(|text| (text, text.parse().unwrap()))
    }

    #[test]
    fn private_and_reserved_addresses_are_not_asked_about_up_to_their_borders() {
        let skipped = "10.0.0.0 10.255.255.255 172.16.0.0 172.31.255.255 192.168.0.0 192.168.255.255 100.64.0.0 \
                       100.127.255.255 127.0.0.1 169.254.0.1 0.0.0.0 224.0.0.1 255.255.255.255 ::1 :: fe80::1 \
                       febf:ffff::1 fc00:: fdff:ffff::1 ff02::1 ::ffff:10.1.2.3 ::ffff:127.0.0.1";
        for (text, address) in addresses(skipped) {
            assert!(!is_worth_asking(address) && !is_public(address), "{text}");
        }
        let asked = "9.255.255.255 11.0.0.0 172.15.255.255 172.32.0.0 192.167.255.255 192.169.0.0 100.63.255.255 \
                     100.128.0.0 8.8.8.8 203.0.113.7 198.51.100.7 198.18.0.1 2001:4860:4860::8888 fec0::1 fbff::1 \
                     ::ffff:8.8.8.8 2001:db8::1";
        for (text, address) in addresses(asked) {
            assert!(is_worth_asking(address), "{text}");
        }
    }

    #[test]
    fn only_hosts_of_the_public_internet_are_dialed_on_referral() {
        for (text, address) in
            addresses("8.8.8.8 192.0.1.1 198.17.255.255 198.20.0.0 193.0.6.135 2001:67c:2e8::1 2a00::1")
        {
            assert!(is_public(address), "{text}");
        }
        let refused = "0.1.2.3 240.0.0.1 192.0.0.8 192.0.2.1 198.51.100.1 203.0.113.1 198.18.0.1 198.19.255.255 \
                       2001::1 2001:1ff::1 2001:db8::1 2002:a00:1::1 3fff:0fff::1 64:ff9b::a00:1 64:ff9b:1::1 fec0::1 \
                       100::1 ::7f00:1";
        for (text, address) in addresses(refused) {
            assert!(!is_public(address), "{text}");
        }
    }

    #[test]
    fn referrals_lead_to_the_usual_port_only() {
        for (door, may) in [
            ("193.0.6.135:43", true),
            ("[2001:67c:2e8::1]:43", true),
            ("193.0.6.135:4343", false),
            ("193.0.6.135:25", false),
            ("[2001:67c:2e8::1]:80", false),
            ("10.0.0.1:43", false),
            ("[::ffff:127.0.0.1]:43", false),
        ] {
            assert_eq!(may_be_referred_to(door.parse().unwrap()), may, "{door}");
        }
    }
}
