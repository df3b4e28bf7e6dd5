//! What WHOIS servers answer: lines of `key: value`, each registry with keys of its own.

use crate::whois::server::WhoisServer;

/// Longest value that is kept, in characters.
pub const MAX_VALUE: usize = 200;

/// Keys of the holder, the most telling first: route servers, RIPE and APNIC, ARIN, LACNIC, then what stands for it
/// where there is none.
const ORG: &[&str] = &["org-name", "orgname", "organization", "owner", "custname", "as-org-name", "descr", "netname"];
const COUNTRY: &[&str] = &["country-code", "country"];
const CITY: &[&str] = &["city"];
const ASN: &[&str] = &["origin-as", "originas", "origin", "aut-num"];
/// Keys under which a server names one that knows more.
const REFERRAL: &[&str] = &["referralserver", "refer", "whois"];

/// Whom an address belongs to, as far as a server knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AddressOwner {
    /// The organization.
    pub org: Option<String>,
    /// The country: its code of two letters, where the server gave that.
    pub country: Option<String>,
    pub city: Option<String>,
    /// The number of the network, as `AS64500`.
    pub asn: Option<String>,
}

impl AddressOwner {
    /// Finds the holder in an answer; what is not there, or is nothing that could be one, stays empty.
    pub fn parse(answer: &str) -> Self {
        Self {
            org: find(answer, ORG, |value| Some(value.to_owned())),
            country: find(answer, COUNTRY, |value| Some(country(value))),
            city: find(answer, CITY, |value| Some(value.to_owned())),
            asn: find(answer, ASN, asn),
        }
    }

    /// Tells whether nothing is known.
    pub fn is_unknown(&self) -> bool {
        *self == Self::default()
    }
}

/// Finds the server that an answer refers to: a name or address, bare or after `whois://`.
pub fn referral(answer: &str) -> Option<WhoisServer> {
    find(answer, REFERRAL, |value| {
        let value = value.split_whitespace().next().unwrap_or_default();
        let name = value.strip_prefix("whois://").unwrap_or(value);
        Some(name.strip_suffix('/').unwrap_or(name).to_owned())
    })
    .and_then(|name| WhoisServer::parse(&name).ok())
}

/// The first value, by the order of the keys and then of the lines, that `read` takes.
fn find(answer: &str, keys: &[&str], read: impl Fn(&str) -> Option<String>) -> Option<String> {
    keys.iter().find_map(|wanted| {
        let of_key = fields(answer).filter(|(key, _)| key.eq_ignore_ascii_case(wanted));
        of_key.filter_map(|(_, value)| clean(value)).find_map(|value| read(&value))
    })
}

/// The fields, without remarks.
fn fields(answer: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = answer.lines().filter(|line| !line.starts_with(['%', '#']));
    lines.filter_map(|line| line.split_once(':')).map(|(key, value)| (key.trim(), value))
}

/// A value on one line, bounded, without what does not print. None when it says nothing.
fn clean(value: &str) -> Option<String> {
    let value = value.split(" #").next().unwrap_or_default();
    let prints = |c: &char| {
        !c.is_control()
            && !matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
    };
    let text: String = value.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(prints).collect();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text: String = text.chars().take(MAX_VALUE).collect();
    let nothing =
        text.is_empty() || ["null", "none", "n/a", "-", "unknown"].iter().any(|no| text.eq_ignore_ascii_case(no));
    (!nothing).then_some(text)
}

fn country(value: &str) -> String {
    let is_code = value.len() == 2 && value.bytes().all(|byte| byte.is_ascii_alphabetic());
    if is_code { value.to_ascii_uppercase() } else { value.to_owned() }
}

/// The first number of a value such as `AS64500`, `64500` or `AS64500, AS64501`.
fn asn(value: &str) -> Option<String> {
    let first = value.split([',', ' ']).next()?;
    let digits = first.strip_prefix("AS").or_else(|| first.strip_prefix("as")).unwrap_or(first);
    let number: u32 = digits.parse().ok().filter(|_| !digits.starts_with('+'))?;
    (number > 0).then(|| format!("AS{number}"))
}

#[cfg(test)]
mod tests;
