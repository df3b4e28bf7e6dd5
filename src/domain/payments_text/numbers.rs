//! The numbers of a line, and the text next to them.

use std::ops::Range;

use super::currencies::{Beside, Money, has_sign, is_sign};
use super::plain_numbers::{is_opening_day, may_be_money};
use crate::handle::MAX_HANDLE;

/// More digits than any amount has.
const MOST_DIGITS: usize = 13;
/// The longest word next to a number that is read, in letters.
const LONGEST_WORD: usize = 9;
/// The longest letters before a currency's sign that may belong to it, as in `MX$`.
const LONGEST_PREFIX: usize = 3;
/// Words after a number that multiply it; a `K` only without a space, since it may be an initial.
const MULTIPLES: [&str; 6] = ["hundred", "thousand", "grand", "tausend", "tsd", "mil"];
/// How much a number looks like an amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Plain,
    /// It has as many decimals as the currency.
    Decimals,
    /// A currency is next to it.
    Currency,
}

/// A number of a line.
#[derive(Debug)]
pub(super) struct Number {
    /// In cents; negative for money that went the other way.
    pub(super) value: i64,
    pub(super) kind: Kind,
    /// Whether the currency is another one, or the number can't be read.
    pub(super) unclear: bool,
    pub(super) place: Range<usize>,
}

/// Lists the numbers of a line in order.
pub(super) fn numbers(line: &[char], money: &Money<'_>) -> Vec<Number> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(offset) = line.get(at..).and_then(|rest| rest.iter().position(char::is_ascii_digit)) {
        let start = at + offset;
        at = end_of_chunk(line, start);
        // Commas also separate the fields of a table.
        let whole = number(line, start..at, money);
        if whole.is_some() {
            found.extend(whole);
            continue;
        }
        // Split at the comma, `25,00CR` would be 25.
        if value(line.get(start..at).unwrap_or_default(), money.currency.decimals).is_some_and(|(_, decimals)| decimals)
            && !is_share_or_time(line, at)
        {
            found.push(unread(start..at));
            continue;
        }
        let mut part = start;
        let commas = (start..at).filter(|place| line.get(*place) == Some(&','));
        for end in commas.chain([at]) {
            let read = number(line, part..end, money);
            found.extend(read.or_else(|| is_unread(line, part..end).then(|| unread(part..end))));
            part = end + 1;
        }
    }
    found
}

/// Continues over digits, and over single signs between them as in dates, times and amounts.
fn end_of_chunk(line: &[char], start: usize) -> usize {
    let digit = |place: usize| line.get(place).is_some_and(char::is_ascii_digit);
    let joint = |c: &char| matches!(c, '.' | ',' | ':' | '/' | '-') || is_thin(*c);
    let mut at = start;
    while digit(at) || line.get(at).is_some_and(joint) && digit(at + 1) {
        at += 1;
    }
    at
}

/// A separator of thousands other than points and commas.
fn is_thin(c: char) -> bool {
    matches!(c, '\'' | '’' | '\u{a0}' | '\u{202f}')
}

/// Reads a number and the text next to it; `None` if it belongs to a word, a date, or the like.
fn number(line: &[char], place: Range<usize>, money: &Money<'_>) -> Option<Number> {
    let (cents, decimals) = value(line.get(place.clone())?, money.currency.decimals)?;
    let (before, after) = (Side::before(line, place.start), Side::after(line, place.end));
    let sides = [before.names(money), after.names(money)];
    let currency = sides != [Beside::Nothing; 2];
    // As in `.50`; but not in `Rs.50`.
    let fraction = before.close && before.sign == Some('.') && before.prefix.is_empty();
    if fraction || !currency && (before.joins() || after.joins()) {
        return None;
    }
    let day = is_opening_day(line, &place);
    let kind = match (currency, decimals && !day) {
        (true, _) => Kind::Currency,
        (false, true) => Kind::Decimals,
        (false, false) => Kind::Plain,
    };
    let around = kind > Kind::Plain && (before.bracket && after.bracket || is_minus_behind(line, place.end));
    let value = if before.negative || around { -cents } else { cents };
    let word = after.word.to_lowercase();
    let multiplied = MULTIPLES.contains(&word.as_str()) || after.word == "k" || after.close && word == "k";
    let unclear =
        sides.contains(&Beside::Foreign) || multiplied || kind > Kind::Plain && has_thousands(line, &place, money);
    Some(Number { value, kind, unclear, place })
}

