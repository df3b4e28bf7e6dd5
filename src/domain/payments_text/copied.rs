//! Lines that were copied from an app or a chat, and are not rows of a table. A payer's note may stand on a line of its
//! own there, so that it looks like a payment.

use super::amounts::{self, Amount};
use super::{Matching, PayerName, PaymentLine, TextLine, Verdict};

/// Withdraws the sureness of lines that may be notes: of all if an amount is alone on a line, since payments span
/// several lines then; of those after a payment without a buyer; and of a handle and an amount alone after a payment
/// that says more.
pub(super) fn doubt_notes(matching: &Matching<'_>, lines: &[TextLine], found: &mut [PaymentLine]) {
    let alone = lines.iter().any(|line| is_lone_amount(matching, line));
    let (mut after_unplaced, mut after_full) = (false, false);
    for (line, found) in lines.iter().zip(found).filter(|(line, _)| line.row.is_none() && !line.is_header) {
        let bare = is_bare(matching, line);
        found.sure &= !(alone || after_unplaced || bare && after_full);
        let has_amount = amounts::find(&line.chars, &matching.money, &[], None).amount != Amount::Missing;
        let unplaced = matches!(found.verdict, Verdict::Unknown | Verdict::Several | Verdict::NotReceived);
        after_unplaced |= has_amount && unplaced;
        after_full = has_amount && !bare;
    }
}

/// Whether a line that is not a row of a table holds only an amount, and names no one.
fn is_lone_amount(matching: &Matching<'_>, line: &TextLine) -> bool {
    let outside = line.row.as_ref().is_none_or(|row| row.amounts.is_none()) && !line.is_header;
    outside
        && line.chars.iter().any(char::is_ascii_digit)
        && amounts::find(&line.chars, &matching.money, &[], None).amount != Amount::Missing
        && matching.handles.find(&line.chars).buyers.is_empty()
        && PayerName::parse(&line.text).is_none()
}

/// Whether a line has no word but a buyer's handle.
fn is_bare(matching: &Matching<'_>, line: &TextLine) -> bool {
    let named = matching.handles.find(&line.chars).places;
    let is_named = |place: usize| amounts::is_in_any(&named, &(place..place + 1));
    !line.chars.iter().enumerate().any(|(place, c)| c.is_alphabetic() && !is_named(place))
}
