//! `X-Forwarded-For`, from a proxy that is trusted and from a peer that is not.

use std::net::IpAddr;
use std::sync::LazyLock;

use actix_web::http::header::HeaderValue;
use actix_web::test::TestRequest;
use actix_web::web::Data;
use waffle_http::client_ip::ClientIp;
use waffle_service::config::TrustedProxies;

use crate::engine::{Seen, Target};

pub(crate) const TARGET: Target = Target {
    words: &[
        "10.0.0.1",
        "10.255.255.255",
        "127.0.0.1",
        "203.0.113.7",
        "198.51.100.7:4711",
        "2001:db8::1",
        "[2001:db8::1]",
        "[2001:db8::1]:4711",
        "::ffff:10.0.0.2",
        "::ffff:203.0.113.7",
        "fd00::1",
        "unknown",
        "fe80::1%eth0",
        ", ",
        "\n",
    ],
    check,
};

static PROXIES: LazyLock<Data<TrustedProxies>> =
    LazyLock::new(|| Data::new(TrustedProxies::parse("10.0.0.0/8, 127.0.0.1, fd00::/8", &mut Vec::new())));

fn check(input: &[u8]) -> Seen {
    let lines: Vec<&[u8]> = input.split(|byte| *byte == b'\n').collect();
    if lines.len() > 20 || lines.iter().any(|line| HeaderValue::from_bytes(line).is_err()) {
        return Seen::refused(lines.len().min(30));
    }
    let (trusted, stranger) = ("10.0.0.1", "198.51.100.200");
    assert_eq!(seen(stranger, &lines), address(stranger), "a stranger chose an address");
    let client = seen(trusted, &lines);
    assert_eq!(client, client.to_canonical());
    // Everything to the left of an untrusted client was written by that client.
    if !PROXIES.contains(client) {
        for forged in [&b"192.0.2.1"[..], b"10.0.0.2", b"nonsense", b""] {
            assert_eq!(seen(trusted, &[&[forged][..], &lines].concat()), client);
            let first = [forged, b", ", lines[0]].concat();
            assert_eq!(seen(trusted, &[&[first.as_slice()][..], &lines[1..]].concat()), client);
        }
        let hops = || lines.iter().flat_map(|line| line.split(|byte| *byte == b','));
        assert!(hops().any(|hop| String::from_utf8_lossy(hop).contains(['.', ':'])), "nobody named {client}");
    }
    let last = [lines.as_slice(), &[b"203.0.113.9"]].concat();
    assert_eq!(seen(trusted, &last), address("203.0.113.9"));
    let kind = (PROXIES.contains(client), client.is_ipv4(), lines.len(), client == address(trusted));
    if client == address(trusted) { Seen::refused(kind) } else { Seen::accepted(kind) }
}

fn address(text: &str) -> IpAddr {
    text.parse().unwrap()
}

fn seen(peer: &str, lines: &[&[u8]]) -> IpAddr {
    let mut request = TestRequest::default().peer_addr((address(peer), 1).into()).app_data(PROXIES.clone());
    for line in lines {
        request = request.append_header(("x-forwarded-for", HeaderValue::from_bytes(line).unwrap()));
    }
    ClientIp::of(&request.to_http_request()).unwrap().0
}