/// Whether a space separates thousands from a number, as in `1 050,00`: no one knows whether it is one amount. Digits
/// at the end of a word or of a handle are no thousands, as in `@anna5 100.00`.
fn has_thousands(line: &[char], place: &Range<usize>, money: &Money<'_>) -> bool {
    let digits = |part: &[char]| part.iter().take_while(|c| c.is_ascii_digit()).count();
    let Some((' ', head)) = line.get(..place.start).and_then(<[char]>::split_last) else { return false };
    let before = head.iter().rev().take_while(|c| c.is_ascii_digit()).count();
    let group = head.len() - before..head.len();
    let grouped = digits(line.get(place.clone()).unwrap_or_default()) == 3 && (1..=3).contains(&before);
    let beside = Side::before(line, group.start);
    let ends_word = ends_with_handle(head) || beside.names(money) == Beside::Nothing && beside.joins();
    grouped && !ends_word && may_be_money(line, &group)
}

/// An amount that is there but can't be read.
fn unread(place: Range<usize>) -> Number {
    Number { value: 0, kind: Kind::Decimals, unclear: true, place }
}

/// Whether a number that is not a valid amount has a decimal part, as in `1.00CR`, `1.0000` or `.50`, and is not a
/// date, time or percentage.
fn is_unread(line: &[char], place: Range<usize>) -> bool {
    let before = |by: usize| place.start.checked_sub(by).and_then(|at| line.get(at)).copied();
    let chars = line.get(place.clone()).unwrap_or_default();
    let only_points = chars.iter().all(|c| c.is_ascii_digit() || *c == '.');
    let points = chars.iter().filter(|c| **c == '.').count();
    let fraction =
        !chars.is_empty() && before(1) == Some('.') && !before(2).is_some_and(|c| c.is_alphanumeric() || c == '.');
    only_points && (points == 1 || points == 0 && fraction) && !is_share_or_time(line, place.end)
}

/// Whether a number is a percentage or a time of the day, by the text after it.
fn is_share_or_time(line: &[char], end: usize) -> bool {
    let after = Side::after(line, end);
    let time = ["am", "pm", "h", "uhr"].contains(&after.word.to_lowercase().as_str());
    time || after.close && after.sign == Some('%')
}

/// Whether a minus directly follows a number, and nothing directly follows the minus.
fn is_minus_behind(line: &[char], end: usize) -> bool {
    let at = |place: usize| line.get(place).copied();
    at(end).is_some_and(is_minus) && !at(end + 1).is_some_and(|c| c.is_alphanumeric() || is_minus(c))
}

