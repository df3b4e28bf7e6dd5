//! The address at which buyers reach the service.

use http::Uri;
use waffle_domain::text_type;

use super::ConfigError;

/// The scheme and host (and port) of the service as buyers see it, without a trailing slash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicUrl(String);

text_type!(PublicUrl);

impl PublicUrl {
    /// Parses `server.public_url`; empty means none.
    pub(super) fn parse(text: &str) -> Result<Option<Self>, ConfigError> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(None);
        }
        origin(text).map(|origin| Some(Self(origin))).ok_or_else(|| {
            ConfigError::bad_value(
                "server.public_url",
                text,
                "http:// or https:// and a host, with no user and no path, as in https://waffles.example.com",
            )
        })
    }
}

fn origin(text: &str) -> Option<String> {
    let uri: Uri = text.parse().ok()?;
    let scheme = uri.scheme_str().filter(|scheme| matches!(*scheme, "http" | "https"))?;
    let authority =
        uri.authority().filter(|authority| !authority.host().is_empty() && !authority.as_str().contains('@'))?;
    (matches!(uri.path(), "" | "/") && uri.query().is_none() && !text.contains('#'))
        .then(|| format!("{scheme}://{authority}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_an_origin_and_trims_its_slash() {
        for text in ["https://waffles.example.com", "https://waffles.example.com/"] {
            assert_eq!(PublicUrl::parse(text).unwrap().unwrap().as_str(), "https://waffles.example.com");
        }
        assert_eq!(PublicUrl::parse("http://localhost:8080").unwrap().unwrap().as_str(), "http://localhost:8080");
        assert_eq!(PublicUrl::parse(" ").unwrap(), None);
    }

    #[test]
    fn refuses_everything_else() {
        for text in [
            "waffles.example.com",
            "ftp://a.example",
            "https://",
            "https://a.example/path",
            "https://u:p@a.example",
            "https://a.example?x",
            "https://a\u{202e}.example",
            "https://a.example/\u{2066}",
        ] {
            assert!(PublicUrl::parse(text).is_err(), "{text}");
        }
    }
}
