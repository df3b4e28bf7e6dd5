//! Payments that sellers paste as text: finding them in it, and taking the lines.

mod lines;

use std::collections::{HashMap, HashSet};

use tokio::time::{Instant, timeout_at};
use uuid::Uuid;
use waffle_domain::author::Author;
use waffle_domain::board::Board;
use waffle_domain::handle::Handle;
use waffle_domain::payments_text::{self, PaymentLine, Remembered, TextLine, Verdict};
use waffle_domain::refusal::Refusal;
use waffle_domain::spot::SpotStatus;
use waffle_domain::timeouts::{PAYMENTS, PAYMENTS_PARTS};
use waffle_store::payers;
use waffle_store::payments::{LineHash, LineResult, PaymentsOrder, taken};

pub use lines::{Line, check};

use crate::actions::spots::{self, refused_now};
use crate::actions::waffles::by_id;
use crate::actions::{Services, money_desk};
use crate::failure::{Failure, of_read};

/// The most lines of one transaction, and the number of spots at which it takes no further line, since claims wait for
/// it.
const LINES_AT_ONCE: usize = 50;
const SPOTS_AT_ONCE: usize = 1_000;

/// The payments found in a text.
pub struct FoundPayments {
    pub lines: Vec<PaymentLine>,
    /// The actions that the seller may choose for lines that pay for nothing, by the lines' numbers.
    pub more: HashMap<usize, OnRequest>,
}

/// The action of a line if the seller chooses it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OnRequest {
    /// Its money was counted by hand: it is stored with these paid spots, so that it counts nowhere else.
    Remember(Vec<i64>),
    /// It was taken before, and would pay for these.
    CountAgain(Vec<i64>),
}

/// The results of lines, in their order.
pub struct Taken {
    /// For the lines that were reached.
    pub results: Vec<LineResult>,
    /// Why the others were not taken.
    pub stopped: Option<Failure>,
}

/// Finds the payments in a text. Changes nothing. `chosen` are handles that the seller picked for lines.
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
    more.extend(found.iter().filter_map(|line| Some((line.line, remember(line, &snapshot.board)?))));
    Ok(FoundPayments { lines: found, more })
}

/// Returns the action for a line of a buyer who has paid: it is stored with the buyer's paid spots.
fn remember(line: &PaymentLine, board: &Board) -> Option<OnRequest> {
    let handle = line.handle.as_ref().filter(|_| line.verdict == Verdict::PaidAlready)?;
    let paid = board.spots().filter(|it| it.handle() == Some(handle) && it.status() == SpotStatus::Paid);
    let spot_ids: Vec<i64> = paid.map(|spot| spot.id).collect();
    (!spot_ids.is_empty()).then_some(OnRequest::Remember(spot_ids))
}

async fn remembered(services: &Services, lines: &[TextLine]) -> Result<Remembered, Failure> {
    let hashes: Vec<LineHash> = lines.iter().map(|line| services.receipt_tokens.line(&line.text)).collect();
    let taken = taken(&services.pool, &hashes).await.map_err(of_read)?;
    let at = lines.iter().zip(&hashes).filter_map(|(line, hash)| Some((line.line, *taken.get(hash)?)));
    let keys: HashSet<String> = lines.iter().flat_map(|line| line.payer_keys(&services.currency)).collect();
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    let payers = payers::known(&services.pool, &keys).await.map_err(of_read)?;
    Ok(Remembered { taken: at.collect(), payers, chosen: HashMap::new() })
}

/// Marks the spots of lines paid, and stores the lines and their payers. A line that was taken before is left out. It
/// takes some lines at a time, so that claims go on, and stops when the request's time is used up: a repeat takes the
/// rest.
pub async fn take(services: &Services, author: Author, waffle_id: Uuid, lines: Vec<Line>) -> Result<Taken, Failure> {
    let begun = Instant::now();
    let snapshot = by_id(services, waffle_id).await?;
    let mut taken = Taken { results: Vec::new(), stopped: refused_now(&snapshot.waffle).map(Failure::from) };
    let mut lines = lines.into_iter().map(|line| line.order(services)).peekable();
    while taken.stopped.is_none() && lines.peek().is_some() {
        if begun.elapsed() > PAYMENTS_PARTS {
            taken.stopped = Some(Refusal::DatabaseUnavailable.into());
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
            Ok(Err(failure)) => taken.stopped = Some(failure),
            Err(_) => taken.stopped = Some(Failure::outcome_unknown()),
        }
    }
    Ok(taken)
}

/// Why no line of a transaction was taken, if the waffle's state refused one.
fn refused(results: &[LineResult]) -> Option<Failure> {
    let judged =
        results.iter().filter_map(|line| if let LineResult::Judged(spots) = line { Some(spots) } else { None });
    judged.flatten().find_map(spots::refused).map(Failure::from)
}
