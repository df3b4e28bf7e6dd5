//! The amount that a line names.

use std::ops::Range;

use crate::money::Currency;
use crate::money_desk::DeskBuyer;

/// More digits than any amount has.
const MOST_DIGITS: usize = 13;
/// More plain numbers than this are a list of spots, or the like.
const MOST_PLAIN: usize = 8;
/// The longest plain number that is an amount, in digits: longer ones are references.
const LONGEST_PLAIN: usize = 7;
/// The longest word that is looked at beside a number, in letters.
const LONGEST_WORD: usize = 9;
/// Words for money.
const MONEY: [&str; 32] = [
    "aud", "brl", "bucks", "cad", "chf", "czk", "dkk", "dollar", "dollars", "eur", "euro", "euros", "ft", "gbp", "huf",
    "inr", "jpy", "kr", "kč", "mxn", "nok", "nzd", "pln", "pound", "pounds", "quid", "rs", "sek", "usd", "yen", "zar",
    "zł",
];
/// Words before a number that is not an amount.
const COUNTED: [&str; 9] = ["spot", "spots", "no", "nr", "num", "number", "numbers", "box", "ref"];
const MONTHS: [&str; 24] = [
    "jan",
    "feb",
    "mar",
    "apr",
    "may",
    "jun",
    "jul",
    "aug",
    "sep",
    "sept",
    "oct",
    "nov",
    "dec",
    "january",
    "february",
    "march",
    "april",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// How much a number looks like an amount; a better one beats the others in its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Plain,
    /// It has as many decimals as the currency.
    Decimals,
    /// The currency stands beside it.
    Currency,
}

struct Number {
    value: i64,
    kind: Kind,
    place: Range<usize>,
}

/// Finds the amount that a line names, in cents: the first one with a currency beside it, or else the first one with
/// decimals. A plain number counts only where nothing else is meant by it. Numbers in the `taken` places are names.
pub(super) fn find(
    line: &[char],
    currency: &Currency,
    taken: &[Range<usize>],
    buyer: Option<&DeskBuyer<'_>>,
) -> Option<i64> {
    let numbers: Vec<Number> = numbers(line, currency).into_iter().filter(|number| !overlaps(taken, number)).collect();
    let best = numbers.iter().map(|number| number.kind).max()?;
    let mut candidates = numbers.iter().filter(|number| number.kind == best);
    if best > Kind::Plain {
        return candidates.next().map(|number| number.value);
    }
    if numbers.len() > MOST_PLAIN {
        return None;
    }
    let unit = 10_i64.checked_pow(currency.decimals)?;
    let is_spot = |value: i64| buyer.is_some_and(|buyer| buyer.holds(value / unit));
    let fits = |number: &&Number| {
        let owed = buyer.is_some_and(|buyer| number.value == buyer.owed() && number.value != 0);
        owed || may_be_money(line, &number.place) && !is_spot(number.value)
    };
    let plain: Vec<i64> = candidates.filter(fits).map(|number| number.value).collect();
    let multiples = || plain.iter().filter(|value| buyer.is_some_and(|b| **value > 0 && **value % b.price() == 0));
    match plain.as_slice() {
        [only] => Some(*only),
        _ if multiples().count() == 1 => multiples().next().copied(),
        _ => None,
    }
}

/// Whether a character is a currency's sign.
pub(super) fn is_currency_sign(c: char) -> bool {
    matches!(c, '$' | '£' | '¥' | '฿' | '\u{ff04}' | '\u{20a0}'..='\u{20cf}')
}

fn overlaps(taken: &[Range<usize>], number: &Number) -> bool {
    let next = taken.partition_point(|place| place.end <= number.place.start);
    taken.get(next).is_some_and(|place| place.start < number.place.end)
}

/// Lists the numbers of a line in order.
fn numbers(line: &[char], currency: &Currency) -> Vec<Number> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(offset) = line.get(at..).and_then(|rest| rest.iter().position(char::is_ascii_digit)) {
        let start = at + offset;
        at = end_of_chunk(line, start);
        // Commas part the fields of a table too.
        let whole = number(line, start..at, currency);
        if whole.is_some() {
            found.extend(whole);
            continue;
        }
        let mut part = start;
        let commas = (start..at).filter(|place| line.get(*place) == Some(&','));
        for end in commas.chain([at]) {
            found.extend(number(line, part..end, currency));
            part = end + 1;
        }
    }
    found
}

