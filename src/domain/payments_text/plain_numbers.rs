//! What a plain number of a line may be: an amount, a day, a spot, or a count, by its digits and the words next to it.

use std::ops::Range;
use std::sync::LazyLock;

use super::letters::unaccented;
use super::word_lists::list;

/// The longest plain number that is an amount, in digits: longer ones are references.
const LONGEST_PLAIN: usize = 7;
/// The longest word that says what a number is, in letters, and the most characters between the two.
const LONGEST_KNOWN: usize = 10;
const MOST_BETWEEN: usize = 3;
/// Words before a number that is not an amount, nor are the further numbers of a list. All words here are without
/// accents.
static COUNTED: LazyLock<Vec<&str>> = LazyLock::new(|| list("[counted]"));
/// Words after a number that counts them.
const COUNTS: [&str; 10] =
    ["spot", "spots", "slot", "slots", "ticket", "tickets", "platze", "plaetze", "lose", "puestos"];
/// Words between the numbers of a list.
const AND: [&str; 5] = ["and", "und", "y", "e", "u"];
/// The longest list that is searched, in characters.
const LONGEST_LIST: usize = 100;
/// Words before or after a day.
static MONTHS: LazyLock<Vec<&str>> = LazyLock::new(|| list("[months]"));
/// Words that may be between a day and its month.
const OF: [&str; 3] = ["de", "del", "of"];
/// Words before a day.
static BEFORE_DAYS: LazyLock<Vec<&str>> = LazyLock::new(|| list("[before days]"));

/// Words before what was paid.
const PAID: [&str; 10] = ["paid", "sent", "you", "me", "paying", "sending", "gezahlt", "gesendet", "pago", "envio"];

/// Whether a line begins with a day, as with `22.11.`; further on, that may be an amount at the end of a sentence.
pub(super) fn is_opening_day(line: &[char], place: &Range<usize>) -> bool {
    if place.start > 0 || line.get(place.end) != Some(&'.') {
        return false;
    }
    let text: String = line.get(place.clone()).unwrap_or_default().iter().collect();
    let parts =
        text.split_once('.').and_then(|(day, month)| Some((day.parse::<u32>().ok()?, month.parse::<u32>().ok()?)));
    parts.is_some_and(|(day, month)| (1..=31).contains(&day) && (1..=12).contains(&month))
}

/// Whether a plain number may be an amount, by its digits.
pub(super) fn is_like_money(line: &[char], place: &Range<usize>) -> bool {
    let Some(digits) = line.get(place.clone()) else { return false };
    let long = digits.iter().filter(|c| c.is_ascii_digit()).count() > LONGEST_PLAIN;
    let year = digits.len() == 4 && matches!(digits, ['1', '9', ..] | ['2', '0', ..]);
    let padded = matches!(digits, ['0', '0'..='9', ..]);
    !long && !year && !padded
}

/// Whether it may also be one by the words next to it: it is neither a day, nor the number of a spot, nor a count of
/// spots.
pub(super) fn may_be_money(line: &[char], place: &Range<usize>) -> bool {
    let (before, start) = word_before(line, place.start);
    let (after, end) = word_after(line, place.end);
    let is = |words: &[&str], word: &str| words.contains(&word);
    let month_before = is(&MONTHS, &before) || is(&OF, &before) && is(&MONTHS, &word_before(line, start).0);
    let month_after = is(&MONTHS, &after) || is(&OF, &after) && is(&MONTHS, &word_after(line, end).0);
    let day = month_before || month_after || is(&BEFORE_DAYS, &before) || is_opening_day(line, place);
    is_like_money(line, place) && !day && !is(&COUNTS, &after) && !is_counted(line, place.start)
}

/// Whether a number belongs to a word for counted things, perhaps after others: `spots 3, 7 and 12`. A comma separates
/// it from the word.
fn is_counted(line: &[char], start: usize) -> bool {
    let (mut at, mut parted) = (start, false);
    while let Some(c) = at.checked_sub(1).and_then(|before| line.get(before)).filter(|_| start - at < LONGEST_LIST) {
        match c {
            '0'..='9' => parted = false,
            ',' => parted = true,
            '&' | '+' | '#' | '–' => {}
            c if is_between(*c) => {}
            c if c.is_alphabetic() => {
                let (word, begin) = word_before(line, at);
                if !AND.contains(&word.as_str()) {
                    return !parted && COUNTED.contains(&word.as_str());
                }
                at = begin + 1;
            }
            _ => return false,
        }
        at -= 1;
    }
    false
}

/// Characters that may be between a number and its word.
fn is_between(c: char) -> bool {
    matches!(c, ' ' | '\u{a0}' | '.' | ':' | '-' | '/')
}

/// Reads the word before a position, without accents, and returns where it begins.
fn word_before(line: &[char], end: usize) -> (String, usize) {
    let head = || line.get(..end).unwrap_or_default().iter().rev();
    let between = head().take(MOST_BETWEEN).take_while(|c| is_between(**c)).count();
    let letters = head().skip(between).take(LONGEST_KNOWN + 1).take_while(|c| c.is_alphabetic()).count();
    (read_word(line, end - between - letters..end - between), end - between - letters)
}

/// Reads the word after a position, without accents, and returns where it ends.
fn word_after(line: &[char], start: usize) -> (String, usize) {
    let tail = || line.get(start..).unwrap_or_default().iter();
    let between = tail().take(MOST_BETWEEN).take_while(|c| is_between(**c)).count();
    let letters = tail().skip(between).take(LONGEST_KNOWN + 1).take_while(|c| c.is_alphabetic()).count();
    (read_word(line, start + between..start + between + letters), start + between + letters)
}

fn read_word(line: &[char], place: Range<usize>) -> String {
    unaccented(&line.get(place).unwrap_or_default().iter().collect::<String>())
}

/// Whether a plain number is what a word says was paid.
pub(super) fn is_said_paid(line: &[char], place: &Range<usize>) -> bool {
    PAID.contains(&word_before(line, place.start).0.as_str()) && may_be_money(line, place)
}
