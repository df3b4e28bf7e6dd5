//! Finds who paid in a text that was copied from a payment app, a bank or a chat. It only proposes: nothing is marked
//! paid here.

mod amounts;
mod handles;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::handle::Handle;
use crate::invalid::Invalid;
use crate::money::Currency;
use crate::money_desk::DeskBuyer;
use handles::Handles;

/// The longest text, in bytes.
pub const MAX_TEXT: usize = 64 * 1024;

/// What a line says about a buyer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The amount is what the buyer owes.
    Exact,
    /// There is no amount: it may be all that the buyer owes.
    NoAmount,
    /// The amount pays for some of the spots.
    Part,
    /// The amount is another one.
    Differs,
    /// The buyer owes nothing.
    PaidAlready,
    /// There is no buyer in the line.
    Unknown,
    /// There is more than one buyer in the line.
    Several,
    /// An earlier line has the buyer.
    Repeated,
}

/// A line of the text, and what was found in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentLine {
    /// Its number in the text, from 1. Blank lines count, but are left out.
    pub line: usize,
    pub text: String,
    /// The buyer, if there is exactly one.
    pub handle: Option<Handle>,
    /// In cents; negative for money that went the other way.
    pub amount: Option<i64>,
    pub verdict: Verdict,
    /// The spots that it would pay for.
    pub spot_ids: Vec<i64>,
}

/// Checks the length of a text.
pub fn parse(text: &str) -> Result<&str, Invalid> {
    if text.len() > MAX_TEXT {
        return Err(Invalid::field("text", "Paste up to 64 KiB of text at once."));
    }
    Ok(text)
}

/// Finds buyers and amounts in each line that is not blank. Takes time in proportion to the text.
pub fn match_payments(text: &str, buyers: &[DeskBuyer<'_>], currency: &Currency) -> Vec<PaymentLine> {
    let handles = Handles::of(buyers);
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for (line, text) in lines(text).zip(1..).map(|(text, line)| (line, text)) {
        if text.trim().is_empty() {
            continue;
        }
        let chars: Vec<char> = text.chars().collect();
        let mentions = handles.find(&chars);
        let buyer = mentions.only().and_then(|place| buyers.get(place));
        let amount = amounts::find(&chars, currency, &mentions.places, buyer);
        let repeated = buyer.is_some_and(|buyer| !seen.insert(buyer.handle));
        let (verdict, spot_ids) = match buyer {
            None if mentions.buyers.is_empty() => (Verdict::Unknown, Vec::new()),
            None => (Verdict::Several, Vec::new()),
            Some(_) if repeated => (Verdict::Repeated, Vec::new()),
            Some(buyer) => judge(buyer, amount),
        };
        let handle = buyer.map(|buyer| buyer.handle.clone());
        found.push(PaymentLine { line, text: text.to_owned(), handle, amount, verdict, spot_ids });
    }
    found
}

/// Compares an amount with what a buyer owes, and chooses the spots that it pays for: the oldest ones.
fn judge(buyer: &DeskBuyer<'_>, amount: Option<i64>) -> (Verdict, Vec<i64>) {
    let mut pending: Vec<_> = buyer.pending().collect();
    pending.sort_by_key(|spot| (spot.claimed_at(), spot.number));
    let ids = |count: usize| pending.iter().take(count).map(|spot| spot.id).collect();
    let owed = buyer.owed();
    if owed == 0 {
        return (Verdict::PaidAlready, Vec::new());
    }
    let Some(amount) = amount else { return (Verdict::NoAmount, ids(pending.len())) };
    if amount == owed {
        return (Verdict::Exact, ids(pending.len()));
    }
    if 0 < amount && amount < owed && amount % buyer.price() == 0 {
        let count = usize::try_from(amount / buyer.price()).unwrap_or_default();
        return (Verdict::Part, ids(count));
    }
    (Verdict::Differs, Vec::new())
}

/// Splits a text at the ends of lines, whichever system wrote them.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'))
}
