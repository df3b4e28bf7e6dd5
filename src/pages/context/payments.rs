//! Payments that a seller pasted: what was found in them, and what was taken.

use std::collections::{BTreeMap, HashSet};

use serde::Serialize;
use waffle_domain::handle::Handle;
use waffle_domain::money;
use waffle_domain::payments_text::{MatchedBy, PayerName, PaymentLine, Verdict};
use waffle_domain::refusal::Refusal;
use waffle_domain::spot_ranges::ranges;
use waffle_language::{Amount, Text, say};
use waffle_service::actions::payments::{FoundPayments, Line, OnRequest};
use waffle_service::actions::spots::changed;
use waffle_service::failure::Failure;
use waffle_store::payments::{LineResult, LineUse};

use crate::context::Moment;
use crate::context::form::Field;
use crate::templates::Values;

/// The handles that were typed next to lines that are not shown now.
pub fn kept_who(found: Option<&Found>, who: &BTreeMap<usize, String>) -> Vec<Values> {
    let lines = found.iter().flat_map(|found| &found.lines);
    let shown: HashSet<usize> = lines.filter(|line| line.who.is_some()).map(|line| line.line).collect();
    let kept = who.iter().filter(|(line, _)| !shown.contains(line));
    kept.map(|(line, typed)| values! { line, typed }).collect()
}

/// The payments taken before it stopped.
#[derive(Debug, Clone, Serialize)]
pub struct Stopped {
    /// How far it got.
    pub how_far: Text,
    /// What to do.
    pub what_now: Text,
    /// Whether it took any line.
    pub midway: bool,
    /// The lines that were taken.
    pub taken: Vec<Values>,
}

impl Stopped {
    /// Describes the lines that were reached.
    pub fn new(lines: &[Line], results: &[LineResult], refused: &Failure) -> Self {
        let taken = lines.iter().zip(results).map(|(line, result)| {
            let (idle, paid) = match result {
                LineResult::TakenBefore => (say!("paste-idle-before"), Vec::new()),
                LineResult::Remembered => (say!("paste-idle-remembered"), Vec::new()),
                LineResult::NotRemembered => (say!("paste-idle-not-remembered"), Vec::new()),
                LineResult::Judged(results) => (say!("paste-idle-nothing"), changed(results.clone())),
            };
            let mut numbers: Vec<u32> = paid.iter().map(|change| change.number.unsigned_abs()).collect();
            numbers.sort_unstable();
            // `idle` says why a line pays for nothing, if it does.
            values! { handle: line.handle, paid: ranges(numbers.into_iter()), idle, text: line.text }
        });
        Self {
            how_far: how_far(results.len(), lines.len(), refused),
            what_now: what_now(refused),
            midway: !results.is_empty(),
            taken: taken.collect(),
        }
    }
}

/// Says how many lines are done. If the answer to the last ones was lost, they may be done as well.
fn how_far(done: usize, all: usize, refused: &Failure) -> Text {
    let unknown = refused.refusal == Refusal::OutcomeUnknown;
    match (done, all) {
        (0, 1) if unknown => say!("paste-unknown-one"),
        (0, _) if unknown => say!("paste-unknown-which", all),
        (0, 1) => say!("paste-not-done"),
        (0, _) => say!("paste-none-done", all),
        _ if unknown => say!("paste-least-done", done, all),
        _ => say!("paste-done", done, all),
    }
}

fn what_now(refused: &Failure) -> Text {
    match refused.refusal {
        Refusal::DrawLocked { .. } => say!("paste-then-locked"),
        Refusal::PayOneByOne => say!("paste-then-drawn"),
        _ => say!("paste-go-on"),
    }
}

/// The payments found in a text.
#[derive(Debug, Clone, Serialize)]
pub struct Found {
    pub lines: Vec<FoundLine>,
    /// How many can be marked paid.
    pub payable: usize,
    /// How many of them are ticked beforehand.
    pub ticked: usize,
    /// What the ticked ones pay for.
    pub sum: Amount,
    /// Whether there are lines whose buyer a seller may enter.
    pub asks: bool,
}

