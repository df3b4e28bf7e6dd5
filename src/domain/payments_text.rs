//! Finds who paid in a text that was copied from a payment app, a bank or a chat. It only makes proposals: nothing is
//! marked paid here. A payer's own words must not decide the amount.

mod amounts;
mod columns;
mod copied_text;
mod currencies;
mod handles;
mod letters;
mod numbers;
mod payers;
mod plain_numbers;
mod received;
mod records;
#[cfg(test)]
mod tests;
mod usual_words;
mod word_lists;

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize, Serializer};
use utoipa::ToSchema;
use waffle_language::say;

use crate::handle::Handle;
use crate::invalid::Invalid;
use crate::money::Currency;
use crate::money_desk::DeskBuyer;
use amounts::{Amount, Amounts};
use columns::{Columns, Row};
use currencies::Money;
use handles::{Handles, Mentions};
use letters::composed;
pub use payers::PayerName;
use records::{Records, SEPARATORS};

/// The longest text, in bytes.
pub const MAX_TEXT: usize = 64 * 1024;

/// What a line says about a buyer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The amount is what the buyer owes.
    #[default]
    Exact,
    /// There is no amount: the payment may be for all that the buyer owes.
    NoAmount,
    /// The amount pays for some of the spots.
    Part,
    /// The amount does not fit, there are several, or it is in another currency.
    Differs,
    /// The buyer owes nothing.
    PaidAlready,
    /// The line names no buyer.
    Unknown,
    /// The line names more than one buyer.
    Several,
    /// An earlier line names the buyer, or the line was taken before.
    Repeated,
    /// No money came in: it was requested, failed, went back, or was sent by the seller.
    NotReceived,
}

/// How a line was matched with its buyer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MatchedBy {
    /// The line contains the handle.
    Handle,
    /// The payer's name was stored for the handle.
    Payer,
}

/// A line that was read: several of them where a quoted field of a table spans them.
#[derive(Debug)]
pub struct TextLine {
    /// Its number in the text, from 1. Blank lines count, but are left out.
    pub line: usize,
    pub text: String,
    chars: Vec<char>,
    /// The values in its columns, in a table with named columns.
    row: Option<Row>,
    /// Whether it holds the names of the columns.
    is_header: bool,
    /// Whether it may be part of a payer's note, or misread because of one: after a quotation mark that is never
    /// closed, or in a table that a note may have begun.
    doubtful: bool,
}

/// What is stored about earlier payments.
#[derive(Debug, Default)]
pub struct Remembered {
    /// When lines were taken before, by their numbers.
    pub taken: HashMap<usize, DateTime<Utc>>,
    /// The buyers who are known for a payer's name, by the name's key, and whether a line was taken by it before.
    pub payers: HashMap<String, Vec<(Handle, bool)>>,
    /// The buyers that the seller chose for lines, by their numbers.
    pub chosen: HashMap<usize, Handle>,
}

/// A line, and what was found in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = MatchedLine)]
pub struct PaymentLine {
    /// Its number in the text, from 1; blank lines count.
    #[schema(example = 1)]
    pub line: usize,
    #[schema(example = "@anna sent you $25.00")]
    pub text: String,
    /// The buyer, if there is exactly one.
    #[serde(rename = "social_handle")]
    #[schema(required, value_type = Option<String>, example = "anna")]
    pub handle: Option<Handle>,
    /// How the buyer was found.
    #[schema(required, example = "handle")]
    pub matched_by: Option<MatchedBy>,
    /// The payer's name, as far as it can be found.
    #[serde(serialize_with = "as_written")]
    #[schema(required, value_type = Option<String>, example = "Anna Perez")]
    pub payer: Option<PayerName>,
    /// In cents; negative for money that went the other way. Also `null` if there are several, or it is in another
    /// currency.
    #[schema(required, example = 2500)]
    pub amount: Option<i64>,
    pub verdict: Verdict,
    /// Whether the pages tick it beforehand: it is `exact`, and no person has to check it. A check is needed the first
    /// time that a payer's name counts, if the name is known as another buyer's, and if a note may have begun the
    /// table.
    #[schema(example = true)]
    pub sure: bool,
    /// When the line was taken before.
    #[schema(required)]
    pub taken_at: Option<DateTime<Utc>>,
    /// The spots that it pays for: to be marked paid after a check.
    #[schema(example = json!([17]))]
    pub spot_ids: Vec<i64>,
}

