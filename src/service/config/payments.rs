//! The names of the payment types, and how their handles become links.

use serde::Deserialize;
use waffle_domain::payment::PaymentType;
use waffle_domain::payment_link::{LinkFormat, PaymentTypes};

use super::ConfigError;

/// The section as written in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_field_names, reason = "they are the names of the types")]
pub(super) struct RawPayments {
    wallet_a: RawType,
    wallet_b: RawType,
    wallet_c: RawType,
    wallet_d: RawType,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawType {
    label: String,
    link: String,
}

impl RawPayments {
    pub(super) fn parse(self) -> Result<PaymentTypes, ConfigError> {
        Ok(PaymentTypes::new([
            self.wallet_a.parse(PaymentType::WalletA)?,
            self.wallet_b.parse(PaymentType::WalletB)?,
            self.wallet_c.parse(PaymentType::WalletC)?,
            self.wallet_d.parse(PaymentType::WalletD)?,
        ]))
    }
}

impl RawType {
    fn parse(self, kind: PaymentType) -> Result<(String, Option<LinkFormat>), ConfigError> {
        let label = self.label.trim();
        if label.is_empty() {
            return Err(ConfigError::bad_value(&format!("payments.{kind}.label"), "", "a name that sellers know"));
        }
        let link = self.link.trim();
        if link.is_empty() {
            return Ok((label.to_owned(), None));
        }
        let format = LinkFormat::parse(link).ok_or_else(|| {
            ConfigError::bad_value(
                &format!("payments.{kind}.link"),
                link,
                "an http:// or https:// address with {handle} once and {amount} once at most, both behind the host, \
                 without a user before it, as in https://pay.example/{handle} or https://pay.example/{handle}/{amount}",
            )
        })?;
        Ok((label.to_owned(), Some(format)))
    }
}