/// Counts the digits in a part of a line.
pub(super) fn digits(line: &[char], place: &Range<usize>) -> usize {
    line.get(place.clone()).unwrap_or_default().iter().filter(|c| c.is_ascii_digit()).count()
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

/// Whether thousands are separated by more than one kind of sign.
fn mixed(whole: &[char]) -> bool {
    let mut signs = whole.iter().filter(|c| !c.is_ascii_digit());
    let first = signs.next();
    signs.any(|sign| Some(sign) != first)
}

/// The text on one side of a number.
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact")]
struct Side {
    /// The sign next to it, perhaps after a space.
    sign: Option<char>,
    /// Whether a digit follows the sign: it belongs to that one.
    of_another: bool,
    /// The word next to it.
    word: String,
    /// The letters directly before the sign, as in `A$`.
    prefix: String,
    /// Whether there is no space between.
    close: bool,
    negative: bool,
    /// Whether there is a bracket, or only a currency before it.
    bracket: bool,
}

impl Side {
    fn before(line: &[char], start: usize) -> Self {
        let head = line.get(..start).unwrap_or_default();
        let minus = head.last().copied().is_some_and(is_minus);
        let head = if minus { head.get(..head.len() - 1).unwrap_or_default() } else { head };
        let side = Self::beside(head.iter().rev().copied(), !minus);
        let [mut word, prefix] = [&side.word, &side.prefix].map(|letters| letters.chars().rev().collect::<String>());
        if !word.is_empty() && ends_with_handle(head) {
            word.clear();
        }
        let mut rest = head.iter().rev().copied().skip_while(|c| *c == ' ' || *c == '\u{a0}').peekable();
        let signed = rest.peek().copied().is_some_and(is_sign);
        let mut rest = rest.skip_while(|c| is_sign(*c));
        let (one, two) = (rest.next(), rest.next());
        let negative = match (signed, one, two) {
            (true, Some(c), before) if is_minus(c) => !before.is_some_and(char::is_alphanumeric),
            // As in a separate field: `- $25.00`.
            (true, Some(' '), Some(c)) if is_minus(c) => {
                rest.next().is_none_or(|c| matches!(c, '"' | ',' | ';' | '\t'))
            }
            _ => minus && (signed || !head.last().is_some_and(|c| c.is_alphanumeric())),
        };
        let close = side.close && !(minus && side.word.is_empty());
        let bracket = is_bracket(head.iter().rev().copied(), '(');
        Self { word, prefix, close, negative, bracket, ..side }
    }

    fn after(line: &[char], end: usize) -> Self {
        let tail = line.get(end..).unwrap_or_default();
        let side = Self::beside(tail.iter().copied(), true);
        Self { bracket: is_bracket(tail.iter().copied(), ')'), ..side.with_country_behind(tail) }
    }

    /// Uses the country of a sign as the letters before it if it is written `50 CA$` or `50 $ CA`.
    fn with_country_behind(self, tail: &[char]) -> Self {
        let mut rest = tail.iter().copied().skip_while(|c| *c == ' ' || *c == '\u{a0}');
        let letters = |rest: &mut dyn Iterator<Item = char>| -> String {
            rest.take(LONGEST_PREFIX + 1).take_while(|c| c.is_alphabetic()).collect()
        };
        if let Some(sign) = self.sign.filter(|c| is_sign(*c)) {
            let country = letters(&mut rest.skip(1).skip_while(|c| *c == ' ' || *c == '\u{a0}'));
            let known = self.prefix.is_empty() && has_sign(&format!("{}{sign}", country.to_lowercase()));
            let prefix = if known && country.len() > 1 { country } else { self.prefix };
            return Self { prefix, ..self };
        }
        let sign = rest.clone().nth(self.word.chars().count()).filter(|c| is_sign(*c));
        let of_another = rest.nth(self.word.chars().count() + 1).is_some_and(|c| c.is_ascii_digit());
        match sign {
            Some(sign) if (1..=LONGEST_PREFIX).contains(&self.word.chars().count()) && !of_another => {
                Self { sign: Some(sign), prefix: self.word.clone(), of_another, ..self }
            }
            _ => self,
        }
    }

    fn beside(side: impl Iterator<Item = char> + Clone, close: bool) -> Self {
        let spaces = side.clone().take(2).take_while(|c| *c == ' ' || *c == '\u{a0}').count();
        let mut rest = side.skip(spaces);
        let sign = rest.clone().next();
        let letters = |rest: &mut dyn Iterator<Item = char>| rest.take_while(|c| c.is_alphabetic()).collect();
        let word: String = letters(&mut rest.clone().take(LONGEST_WORD + 1));
        let prefix: String = letters(&mut rest.clone().skip(1).take(LONGEST_PREFIX + 1));
        let of_another = rest.nth(1).is_some_and(|c| c.is_ascii_digit());
        let close = close && spaces == 0;
        Self { sign, of_another, word, prefix, close, negative: false, bracket: false }
    }

    /// Whether the configured currency is there, or another one.
    fn names(&self, money: &Money<'_>) -> Beside {
        let sign = self.sign.filter(|c| is_sign(*c) && (self.close || !self.of_another));
        sign.map_or_else(|| money.own.of_word(&self.word), |sign| money.own.of_sign(sign, &self.prefix))
    }

    /// Whether the number is part of something longer, such as a word, a percentage, or `#7`.
    fn joins(&self) -> bool {
        let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '#' | '@' | '\u{ff20}' | '%');
        self.close && self.sign.is_some_and(part)
    }
}

/// Whether a text ends with a handle after its `@`, perhaps before a space: the end of a handle is not a separate word.
fn ends_with_handle(text: &[char]) -> bool {
    let before = text.iter().rev().skip_while(|c| matches!(c, ' ' | '\u{a0}'));
    let of_handle = |c: &&char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    let mut before = before.take(MAX_HANDLE + 1).skip_while(of_handle);
    matches!(before.next(), Some('@' | '\u{ff20}'))
}

/// Whether there is a bracket, or only a currency before it.
fn is_bracket(side: impl Iterator<Item = char>, bracket: char) -> bool {
    side.take(LONGEST_WORD).find(|c| !is_sign(*c) && !c.is_ascii_uppercase() && *c != ' ') == Some(bracket)
}

pub(super) fn is_minus(c: char) -> bool {
    matches!(c, '-' | '−' | '–')
}
