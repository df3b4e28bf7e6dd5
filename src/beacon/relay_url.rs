//! The address of a relay.

use reqwest::Url;
use waffle_domain::draw::digest::Digest;
use waffle_domain::draw::round::Round;
use waffle_domain::text_type;

/// The longest list of relays.
pub const MOST_RELAYS: usize = 16;

/// A relay's address, over HTTP or HTTPS, perhaps with a path; without a trailing slash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RelayUrl(String);

text_type!(RelayUrl);

impl RelayUrl {
    /// Checks an address. `None` for one with a user, a query or a fragment, since it appears in logs and on pages.
    pub fn parse(text: &str) -> Option<Self> {
        let url = Url::parse(text.trim()).ok()?;
        let plain = url.username().is_empty() && url.password().is_none() && url.query().is_none();
        let named = matches!(url.scheme(), "http" | "https") && url.has_host() && url.fragment().is_none();
        (plain && named).then(|| Self(url.as_str().trim_end_matches('/').to_owned()))
    }

    /// Reads addresses separated by commas: 1 to 16, each once.
    pub fn parse_list(text: &str) -> Option<Vec<Self>> {
        let named = text.split(',').map(str::trim).filter(|text| !text.is_empty());
        let urls: Vec<_> = named.map(Self::parse).collect::<Option<_>>()?;
        let repeated = urls.iter().enumerate().any(|(at, url)| urls[..at].contains(url));
        ((1..=MOST_RELAYS).contains(&urls.len()) && !repeated).then_some(urls)
    }

    /// Returns the URL of a round on this relay.
    pub fn of_round(&self, chain: Digest, round: Round) -> String {
        format!("{self}/{chain}/public/{round}")
    }

    /// Returns the URL of the newest round on this relay.
    pub fn of_newest(&self, chain: Digest) -> String {
        format!("{self}/{chain}/public/latest")
    }

    /// Returns the scheme, host and port.
    pub fn origin(&self) -> String {
        Url::parse(&self.0).map_or_else(|_| String::new(), |url| url.origin().ascii_serialization())
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_RELAYS, RelayUrl};

    #[test]
    fn an_address_is_http_or_https_with_a_host() {
        for (text, url, origin) in [
            ("https://api.drand.sh", "https://api.drand.sh", "https://api.drand.sh"),
            (" https://API.drand.sh:443/ ", "https://api.drand.sh", "https://api.drand.sh"),
            ("http://127.0.0.1:9000/drand/", "http://127.0.0.1:9000/drand", "http://127.0.0.1:9000"),
            ("http://[::1]:9000", "http://[::1]:9000", "http://[::1]:9000"),
        ] {
            let parsed = RelayUrl::parse(text).unwrap();
            assert_eq!((parsed.as_str(), parsed.origin().as_str()), (url, origin));
        }
        for bad in [
            "",
            "api.drand.sh",
            "ftp://a.example",
            "https://",
            "file:///etc/passwd",
            "https://u@a.example",
            "https://u:p@a.example",
            "https://a.example?x",
            "https://a.example/#x",
            "https://a b.example",
        ] {
            assert_eq!(RelayUrl::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_list_has_1_to_16_each_once() {
        let list = |count: usize| {
            let urls: Vec<_> = (0..count).map(|number| format!("https://r{number}.example")).collect();
            RelayUrl::parse_list(&urls.join(", ")).map(|urls| urls.len())
        };
        assert_eq!([0, 1, MOST_RELAYS, MOST_RELAYS + 1].map(list), [None, Some(1), Some(MOST_RELAYS), None]);
        assert_eq!(RelayUrl::parse_list("https://a.example, https://A.example/"), None);
        assert_eq!(RelayUrl::parse_list("https://a.example,nonsense"), None);
        assert_eq!(RelayUrl::parse_list("https://a.example,").map(|urls| urls.len()), Some(1));
    }
}
