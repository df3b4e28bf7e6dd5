//! Links of sellers, compared with what a browser would make of them.

use reqwest::Url;
use waffle_domain::link::{MAX_LINK, parse_link, turns_text};

use super::text;
use crate::engine::{Seen, Target};

pub(crate) const TARGET: Target = Target {
    words: &[
        "https://",
        "http://",
        "HTTPS://",
        "javascript:alert(1)",
        "data:text/html,",
        "//",
        "example.com",
        "@",
        "user:pw@",
        ":443",
        "/me",
        "?a=b",
        "#top",
        "\\",
        "[::1]",
        "xn--",
        "%40",
        "https:/",
        "https:\\\\",
        "／",
        "＠",
        "。",
    ],
    check,
};

fn check(input: &[u8]) -> Seen {
    let typed = text(input);
    let link = match parse_link("image_url", &typed) {
        Ok(Some(link)) => link,
        Ok(None) => {
            assert!(typed.trim().is_empty());
            return Seen::refused(());
        }
        Err(refusal) => {
            assert!(refusal.to_string().len() < 200);
            return Seen::refused(refusal.to_string());
        }
    };
    assert_eq!(parse_link("image_url", &link).as_ref(), Ok(&Some(link.clone())));
    assert!(link.len() <= MAX_LINK && !turns_text(&link));
    assert!(!link.contains(|c: char| c.is_whitespace() || c.is_control() || "\"<>\\".contains(c)), "{link:?}");
    let Ok(url) = Url::parse(&link) else { return Seen::accepted("not an address to browsers") };
    assert!(matches!(url.scheme(), "http" | "https"), "{url}");
    assert!(url.username().is_empty() && url.password().is_none(), "it names a user: {url}");
    // The host that people read is the one where it leads, as far as it is written in ASCII.
    if let (Some(host), true) = (url.host_str(), link.is_ascii() && !link.contains('%')) {
        let shown = link.split("://").nth(1).unwrap().to_ascii_lowercase();
        let is_name = url.domain().is_some();
        assert!(!is_name || shown.starts_with(host), "{link:?} leads to {host}");
    }
    Seen::accepted((url.host_str().map_or(0, str::len).min(100), url.path().len().min(20), url.query().is_some()))
}
