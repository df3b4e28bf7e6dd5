//! Links that a seller puts on a waffle.

use crate::invalid::Invalid;

/// The most links on one waffle.
pub const MAX_LINKS: usize = 20;
/// The longest link, in bytes.
pub const MAX_LINK: usize = 2_000;

/// Checks a link: `http` or `https`, with a host, without spaces or control characters. Blank text means none.
pub fn parse_link(field: &str, input: &str) -> Result<Option<String>, Invalid> {
    let link = input.trim();
    if link.is_empty() {
        return Ok(None);
    }
    if is_web_address(link) {
        return Ok(Some(link.to_owned()));
    }
    Err(Invalid::field(field, "A link starts with http:// or https:// and has a host, like https://example.com/me."))
}

/// Checks a list of links, and drops empty ones.
pub fn parse_links<S: AsRef<str>>(field: &str, inputs: &[S]) -> Result<Vec<String>, Invalid> {
    let mut links = Vec::new();
    for input in inputs {
        links.extend(parse_link(field, input.as_ref())?);
    }
    if links.len() > MAX_LINKS {
        return Err(Invalid::field(field, format!("A waffle has at most {MAX_LINKS} links.")));
    }
    Ok(links)
}

/// Returns whether a text is an absolute `http` or `https` address.
pub fn is_web_address(link: &str) -> bool {
    let scheme =
        ["https://", "http://"].into_iter().find(|s| link.get(..s.len()).is_some_and(|p| p.eq_ignore_ascii_case(s)));
    let Some(rest) = scheme.and_then(|s| link.get(s.len()..)) else { return false };
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = host.rsplit('@').next().unwrap_or_default();
    let host_ok = host.starts_with('[') || host.split(':').next().is_some_and(|h| h.chars().any(char::is_alphanumeric));
    link.len() <= MAX_LINK
        && host_ok
        && !link.chars().any(|c| c.is_whitespace() || c.is_control() || matches!(c, '\\' | '"' | '<' | '>'))
}

#[cfg(test)]
mod tests {
    use super::{MAX_LINKS, parse_link, parse_links};

    #[test]
    fn takes_web_addresses_only() {
        for good in
            ["https://example.com", "HTTP://example.com/a?b#c", "http://[::1]:8080/", "https://münchen.example/x"]
        {
            assert_eq!(parse_link("image_url", good).unwrap().as_deref(), Some(good));
        }
        for bad in
            ["javascript:alert(1)", "ftp://example.com", "example.com", "https://", "https:///x", "http://a b", "//x"]
        {
            assert!(parse_link("image_url", bad).is_err(), "{bad}");
        }
        assert_eq!(parse_link("image_url", "  ").unwrap(), None);
    }

    #[test]
    fn drops_empty_links_and_takes_20() {
        let mut links = vec!["https://example.com".to_owned(); MAX_LINKS];
        links.push(String::new());
        assert_eq!(parse_links("social_media_links", &links).unwrap().len(), MAX_LINKS);
        links.push("https://example.com".to_owned());
        assert!(parse_links("social_media_links", &links).is_err());
    }
}