#[expect(clippy::ref_option, reason = "serde passes the field like that")]
fn as_written<S: Serializer>(payer: &Option<PayerName>, serializer: S) -> Result<S::Ok, S::Error> {
    payer.as_ref().map(PayerName::as_str).serialize(serializer)
}

/// Checks the length of a text.
pub fn parse(text: &str) -> Result<&str, Invalid> {
    if text.len() > MAX_TEXT {
        return Err(Invalid::field("text", say!("fault-payments-text")));
    }
    Ok(text)
}

/// Returns a line as it is stored, whatever whitespace was copied with it.
pub fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the words of a text as payers' names are compared, with a space before and after each.
pub fn words(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '’' | '-'));
    let words: Vec<String> = words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    format!(" {} ", words.join(" "))
}

/// Returns whether a text contains a buyer's handle, as a match requires.
pub fn names(text: &str, handle: &Handle) -> bool {
    let chars: Vec<char> = composed(text).chars().collect();
    !Handles::of(&[handle].into_iter()).find(&chars).buyers.is_empty()
}

/// Reads the lines of a text that are not blank, and the columns of tables whose first line names them. Only if these
/// names come first in the text, after titles at most, and no row is too short, is it certain that no note has begun
/// the table: a note may span several lines.
pub fn read(text: &str) -> Vec<TextLine> {
    let (mut records, mut columns) = (Records::of(text), None::<Columns>);
    let (mut lines, mut tables, mut after_stray) = (Vec::<(usize, TextLine)>::new(), 0, false);
    let (mut titles, mut doubtful) = (Vec::<Option<(char, usize)>>::new(), HashSet::new());
    // A line is read again if it turns out to name columns with another separator.
    while let Some(record) =
        records.next(columns.as_ref().map_or(&SEPARATORS[..], |it| std::slice::from_ref(&it.separator)))
    {
        if record.text.trim().is_empty() {
            continue;
        }
        let header = SEPARATORS.iter().find_map(|separator| {
            let alone = Records::of(record.text).next(&[*separator])?;
            let columns = (alone.text == record.text).then(|| Columns::of(&alone, *separator))??;
            let mut rest = records.clone();
            let mut rows = std::iter::from_fn(|| rest.next(&[*separator]));
            columns.suit(rows.find(|row| !row.text.trim().is_empty()).as_ref()).then_some(columns)
        });
        let is_header = header.is_some();
        if is_header {
            (columns, tables) = (header, tables + 1);
        }
        match &columns {
            Some(columns) if is_header && (tables > 1 || titles.iter().any(|it| *it != Some(columns.shape()))) => {
                doubtful.insert(tables);
            }
            Some(columns) if columns.are_more_than(&record) => {
                doubtful.insert(tables);
            }
            Some(_) => {}
            None => titles.push(title(record.text)),
        }
        let row = columns.as_ref().filter(|_| !is_header).map(|columns| columns.row(&record));
        after_stray |= record.stray;
        let (text, chars) = (record.text.to_owned(), composed(record.text).chars().collect());
        lines.push((tables, TextLine { line: record.line, text, chars, row, is_header, doubtful: after_stray }));
    }
    // Some banks end each row with a separator, but not the header. If only some do, their fields are in doubt.
    let uneven: HashSet<usize> = lines
        .iter()
        .filter(|(_, it)| it.row.as_ref().is_some_and(|row| !row.longer))
        .map(|(table, _)| *table)
        .collect();
    let mut read = Vec::new();
    for (table, mut line) in lines {
        if let Some(row) = &mut line.row
            && row.longer
            && uneven.contains(&table)
        {
            row.amounts = None;
        }
        // In such a row, a comma in an unquoted note may stand for the separator at its end.
        line.doubtful |= doubtful.contains(&table) || line.row.as_ref().is_some_and(|row| row.longer);
        read.push(line);
    }
    read
}

/// Reads a line that has the separators of a table, but only one non-empty field: a title, as some files begin with
/// one. Returns the separator, and the number of fields.
fn title(line: &str) -> Option<(char, usize)> {
    let line = line.trim_matches(' ');
    let alone = |separator: &&char| {
        let title = line.trim_matches(**separator);
        title.len() < line.len() && !title.contains(**separator)
    };
    let separator = *SEPARATORS.iter().find(alone)?;
    Some((separator, line.matches(separator).count() + 1))
}

impl TextLine {
    /// Finds the payer's name: the value in its column, or the words before the amount.
    pub fn payer(&self, currency: &Currency) -> Option<PayerName> {
        self.payer_in(&Money::of(currency))
    }

