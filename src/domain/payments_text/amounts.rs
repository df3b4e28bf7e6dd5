//! The amount that a line names.

use std::ops::Range;

use super::currencies::{Money, Own, is_code, is_sign};
use super::numbers::{Kind, Number, digits, is_minus, numbers};
use super::plain_numbers::{is_like_money, is_said_paid, may_be_money};
use crate::money::Currency;
use crate::money_desk::DeskBuyer;

/// More plain numbers than this are a list of spots, or the like.
const MOST_PLAIN: usize = 8;
/// The longest field that is searched for a currency's code.
const LONGEST_FIELD: usize = 8;

/// The amount that a line names, in cents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Amount {
    /// There is no amount.
    Missing,
    One(i64),
    /// There are several different ones, one in another currency, or one that can't be read.
    Unclear,
}

/// The amounts that were found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Amounts {
    pub(super) amount: Amount,
    /// Whether all of them went the other way: a fee next to an amount has a minus too.
    pub(super) negative: bool,
    /// Where the first one is in the line.
    pub(super) first: Option<usize>,
}

impl Amounts {
    fn of<'n>(numbers: impl Iterator<Item = &'n Number> + Clone) -> Self {
        let mut values = numbers.clone().map(|number| number.value);
        let first = values.next();
        let amount = match first {
            _ if numbers.clone().any(|number| number.unclear) => Amount::Unclear,
            Some(value) if values.all(|other| other == value) => Amount::One(value),
            Some(_) => Amount::Unclear,
            None => Amount::Missing,
        };
        let negative = first.is_some() && numbers.clone().all(|number| number.value < 0);
        Self { amount, negative, first: numbers.map(|number| number.place.start).min() }
    }

    /// Combines the amounts of several fields.
    pub(super) fn together(all: &[Self]) -> Self {
        let mut there = all.iter().filter(|one| one.amount != Amount::Missing);
        let first = there.next().map_or(Amount::Missing, |one| one.amount);
        let amount = if there.all(|other| other.amount == first) { first } else { Amount::Unclear };
        Self { amount, negative: all.iter().any(|one| one.negative), first: None }
    }
}

/// Finds the amount that a line names. All amounts with decimals or with a currency next to them count, since no one
/// knows which of them the payer wrote. A plain number counts only if it can't mean anything else. Numbers in the
/// `taken` places are part of names.
pub(super) fn find(line: &[char], money: &Money<'_>, taken: &[Range<usize>], buyer: Option<&DeskBuyer<'_>>) -> Amounts {
    let mut numbers = numbers(line, money);
    numbers.retain(|number| !is_in_any(taken, &number.place));
    let none = Amounts::of([].iter());
    let Some(best) = numbers.iter().map(|number| number.kind).max() else { return none };
    let Some(unit) = 10_i64.checked_pow(money.currency.decimals) else { return none };
    let is_spot = |value: i64| value % unit == 0 && buyer.is_some_and(|buyer| buyer.holds(value / unit));
    // Even where it is the number of a spot: it may still be the amount.
    let is_own = |number: &Number| {
        is_field(line, &number.place) && is_like_money(line, &number.place) || is_said_paid(line, &number.place)
    };
    let mut found = if best > Kind::Plain {
        // Exports may write whole amounts without decimals, each in a separate field.
        let is_amount = |number: &&Number| number.kind > Kind::Plain || is_own(number);
        let mut found = Amounts::of(numbers.iter().filter(is_amount));
        if is_cut_by_commas(line, &numbers) {
            found.amount = Amount::Unclear;
        }
        found
    } else if numbers.len() > MOST_PLAIN {
        none
    } else {
        let fits = |number: &&Number| may_be_money(line, &number.place) && !is_spot(number.value);
        let plain: Vec<&Number> = numbers.iter().filter(fits).collect();
        let multiple = |number: &&&Number| buyer.is_some_and(|b| number.value > 0 && number.value % b.price() == 0);
        let multiples: Vec<&Number> = plain.iter().filter(multiple).copied().collect();
        match (plain.as_slice(), multiples.as_slice()) {
            ([only], _) | (_, [only]) => {
                let mut found = Amounts::of([*only].into_iter());
                // The payer may have written the amount that fits, but paid the other one.
                if numbers.iter().any(|number| number.place != only.place && is_own(number)) {
                    found.amount = Amount::Unclear;
                }
                found
            }
            _ => none,
        }
    };
    let unread = || line.iter().any(|c| c.is_numeric() && !c.is_ascii());
    if found.amount != Amount::Missing && (names_foreign(line, &money.own, taken) || unread()) {
        found.amount = Amount::Unclear;
    }
    found
}

/// Reads the field of an amount. Any other text in it makes it unclear, unless it is a currency.
pub(super) fn of_field(field: &str, money: &Money<'_>) -> Amounts {
    let field: Vec<char> = field.trim().chars().collect();
    let mut numbers = numbers(&field, money);
    if let [only] = numbers.as_mut_slice() {
        let sign = if is_negative(&field, &only.place) { -1 } else { 1 };
        only.value = sign * only.value.abs();
    }
    let mut found = Amounts::of(numbers.iter());
    let read: usize = numbers.iter().map(|number| digits(&field, &number.place)).sum();
    let unread = digits(&field, &(0..field.len())) > read;
    if unread || numbers.is_empty() && field.iter().any(|c| c.is_alphabetic()) {
        found.amount = Amount::Unclear;
    }
    found
}

