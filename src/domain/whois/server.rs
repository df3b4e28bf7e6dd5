//! The name or address of a WHOIS server.

use std::fmt;
use std::net::{IpAddr, SocketAddr};

/// The port of WHOIS servers, unless another one is given.
pub const PORT: u16 = 43;
/// The longest host name, in bytes.
const MAX_NAME: usize = 253;
/// The longest label of a host name, in bytes.
const MAX_LABEL: usize = 63;

/// A server's name or address, optionally with a port: `whois.example.net`, `192.0.2.1:4343`, `[2001:db8::1]:4343`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WhoisServer {
    host: Host,
    port: Option<u16>,
}

/// The name or address of a host.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Host {
    /// A host name in lowercase, to be resolved.
    Name(String),
    /// An IP address.
    Address(IpAddr),
}

/// The text is not a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoServer;

impl WhoisServer {
    /// Parses a server, ignoring case and white space around it.
    pub fn parse(text: &str) -> Result<Self, NoServer> {
        let text = text.trim();
        if let Ok(address) = text.parse::<IpAddr>() {
            return Ok(Self { host: Host::Address(address), port: None });
        }
        if let Ok(address) = text.parse::<SocketAddr>() {
            return with_port(Host::Address(address.ip()), address.port());
        }
        if let Some(address) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            let address = address.parse().map(IpAddr::V6).map_err(|_| NoServer)?;
            return Ok(Self { host: Host::Address(address), port: None });
        }
        match text.split_once(':') {
            Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => {
                with_port(host_name(name)?, port.parse().map_err(|_| NoServer)?)
            }
            Some(_) => Err(NoServer),
            None => Ok(Self { host: host_name(text)?, port: None }),
        }
    }

    /// Returns the host.
    pub const fn host(&self) -> &Host {
        &self.host
    }

    /// Returns the port: the usual one, unless another was given.
    pub fn port(&self) -> u16 {
        self.port.unwrap_or(PORT)
    }

    /// Returns whether both are the same host and port.
    pub fn is_same_as(&self, other: &Self) -> bool {
        self.host == other.host && self.port() == other.port()
    }
}

fn with_port(host: Host, port: u16) -> Result<WhoisServer, NoServer> {
    if port == 0 { Err(NoServer) } else { Ok(WhoisServer { host, port: Some(port) }) }
}

/// Parses a host name by RFC 1123. If its last label is a number it is a malformed address, and refused.
fn host_name(text: &str) -> Result<Host, NoServer> {
    let name = text.strip_suffix('.').unwrap_or(text).to_ascii_lowercase();
    let is_number = |label: &str| label.bytes().all(|byte| byte.is_ascii_digit());
    let fits =
        name.len() <= MAX_NAME && name.split('.').all(is_label) && !name.rsplit('.').next().is_none_or(is_number);
    if fits { Ok(Host::Name(name)) } else { Err(NoServer) }
}

fn is_label(label: &str) -> bool {
    (1..=MAX_LABEL).contains(&label.len())
        && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && !label.starts_with('-')
        && !label.ends_with('-')
}

impl fmt::Display for WhoisServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.host, self.port) {
            (Host::Address(address), Some(port)) => SocketAddr::new(*address, port).fmt(f),
            (Host::Address(address), None) => address.fmt(f),
            (Host::Name(name), Some(port)) => write!(f, "{name}:{port}"),
            (Host::Name(name), None) => f.write_str(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, proptest};

    use super::WhoisServer;

    #[test]
    fn names_and_addresses_are_taken_with_and_without_port() {
        for (text, written, port) in [
            ("whois.pwhois.org", "whois.pwhois.org", 43),
            (" WHOIS.Example.NET. ", "whois.example.net", 43),
            ("whois.example.net:4343", "whois.example.net:4343", 4_343),
            ("localhost", "localhost", 43),
            ("x1:43", "x1:43", 43),
            ("192.0.2.1", "192.0.2.1", 43),
            ("192.0.2.1:65535", "192.0.2.1:65535", 65_535),
            ("2001:db8::1", "2001:db8::1", 43),
            ("[2001:db8::1]", "2001:db8::1", 43),
            ("[2001:db8::1]:1", "[2001:db8::1]:1", 1),
        ] {
            let server = WhoisServer::parse(text).unwrap();
            assert_eq!((server.to_string().as_str(), server.port()), (written, port), "{text}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        let (long_label, long_name) = ("a".repeat(64), format!("{}.net", "a.".repeat(125)));
        let texts = "| |.|-a.net|a-.net|a..net|.net|a_b.net|a b.net|ä.net|whois://a.net|a.net/|a.net:0|a.net:65536|\
                     a.net:|a.net:43:43|a.net:x|192.0.2.256|192.0.2|1|[192.0.2.1]|[::1|[::1]:0|::1]:43|a@b.net|\
                     a.net\r\nb|a.net\0";
        for text in texts.split('|').chain([long_label.as_str(), long_name.as_str()]) {
            assert!(WhoisServer::parse(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn the_longest_names_fit() {
        for text in [format!("{}.net", "a".repeat(63)), format!("{}.net", vec!["a"; 125].join("."))] {
            assert_eq!(WhoisServer::parse(&text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn the_usual_port_need_not_be_named_to_be_the_same_address() {
        let parse = |text| WhoisServer::parse(text).unwrap();
        assert!(parse("a.net").is_same_as(&parse("A.net:43")));
        assert!(!parse("a.net").is_same_as(&parse("a.net:44")));
    }

    proptest! {
        #[test]
        fn what_was_written_reads_back(text in "[a-zA-Z0-9.:\\[\\]-]{0,40}") {
            if let Ok(server) = WhoisServer::parse(&text) {
                assert_eq!(WhoisServer::parse(&server.to_string()).unwrap(), server);
            }
        }

        #[test]
        fn no_text_breaks_it(text in any::<String>()) {
            let _ = WhoisServer::parse(&text);
        }
    }
}
