//! `TRUSTED_PROXIES`: networks, separated by commas.

use std::net::{IpAddr, Ipv6Addr};

use waffle_service::config::TrustedProxies;

use super::text;
use crate::engine::{Seen, Target};

pub(crate) const TARGET: Target = Target {
    words: &[
        "10.0.0.0/8",
        "203.0.113.7",
        "2001:db8::/32",
        "::/0",
        "0.0.0.0/0",
        "/",
        "/33",
        "/129",
        "::ffff:10.0.0.0/104",
        "10.1.2.3/255.0.0.0",
        "127.0.0.1/32",
        "fe80::1%eth0",
        ", ",
    ],
    check,
};

/// The addresses to check for each list, besides the borders of its networks.
const ASKED: [&str; 6] = ["10.0.0.1", "172.31.255.255", "192.168.0.1", "203.0.113.7", "127.0.0.1", "2001:db8::1"];

fn check(input: &[u8]) -> Seen {
    let text = text(input);
    let mut warnings = Vec::new();
    let proxies = TrustedProxies::parse(&text, &mut warnings);
    let entries: Vec<&str> = text.split(',').map(str::trim).filter(|entry| !entry.is_empty()).collect();
    let networks: Vec<Network> = entries.iter().filter_map(|entry| Network::read(entry)).collect();
    assert_eq!(warnings.len(), entries.len() - networks.len(), "one warning for each entry that is none: {warnings:?}");
    assert!(warnings.iter().all(|warning| !warning.contains(char::is_control)));
    assert!(warnings.iter().map(String::len).sum::<usize>() <= 8 * text.len() + 100 * entries.len());
    let borders = networks.iter().take(20).flat_map(Network::borders);
    for asked in ASKED.into_iter().map(|text| text.parse().unwrap()).chain(borders) {
        let expected = if networks.is_empty() {
            matches!(asked, IpAddr::V4(v4) if v4.is_private())
        } else {
            networks.iter().any(|network| network.holds(asked))
        };
        assert_eq!(proxies.contains(asked), expected, "{asked}");
        if let IpAddr::V4(v4) = asked {
            assert_eq!(proxies.contains(v4.to_ipv6_mapped().into()), expected, "{asked}, written as IPv6");
        }
    }
    let kind = (networks.len().min(20), warnings.len().min(20));
    if warnings.is_empty() { Seen::accepted(kind) } else { Seen::refused(kind) }
}

/// A network, read and compared another way.
struct Network {
    is_v4: bool,
    bits: u128,
    mask: u128,
}

impl Network {
    fn read(entry: &str) -> Option<Self> {
        let (address, prefix) =
            entry.split_once('/').map_or((entry, None), |(address, prefix)| (address, Some(prefix)));
        let address: IpAddr = address.parse().ok()?;
        let length = if address.is_ipv4() { 32 } else { 128 };
        let prefix = match prefix {
            None => length,
            Some(mask) if address.is_ipv4() && mask.contains('.') => {
                let mask = mask.parse::<std::net::Ipv4Addr>().ok()?.to_bits();
                (mask.leading_ones() == mask.count_ones()).then_some(mask.count_ones())?
            }
            Some(digits) => digits.parse::<u8>().ok()?.into(),
        };
        let mask = u128::MAX.checked_shl(length.checked_sub(prefix)?).unwrap_or_default();
        Some(Self { is_v4: address.is_ipv4(), bits: bits(address) & mask, mask })
    }

    fn holds(&self, address: IpAddr) -> bool {
        self.is_v4 == address.is_ipv4() && bits(address) & self.mask == self.bits
    }

    /// The first and the last address, and those before and behind, of those that are their own canonical form.
    fn borders(&self) -> impl Iterator<Item = IpAddr> {
        let all = if self.is_v4 { u128::from(u32::MAX) } else { u128::MAX };
        let last = self.bits | (!self.mask & all);
        let borders = [self.bits, last, self.bits.wrapping_sub(1) & all, last.wrapping_add(1) & all];
        let is_v4 = self.is_v4;
        borders.into_iter().map(move |bits| match u32::try_from(bits) {
            Ok(bits) if is_v4 => IpAddr::V4(bits.into()),
            _ => IpAddr::V6(Ipv6Addr::from_bits(bits)).to_canonical(),
        })
    }
}

fn bits(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(v4) => v4.to_bits().into(),
        IpAddr::V6(v6) => v6.to_bits(),
    }
}