/// Whether a field of an amount has a minus before it or after it, or is in brackets.
fn is_negative(field: &[char], place: &Range<usize>) -> bool {
    let (head, tail) = (field.get(..place.start).unwrap_or_default(), field.get(place.end..).unwrap_or_default());
    let flat = tail.first().is_some_and(|c| matches!(c, '.' | ','));
    let brackets = head.contains(&'(') && tail.contains(&')');
    brackets || head.iter().any(|c| is_minus(*c)) || !flat && tail.iter().any(|c| is_minus(*c))
}

/// Whether a column's name contains an amount, with decimals or next to a currency.
pub(super) fn is_in(name: &str) -> bool {
    let line: Vec<char> = name.chars().collect();
    let dollars = Currency { symbol: "$".into(), decimals: 2 };
    let coded = |word: &str| is_code(&word.to_lowercase());
    let code = name.split(|c: char| !c.is_alphabetic()).any(coded);
    code || numbers(&line, &Money::of(&dollars)).iter().any(|number| number.kind > Kind::Plain)
}

/// Whether a place overlaps with one of these, which are in order.
fn is_in_any(taken: &[Range<usize>], place: &Range<usize>) -> bool {
    let next = taken.partition_point(|other| other.end <= place.start);
    taken.get(next).is_some_and(|other| other.start < place.end)
}

/// Whether a comma in a number may also separate two fields: `…,1,100.00` is a note that ends in 1, and 100.00. Tables
/// put an amount with a comma into quotes.
fn is_cut_by_commas(line: &[char], numbers: &[Number]) -> bool {
    let in_number = |place: usize| {
        let next = numbers.partition_point(|number| number.place.end <= place);
        numbers.get(next).is_some_and(|number| number.place.contains(&place))
    };
    let parts = |(place, c): (usize, &char)| {
        let blank = line.get(place + 1).is_none_or(|next| next.is_whitespace());
        *c == ',' && !blank && !in_number(place)
    };
    if !line.iter().enumerate().any(parts) {
        return false;
    }
    let (mut at, mut quoted) = (0, false);
    numbers.iter().any(|number| {
        let marks = line.get(at..number.place.start).unwrap_or_default().iter().filter(|c| **c == '"').count();
        (at, quoted) = (number.place.start, quoted ^ (marks % 2 == 1));
        let beside = |c: &&char| !(is_sign(**c) || c.is_ascii_uppercase() || **c == ' ');
        let before = line.get(..number.place.start).unwrap_or_default().iter().rev().take(LONGEST_FIELD).find(beside);
        let after = line.get(number.place.end..).unwrap_or_default().iter().take(LONGEST_FIELD).find(beside);
        let quoted = quoted || before == Some(&'"') || after == Some(&'"');
        !quoted && line.get(number.place.clone()).unwrap_or_default().contains(&',')
    })
}

fn is_separator(c: char) -> bool {
    matches!(c, ',' | ';' | '\t')
}

/// Whether a number fills a field, apart from spaces and a plus. Two spaces separate columns too.
fn is_field(line: &[char], place: &Range<usize>) -> bool {
    let blank = |c: &&char| matches!(c, ' ' | '\u{a0}');
    let edge = |c: Option<&char>| c.is_none_or(|c| is_separator(*c) || matches!(c, '"' | '|' | '\n' | '\r'));
    let is_edge = |side: &mut dyn Iterator<Item = &char>| {
        let mut side = side.take(LONGEST_FIELD).peekable();
        let blanks = std::iter::from_fn(|| side.next_if(blank)).count();
        blanks > 1 || edge(side.next())
    };
    let head = line.get(..place.start).unwrap_or_default();
    let head = head.strip_suffix(&['+']).unwrap_or(head);
    is_edge(&mut head.iter().rev()) && is_edge(&mut line.get(place.end..).unwrap_or_default().iter())
}

/// Whether a field of a line, or a word outside of the `taken` places, is the code of another currency.
fn names_foreign(line: &[char], own: &Own, taken: &[Range<usize>]) -> bool {
    let fields = line.split(|c| is_separator(*c) || *c == '"');
    let field = fields.filter(|field| field.len() <= LONGEST_FIELD).any(|field| {
        let field: String = field.iter().collect();
        own.is_foreign_field(field.trim())
    });
    let letter = |c: &char| c.is_alphanumeric() || matches!(c, '@' | '_');
    let mut at = 0;
    field
        || line.split(|c| !letter(c)).any(|word| {
            let place = at..at + word.len();
            at = place.end + 1;
            word.len() == 3 && !is_in_any(taken, &place) && own.is_foreign_code(&word.iter().collect::<String>())
        })
}
