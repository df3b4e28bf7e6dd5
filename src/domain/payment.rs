//! Where a buyer can pay. Payment happens elsewhere; the service only shows where.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_language::{Text, say};

use crate::change::{Change, replace};
use crate::invalid::{Invalid, checked};
use crate::link::{LinkError, check_web_address, host_and_path, is_web_address, link_pattern, turns_text};
use crate::names::names;
use crate::text::one_line;

/// The longest label, in characters.
pub const MAX_DISPLAY_NAME: usize = 100;
/// The longest handle or address, in characters.
pub const MAX_HANDLE_OR_URL: usize = 500;
/// The longest text for buyers, in characters.
pub const MAX_INSTRUCTIONS: usize = 200;
/// A handle or a full address, in the API's description.
pub const HANDLE_OR_LINK: &str =
    concat!(r"^([^:\x00-\x1f\x7f-\x9f]*[^:\s\x00-\x1f\x7f-\x9f][^:\x00-\x1f\x7f-\x9f]*|", link_pattern!(), ")$");

/// The placeholder of the handle in a link format.
const HANDLE: &str = "{handle}";
/// The placeholder of the amount.
const AMOUNT: &str = "{amount}";

names! {
    /// Selects the icon and the format of links.
    pub enum PaymentType {
        WalletA = "wallet_a",
        WalletB = "wallet_b",
        WalletC = "wallet_c",
        WalletD = "wallet_d",
    }
}

/// A way to pay that waffles can offer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PaymentMethod {
    pub id: Uuid,
    // The name of a type, which a newer server may have added.
    #[serde(rename = "type")]
    #[schema(value_type = PaymentType)]
    pub kind: String,
    /// The label that buyers see.
    #[schema(example = "Wallet A")]
    pub display_name: String,
    /// A handle at the payment service, or a full address.
    #[schema(example = "@anna")]
    pub handle_or_url: String,
    /// Instructions for buyers; `null`: they are asked to mention their handle.
    #[schema(required, example = "Please leave the note empty")]
    pub instructions: Option<String>,
    /// Whether waffles offer it.
    pub is_active: bool,
}

impl PaymentMethod {
    /// Checks a new method, which is active. Fails with all invalid fields.
    pub fn parse(
        id: Uuid,
        kind: &str,
        display_name: &str,
        handle_or_url: &str,
        instructions: Option<&str>,
    ) -> Result<Self, Invalid> {
        checked!(Self {
            id: Ok(id),
            kind: parse_kind(kind).map(|kind| kind.to_string()),
            display_name: parse_display_name(display_name),
            handle_or_url: parse_handle_or_url(handle_or_url),
            instructions: instructions.map(parse_instructions).transpose(),
            is_active: Ok(true),
        })
    }
}

/// A change to a payment method; `None` leaves a field as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PaymentMethodEdit {
    display_name: Option<String>,
    handle_or_url: Option<String>,
    instructions: Change<Option<String>>,
    is_active: Option<bool>,
}

impl PaymentMethodEdit {
    /// Checks a change. Fails with all invalid fields.
    pub fn parse(
        display_name: Option<&str>,
        handle_or_url: Option<&str>,
        instructions: Change<Option<&str>>,
        is_active: Option<bool>,
    ) -> Result<Self, Invalid> {
        let instructions = instructions.into_option().map(|text| text.map(parse_instructions).transpose());
        checked!(Self {
            display_name: display_name.map(parse_display_name).transpose(),
            handle_or_url: handle_or_url.map(parse_handle_or_url).transpose(),
            instructions: instructions.transpose().map(Change::from),
            is_active: Ok(is_active),
        })
    }

    /// Returns the change that activates or deactivates a method.
    pub fn active(is_active: bool) -> Self {
        Self { is_active: Some(is_active), ..Self::default() }
    }

    /// Changes the method, and returns the names of the fields that changed.
    pub fn apply(self, method: &mut PaymentMethod) -> Vec<&'static str> {
        let mut changed = Vec::new();
        replace(&mut method.display_name, self.display_name, "display_name", &mut changed);
        replace(&mut method.handle_or_url, self.handle_or_url, "handle_or_url", &mut changed);
        replace(&mut method.instructions, self.instructions.into_option(), "instructions", &mut changed);
        replace(&mut method.is_active, self.is_active, "is_active", &mut changed);
        changed
    }
}

fn parse_kind(kind: &str) -> Result<PaymentType, Invalid> {
    PaymentType::parse(kind).ok_or_else(|| Invalid::field("type", say!("fault-method-type")))
}

fn parse_display_name(input: &str) -> Result<String, Invalid> {
    line("display_name", MAX_DISPLAY_NAME, say!("fault-method-name"), input)
}

fn parse_handle_or_url(input: &str) -> Result<String, Invalid> {
    let text = line("handle_or_url", MAX_HANDLE_OR_URL, say!("fault-method-handle"), input)?;
    let text = with_scheme(&text).unwrap_or(text);
    let fault = match check_web_address(&text) {
        _ if turns_text(&text) => say!("fault-this-turned"),
        Err(LinkError::NotWeb) if names_a_scheme(&text) => say!("fault-method-link"),
        Err(error @ LinkError::NamesUser) => error.sentence(),
        _ => return Ok(text),
    };
    Err(Invalid::field("handle_or_url", fault))
}

/// The whole address for one that was typed without its scheme, such as `example.com/anna`: as a handle, it would lead
/// nowhere.
fn with_scheme(text: &str) -> Option<String> {
    host_and_path(text).filter(|_| !text.contains("://"))?;
    let address = format!("https://{text}");
    (address.chars().count() <= MAX_HANDLE_OR_URL && check_web_address(&address).is_ok()).then_some(address)
}

