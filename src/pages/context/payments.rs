//! Payments that a seller pasted: what was found in them, and what was taken.

use serde::Serialize;
use waffle_domain::money;
use waffle_domain::payments_text::{MatchedBy, Verdict};
use waffle_store::payments::LineResult;
use waffle_wire::money_desk::MatchedLine;

use crate::actions::payments::{FoundPayments, Line, OnRequest};
use crate::actions::spots::changed;
use crate::pages::context::Moment;
use crate::pages::context::board::ranges;
use crate::pages::context::desk::DeskFrame;
use crate::pages::context::form::Field;

/// `GET /admin/waffles/:id/payments`, and the lines that were found.
#[derive(Debug, Clone, Serialize)]
pub struct PaymentsPage {
    #[serde(flatten)]
    pub desk: DeskFrame,
    pub text: Field,
    /// `None` before a text was sent.
    pub found: Option<Found>,
    /// What was taken, where something kept the rest from it.
    pub stopped: Option<Stopped>,
    pub active: bool,
}

/// What was taken before it stopped.
#[derive(Debug, Clone, Serialize)]
pub struct Stopped {
    /// How far it got, and why it stopped.
    pub said: String,
    pub taken: Vec<TakenRow>,
}

/// A line that was taken.
#[derive(Debug, Clone, Serialize)]
pub struct TakenRow {
    pub handle: String,
    /// The numbers of the spots that are paid by it; empty for none.
    pub paid: String,
    /// Whether it had been taken before.
    pub before: bool,
    pub text: String,
}

impl Stopped {
    /// Describes the lines that were reached.
    pub fn new(lines: &[Line], results: &[LineResult], said: &str) -> Self {
        let taken = lines.iter().zip(results).map(|(line, result)| {
            let (before, paid) = match result {
                LineResult::TakenBefore => (true, Vec::new()),
                LineResult::Judged(results) => (false, changed(results.clone())),
            };
            let mut numbers: Vec<u32> = paid.iter().map(|change| change.number.unsigned_abs()).collect();
            numbers.sort_unstable();
            TakenRow {
                handle: line.handle.to_string(),
                paid: ranges(numbers.into_iter()),
                before,
                text: line.text.clone(),
            }
        });
        Self { said: said.to_owned(), taken: taken.collect() }
    }
}

/// What was found in a text.
#[derive(Debug, Clone, Serialize)]
pub struct Found {
    pub lines: Vec<FoundLine>,
    /// How many can be marked paid.
    pub payable: usize,
    /// How many of them are ticked beforehand.
    pub ticked: usize,
    /// What the ticked ones pay for, formatted.
    pub sum: String,
    /// Whether there are lines of which a seller may say whose they are.
    pub asks: bool,
}

/// A line of the text.
#[derive(Debug, Clone, Serialize)]
pub struct FoundLine {
    pub line: usize,
    pub text: String,
    pub handle: Option<String>,
    pub amount: Option<String>,
    /// The verdict's code, for its colour.
    pub verdict: Verdict,
    pub words: &'static str,
    pub taken: Option<Moment>,
    /// What the form sends to mark it paid: the handle, the ids of the spots, the payer and the text; empty if it can't
    /// be.
    pub value: String,
    /// What ticking it does.
    pub tick: Tick,
    pub ticked: bool,
    /// Whether a seller may say whose it is.
    pub asks: bool,
    /// How much that pays for, in cents.
    pub cents: i64,
    pub pays: String,
    pub spots: usize,
}

/// What ticking a line does, by the name of its field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Tick {
    Payments,
    /// It counts although it was taken before.
    Again,
    /// It is remembered, and pays for nothing.
    Remember,
}

impl Tick {
    pub const ALL: [Self; 3] = [Self::Payments, Self::Again, Self::Remember];

    /// The name of its field.
    pub fn field(self) -> &'static str {
        match self {
            Self::Payments => "payments",
            Self::Again => "again",
            Self::Remember => "remember",
        }
    }
}

impl Found {
    /// Describes the lines; `price` is that of a spot, in cents.
    pub fn new(found: FoundPayments, price: i64, currency: &money::Currency) -> Self {
        let FoundPayments { lines, mut more } = found;
        let row = |line| {
            let line = MatchedLine::from(line);
            FoundLine::new(&line, more.remove(&line.line), (price, currency))
        };
        Self::of(lines.into_iter().map(row).collect(), currency)
    }

