//! Numbers, as a language writes them.

use std::borrow::Cow;
use std::sync::LazyLock;

use icu_decimal::DecimalFormatter;
use icu_decimal::input::Decimal;
use icu_decimal::options::DecimalFormatterOptions;
use icu_locale_core::Locale;

use crate::language::{ByLanguage, Language};

static FORMATTERS: LazyLock<ByLanguage<Option<DecimalFormatter>>> = LazyLock::new(|| {
    let formatter = |language: Language| {
        let locale = Locale::try_from_str(language.tag()).ok()?;
        DecimalFormatter::try_new(locale.into(), DecimalFormatterOptions::default()).ok()
    };
    ByLanguage::make(formatter)
});

/// Writes a count: `10,000`, `10.000`.
pub fn count(language: Language, count: i64) -> String {
    decimal(language, &Decimal::from(count))
}

/// Reads a number as people type it in a language, with or without marks between thousands, and returns it with a point
/// and without marks: `1.250,5` becomes `1250.5`. What is not such a number is returned as it is, so that what reads
/// it says what is wrong; a point before anything but three digits is taken for a decimal one in all languages.
pub fn plain(language: Language, typed: &str) -> Cow<'_, str> {
    let marks = marks(language);
    if marks.decimal == "." {
        return typed.into();
    }
    with_decimal(&marks, ".", typed)
}

/// Writes a number that was typed in one language as it is typed in another, without marks between thousands: `1.250,5`
/// becomes `1250.5`. What is not such a number stays as it is.
pub fn retyped(from: Language, to: Language, typed: &str) -> Cow<'_, str> {
    if from == to { typed.into() } else { with_decimal(&marks(from), marks(to).decimal, typed) }
}

/// Writes a number with another decimal mark, and without marks between thousands.
fn with_decimal<'a>(marks: &Marks, decimal: &str, typed: &'a str) -> Cow<'a, str> {
    let begin = typed.find(|letter: char| letter.is_ascii_digit()).unwrap_or(typed.len());
    let end = typed.rfind(|letter: char| letter.is_ascii_digit()).map_or(begin, |last| last + 1);
    let (whole, part) = typed[begin..end].split_once(marks.decimal).unwrap_or((&typed[begin..end], ""));
    let is_group = |letter: char| marks.group.contains(letter) || "\u{a0}\u{202f} '’".contains(letter);
    let mut groups = whole.split(is_group);
    let first = groups.next().unwrap_or_default();
    let rest: Vec<&str> = groups.collect();
    let digits = |text: &str| text.bytes().all(|digit| digit.is_ascii_digit());
    let grouped = rest.is_empty() || first.len() <= 3 && rest.iter().all(|group| group.len() == 3);
    if !grouped || !digits(first) || !rest.iter().all(|group| digits(group)) || !digits(part) {
        return typed.into();
    }
    let decimal = if part.is_empty() { "" } else { decimal };
    [&typed[..begin], first, &rest.concat(), decimal, part, &typed[end..]].concat().into()
}

/// What stands between the digits of a number.
pub(crate) struct Marks {
    group: String,
    pub(crate) decimal: &'static str,
}

pub(crate) fn marks(language: Language) -> Marks {
    let mut sample = Decimal::from(12_345_675);
    sample.multiply_pow10(-1);
    let written = decimal(language, &sample);
    let between = |from: char, to: char| {
        let rest = written.split_once(from).map_or("", |(_, rest)| rest);
        rest.split_once(to).map_or("", |(between, _)| between)
    };
    let decimal = if between('7', '5') == "," { "," } else { "." };
    Marks { group: between('1', '2').to_owned(), decimal }
}

pub(crate) fn decimal(language: Language, number: &Decimal) -> String {
    match FORMATTERS.of(language) {
        Some(formatter) => formatter.format_to_string(number),
        None => number.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::{count, plain, retyped};
    use crate::language::{ENGLISH, Language};

    fn language(tag: &str) -> Language {
        Language::parse(tag).unwrap()
    }

    #[test]
    fn counts_are_written_as_the_language_groups_them() {
        for (tag, written) in [("en", ["1,234", "10,000"]), ("de", ["1.234", "10.000"]), ("es", ["1234", "10.000"])] {
            assert_eq!([1_234, 10_000].map(|number| count(language(tag), number)), written);
        }
    }

    #[test]
    fn numbers_are_read_as_they_are_typed() {
        for (typed, read) in [
            ("25", "25"),
            ("25,00", "25.00"),
            ("25.00", "25.00"),
            ("1.250", "1250"),
            ("1.250,5", "1250.5"),
            (" 1 250,5 € ", " 1250.5 € "),
            ("1\u{202f}250", "1250"),
            ("10.000.000", "10000000"),
            ("1.25.000", "1.25.000"),
            ("1,2,3", "1,2,3"),
            ("-5,5", "-5.5"),
            ("free", "free"),
            ("", ""),
            (",5", ",5"),
            ("25,", "25,"),
        ] {
            assert_eq!(plain(language("de"), typed), read, "{typed}");
        }
        assert_eq!(plain(ENGLISH, "1,250.5"), "1,250.5");
    }

    #[test]
    fn what_was_typed_in_one_language_is_written_as_another_types_it() {
        for (from, to, typed, written) in [
            ("de", "en", "1.250,50", "1250.50"),
            ("en", "de", "1,250.50", "1250,50"),
            ("en", "fr", "$1,250", "$1250"),
            ("de", "es", "1.250,50", "1250,50"),
            ("de", "de", "1.250,50", "1.250,50"),
            ("de", "en", "25.00", "25.00"),
            ("de", "en", "umsonst", "umsonst"),
            ("en", "de", "1,2,3", "1,2,3"),
            ("en", "de", "", ""),
        ] {
            assert_eq!(retyped(language(from), language(to), typed), written, "{typed} from {from} to {to}");
        }
    }
}