/// A line of the text.
#[derive(Debug, Clone, Default, Serialize)]
pub struct FoundLine {
    pub line: usize,
    pub text: String,
    pub handle: Option<String>,
    pub amount: Option<Amount>,
    /// The verdict's code, for its colour.
    pub verdict: Verdict,
    /// What is known about it; `None` if that is when it was marked paid before.
    pub words: Option<Text>,
    pub taken: Option<Moment>,
    /// The value that the form sends to mark it paid: the handle, the ids of the spots, the payer and the text; empty
    /// if it can't be marked.
    pub value: String,
    /// The name of its checkbox, which says what ticking it does.
    pub tick: &'static str,
    pub ticked: bool,
    /// Where a seller may enter the line's buyer: the typed text.
    pub who: Option<Field>,
    /// How much that pays for, in cents.
    pub cents: i64,
    /// The same as an amount; `None` if the line is only to be remembered.
    pub pays: Option<Amount>,
    pub spots: usize,
}

/// What ticking a line does.
pub const USES: [LineUse; 3] = [LineUse::Once, LineUse::Again, LineUse::Remember];

/// The name of the checkbox for it.
pub fn tick(line_use: LineUse) -> &'static str {
    match line_use {
        LineUse::Once => "payments",
        LineUse::Again => "again",
        LineUse::Remember => "remember",
    }
}

impl Found {
    /// Describes the lines, with the typed buyers by the lines' numbers; `price` is that of a spot, in cents.
    pub fn new(found: FoundPayments, typed: &BTreeMap<usize, String>, price: i64, currency: &money::Currency) -> Self {
        let FoundPayments { lines, mut more } = found;
        let row = |line: PaymentLine| {
            let who = who(&line, typed.get(&line.line));
            FoundLine { who, ..FoundLine::new(&line, more.remove(&line.line), (price, currency)) }
        };
        Self::of(lines.into_iter().map(row).collect(), currency)
    }

    /// Describes lines that are still to be taken.
    pub fn rest(lines: &[Line], price: i64, currency: &money::Currency) -> Self {
        let row = |(line, number): (&Line, usize)| FoundLine {
            words: Some(if line.line_use == LineUse::Remember { remember() } else { say!("paste-not-taken") }),
            ..FoundLine::payable(number, line, (price, currency))
        };
        Self::of(lines.iter().zip(1..).map(row).collect(), currency)
    }

    fn of(lines: Vec<FoundLine>, currency: &money::Currency) -> Self {
        let ticked = || lines.iter().filter(|line| line.ticked);
        Self {
            payable: lines.iter().filter(|line| line.spots > 0).count(),
            ticked: ticked().count(),
            sum: currency.amount(ticked().map(|line| line.cents).sum()),
            asks: lines.iter().any(|line| line.who.is_some()),
            lines,
        }
    }
}

impl FoundLine {
    fn new(line: &PaymentLine, more: Option<OnRequest>, currency: (i64, &money::Currency)) -> Self {
        let (line_use, spot_ids) = match more {
            Some(OnRequest::CountAgain(spot_ids)) => (LineUse::Again, spot_ids),
            Some(OnRequest::Remember(spot_ids)) => (LineUse::Remember, spot_ids),
            None => (LineUse::Once, line.spot_ids.clone()),
        };
        let order = line.handle.clone().filter(|_| !spot_ids.is_empty()).map(|handle| Line {
            text: line.text.clone(),
            handle,
            spot_ids,
            line_use,
            payer: line.payer.as_ref().map(PayerName::as_str).map(ToOwned::to_owned),
        });
        let row = match &order {
            Some(order) => Self::payable(line.line, order, currency),
            None => Self::bare(line.line, &line.text),
        };
        let (_, currency) = currency;
        Self {
            handle: line.handle.as_ref().map(ToString::to_string),
            amount: line.amount.map(|amount| currency.amount(amount)),
            verdict: line.verdict,
            words: if line_use == LineUse::Remember { Some(remember()) } else { words(line) },
            taken: line.taken_at.map(Moment::from),
            // Lines that are no payment, or were taken, are never ticked beforehand.
            ticked: line_use == LineUse::Once && line.sure,
            ..row
        }
    }