fn parse_instructions(input: &str) -> Result<String, Invalid> {
    let text = line("instructions", MAX_INSTRUCTIONS, say!("fault-instructions-missing"), input)?;
    if turns_text(&text) {
        return Err(Invalid::field("instructions", say!("fault-this-turned")));
    }
    Ok(text)
}

fn line(field: &str, most: usize, missing: Text, input: &str) -> Result<String, Invalid> {
    one_line(field, most, [missing, say!("fault-this-long"), say!("fault-this-controls")], input)
}

/// Returns whether a browser could take a text for an address, such as `javascript:…` or `ftp://…`.
fn names_a_scheme(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b))
        && rest.starts_with(|c: char| !c.is_whitespace())
}

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

    use crate::change::Change;

    use super::{LinkFormat, PaymentMethod, PaymentMethodEdit, PaymentType, PaymentTypes};

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

    fn faults(kind: &str, name: &str, handle: &str) -> Vec<String> {
        let parsed = PaymentMethod::parse(Uuid::nil(), kind, name, handle, None);
        parsed.err().map(|e| e.0.into_iter().map(|f| f.field).collect()).unwrap_or_default()
    }

    #[test]
    fn takes_values_inside_the_limits() {
        assert!(faults("wallet_a", "x", "y").is_empty());
        assert!(faults("wallet_d", &"é".repeat(100), &"é".repeat(500)).is_empty());
        assert_eq!(option("wallet_b", "  @anna ").handle_or_url, "@anna");
        for handle in
            ["@anna", "$anna", "anna@example.org", "IBAN: DE12 3456", "@anna:matrix.example", "https://x.example/a"]
        {
            assert!(faults("wallet_a", "Wallet", handle).is_empty(), "{handle}");
        }
    }

    #[test]
    fn an_address_without_its_scheme_gets_one() {
        for (typed, kept) in [
            ("wallet.example/anna", "https://wallet.example/anna"),
            ("Wallet.Example/anna?x=1", "https://Wallet.Example/anna?x=1"),
            ("http://wallet.example/anna", "http://wallet.example/anna"),
            ("wallet.example", "wallet.example"),
            ("anna/ben", "anna/ben"),
            ("wallet.example/anna or cash", "wallet.example/anna or cash"),
        ] {
            assert_eq!(option("wallet_a", typed).handle_or_url, kept);
        }
        let [fits, long] = [480, 481].map(|length| format!("wallet.example/{}", "a".repeat(length - 3)));
        assert_eq!(option("wallet_a", &fits).handle_or_url.len(), 500);
        assert_eq!(option("wallet_a", &long).handle_or_url, long, "there is no room for more");
    }

    #[test]
    fn names_every_invalid_field() {
        assert_eq!(faults("cash", " ", ""), ["type", "display_name", "handle_or_url"]);
        assert_eq!(faults("wallet_a", &"é".repeat(101), &"é".repeat(501)), ["display_name", "handle_or_url"]);
        assert_eq!(faults("wallet_a", "a\nb", "a\0b"), ["display_name", "handle_or_url"]);
    }

    #[test]
    fn a_text_for_buyers_is_one_line_of_up_to_200_characters() {
        let parsed = |text: &str| {
            let option = PaymentMethod::parse(Uuid::nil(), "wallet_a", "Wallet", "@anna", Some(text));
            option.map(|option| option.instructions).map_err(|invalid| invalid.0[0].field.clone())
        };
        assert_eq!(parsed(" No notes! "), Ok(Some("No notes!".to_owned())));
        assert_eq!(parsed(&"é".repeat(200)), Ok(Some("é".repeat(200))));
        for wrong in ["", " ", "a\nb", "a\u{202e}b", &"é".repeat(201)] {
            assert_eq!(parsed(wrong), Err("instructions".to_owned()), "{wrong:?}");
        }
    }

    #[test]
    fn a_full_address_is_http_or_https() {
        for bad in [
            "javascript:alert(1)",
            "JavaScript:alert(1)",
            "data:text/html,x",
            "ftp://x.example",
            "https://",
            "mailto:a@b",
        ] {
            assert_eq!(faults("wallet_a", "Wallet", bad), ["handle_or_url"], "{bad}");
        }
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

    #[test]
    fn an_edit_returns_what_it_changed() {
        let mut method = option("wallet_a", "@anna");
        let edit = PaymentMethodEdit::parse(Some("Wallet"), Some(" @ben "), Change::Keep, Some(false)).unwrap();
        assert_eq!(edit.clone().apply(&mut method), ["handle_or_url", "is_active"]);
        assert_eq!((method.handle_or_url.as_str(), method.is_active), ("@ben", false));
        assert!(edit.apply(&mut method).is_empty());
        assert!(PaymentMethodEdit::default().apply(&mut method).is_empty());
        let texts = [Change::To(Some("No notes!")), Change::Keep, Change::To(None)];
        let [set, kept, cleared] = texts.map(|text| PaymentMethodEdit::parse(None, None, text, None).unwrap());
        assert_eq!(set.apply(&mut method), ["instructions"]);
        assert!(kept.apply(&mut method).is_empty());
        assert_eq!(method.instructions.as_deref(), Some("No notes!"));
        assert_eq!((cleared.apply(&mut method), method.instructions.take()), (vec!["instructions"], None));
        let refused = PaymentMethodEdit::parse(Some(""), Some("ftp://x"), Change::To(Some(" ")), None).unwrap_err();
        assert_eq!(refused.0.len(), 3);
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