/// Goes on over digits, and over single signs between them as in dates, times and amounts.
fn end_of_chunk(line: &[char], start: usize) -> usize {
    let digit = |place: usize| line.get(place).is_some_and(char::is_ascii_digit);
    let joint = |c: &char| matches!(c, '.' | ',' | ':' | '/' | '-') || is_thin(*c);
    let mut at = start;
    while digit(at) || line.get(at).is_some_and(joint) && digit(at + 1) {
        at += 1;
    }
    at
}

/// What parts thousands besides points and commas.
fn is_thin(c: char) -> bool {
    matches!(c, '\'' | '’' | '\u{a0}' | '\u{202f}')
}

/// Reads a number and what stands beside it; none if it belongs to a word, a date, or the like.
fn number(line: &[char], place: Range<usize>, currency: &Currency) -> Option<Number> {
    let (cents, decimals) = value(line.get(place.clone())?, currency.decimals)?;
    let (before, after) = (Side::before(line, place.start), Side::after(line, place.end));
    let currency = before.names(currency) || after.names(currency);
    let fraction = before.close && before.sign == Some('.');
    if fraction || !currency && (before.joins() || after.joins()) {
        return None;
    }
    let day = decimals && line.get(place.end) == Some(&'.') && is_day(line.get(place.clone())?);
    let kind = match (currency, decimals && !day) {
        (true, _) => Kind::Currency,
        (false, true) => Kind::Decimals,
        (false, false) => Kind::Plain,
    };
    let value = if before.negative { -cents } else { cents };
    Some(Number { value, kind, place })
}

/// Reads an amount in cents, and whether it has the currency's decimals.
fn value(number: &[char], decimals: u32) -> Option<(i64, bool)> {
    let digits = number.iter().filter(|c| c.is_ascii_digit()).count();
    if digits > MOST_DIGITS || number.iter().any(|c| matches!(c, ':' | '/' | '-')) {
        return None;
    }
    let last = number.iter().rposition(|c| !c.is_ascii_digit());
    let split = last.filter(|place| {
        let sign = number.get(*place).copied().unwrap_or_default();
        let once = number.iter().filter(|c| **c == sign).count() == 1;
        let others = number.iter().any(|c| !c.is_ascii_digit() && *c != sign);
        let long = number.len() - place - 1;
        // Three digits after a sign are thousands, unless the currency has three decimals.
        once && matches!(sign, '.' | ',') && (others || long != 3 || decimals == 3 && sign == '.')
    });
    let (whole, part) = match split {
        Some(place) => (number.get(..place)?, number.get(place + 1..)?),
        None => (number, &[][..]),
    };
    let mut groups = whole.split(|c| !c.is_ascii_digit());
    let first = groups.next()?.len();
    let grouped = whole.len() > first;
    let nought = whole.first() == Some(&'0');
    if grouped && (nought || !(1..=3).contains(&first) || groups.any(|group| group.len() != 3) || mixed(whole)) {
        return None;
    }
    let width = decimals as usize;
    let nothing = part.iter().all(|c| *c == '0');
    if part.len() > width && !(nothing && decimals == 0) {
        return None;
    }
    let digits: String = whole.iter().filter(|c| c.is_ascii_digit()).collect();
    let part: String = part.iter().take(width).collect();
    let cents = format!("{digits}{part:0<width$}").parse().ok()?;
    Some((cents, width > 0 && part.len() == width))
}

/// Whether thousands are parted by more than one sign.
fn mixed(whole: &[char]) -> bool {
    let mut signs = whole.iter().filter(|c| !c.is_ascii_digit());
    let first = signs.next();
    signs.any(|sign| Some(sign) != first)
}