    fn payer_in(&self, money: &Money<'_>) -> Option<PayerName> {
        PayerName::parse(&self.around_amount(money)?.0)
    }

    /// Lists all that may be the payer's name, as names are compared, the shortest first: a note may follow the name.
    pub fn payer_keys(&self, currency: &Currency) -> Vec<String> {
        self.payer_keys_in(&Money::of(currency))
    }

    fn payer_keys_in(&self, money: &Money<'_>) -> Vec<String> {
        let Some((before, behind)) = self.around_amount(money) else { return Vec::new() };
        let keys = PayerName::beginnings(&before);
        if keys.is_empty() { PayerName::beginnings(&behind) } else { keys }
    }

    /// Returns the text before the first amount, and after it; in a table with a column for the name, only that column.
    fn around_amount(&self, money: &Money<'_>) -> Option<(String, String)> {
        match &self.row {
            Some(Row { payer: Some(payer), .. }) => Some((payer.clone(), String::new())),
            _ if self.is_header => None,
            _ => {
                let first = amounts::find(&self.chars, money, &[], None).first?;
                let (before, behind) = self.chars.split_at_checked(first)?;
                Some((before.iter().collect(), behind.iter().collect()))
            }
        }
    }

    fn amounts(&self, money: &Money<'_>, names: &[std::ops::Range<usize>], buyer: Option<&DeskBuyer<'_>>) -> Amounts {
        let Some(row) = &self.row else { return amounts::find(&self.chars, money, names, buyer) };
        let Some(fields) = &row.amounts else {
            return Amounts { amount: Amount::Unclear, negative: false, first: None };
        };
        let fields: Vec<Amounts> = fields.iter().map(|field| amounts::of_field(field, money)).collect();
        let mut found = Amounts::together(&fields);
        if found.amount != Amount::Missing && row.currencies.iter().any(|text| money.own.is_not(text)) {
            found.amount = Amount::Unclear;
        }
        found
    }
}

/// Finds buyers and amounts in each line. Takes time in proportion to the text.
pub fn match_payments(
    lines: &[TextLine],
    buyers: &[DeskBuyer<'_>],
    currency: &Currency,
    remembered: &Remembered,
) -> Vec<PaymentLine> {
    let mut handles = Handles::of(&buyers.iter().map(|buyer| buyer.handle));
    handles.learn(lines.iter().filter(|line| !line.is_header).map(|line| line.chars.as_slice()));
    let matching = Matching {
        handles,
        places: buyers.iter().map(|buyer| buyer.handle).zip(0..).collect(),
        money: Money::of(currency),
        buyers,
        remembered,
    };
    let mut seen = HashSet::new();
    let mut found: Vec<_> = lines.iter().map(|line| matching.line(line, &mut seen)).collect();
    copied_text::doubt_notes(&matching, lines, &mut found);
    found
}

/// What all lines are compared with.
struct Matching<'a> {
    handles: Handles<'a>,
    places: HashMap<&'a Handle, usize>,
    money: Money<'a>,
    buyers: &'a [DeskBuyer<'a>],
    remembered: &'a Remembered,
}

/// The payer of a line.
struct Who<'a> {
    /// `None` if there is no buyer, or several.
    buyer: Option<&'a DeskBuyer<'a>>,
    by: Option<MatchedBy>,
    several: bool,
    /// Whether no person has to check it.
    sure: bool,
}

impl<'a> Matching<'a> {
    fn line(&self, line: &TextLine, seen: &mut HashSet<&'a Handle>) -> PaymentLine {
        let mentions = self.handles.find(&line.chars);
        let payer = line.payer_in(&self.money);
        let who = self.who(line, &mentions, payer.as_ref());
        let found = line.amounts(&self.money, &mentions.places, who.buyer);
        let taken_at = self.remembered.taken.get(&line.line).copied();
        let not_received = found.negative || received::says_not(&line.chars, &mentions.places);
        let (verdict, spot_ids) = match who.buyer {
            _ if line.is_header => (Verdict::Unknown, Vec::new()),
            _ if not_received => (Verdict::NotReceived, Vec::new()),
            _ if taken_at.is_some() => (Verdict::Repeated, Vec::new()),
            None if who.several => (Verdict::Several, Vec::new()),
            None => (Verdict::Unknown, Vec::new()),
            // Lines without incoming money, and those of old payments, are no earlier lines.
            Some(buyer) if !seen.insert(buyer.handle) => (Verdict::Repeated, Vec::new()),
            Some(buyer) => judge(buyer, found.amount),
        };
        PaymentLine {
            line: line.line,
            text: line.text.clone(),
            handle: who.buyer.map(|buyer| buyer.handle.clone()),
            matched_by: who.by,
            payer,
            amount: if let Amount::One(amount) = found.amount { Some(amount) } else { None },
            verdict,
            sure: who.sure && verdict == Verdict::Exact && !line.doubtful,
            taken_at,
            spot_ids,
        }
    }

