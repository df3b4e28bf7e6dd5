//! How a handle at a payment service becomes a link to pay at.

use crate::link::{is_web_address, percent_encoded};
use crate::payment::{PaymentMethod, PaymentType, names_a_scheme};

/// The placeholder of the handle in a link format.
const HANDLE: &str = "{handle}";
/// The placeholder of the amount.
const AMOUNT: &str = "{amount}";

/// How a handle becomes a link: an address with the placeholder `{handle}`, and `{amount}` where the payment service
/// takes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkFormat {
    /// The format with both placeholders.
    text: String,
    /// The format without `{amount}` and what belongs only to it.
    without_amount: String,
}

impl LinkFormat {
    /// Parses a format: an `http` or `https` address with `{handle}` once and `{amount}` at most once, both after the
    /// host. `None` if it is not one.
    pub fn parse(text: &str) -> Option<Self> {
        let (host, _) = text.split_once(HANDLE)?;
        let host = host.split_once(AMOUNT).map_or(host, |(before, _)| before);
        let behind_host = host.split_once("://").is_some_and(|(_, rest)| rest.contains(['/', '?', '#']));
        let rest = text.replacen(HANDLE, "x", 1).replacen(AMOUNT, "1", 1);
        (behind_host && !rest.contains(['{', '}']) && is_web_address(&rest))
            .then(|| Self { text: text.to_owned(), without_amount: without_amount(text) })
    }

    /// Returns the link for a handle, with an amount if there is one. A leading `@` or `$` of the handle is only how
    /// people write handles, and is dropped; where the service wants one, it is part of the format.
    fn link(&self, handle: &str, amount: Option<&str>) -> Option<String> {
        let handle = handle.trim().trim_start_matches(['@', '$']).trim();
        // Two dots in a path would lead elsewhere.
        if matches!(handle, "" | "." | "..") {
            return None;
        }
        let format = match amount {
            Some(amount) => self.text.replace(AMOUNT, amount),
            None => self.without_amount.clone(),
        };
        Some(format.replace(HANDLE, &percent_encoded(handle)))
    }
}

/// Removes the amount from a format, with the parameter or the path segment that holds nothing else.
fn without_amount(text: &str) -> String {
    let Some((before, after)) = text.split_once(AMOUNT) else { return text.to_owned() };
    let ends = after.is_empty() || after.starts_with(['&', '#', '?', '/']);
    if !ends {
        return format!("{before}{after}");
    }
    if let Some(path) = before.strip_suffix('/').filter(|_| !before.contains('?')) {
        return format!("{path}{after}");
    }
    let Some(name) = before.rfind(['?', '&']).filter(|_| before.ends_with('=')) else {
        return format!("{before}{after}");
    };
    let (kept, parameter) = before.split_at(name);
    match after.strip_prefix('&') {
        Some(others) if parameter.starts_with('?') => format!("{kept}?{others}"),
        _ => format!("{kept}{after}"),
    }
}

/// The label of each type, and how its handles become links.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentTypes([(String, Option<LinkFormat>); 4]);

impl PaymentTypes {
    /// Takes a label and a format for each type, in the order of [`PaymentType::ALL`]. A type without a format has no
    /// links.
    pub fn new(types: [(String, Option<LinkFormat>); 4]) -> Self {
        Self(types)
    }

    /// Returns the type's label for sellers.
    pub fn label(&self, kind: PaymentType) -> &str {
        &self.0[kind as usize].0
    }

    /// Returns where to pay: a full address as it is, or a handle's link in the format of its type.
    pub fn link(&self, method: &PaymentMethod) -> Option<String> {
        self.made(method, None)
    }

    /// Returns where to pay an amount, written as payment services read it (`25.00`). The link carries it where the
    /// format of its type has a place for it.
    pub fn link_with(&self, method: &PaymentMethod, amount: &str) -> Option<String> {
        self.made(method, Some(amount))
    }

