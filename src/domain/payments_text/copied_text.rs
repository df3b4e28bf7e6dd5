//! Lines that were copied from an app or a chat, and are not rows of a table. A payer's note may be on a separate line
//! there, so that it looks like a payment.

use super::amounts::{self, Amount};
use super::{Matching, PayerName, PaymentLine, TextLine, Verdict};

/// Withdraws the sureness of lines that may be notes: of all if an amount is alone on a line, since payments span
/// several lines then, and of those after a payment without a buyer.
pub(super) fn doubt_notes(matching: &Matching<'_>, lines: &[TextLine], found: &mut [PaymentLine]) {
    let mut doubtful = lines.iter().any(|line| is_lone_amount(matching, line));
    for (line, found) in lines.iter().zip(found).filter(|(line, _)| line.row.is_none() && !line.is_header) {
        found.sure &= !doubtful;
        let unplaced = matches!(found.verdict, Verdict::Unknown | Verdict::Several | Verdict::NotReceived);
        doubtful |= unplaced && has_amount(matching, line);
    }
}

fn has_amount(matching: &Matching<'_>, line: &TextLine) -> bool {
    amounts::find(&line.chars, &matching.money, &[], None).amount != Amount::Missing
}

/// Whether a line that is not a row of a table holds only an amount, and names no one.
fn is_lone_amount(matching: &Matching<'_>, line: &TextLine) -> bool {
    let outside = line.row.as_ref().is_none_or(|row| row.amounts.is_none()) && !line.is_header;
    outside
        && line.chars.iter().any(char::is_ascii_digit)
        && has_amount(matching, line)
        && matching.handles.find(&line.chars).buyers.is_empty()
        && PayerName::parse(&line.text).is_none()
}
