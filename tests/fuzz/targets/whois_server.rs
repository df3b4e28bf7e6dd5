//! The WHOIS server of the settings.

use waffle_domain::whois::server::{Host, WhoisServer};

use super::text;
use crate::engine::{Seen, Target};

pub(crate) const TARGET: Target = Target {
    words: &[
        "whois.pwhois.org",
        "whois.",
        "example",
        ".net",
        ":43",
        ":0",
        ":65536",
        "192.0.2.1",
        "[2001:db8::1]",
        "::1",
        "-",
    ],
    check,
};

fn check(input: &[u8]) -> Seen {
    let typed = text(input);
    let Ok(server) = WhoisServer::parse(&typed) else { return Seen::refused(typed.len().min(300)) };
    let written = server.to_string();
    assert_eq!(WhoisServer::parse(&written).as_ref(), Ok(&server));
    assert_eq!(WhoisServer::parse(&format!(" {} ", written.to_ascii_uppercase())).as_ref(), Ok(&server));
    assert!(server.port() > 0 && server.is_same_as(&server) && written.len() < 270);
    if let Host::Name(name) = server.host() {
        assert!((1..=253).contains(&name.len()) && !name.contains("..") && !name.starts_with(['.', '-']), "{name}");
        assert!(name.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'-')), "{name}");
        assert!(name.parse::<std::net::IpAddr>().is_err(), "{name} is an address");
    }
    Seen::accepted((written.len(), written.contains(':'), written.matches('.').count()))
}
