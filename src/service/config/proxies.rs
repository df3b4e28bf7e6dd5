//! The reverse proxies whose headers are trusted.

use std::net::{IpAddr, Ipv4Addr};

use ipnetwork::{IpNetwork, Ipv4Network};

const RFC_1918: [(Ipv4Addr, u8); 3] =
    [(Ipv4Addr::new(10, 0, 0, 0), 8), (Ipv4Addr::new(172, 16, 0, 0), 12), (Ipv4Addr::new(192, 168, 0, 0), 16)];

/// The networks of the trusted reverse proxies. Never empty.
#[derive(Debug, Clone)]
pub struct TrustedProxies(Vec<IpNetwork>);

impl TrustedProxies {
    /// Parses networks or addresses separated by commas. Each bad entry is dropped with a warning; if none is left, the
    /// private ranges of RFC 1918 are trusted.
    pub fn parse(text: &str, warnings: &mut Vec<String>) -> Self {
        let mut networks = Vec::new();
        for entry in text.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
            match entry.parse::<IpNetwork>() {
                Ok(network) => networks.push(network),
                Err(_) => warnings.push(format!(
                    "TRUSTED_PROXIES has an entry that is no network and no address, it is ignored: {entry:?}"
                )),
            }
        }
        if networks.is_empty() {
            networks = RFC_1918
                .iter()
                .filter_map(|&(address, prefix)| Ipv4Network::new(address, prefix).ok())
                .map(IpNetwork::V4)
                .collect();
        }
        Self(networks)
    }

    /// Returns whether the address is a trusted proxy's. An IPv4 address mapped to IPv6 counts as the IPv4 address.
    pub fn contains(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(address))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trusts(text: &str, address: &str) -> bool {
        TrustedProxies::parse(text, &mut Vec::new()).contains(address.parse().unwrap())
    }

    #[test]
    fn trusts_the_listed_networks_and_addresses_alone() {
        assert!(trusts("203.0.113.0/24, 2001:db8::/32", "203.0.113.255"));
        assert!(trusts("203.0.113.0/24, 2001:db8::/32", "2001:db8::1"));
        assert!(trusts("127.0.0.1", "127.0.0.1"));
        assert!(!trusts("127.0.0.1", "127.0.0.2"));
        assert!(!trusts("203.0.113.0/24", "10.0.0.1"));
    }

    #[test]
    fn an_ipv4_address_written_as_ipv6_is_the_same_address() {
        assert!(trusts("10.0.0.0/8", "::ffff:10.1.2.3"));
    }

    #[test]
    fn drops_bad_entries_with_a_warning_each() {
        let mut warnings = Vec::new();
        let proxies = TrustedProxies::parse("nonsense, 203.0.113.7, 10.0.0.0/99", &mut warnings);
        assert_eq!(warnings.len(), 2);
        assert!(warnings[0].contains("nonsense"));
        assert!(proxies.contains("203.0.113.7".parse().unwrap()));
        assert!(!proxies.contains("10.0.0.1".parse().unwrap()));
    }

    #[test]
    fn none_left_means_the_private_ranges() {
        for text in ["", " , ", "nonsense"] {
            for private in ["10.255.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1"] {
                assert!(trusts(text, private), "{text:?} {private}");
            }
            for public in ["127.0.0.1", "172.32.0.1", "8.8.8.8", "::1"] {
                assert!(!trusts(text, public), "{text:?} {public}");
            }
        }
    }
}
