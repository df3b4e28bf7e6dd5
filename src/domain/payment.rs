//! Where a buyer can pay. Payment happens elsewhere; the service only shows where.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_language::{Text, say};

use crate::change::{Change, replace};
use crate::invalid::{Invalid, checked};
use crate::link::{LinkError, check_web_address, host_and_path, link_pattern, turns_text};
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
pub(crate) fn names_a_scheme(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b))
        && rest.starts_with(|c: char| !c.is_whitespace())
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use crate::change::Change;

    use super::{PaymentMethod, PaymentMethodEdit};

    fn option(kind: &str, handle_or_url: &str) -> PaymentMethod {
        PaymentMethod::parse(Uuid::nil(), kind, "Wallet", handle_or_url, None).unwrap()
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
}
