//! Amounts, as a language writes them.

use fluent_bundle::FluentArgs;
use icu_decimal::input::Decimal;
use serde::{Deserialize, Serialize};

use crate::language::Language;
use crate::messages::{Style, write};
use crate::number::{decimal, marks};

/// An amount of money.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Amount {
    /// In the currency's smallest unit.
    pub cents: i64,
    /// The currency's symbol, such as `$`. Empty for what is no money: then it is a number with decimals.
    pub symbol: String,
    /// How many decimals it is written with.
    pub decimals: u32,
}

/// Writes an amount: `$12,345.67`, `12.345,67 $`.
pub fn amount(language: Language, amount: &Amount) -> String {
    let mut number = Decimal::from(amount.cents.unsigned_abs());
    let decimals = i16::try_from(amount.decimals).unwrap_or_default();
    number.multiply_pow10(-decimals);
    if amount.symbol.is_empty() {
        let sign = if amount.cents < 0 { "-" } else { "" };
        return sign.to_owned() + &decimal(language, &number);
    }
    let mut args = FluentArgs::with_capacity(3);
    args.set("sign", if amount.cents < 0 { "-" } else { "" });
    args.set("number", decimal(language, &number));
    // It may bring a space along, for languages that put none between the two.
    args.set("symbol", amount.symbol.as_str());
    write(language, Style::Plain, "number-amount", Some(&args)).trim().to_owned()
}

/// Writes an amount for a form's field, without a symbol and without marks between thousands: `25.00`, `25,00`.
pub fn typed_amount(language: Language, cents: u64, decimals: u32) -> String {
    let mut number = Decimal::from(cents);
    number.multiply_pow10(-i16::try_from(decimals).unwrap_or_default());
    number.to_string().replace('.', marks(language).decimal)
}

#[cfg(test)]
mod tests {
    use super::{Amount, amount, typed_amount};
    use crate::language::{ENGLISH, Language};

    #[test]
    fn amounts_are_written_as_the_language_does() {
        let euros = Amount { cents: 1_234_567, symbol: "€".into(), decimals: 2 };
        let rate = Amount { cents: 375, symbol: String::new(), decimals: 1 };
        for (tag, price, percent, typed) in [
            ("en", "€12,345.67", "37.5", "1234.56"),
            ("de", "12.345,67\u{a0}€", "37,5", "1234,56"),
            ("es", "12.345,67\u{a0}€", "37,5", "1234,56"),
        ] {
            let language = Language::parse(tag).unwrap();
            assert_eq!((&*amount(language, &euros), &*amount(language, &rate)), (price, percent));
            assert_eq!(typed_amount(language, 123_456, 2), typed);
        }
        let dollars = |cents, decimals| amount(ENGLISH, &Amount { cents, symbol: "$".into(), decimals });
        assert_eq!(dollars(5, 2), "$0.05");
        assert_eq!(dollars(-5, 2), "-$0.05");
        assert_eq!(dollars(2_500, 0), "$2,500");
        let francs = Amount { cents: 2_500, symbol: "CHF ".into(), decimals: 2 };
        assert_eq!(amount(ENGLISH, &francs), "CHF 25.00");
        assert_eq!(amount(Language::parse("de").unwrap(), &francs), "25,00\u{a0}CHF");
    }
}
