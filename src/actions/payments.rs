//! Payments that sellers paste as text: what is found in it, and taking the lines.

use std::collections::{HashMap, HashSet};

use tokio::time::{Instant, timeout_at};
use uuid::Uuid;
use waffle_domain::author::Author;
use waffle_domain::board::Board;
use waffle_domain::handle::Handle;
use waffle_domain::payments_text::{self, MAX_TEXT, MatchedBy, PayerName, PaymentLine, Remembered, TextLine, Verdict};
use waffle_domain::spot::SpotStatus;
use waffle_domain::time_limits::{PAYMENTS, PAYMENTS_PARTS};
use waffle_domain::waffle::WaffleStatus;
use waffle_store::payers;
use waffle_store::payments::{LineHash, LineOrder, LineResult, PaymentsOrder, taken};
use waffle_store::spots::SpotResult;

use crate::actions::spots::SpotRefused;
use crate::actions::waffles::by_id;
use crate::actions::{Services, money_desk};
use crate::web::error::Failure;
use crate::web::refusal::of_read;

/// The most lines that are taken at once.
const MOST_LINES: usize = 1_000;
/// The most spots of a line.
const MOST_SPOTS: usize = 3_000;
/// The most lines of one transaction, and the spots after which no other line is added to it, since claims wait for it.
const LINES_AT_ONCE: usize = 50;
const SPOTS_AT_ONCE: usize = 1_000;

/// A line that pays for spots.
#[derive(Debug, Clone)]
pub struct Line {
    pub text: String,
    /// Whose spots they are.
    pub handle: Handle,
    pub spot_ids: Vec<i64>,
    /// Whether it counts although it was taken before.
    pub again: bool,
    /// The payer's name, as a match told it; otherwise it is looked for in the text.
    pub payer: Option<String>,
}

/// What a text says.
pub struct FoundPayments {
    pub lines: Vec<PaymentLine>,
    /// What lines would do that pay for nothing unless a seller says so, by their numbers.
    pub more: HashMap<usize, OnRequest>,
}

/// What a line does if a seller says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OnRequest {
    /// Its money was counted by hand: it is remembered with these paid spots, so that it counts nowhere else. `sure`
    /// unless it is the first time that the payer's name counts.
    Remember { spot_ids: Vec<i64>, sure: bool },
    /// It was taken before, and would pay for these.
    CountAgain(Vec<i64>),
}

/// What became of lines, in their order.
pub struct Taken {
    /// Of as many as were reached.
    pub results: Vec<LineResult>,
    /// What kept the others from being taken.
    pub stopped: Option<SpotRefused>,
}

/// Finds the payments of a text. Changes nothing. `chosen` are handles that the seller named for lines.
pub async fn find(
    services: &Services,
    waffle_id: Uuid,
    text: &str,
    chosen: impl IntoIterator<Item = (usize, Handle)>,
) -> Result<FoundPayments, Failure> {
    let snapshot = by_id(services, waffle_id).await?;
    let lines = payments_text::read(payments_text::parse(text)?);
    let remembered = Remembered { chosen: chosen.into_iter().collect(), ..remembered(services, &lines).await? };
    let buyers = money_desk::buyers(services, &snapshot).await?;
    let found = payments_text::match_payments(&lines, &buyers, &services.currency, &remembered);
    let is_before = |line: &&PaymentLine| line.verdict == Verdict::Repeated && line.taken_at.is_some();
    let before: HashSet<usize> = found.iter().filter(is_before).map(|line| line.line).collect();
    let again: Vec<TextLine> = lines.into_iter().filter(|line| before.contains(&line.line)).collect();
    let remembered = Remembered { taken: HashMap::new(), ..remembered };
    let again = payments_text::match_payments(&again, &buyers, &services.currency, &remembered);
    let again = again.into_iter().filter(|line| !line.spot_ids.is_empty());
    let mut more: HashMap<usize, OnRequest> =
        again.map(|line| (line.line, OnRequest::CountAgain(line.spot_ids))).collect();
    more.extend(found.iter().filter_map(|line| Some((line.line, remember(line, &snapshot.board, &remembered)?))));
    Ok(FoundPayments { lines: found, more })
}

/// What a line of somebody who has paid does: with the buyer's paid spots, it is remembered.
fn remember(line: &PaymentLine, board: &Board, remembered: &Remembered) -> Option<OnRequest> {
    let handle = line.handle.as_ref().filter(|_| line.verdict == Verdict::PaidAlready)?;
    let paid = board.spots().filter(|it| it.handle() == Some(handle) && it.status() == SpotStatus::Paid);
    let spot_ids: Vec<i64> = paid.map(|spot| spot.id).take(MOST_SPOTS).collect();
    let payers = || remembered.payers.get(line.payer.as_ref()?.key());
    let known = || payers().is_some_and(|known| known.iter().any(|(of, sure)| of == handle && *sure));
    let sure = line.matched_by == Some(MatchedBy::Handle) || known();
    (!spot_ids.is_empty()).then_some(OnRequest::Remember { spot_ids, sure })
}

