//! The answers of WHOIS servers: lines of `key: value`, with different keys for each registry.

use crate::whois::server::WhoisServer;

/// The longest value that is kept, in characters.
pub const MAX_VALUE: usize = 200;

/// The keys of the owner, the most specific first: those of route servers, RIPE and APNIC, ARIN, LACNIC, then
/// substitutes for answers with none of these.
const ORG: &[&str] = &["org-name", "orgname", "organization", "owner", "custname", "as-org-name", "descr", "netname"];
const COUNTRY: &[&str] = &["country-code", "country"];
const CITY: &[&str] = &["city"];
const ASN: &[&str] = &["origin-as", "originas", "origin", "aut-num"];
/// The keys under which a server refers to one that knows more.
const REFERRAL: &[&str] = &["referralserver", "refer", "whois"];

/// Who owns an address, as far as a server knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AddressOwner {
    pub org: Option<String>,
    /// The country, as a two-letter code if the server gave one.
    pub country: Option<String>,
    pub city: Option<String>,
    /// The number of the network, for example `AS64500`.
    pub asn: Option<String>,
}

impl AddressOwner {
    /// Parses the owner from an answer. Values that are missing or make no sense stay empty.
    pub fn parse(answer: &str) -> Self {
        Self {
            org: find(answer, ORG, |value| Some(value.to_owned())),
            country: find(answer, COUNTRY, |value| Some(country(value))),
            city: find(answer, CITY, |value| Some(value.to_owned())),
            asn: find(answer, ASN, asn),
        }
    }

    /// Returns whether the answer says nothing about the owner.
    pub fn is_unknown(&self) -> bool {
        *self == Self::default()
    }
}

/// Parses the server that an answer refers to: a name or address, alone or after `whois://`.
pub fn referral(answer: &str) -> Option<WhoisServer> {
    find(answer, REFERRAL, |value| {
        let value = value.split_whitespace().next().unwrap_or_default();
        let name = value.strip_prefix("whois://").unwrap_or(value);
        Some(name.strip_suffix('/').unwrap_or(name).to_owned())
    })
    .and_then(|name| WhoisServer::parse(&name).ok())
}

/// Returns the first value that `read` accepts, in the order of the keys and then of the lines.
fn find(answer: &str, keys: &[&str], read: impl Fn(&str) -> Option<String>) -> Option<String> {
    keys.iter().find_map(|wanted| {
        let of_key = fields(answer).filter(|(key, _)| key.eq_ignore_ascii_case(wanted));
        of_key.filter_map(|(_, value)| clean(value)).find_map(|value| read(&value))
    })
}

/// Lists the fields, without remarks.
fn fields(answer: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = answer.lines().filter(|line| !line.starts_with(['%', '#']));
    lines.filter_map(|line| line.split_once(':')).map(|(key, value)| (key.trim(), value))
}

/// Returns a value bounded and on one line, without control characters; `None` if it says nothing.
fn clean(value: &str) -> Option<String> {
    let value = value.split(" #").next().unwrap_or_default();
    let prints = |c: &char| {
        let hidden =
            matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        !c.is_control() && !hidden && *c != '\u{feff}'
    };
    let text: String = value.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(prints).collect();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut text: String = text.chars().take(MAX_VALUE).collect();
    text.truncate(text.trim_end().len());
    let nothing =
        text.is_empty() || ["null", "none", "n/a", "-", "unknown"].iter().any(|no| text.eq_ignore_ascii_case(no));
    (!nothing).then_some(text)
}

fn country(value: &str) -> String {
    let is_code = value.len() == 2 && value.bytes().all(|byte| byte.is_ascii_alphabetic());
    if is_code { value.to_ascii_uppercase() } else { value.to_owned() }
}

/// Returns the first number of a value such as `AS64500`, `64500` or `AS64500, AS64501`.
fn asn(value: &str) -> Option<String> {
    let first = value.split([',', ' ']).next()?;
    let digits = first.strip_prefix("AS").or_else(|| first.strip_prefix("as")).unwrap_or(first);
    let number: u32 = digits.parse().ok().filter(|_| !digits.starts_with('+'))?;
    (number > 0).then(|| format!("AS{number}"))
}

#[cfg(test)]
mod tests;
