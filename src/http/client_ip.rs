//! The client's address, seen through trusted proxies.

use std::net::{IpAddr, SocketAddr};

use actix_web::{
    HttpRequest,
    http::header::{HeaderMap, HeaderName},
    web,
};
use waffle_domain::network::network;
use waffle_service::config::TrustedProxies;
use waffle_service::failure::Failure;

use crate::error::HttpError;

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The client's address: the peer's, or, if that is a trusted proxy, the right-most untrusted one in `X-Forwarded-For`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ClientIp(pub IpAddr);

impl ClientIp {
    /// Reads it from a request.
    pub fn of(request: &HttpRequest) -> Result<Self, HttpError> {
        let peer = request.peer_addr().ok_or_else(|| Failure::internal("the connection has no peer address"))?.ip();
        let proxies = request
            .app_data::<web::Data<TrustedProxies>>()
            .ok_or_else(|| Failure::internal("no trusted proxies are registered"))?;
        Ok(Self(client(peer, request.headers(), proxies)))
    }

    /// The address by which limits count.
    pub fn network(self) -> IpAddr {
        network(self.0)
    }
}

/// Walks from the peer towards the client as long as the hops are trusted. A hop that can't be parsed ends the walk,
/// since nothing to its left was written by a trusted proxy.
fn client(peer: IpAddr, headers: &HeaderMap, proxies: &TrustedProxies) -> IpAddr {
    let mut nearest = peer.to_canonical();
    if !proxies.contains(nearest) {
        return nearest;
    }
    let lines: Vec<_> = headers.get_all(X_FORWARDED_FOR).map(|line| String::from_utf8_lossy(line.as_bytes())).collect();
    for hop in lines.iter().rev().flat_map(|line| line.rsplit(',')) {
        let Some(address) = parse_hop(hop) else { return nearest };
        nearest = address;
        if !proxies.contains(nearest) {
            return nearest;
        }
    }
    nearest
}

/// Parses an address, perhaps with a port: `203.0.113.7`, `203.0.113.7:4711`, `2001:db8::1`, `[2001:db8::1]`,
/// `[2001:db8::1]:4711`.
fn parse_hop(hop: &str) -> Option<IpAddr> {
    let hop = hop.trim();
    let bare = hop.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(hop);
    bare.parse::<IpAddr>()
        .or_else(|_| hop.parse::<SocketAddr>().map(|address| address.ip()))
        .ok()
        .map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::HeaderValue;

    use super::*;

    fn seen(peer: &str, lines: &[&str]) -> String {
        let proxies = TrustedProxies::parse("10.0.0.0/8, 127.0.0.1, fd00::/8", &mut Vec::new());
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(X_FORWARDED_FOR, HeaderValue::from_bytes(line.as_bytes()).unwrap());
        }
        client(peer.parse().unwrap(), &headers, &proxies).to_string()
    }

    #[test]
    fn an_untrusted_peer_can_not_choose_an_address() {
        assert_eq!(seen("203.0.113.7", &["198.51.100.1"]), "203.0.113.7");
    }

    #[test]
    fn a_trusted_proxy_names_the_client() {
        assert_eq!(seen("10.0.0.1", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(seen("::ffff:10.0.0.1", &["198.51.100.1"]), "198.51.100.1");
    }

    #[test]
    fn the_right_most_untrusted_address_counts() {
        assert_eq!(seen("10.0.0.1", &["1.1.1.1, 198.51.100.1, 10.2.3.4"]), "198.51.100.1");
        assert_eq!(seen("10.0.0.1", &["1.1.1.1", "198.51.100.1", "10.2.3.4 , fd00::1"]), "198.51.100.1");
    }

    #[test]
    fn with_trusted_addresses_alone_the_left_most_counts() {
        assert_eq!(seen("10.0.0.1", &["10.9.9.9, 10.2.3.4"]), "10.9.9.9");
        assert_eq!(seen("10.0.0.1", &[]), "10.0.0.1");
    }

    #[test]
    fn ports_and_brackets_are_taken_off() {
        for hop in ["2001:db8::1", "[2001:db8::1]", "[2001:db8::1]:4711"] {
            assert_eq!(seen("10.0.0.1", &[hop]), "2001:db8::1", "{hop}");
        }
        assert_eq!(seen("10.0.0.1", &["198.51.100.1:4711"]), "198.51.100.1");
        assert_eq!(seen("10.0.0.1", &["::ffff:198.51.100.1"]), "198.51.100.1");
    }

    #[test]
    fn garbage_ends_the_walk_at_the_last_known_hop() {
        for garbage in ["unknown", "", "198.51.100.1.5", "<script>", "[::1", "\u{e9}"] {
            assert_eq!(seen("10.0.0.1", &[&format!("1.1.1.1, {garbage}, 10.2.3.4")]), "10.2.3.4", "{garbage:?}");
            assert_eq!(seen("10.0.0.1", &["1.1.1.1", garbage]), "10.0.0.1", "{garbage:?}");
        }
    }
}