    /// Describes lines that are still to be taken.
    pub fn rest(lines: &[(Tick, Line)], price: i64, currency: &money::Currency) -> Self {
        let row = |((tick, line), number): (&(Tick, Line), usize)| FoundLine {
            words: if *tick == Tick::Remember { REMEMBER } else { "Not taken yet" },
            ..FoundLine::payable(number, (*tick, line), (price, currency))
        };
        Self::of(lines.iter().zip(1..).map(row).collect(), currency)
    }

    fn of(lines: Vec<FoundLine>, currency: &money::Currency) -> Self {
        let ticked = || lines.iter().filter(|line| line.ticked);
        Self {
            payable: lines.iter().filter(|line| line.spots > 0).count(),
            ticked: ticked().count(),
            sum: currency.format(ticked().map(|line| line.cents).sum()),
            asks: lines.iter().any(|line| line.asks),
            lines,
        }
    }
}

impl FoundLine {
    fn new(line: &MatchedLine, more: Option<OnRequest>, currency: (i64, &money::Currency)) -> Self {
        let (tick, spot_ids, ticked) = match more {
            Some(OnRequest::CountAgain(spot_ids)) => (Tick::Again, spot_ids, false),
            Some(OnRequest::Remember { spot_ids, sure }) => (Tick::Remember, spot_ids, sure),
            None => (Tick::Payments, line.spot_ids.clone(), line.sure),
        };
        let order = line.social_handle.clone().filter(|_| !spot_ids.is_empty()).map(|handle| Line {
            text: line.text.clone(),
            handle,
            spot_ids,
            again: tick == Tick::Again,
            payer: line.payer.clone(),
        });
        let row = match &order {
            Some(order) => Self::payable(line.line, (tick, order), currency),
            None => Self::bare(line.line, &line.text),
        };
        let (_, currency) = currency;
        Self {
            handle: line.social_handle.as_ref().map(ToString::to_string),
            amount: line.amount.map(|amount| currency.format(amount)),
            verdict: line.verdict,
            words: if row.tick == Tick::Remember { REMEMBER } else { words(line) },
            taken: line.taken_at.map(Moment::from),
            ticked,
            asks: matches!(line.verdict, Verdict::Unknown | Verdict::Several) && line.amount.is_some(),
            ..row
        }
    }

    fn payable(number: usize, (tick, line): (Tick, &Line), (price, currency): (i64, &money::Currency)) -> Self {
        let Line { text, handle, spot_ids, payer, .. } = line;
        let ids: Vec<String> = spot_ids.iter().map(ToString::to_string).collect();
        let counted = if tick == Tick::Remember { 0 } else { ids.len() };
        let cents = price.saturating_mul(i64::try_from(counted).unwrap_or_default());
        Self {
            handle: Some(handle.to_string()),
            value: format!("{handle}:{}:{}:{text}", ids.join(","), payer.as_deref().unwrap_or_default()),
            tick,
            ticked: true,
            cents,
            pays: if tick == Tick::Remember { String::new() } else { currency.format(cents) },
            spots: ids.len(),
            ..Self::bare(number, text)
        }
    }

    fn bare(line: usize, text: &str) -> Self {
        Self {
            line,
            text: text.to_owned(),
            handle: None,
            amount: None,
            verdict: Verdict::Exact,
            words: "",
            taken: None,
            value: String::new(),
            tick: Tick::Payments,
            ticked: false,
            asks: false,
            cents: 0,
            pays: String::new(),
            spots: 0,
        }
    }
}

const REMEMBER: &str = "Already paid: remember this line";

fn words(line: &MatchedLine) -> &'static str {
    match line.verdict {
        Verdict::Exact if !line.sure && line.matched_by == Some(MatchedBy::Payer) => {
            "Paid in full, by the payer’s name: look whether it’s them"
        }
        Verdict::Exact if !line.sure => "Paid in full, it seems: look whether it’s one payment",
        Verdict::Exact => "Paid in full",
        Verdict::NoAmount => "No amount: look up what was paid",
        Verdict::Part => "Partial payment, for the oldest spots",
        Verdict::Differs if line.amount.is_none() => "Several amounts, or another currency",
        Verdict::Differs => "Amount doesn’t match what is owed",
        Verdict::PaidAlready => "Owes nothing",
        Verdict::Unknown => "No buyer found",
        Verdict::Several => "More than one buyer",
        Verdict::Repeated if line.taken_at.is_some() => "Marked paid before",
        Verdict::Repeated => "Repeats an earlier line",
        Verdict::NotReceived => "Nothing came in",
    }
}
