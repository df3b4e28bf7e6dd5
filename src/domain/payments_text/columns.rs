//! Finds the columns of a table by the names in its first line. The amount comes from one of them, whatever the others
//! say.

use super::amounts;
use super::currencies::is_code;
use super::records::Record;

/// The names of the amount's column; an earlier one beats the later ones.
const AMOUNT: [&str; 10] = ["amount", "total", "gross", "brutto", "bruto", "net", "netto", "neto", "betrag", "importe"];
/// This few names may be words of a chat, as in `total, thanks`.
const FEW_NAMES: usize = 3;
/// Words that may be next to that, as in `Betrag in EUR`.
const BESIDE_AMOUNT: [&str; 4] = ["in", "en", "the", "of"];
const PAYER: [&str; 9] =
    ["name", "from", "payer", "sender", "absender", "auftraggeber", "ordenante", "remitente", "nombre"];
/// As in `Name of sender/receiver`.
const BESIDE_PAYER: [&str; 6] = ["of", "receiver", "partner", "counterparty", "del", "des"];
const CURRENCY: [&str; 6] = ["currency", "währung", "waehrung", "divisa", "moneda", "devise"];

/// The columns of a table, by their positions.
#[derive(Debug, Clone)]
pub(super) struct Columns {
    pub(super) separator: char,
    width: usize,
    /// One, unless several have the same name.
    amounts: Vec<usize>,
    currencies: Vec<usize>,
    payers: Vec<usize>,
    /// The name of the amount's column, which may contain a currency.
    title: String,
}

/// The values in the columns of a row.
#[derive(Debug, Clone, Default)]
pub(super) struct Row {
    /// The values in the columns of the amount; `None` if it is unclear which fields those are.
    pub(super) amounts: Option<Vec<String>>,
    /// The values in the columns of the currency, and the name of the amount's column.
    pub(super) currencies: Vec<String>,
    pub(super) payer: Option<String>,
    /// Whether it has one more field than there are columns, an empty one.
    pub(super) longer: bool,
}

impl Columns {
    /// Reads the names of the columns; `None` if these are not names, or none of them is an amount's. A text that looks
    /// like a date or an amount is not a name, so no payment is mistaken for the first line of a table.
    pub(super) fn of(record: &Record<'_>, separator: char) -> Option<Self> {
        let names: Vec<String> = record.fields.iter().map(|field| field.trim().to_lowercase()).collect();
        let rank = |name: &String| {
            let words: Vec<&str> = words(name).collect();
            let fits = |word: &&str| AMOUNT.contains(word) || BESIDE_AMOUNT.contains(word) || is_code(word);
            let rank = AMOUNT.iter().position(|known| words.contains(known))?;
            words.iter().all(fits).then_some((words.len() > 1, rank))
        };
        let best = names.iter().filter_map(rank).min()?;
        if names.len() < 2 || record.stray || names.iter().any(|name| is_value(name)) {
            return None;
        }
        let all = |is: &dyn Fn(&String) -> bool| -> Vec<usize> {
            names.iter().zip(0..).filter(|(name, _)| is(name)).map(|(_, place)| place).collect()
        };
        let made_of = |name: &String, some: &[&str], beside: &[&str]| {
            words(name).any(|word| some.contains(&word))
                && words(name).all(|word| some.contains(&word) || beside.contains(&word))
        };
        let amounts = all(&|name| rank(name) == Some(best));
        let title = amounts.first().and_then(|place| record.fields.get(*place)).cloned().unwrap_or_default();
        Some(Self {
            separator,
            width: names.len(),
            currencies: all(&|name| made_of(name, &CURRENCY, &["code"])),
            payers: all(&|name| made_of(name, &PAYER, &BESIDE_PAYER)),
            amounts,
            title,
        })
    }

    /// Whether these really are the names of columns, judged by the next line. If a line of a chat counted as names, no
    /// line after it could be read as a row. Many names are not checked: a separator in a payer's note could make them
    /// fail.
    pub(super) fn suit(&self, next: Option<&Record<'_>>) -> bool {
        let fits = |next: &Record<'_>| next.fields.len() == self.width || self.is_longer(next);
        self.width > FEW_NAMES || next.is_some_and(fits)
    }

    /// Returns the separator of the columns, and how many there are.
    pub(super) fn shape(&self) -> (char, usize) {
        (self.separator, self.width)
    }

    /// Whether a record has too few fields for a row: a separator in a note adds fields, but a line break takes some
    /// away.
    pub(super) fn are_more_than(&self, record: &Record<'_>) -> bool {
        record.fields.len() < self.width
    }

    fn is_longer(&self, record: &Record<'_>) -> bool {
        let fields = &record.fields;
        fields.len() == self.width + 1 && fields.last().is_some_and(|last| last.trim().is_empty())
    }

    /// Reads a row. If the number of fields differs from that of the columns, no one knows which is which: an unquoted
    /// separator in a note moves all fields after it.
    pub(super) fn row(&self, record: &Record<'_>) -> Row {
        let fields = &record.fields;
        let field = |place: &usize| fields.get(*place).cloned();
        let longer = self.is_longer(record);
        let known = !record.stray && (fields.len() == self.width || longer);
        let currencies = self.currencies.iter().filter_map(field);
        Row {
            amounts: known.then(|| self.amounts.iter().filter_map(field).collect()),
            currencies: currencies.chain([self.title.clone()]).collect(),
            payer: self.payers.iter().filter_map(field).find(|name| known && !name.trim().is_empty()),
            longer,
        }
    }
}

fn words(name: &str) -> impl Iterator<Item = &str> {
    name.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty())
}

/// Whether a field is a date, an amount or a number, and not a name.
fn is_value(field: &str) -> bool {
    let digits = field.chars().any(|c| c.is_ascii_digit());
    let begins = field.chars().next().is_some_and(|c| !c.is_alphabetic());
    digits && (begins || amounts::is_in(field))
}