/// Whether `22.11` can be a day.
fn is_day(number: &[char]) -> bool {
    let text: String = number.iter().collect();
    let parts =
        text.split_once('.').and_then(|(day, month)| Some((day.parse::<u32>().ok()?, month.parse::<u32>().ok()?)));
    parts.is_some_and(|(day, month)| (1..=31).contains(&day) && (1..=12).contains(&month))
}

/// Whether a plain number may be an amount, by the words beside it and by its digits.
fn may_be_money(line: &[char], place: &Range<usize>) -> bool {
    let Some(digits) = line.get(place.clone()) else { return false };
    let long = digits.iter().filter(|c| c.is_ascii_digit()).count() > LONGEST_PLAIN;
    let year = digits.len() == 4 && matches!(digits, ['1', '9', ..] | ['2', '0', ..]);
    let padded = digits.len() > 1 && digits.first() == Some(&'0');
    let (before, after) = (Side::before(line, place.start).word, Side::after(line, place.end).word);
    let counted = COUNTED.contains(&before.as_str());
    let dated = MONTHS.contains(&before.as_str()) || MONTHS.contains(&after.as_str());
    !long && !year && !padded && !counted && !dated
}

/// What stands on one side of a number.
struct Side {
    /// The sign beside it, perhaps after a space.
    sign: Option<char>,
    /// Whether a digit follows the sign: it belongs to that one.
    of_another: bool,
    /// The word beside it, in lower case.
    word: String,
    /// Whether there is no space between.
    close: bool,
    negative: bool,
}

impl Side {
    fn before(line: &[char], start: usize) -> Self {
        let head = line.get(..start).unwrap_or_default();
        let minus = head.last().copied().is_some_and(is_minus);
        let head = if minus { head.get(..head.len() - 1).unwrap_or_default() } else { head };
        let side = Self::beside(head.iter().rev().copied(), !minus);
        let word = side.word.chars().rev().collect();
        let mut rest = head.iter().rev().copied().skip_while(|c| *c == ' ' || *c == '\u{a0}').peekable();
        let signed = rest.peek().copied().is_some_and(is_currency_sign);
        let mut rest = rest.skip_while(|c| is_currency_sign(*c));
        let (one, two) = (rest.next(), rest.next());
        let negative = match (signed, one, two) {
            (true, Some(c), before) if is_minus(c) => !before.is_some_and(char::is_alphanumeric),
            // As in a field of its own: `- $25.00`.
            (true, Some(' '), Some(c)) if is_minus(c) => {
                rest.next().is_none_or(|c| matches!(c, '"' | ',' | ';' | '\t'))
            }
            _ => minus && (signed || !head.last().is_some_and(|c| c.is_alphanumeric())),
        };
        let close = side.close && !(minus && side.word.is_empty());
        Self { word, close, negative, ..side }
    }

    fn after(line: &[char], end: usize) -> Self {
        Self::beside(line.get(end..).unwrap_or_default().iter().copied(), true)
    }

    fn beside(side: impl Iterator<Item = char> + Clone, close: bool) -> Self {
        let spaces = side.clone().take(2).take_while(|c| *c == ' ' || *c == '\u{a0}').count();
        let mut rest = side.skip(spaces);
        let sign = rest.clone().next();
        let word: String = rest.clone().take(LONGEST_WORD + 1).take_while(|c| c.is_alphabetic()).collect();
        let of_another = rest.nth(1).is_some_and(|c| c.is_ascii_digit());
        Self { sign, of_another, word: word.to_lowercase(), close: close && spaces == 0, negative: false }
    }

    fn names(&self, currency: &Currency) -> bool {
        let own = currency.symbol.to_lowercase();
        let sign = self.sign.filter(|c| is_currency_sign(*c) || own.chars().eq([*c]));
        let sign = sign.is_some() && (self.close || !self.of_another);
        sign || self.word == own || MONEY.contains(&self.word.as_str())
    }

    /// Whether the number is part of something longer, as of a word, of a share in percent, or of `#7`.
    fn joins(&self) -> bool {
        let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '#' | '@' | '\u{ff20}');
        self.close && self.sign.is_some_and(part) || self.sign == Some('%')
    }
}

fn is_minus(c: char) -> bool {
    matches!(c, '-' | '−')
}