    fn who(&self, line: &TextLine, mentions: &Mentions, payer: Option<&PayerName>) -> Who<'a> {
        let one = |place: &usize, by, sure| {
            let buyer = self.buyers.get(*place);
            Who { by: buyer.and(by), buyer, several: false, sure }
        };
        let nobody = |several| Who { buyer: None, by: None, several, sure: false };
        if line.is_header {
            return nobody(false);
        }
        if let Some(chosen) = self.remembered.chosen.get(&line.line).and_then(|handle| self.places.get(handle)) {
            return one(chosen, None, false);
        }
        let known = payer.and_then(|payer| self.remembered.payers.get(payer.key()));
        // A payer who may be another buyer as well is never sure, wherever the other one buys.
        let alone = known.is_some_and(|known| known.len() == 1);
        let here = known.into_iter().flatten().filter_map(|(handle, sure)| Some((*self.places.get(handle)?, *sure)));
        let here: Vec<(usize, bool)> = here.collect();
        match (mentions.buyers.as_slice(), here.as_slice()) {
            ([], []) => nobody(false),
            ([], [(place, sure)]) => one(place, Some(MatchedBy::Payer), *sure && alone),
            // A buyer whose handle is a word that others write gets nothing from known payers.
            ([only], known) if mentions.called || known.is_empty() || known.iter().any(|(place, _)| place == only) => {
                let sure = !known.is_empty() || mentions.called || !self.is_part_of_name(line, *only);
                one(only, Some(MatchedBy::Handle), sure && !self.is_of_others(line, *only))
            }
            _ => nobody(true),
        }
    }

    /// Whether a handle is one word of what may be a longer name: anyone could have claimed as `anna` where Anna P
    /// pays.
    fn is_part_of_name(&self, line: &TextLine, place: usize) -> bool {
        let Some(buyer) = self.buyers.get(place) else { return false };
        let is_word = |key: &String| key.contains(' ') && key.split(' ').any(|word| word == buyer.handle.as_str());
        line.payer_keys_in(&self.money).iter().any(is_word)
    }

    /// Whether the payer's name is known, but for another buyer: the handle may be a word of a note then.
    fn is_of_others(&self, line: &TextLine, place: usize) -> bool {
        let keys = line.payer_keys_in(&self.money);
        let known = keys.iter().rev().find_map(|key| self.remembered.payers.get(key));
        let buyer = self.buyers.get(place).map(|buyer| buyer.handle);
        known.is_some_and(|known| known.iter().all(|(handle, _)| Some(handle) != buyer))
    }
}

/// Compares an amount with the buyer's debt, and chooses the spots that it pays for: the oldest ones.
fn judge(buyer: &DeskBuyer<'_>, amount: Amount) -> (Verdict, Vec<i64>) {
    let mut pending: Vec<_> = buyer.pending().collect();
    pending.sort_by_key(|spot| (spot.claimed_at(), spot.number));
    let ids = |count: usize| pending.iter().take(count).map(|spot| spot.id).collect();
    let owed = buyer.owed();
    if owed == 0 {
        // A buyer whose spots were not paid in time has not paid, and owes nothing any more.
        let paid = buyer.pending_count() == 0;
        return (if paid { Verdict::PaidAlready } else { Verdict::Differs }, Vec::new());
    }
    let amount = match amount {
        Amount::Missing => return (Verdict::NoAmount, ids(pending.len())),
        Amount::Unclear => return (Verdict::Differs, Vec::new()),
        Amount::One(amount) => buyer.without_cents(amount),
    };
    if amount == owed {
        return (Verdict::Exact, ids(pending.len()));
    }
    if 0 < amount && amount < owed && amount % buyer.price() == 0 {
        let count = usize::try_from(amount / buyer.price()).unwrap_or_default();
        return (Verdict::Part, ids(count));
    }
    (Verdict::Differs, Vec::new())
}