    fn made(&self, method: &PaymentMethod, amount: Option<&str>) -> Option<String> {
        if names_a_scheme(&method.handle_or_url) {
            return Some(method.handle_or_url.clone()).filter(|address| is_web_address(address));
        }
        let (_, format) = &self.0[PaymentType::parse(&method.kind)? as usize];
        format.as_ref()?.link(&method.handle_or_url, amount)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{prop_assert, prop_assert_eq, proptest};
    use uuid::Uuid;

    use super::{LinkFormat, PaymentTypes};
    use crate::payment::{PaymentMethod, PaymentType};

    fn option(kind: &str, handle_or_url: &str) -> PaymentMethod {
        PaymentMethod::parse(Uuid::nil(), kind, "Wallet", handle_or_url, None).unwrap()
    }

    fn types() -> PaymentTypes {
        let format = |text| LinkFormat::parse(text);
        PaymentTypes::new([
            ("A".into(), format("https://a.example/u/{handle}")),
            ("B".into(), format("https://b.example/${handle}?from=waffle")),
            ("C".into(), format("https://c.example/?to={handle}")),
            ("D".into(), None),
        ])
    }

    #[test]
    fn a_handle_becomes_a_link_by_its_type() {
        for (kind, handle, link) in [
            ("wallet_a", "@anna", Some("https://a.example/u/anna")),
            ("wallet_a", "anna@example.org", Some("https://a.example/u/anna%40example.org")),
            ("wallet_a", "a/../b?c#d", Some("https://a.example/u/a%2F..%2Fb%3Fc%23d")),
            ("wallet_b", "$anna", Some("https://b.example/$anna?from=waffle")),
            ("wallet_c", "änna b", Some("https://c.example/?to=%C3%A4nna%20b")),
            ("wallet_d", "anna", None),
            ("wallet_a", "@", None),
            ("wallet_a", "..", None),
            ("wallet_d", "https://pay.example/anna", Some("https://pay.example/anna")),
            ("wallet_a", "HTTP://pay.example/anna", Some("HTTP://pay.example/anna")),
        ] {
            assert_eq!(types().link(&option(kind, handle)).as_deref(), link, "{kind} {handle}");
        }
    }

    #[test]
    fn a_format_is_an_address_with_the_handle_once_behind_the_host() {
        for bad in [
            "",
            "https://a.example/",
            "{handle}",
            "https://{handle}.example/",
            "https://{handle}/",
            "javascript:{handle}",
            "ftp://a.example/{handle}",
            "https://a.example/{handle}/{handle}",
            "https://a.example/{name}/{handle}",
            "//a.example/{handle}",
            "https://{amount}.example/{handle}",
            "https://a.example/{amount}",
            "https://a.example/{handle}/{amount}/{amount}",
        ] {
            assert_eq!(LinkFormat::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn an_amount_goes_where_the_format_has_a_place_for_it_and_leaves_none_behind() {
        for (format, with, without) in [
            ("https://a.example/{handle}/{amount}", "https://a.example/ann/25.00", "https://a.example/ann"),
            ("https://a.example/{amount}/{handle}", "https://a.example/25.00/ann", "https://a.example/ann"),
            ("https://a.example/{handle}?n={amount}", "https://a.example/ann?n=25.00", "https://a.example/ann"),
            (
                "https://a.example/?n={amount}&to={handle}",
                "https://a.example/?n=25.00&to=ann",
                "https://a.example/?to=ann",
            ),
            (
                "https://a.example/?to={handle}&n={amount}#x",
                "https://a.example/?to=ann&n=25.00#x",
                "https://a.example/?to=ann#x",
            ),
            ("https://a.example/{handle}/{amount}USD", "https://a.example/ann/25.00USD", "https://a.example/ann/USD"),
            ("https://a.example/{handle}", "https://a.example/ann", "https://a.example/ann"),
        ] {
            let types = PaymentTypes::new([
                ("A".into(), Some(LinkFormat::parse(format).unwrap())),
                ("B".into(), None),
                ("C".into(), None),
                ("D".into(), None),
            ]);
            let ann = option("wallet_a", "@ann");
            assert_eq!(types.link_with(&ann, "25.00").as_deref(), Some(with));
            assert_eq!(types.link(&ann).as_deref(), Some(without));
        }
        let address = option("wallet_a", "https://pay.example/ann");
        assert_eq!(types().link_with(&address, "25.00").as_deref(), Some("https://pay.example/ann"));
    }

    proptest! {
        #[test]
        fn a_handle_never_leaves_its_place_in_the_link(handle in "[^\\p{Cc}:]{1,40}") {
            let parsed = PaymentMethod::parse(Uuid::nil(), "wallet_a", "Wallet", &handle, None);
            let Ok(option) = parsed else { return Ok(()) };
            let Some(link) = types().link(&option) else { return Ok(()) };
            let rest = link.strip_prefix("https://a.example/u/").unwrap_or("/");
            prop_assert!(rest.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._~%".contains(&b)), "{}", link);
        }

        #[test]
        fn whatever_is_linked_is_a_web_address(kind in 0..4_usize, text in "\\PC{1,60}") {
            let kind = PaymentType::ALL[kind].as_str();
            let Ok(option) = PaymentMethod::parse(Uuid::nil(), kind, "Wallet", &text, None) else {
                return Ok(());
            };
            if let Some(link) = types().link(&option) {
                let lower = link.to_ascii_lowercase();
                prop_assert!(lower.starts_with("http://") || lower.starts_with("https://"));
            }
            prop_assert_eq!(option.handle_or_url.trim(), option.handle_or_url.as_str());
        }
    }
}
