//! Prices in whole cents, and how they are written as amounts of a currency.

use serde::{Deserialize, Serialize};
use waffle_language::{Amount, say};

use crate::invalid::Invalid;

/// The highest price of a spot, in cents.
pub const MAX_PRICE: i64 = 100_000_000;

/// The price of one spot in the currency's smallest unit (cents), 1 to 100,000,000.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Price(i64);

impl Price {
    /// Checks a price in cents.
    pub fn from_cents(cents: i64) -> Result<Self, Invalid> {
        if (1..=MAX_PRICE).contains(&cents) {
            return Ok(Self(cents));
        }
        Err(Invalid::field("spot_price", say!("fault-price-cents")))
    }

    /// Returns the price in cents.
    pub fn cents(self) -> i64 {
        self.0
    }
}

/// How amounts are written: with which symbol, and how many decimals.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Currency {
    /// The text at the amount, before or behind it as the reader's language has it, for example `$`.
    pub symbol: String,
    /// The number of decimals, for example 2, or 0 for whole units.
    pub decimals: u32,
}

impl Currency {
    /// An amount given in the smallest unit, for a text.
    pub fn amount(&self, cents: i64) -> Amount {
        Amount { cents, symbol: self.symbol.clone(), decimals: self.decimals }
    }

    /// Formats an amount for a form field, for example 2500 as `25.00`.
    pub fn plain(&self, amount: u64) -> String {
        let (whole, part) = self.split(amount);
        format!("{whole}{part}")
    }

    /// Returns the whole units, and the decimals as text.
    fn split(&self, amount: u64) -> (u64, String) {
        let unit = 10_u64.pow(self.decimals);
        let width = self.decimals as usize;
        let part = if width == 0 { String::new() } else { format!(".{:0width$}", amount % unit) };
        (amount / unit, part)
    }

    /// Parses a price as typed by a seller: `25`, `25.5`, `25.00`, `$25.00`, `1,250`.
    pub fn parse(&self, input: &str) -> Result<Price, Invalid> {
        let example = Amount { symbol: String::new(), ..self.amount(2_500) };
        let refuse = || Invalid::field("spot_price", say!("fault-price-amount", example = example.clone()));
        let (amount, symbol) = (input.trim(), self.symbol.trim());
        let amount = amount.strip_prefix(symbol).or_else(|| amount.strip_suffix(symbol)).unwrap_or(amount).trim();
        let (whole, part) = amount.split_once('.').unwrap_or((amount, ""));
        let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        let width = self.decimals as usize;
        let Some(whole) = ungrouped(whole) else { return Err(refuse()) };
        if whole.is_empty() || whole.len() > 12 || part.len() > width || !digits(&whole) || !digits(part) {
            return Err(refuse());
        }
        let padded = format!("{whole}{part:0<width$}");
        Price::from_cents(padded.parse().map_err(|_| refuse())?).map_err(|_| {
            let (least, most) = (self.amount(1), self.amount(MAX_PRICE));
            Invalid::field("spot_price", say!("fault-price-range", least, most))
        })
    }
}

/// Removes the commas between thousands; `None` if they are elsewhere.
fn ungrouped(whole: &str) -> Option<String> {
    let (first, rest) = whole.split_once(',').unwrap_or((whole, ""));
    if first.len() == whole.len() {
        return Some(whole.to_owned());
    }
    let grouped = (1..=3).contains(&first.len()) && rest.split(',').all(|group| group.len() == 3);
    grouped.then(|| whole.replace(',', ""))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{prop_assert_eq, proptest};
    use waffle_language::{ENGLISH, amount};

    use super::{Currency, MAX_PRICE, Price};

    fn dollars() -> Currency {
        Currency { symbol: "$".into(), decimals: 2 }
    }

    fn written(currency: &Currency, cents: i64) -> String {
        amount(ENGLISH, &currency.amount(cents))
    }

    #[test]
    fn writes_amounts_with_two_decimals() {
        assert_eq!(written(&dollars(), 2_500), "$25.00");
        assert_eq!(written(&dollars(), 5), "$0.05");
        assert_eq!(written(&dollars(), -5), "-$0.05");
        assert_eq!(written(&dollars(), 1_234_567), "$12,345.67");
        assert_eq!(dollars().plain(1_234_567), "12345.67");
        assert_eq!(written(&Currency { symbol: "¥".into(), decimals: 0 }, 2_500), "¥2,500");
    }

    #[test]
    fn reads_what_sellers_type() {
        for (typed, cents) in
            [("25", 2_500), ("25.5", 2_550), (" $25.00 ", 2_500), ("25.00 $", 2_500), ("0.01", 1), ("1,250.5", 125_050)]
        {
            assert_eq!(dollars().parse(typed).unwrap().cents(), cents, "{typed}");
        }
        for typed in
            ["", "free", "-1", "1.234", "1,50", "0", "1,2345", "1,,250", ",250", "1234,567", "1000000.01", ".5", "25."]
        {
            assert_eq!(dollars().parse(typed).is_ok(), typed == "25.", "{typed}");
        }
    }

    #[test]
    fn holds_1_to_100_000_000_cents() {
        assert!(Price::from_cents(0).is_err());
        assert!(Price::from_cents(1).is_ok());
        assert!(Price::from_cents(MAX_PRICE).is_ok());
        assert!(Price::from_cents(MAX_PRICE + 1).is_err());
    }

    proptest! {
        #[test]
        fn reads_what_it_writes(cents in 1..=MAX_PRICE) {
            prop_assert_eq!(dollars().parse(&written(&dollars(), cents)).unwrap().cents(), cents);
        }
    }
}
