//! A payment line to be taken: its checks, and what is derived from it.

use waffle_domain::handle::Handle;
use waffle_domain::payments_text::{self, MAX_TEXT, PayerName};
use waffle_domain::waffle::MAX_SPOTS;
use waffle_language::say;
use waffle_store::payments::{LineOrder, LineUse};

use crate::actions::Services;
use crate::failure::Failure;

/// The most lines of a request. Pages send as many as they have found.
const MOST_LINES: usize = 1_000;

/// A line of a payment.
#[derive(Debug, Clone)]
pub struct Line {
    pub text: String,
    /// Whose spots they are.
    pub handle: Handle,
    pub spot_ids: Vec<i64>,
    pub line_use: LineUse,
    /// The payer's name as the match gave it; otherwise the text is searched for it.
    pub payer: Option<String>,
}

/// Checks the number of lines, and each line.
pub fn check(lines: &[Line]) -> Result<(), Failure> {
    if !(1..=MOST_LINES).contains(&lines.len()) {
        return Err(Failure::invalid("lines", say!("fault-lines-count")));
    }
    lines.iter().try_for_each(Line::check)
}

impl Line {
    /// Checks the line's fields.
    pub fn check(&self) -> Result<(), Failure> {
        if self.text.trim().is_empty() || self.text.len() > MAX_TEXT {
            return Err(Failure::invalid("lines", say!("fault-line-text")));
        }
        // A match may name all spots of a waffle.
        if self.spot_ids.is_empty() || i64::try_from(self.spot_ids.len()).is_ok_and(|count| count > MAX_SPOTS) {
            return Err(Failure::invalid("lines", say!("fault-line-spots")));
        }
        Ok(())
    }

    /// Adds what is derived from it: its hash, and the payer, unless the text contains the handle.
    pub(super) fn order(self, services: &Services) -> LineOrder {
        let payer = if payments_text::names(&self.text, &self.handle) { None } else { self.payer(services) };
        let Self { text, handle, spot_ids, line_use, .. } = self;
        LineOrder { hash: services.receipt_tokens.line(&text), handle, spot_ids, line_use, payer }
    }

    /// Finds the payer's name. A given one must appear in the text, compared word by word: a name keeps the dots within
    /// its initials.
    fn payer(&self, services: &Services) -> Option<PayerName> {
        let Some(told) = &self.payer else {
            return payments_text::read(&self.text).first()?.payer(&services.currency);
        };
        let all = payments_text::words(&self.text);
        PayerName::parse(told).filter(|payer| all.contains(&payments_text::words(payer.key())))
    }
}
