//! Links that a seller puts on a waffle, and texts within addresses.

use waffle_language::{Text, say};

use crate::invalid::Invalid;

/// The most links on one waffle.
pub const MAX_LINKS: usize = 20;
/// The longest link, in bytes.
pub const MAX_LINK: usize = 2_000;

/// The pattern of a link, to be made part of another one with `concat!`.
macro_rules! link_pattern {
    () => {
        concat!(
            r#"[hH][tT][tT][pP][sS]?://[A-Za-z0-9][A-Za-z0-9.-]*(:[0-9]{1,5})?"#,
            r#"([/?#][^\s\x00-\x1f\x7f-\x9f\\"<>\u200e\u200f\u202a-\u202e\u2066-\u2069]*)?"#
        )
    };
}
pub(crate) use link_pattern;

/// A link, or nothing, in the API's description.
pub const LINK_OR_NONE: &str = concat!("^(", link_pattern!(), ")?$");

/// Why a text is not an address to link to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// It names a user, as `https://user:password@host` does: a public password, or a host that hides behind another
    /// one's name.
    NamesUser,
    /// It holds a character that changes the direction of the text, so that people and browsers read different
    /// addresses.
    TurnsText,
    /// It is not an absolute `http` or `https` address.
    NotWeb,
}

impl LinkError {
    /// The sentence for people.
    pub fn sentence(self) -> Text {
        match self {
            Self::NamesUser => say!("fault-link-user"),
            Self::TurnsText => say!("fault-link-turned"),
            Self::NotWeb => say!("fault-link"),
        }
    }
}

/// Checks a link: `http` or `https`, with a host and no user, without spaces or control characters. Blank text means
/// none.
pub fn parse_link(field: &str, input: &str) -> Result<Option<String>, Invalid> {
    let link = input.trim();
    if link.is_empty() {
        return Ok(None);
    }
    check_web_address(link).map_err(|error| Invalid::field(field, error.sentence()))?;
    Ok(Some(link.to_owned()))
}

/// Checks a list of links, and drops empty ones.
pub fn parse_links<S: AsRef<str>>(field: &str, inputs: &[S]) -> Result<Vec<String>, Invalid> {
    let mut links = Vec::new();
    for input in inputs {
        links.extend(parse_link(field, input.as_ref())?);
    }
    if links.len() > MAX_LINKS {
        return Err(Invalid::field(field, say!("fault-links-many", most = MAX_LINKS)));
    }
    Ok(links)
}

/// Splits what follows the scheme of an address, if it has one, into host and path: `example.com/anna`.
pub fn host_and_path(address: &str) -> Option<(&str, &str)> {
    let (host, path) = address.split_once("://").map_or(address, |(_, rest)| rest).split_once('/')?;
    let (_, top) = host.rsplit_once('.')?;
    let is_host = host.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-'));
    (is_host && top.len() > 1).then_some((host, path))
}

/// Checks that a text is an absolute `http` or `https` address that shows where it leads.
pub fn check_web_address(link: &str) -> Result<(), LinkError> {
    if turns_text(link) {
        return Err(LinkError::TurnsText);
    }
    let scheme =
        ["https://", "http://"].into_iter().find(|s| link.get(..s.len()).is_some_and(|p| p.eq_ignore_ascii_case(s)));
    let rest = scheme.and_then(|s| link.get(s.len()..)).ok_or(LinkError::NotWeb)?;
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if host.contains('@') {
        return Err(LinkError::NamesUser);
    }
    let host_ok = host.starts_with('[') || host.split(':').next().is_some_and(|h| h.chars().any(char::is_alphanumeric));
    let readable = !link.chars().any(|c| c.is_whitespace() || c.is_control() || matches!(c, '\\' | '"' | '<' | '>'));
    if link.len() <= MAX_LINK && host_ok && readable { Ok(()) } else { Err(LinkError::NotWeb) }
}

/// Returns whether a text is an address that [`check_web_address`] takes.
pub fn is_web_address(link: &str) -> bool {
    check_web_address(link).is_ok()
}

/// Returns whether a text holds a character that changes the direction of what follows (Unicode's `Bidi_Control`).
pub fn turns_text(text: &str) -> bool {
    text.chars()
        .any(|c| matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'))
}

/// Writes a text as a part of an address, or of its query.
pub fn percent_encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push('%');
            for digit in [byte >> 4, byte & 15] {
                encoded.extend(char::from_digit(digit.into(), 16).map(|c| c.to_ascii_uppercase()));
            }
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::{LinkError, MAX_LINK, MAX_LINKS, check_web_address, parse_link, parse_links};

    #[test]
    fn takes_web_addresses_only() {
        for good in
            ["https://example.com", "HTTP://example.com/a?b#c", "http://[::1]:8080/", "https://münchen.example/x"]
        {
            assert_eq!(parse_link("image_url", good).unwrap().as_deref(), Some(good));
        }
        for bad in [
            "javascript:alert(1)",
            "ftp://example.com",
            "data:text/html,x",
            "example.com",
            "https://",
            "https:///x",
            "http://a b",
            "//x",
        ] {
            assert!(parse_link("image_url", bad).is_err(), "{bad}");
        }
        assert_eq!(parse_link("image_url", "  ").unwrap(), None);
    }

    #[test]
    fn drops_empty_links_and_takes_20() {
        let mut links = vec!["https://example.com".to_owned(); MAX_LINKS];
        links.extend([String::new(), " ".to_owned()]);
        assert_eq!(parse_links("social_media_links", &links).unwrap().len(), MAX_LINKS);
        links.push("https://example.com".to_owned());
        assert!(parse_links("social_media_links", &links).is_err());
    }

    #[test]
    fn an_address_names_no_user() {
        for bad in [
            "https://user:pw@host.example/",
            "http://user@host.example",
            "https://bank.example@evil.example?a",
            "https://@a",
        ] {
            assert_eq!(check_web_address(bad), Err(LinkError::NamesUser), "{bad}");
        }
        for good in ["https://pay.example/@anna", "https://pay.example?to=a@b.example", "https://pay.example#@anna"] {
            assert_eq!(check_web_address(good), Ok(()), "{good}");
        }
        let told = parse_link("image_url", "https://user:pw@host.example/").unwrap_err();
        assert!(told.0[0].message.to_string().contains("Remove the @"), "{told:?}");
    }

    #[test]
    fn nothing_turns_the_text_of_an_address_around() {
        for turner in ['\u{61c}', '\u{200e}', '\u{200f}', '\u{202a}', '\u{202e}', '\u{2066}', '\u{2067}', '\u{2069}'] {
            let bad = format!("https://pay.example/{turner}moc");
            assert_eq!(check_web_address(&bad), Err(LinkError::TurnsText), "{bad:?}");
            let bad = format!("https://{turner}pay.example/");
            assert!(parse_link("image_url", &bad).is_err(), "{bad:?}");
        }
        for good in ["https://مثال.example/شريط", "https://münchen.example/x"] {
            assert_eq!(check_web_address(good), Ok(()), "{good:?}");
        }
    }

    #[test]
    fn the_longest_address_is_taken_and_no_longer_one() {
        let longest = format!("https://example.com/{}", "x".repeat(MAX_LINK - 20));
        assert_eq!(check_web_address(&longest), Ok(()));
        assert_eq!(check_web_address(&format!("{longest}x")), Err(LinkError::NotWeb));
    }
}