async fn remembered(services: &Services, lines: &[TextLine]) -> Result<Remembered, Failure> {
    let hashes: Vec<LineHash> = lines.iter().map(|line| services.claim_keys.line(&line.text)).collect();
    let taken = taken(&services.pool, &hashes).await.map_err(of_read)?;
    let at = lines.iter().zip(&hashes).filter_map(|(line, hash)| Some((line.line, *taken.get(hash)?)));
    let names: Vec<PayerName> = lines.iter().filter_map(|line| line.payer(&services.currency)).collect();
    let keys: Vec<&str> = names.iter().map(PayerName::key).collect();
    let payers = payers::known(&services.pool, &keys).await.map_err(of_read)?;
    Ok(Remembered { taken: at.collect(), payers, chosen: HashMap::new() })
}

/// Checks how many lines there are, and what is in them.
pub fn check(lines: &[Line]) -> Result<(), Failure> {
    if !(1..=MOST_LINES).contains(&lines.len()) {
        return Err(Failure::invalid("lines", "Name 1 to 1,000 lines."));
    }
    for line in lines {
        if line.text.trim().is_empty() || line.text.len() > MAX_TEXT {
            return Err(Failure::invalid("lines", "Each line has its text, of up to 64 KiB."));
        }
        if !(1..=MOST_SPOTS).contains(&line.spot_ids.len()) {
            return Err(Failure::invalid("lines", "Each line names 1 to 3,000 spots by their ids."));
        }
    }
    Ok(())
}

/// Marks the spots of lines paid, and remembers the lines and their payers. A line that was taken before is left out.
/// Goes some lines at a time, so that claims go on, and as far as the time of a request allows: a repeat takes what is
/// left.
pub async fn take(services: &Services, author: Author, waffle_id: Uuid, lines: Vec<Line>) -> Result<Taken, Failure> {
    let begun = Instant::now();
    let snapshot = by_id(services, waffle_id).await?;
    let mut taken = Taken { results: Vec::new(), stopped: None };
    if let Some(locked) = &snapshot.waffle.draw.locked {
        taken.stopped = Some(SpotRefused::Locked(locked.round_at));
    } else if snapshot.waffle.status == WaffleStatus::Completed {
        taken.stopped = Some(SpotRefused::NotActive);
    }
    let mut lines = lines.into_iter().map(|line| order(services, line)).peekable();
    while taken.stopped.is_none() && lines.peek().is_some() {
        if begun.elapsed() > PAYMENTS_PARTS {
            taken.stopped = Some(Failure::outcome_unknown().into());
            break;
        }
        let (mut part, mut spots) = (Vec::new(), 0);
        while part.len() < LINES_AT_ONCE && spots < SPOTS_AT_ONCE {
            let Some(line) = lines.next() else { break };
            spots += line.spot_ids.len();
            part.push(line);
        }
        let part = PaymentsOrder { id: Uuid::now_v7(), waffle_id, lines: part, author: author.clone() };
        match timeout_at(begun + PAYMENTS, services.waffles.take_payments(part)).await {
            Ok(Ok(results)) => match refused(&results) {
                Some(refused) => taken.stopped = Some(refused),
                None => taken.results.extend(results),
            },
            Ok(Err(refusal)) => taken.stopped = Some(Failure::from(refusal).into()),
            Err(_) => taken.stopped = Some(Failure::outcome_unknown().into()),
        }
    }
    Ok(taken)
}

/// Adds what has to be known of a line: its hash, and the payer, unless the handle stands in it.
fn order(services: &Services, line: Line) -> LineOrder {
    let Line { text, handle, spot_ids, again, payer } = line;
    let payer = if payments_text::names(&text, &handle) { None } else { payer_of(services, &text, payer.as_deref()) };
    LineOrder { hash: services.claim_keys.line(&text), handle, spot_ids, again, payer }
}

/// Finds the payer's name. One that was told has to stand in the text, compared word by word: a name keeps the dots
/// within its initials.
fn payer_of(services: &Services, text: &str, told: Option<&str>) -> Option<PayerName> {
    let Some(told) = told else {
        return payments_text::read(text).first()?.payer(&services.currency);
    };
    let all = payments_text::words(text);
    PayerName::parse(told).filter(|payer| all.contains(&payments_text::words(payer.key())))
}

/// Why no line of a transaction was taken, if one was refused because of the waffle.
fn refused(results: &[LineResult]) -> Option<SpotRefused> {
    let judged =
        results.iter().filter_map(|line| if let LineResult::Judged(spots) = line { Some(spots) } else { None });
    judged.flatten().find_map(|result| match result {
        SpotResult::NotActive(_) => Some(SpotRefused::NotActive),
        SpotResult::Locked { round_at, .. } => Some(SpotRefused::Locked(*round_at)),
        _ => None,
    })
}