    fn payable(number: usize, line: &Line, (price, currency): (i64, &money::Currency)) -> Self {
        let Line { text, handle, spot_ids, line_use, payer } = line;
        let ids: Vec<String> = spot_ids.iter().map(ToString::to_string).collect();
        let counted = if *line_use == LineUse::Remember { 0 } else { ids.len() };
        let cents = price.saturating_mul(i64::try_from(counted).unwrap_or_default());
        Self {
            handle: Some(handle.to_string()),
            value: format!("{handle}:{}:{}:{text}", ids.join(","), payer.as_deref().unwrap_or_default()),
            tick: tick(*line_use),
            ticked: true,
            cents,
            pays: (*line_use != LineUse::Remember).then(|| currency.amount(cents)),
            spots: ids.len(),
            ..Self::bare(number, text)
        }
    }

    fn bare(line: usize, text: &str) -> Self {
        Self { line, text: text.to_owned(), tick: tick(LineUse::Once), ..Self::default() }
    }
}

/// The field for a line's buyer: where the buyer is unknown, and where one was typed.
fn who(line: &PaymentLine, typed: Option<&String>) -> Option<Field> {
    let unknown = matches!(line.verdict, Verdict::Unknown | Verdict::Several) && line.amount.is_some();
    let Some(typed) = typed else { return unknown.then(Field::default) };
    Some(match Handle::typed(typed) {
        Err(_) => Field::refused(typed, say!("paste-no-handle")),
        Ok(handle) if line.handle.as_ref() == Some(&handle) => Field::new(typed),
        Ok(_) => Field::refused(typed, say!("paste-no-such-buyer")),
    })
}

fn remember() -> Text {
    say!("paste-remember")
}

fn words(line: &PaymentLine) -> Option<Text> {
    Some(match line.verdict {
        Verdict::Exact if !line.sure && line.matched_by == Some(MatchedBy::Payer) => say!("paste-exact-by-payer"),
        Verdict::Exact if !line.sure => say!("paste-exact-perhaps"),
        Verdict::Exact => say!("paste-exact"),
        Verdict::NoAmount => say!("paste-no-amount"),
        Verdict::Part => say!("paste-part"),
        Verdict::Differs if line.amount.is_none() => say!("paste-several-amounts"),
        Verdict::Differs => say!("paste-differs"),
        Verdict::PaidAlready => say!("paste-owes-nothing"),
        Verdict::Unknown => say!("paste-unknown"),
        Verdict::Several => say!("paste-several"),
        Verdict::Repeated if line.taken_at.is_some() => return None,
        Verdict::Repeated => say!("paste-repeats"),
        Verdict::NotReceived => say!("paste-not-received"),
    })
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use waffle_domain::refusal::Refusal;
    use waffle_service::failure::Failure;

    use super::{Stopped, how_far, what_now};

    #[test]
    fn how_far_it_got_is_said_of_none_one_and_many() {
        let known = || Refusal::DatabaseUnavailable.into();
        let unknown = Failure::outcome_unknown;
        for (done, all, refused, said) in [
            (0, 1, known(), "The line isn’t done."),
            (0, 2, known(), "None of the 2 lines are done."),
            (1, 2, known(), "1 of 2 lines are done."),
            (1_000, 1_001, known(), "1,000 of 1,001 lines are done."),
            (0, 1, unknown(), "We don’t know yet whether the line is done."),
            (0, 60, unknown(), "We don’t know yet which of the 60 lines are done."),
            (50, 60, unknown(), "At least 50 of 60 lines are done."),
            (50, 60, Refusal::PayOneByOne.into(), "50 of 60 lines are done."),
        ] {
            assert_eq!(how_far(done, all, &refused).to_string(), said);
        }
        let stopped = Stopped::new(&[], &[], &unknown());
        let what_now_said = stopped.what_now.to_string();
        assert!(!stopped.midway && what_now_said.ends_with("Press the button to continue."), "{what_now_said}");
        assert!(
            what_now(&Refusal::DrawLocked { round_at: DateTime::UNIX_EPOCH }.into())
                .to_string()
                .starts_with("Then a draw was locked")
        );
        assert!(what_now(&Refusal::PayOneByOne.into()).to_string().starts_with("Then the winners were drawn"));
    }
}
