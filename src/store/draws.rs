//! Draws that can be checked (`migrations/0006_draws.sql`): locking, voiding and deciding them.

pub mod reading;
pub mod replace;

use chrono::{DateTime, Utc};
use sqlx::postgres::PgPool;
use uuid::Uuid;
use waffle_domain::audit::AuditAction;
use waffle_domain::author::Author;
use waffle_domain::draw::beacon::{Chain, VerifiedRound};
use waffle_domain::draw::clock::{ClockCheck, Heard};
use waffle_domain::draw::entries::{Entries, NotEnough};
use waffle_domain::draw::how_won::{Lot, WinnersOrigin};
use waffle_domain::draw::locked::NotDecided;
use waffle_domain::draw::order::LockOrder;
use waffle_domain::draw::reason::Reason;
use waffle_domain::draw::round::Round;
use waffle_domain::draw::state::DrawState;
use waffle_domain::invalid::Invalid;
use waffle_domain::refusal::Refusal;
use waffle_domain::waffle::WaffleStatus;
use waffle_domain::wire::draw::{Draw, LedgerEntry};
use waffle_domain::wire::message::Message;

use crate::draw_ledger::add_to_ledger;
use crate::failure::StoreFailure;
use crate::loading::board;
use crate::waffle_change::WaffleChange;
use crate::winners::{self, WinnerOperation, WinnersSet};

/// The outcome of locking a draw.
#[derive(Debug, Clone, PartialEq)]
pub enum Locked {
    /// Done.
    Done(Box<DrawChanged>),
    /// There is no such waffle.
    NotFound,
    Archived,
    /// There are too few paid spots, or handles.
    NotEnough(NotEnough),
    /// If there were winners before, a reason is needed; and if there are prizes, each winner needs one.
    Invalid(Invalid),
    /// The newest round of the relays shows that the chosen one is about to appear: the clock of this service is slow.
    TooLate,
}

/// A draw after a change, with the waffle's newest sequence number.
#[derive(Debug, Clone, PartialEq)]
pub struct DrawChanged {
    pub draw: Draw,
    pub seq: i64,
}

/// The outcome of voiding a draw.
#[derive(Debug, Clone, PartialEq)]
pub enum Voided {
    /// Done.
    Done(Box<DrawChanged>),
    /// There is no such waffle, or no such draw.
    NotFound,
    Refused(Refusal),
}

/// The outcome of deciding a draw.
#[derive(Debug, Clone, PartialEq)]
pub enum Decided {
    /// Done.
    Done(Box<DrawChanged>),
    /// There is no such waffle, or no such draw.
    NotFound,
    /// It is drawn or voided already, or the round has not appeared yet.
    Refused(Refusal),
    /// The draw waits for another round.
    OtherRound(NotDecided),
}

/// A locked draw whose round has appeared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DueDraw {
    pub waffle_id: Uuid,
    pub number: i32,
    pub round: Round,
}

/// Returns why a waffle's row does not allow a draw to be locked, whatever its spots and the time; none if it does.
/// Fails with [`StoreFailure::DrawLocked`] if another draw is locked.
pub async fn refusal(
    pool: &PgPool,
    id: Uuid,
    order: &LockOrder,
    author: &Author,
    at: DateTime<Utc>,
) -> Result<Option<Locked>, StoreFailure> {
    match begin_lock(pool, id, order, author, at).await? {
        Ok(change) => {
            let ended = change.transaction.rollback().await;
            ended.map(|()| None).map_err(|e| StoreFailure::of_statement(&e).before_commit())
        }
        Err(refused) => Ok(Some(refused)),
    }
}

/// Begins to lock a draw, unless the waffle's row does not allow it. The row can't change from then on.
async fn begin_lock<'a>(
    pool: &PgPool,
    id: Uuid,
    order: &LockOrder,
    author: &'a Author,
    at: DateTime<Utc>,
) -> Result<Result<WaffleChange<'a>, Locked>, StoreFailure> {
    let Some(change) = WaffleChange::begin(pool, id, author, at).await? else { return Ok(Err(Locked::NotFound)) };
    if change.listed.waffle.archived {
        return Ok(Err(Locked::Archived));
    }
    if let Err(locked) = change.not_locked() {
        change.unchanged().await?;
        return Err(locked);
    }
    let reason = order.check_reason(&change.listed.waffle.draw);
    match reason.and_then(|()| order.check_prizes(winners_wanted(&change))) {
        Ok(()) => Ok(Ok(change)),
        Err(invalid) => Ok(Err(Locked::Invalid(invalid))),
    }
}

fn winners_wanted(change: &WaffleChange<'_>) -> usize {
    usize::try_from(change.listed.waffle.item_count).unwrap_or_default()
}

/// Locks the entries of a draw: fixes them, and the round that will decide. Its delay begins once nothing can change
/// the entries any more, so waiting for other transactions does not shorten it; the newest round that the relays
/// reported before must leave time for the round that is chosen then. Fails with [`StoreFailure::DrawLocked`] if
/// another draw is locked.
pub async fn lock(
    pool: &PgPool,
    id: Uuid,
    order: &LockOrder,
    (chain, heard): (&Chain, Heard),
    author: &Author,
    now: impl Fn() -> DateTime<Utc>,
) -> Result<Locked, StoreFailure> {
    let mut change = match begin_lock(pool, id, order, author, now()).await? {
        Ok(change) => change,
        Err(refused) => return Ok(refused),
    };
    let at = now();
    change.at = at;
    let board = board(&mut change.transaction, id).await.map_err(StoreFailure::before_commit)?;
    let entries = match order.entries(&board, winners_wanted(&change)) {
        Ok(entries) => entries,
        Err(too_few) => return Ok(Locked::NotEnough(too_few)),
    };
    let round = order.round(chain.timetable(), at);
    if heard.too_late(chain.timetable().time_of(round), at) {
        change.unchanged().await?;
        return Ok(Locked::TooLate);
    }
    let chosen = (chain, round, heard.check());
    let draw = insert(&mut change, order, (&entries, &order.excluded(&board)), chosen, at)
        .await
        .map_err(StoreFailure::before_commit)?;
    let entry = entry("locked", at, &draw, draw.reason.clone());
    add_to_ledger(&mut change, &entry).await.map_err(StoreFailure::before_commit)?;
    let detail = format!("{}: draw {}, {} entries, round {round}", slug(&change), draw.number, draw.entries_count);
    change.audit(AuditAction::LockDraw, &detail).await.map_err(StoreFailure::before_commit)?;
    let (seq, slug) = (change.next_seq(), slug(&change));
    change.message(Message::DrawLocked { seq, slug, waffle_id: id, draw: Box::new(draw.clone()) });
    let seq = change.commit().await?;
    Ok(Locked::Done(Box::new(DrawChanged { draw, seq })))
}

async fn insert(
    change: &mut WaffleChange<'_>,
    order: &LockOrder,
    (entries, excluded): (&Entries, &[i32]),
    (chain, round, clock): (&Chain, Round, ClockCheck),
    at: DateTime<Utc>,
) -> Result<Draw, StoreFailure> {
    let (id, item_count) = (change.listed.waffle.id, change.listed.waffle.item_count);
    let count = i32::try_from(entries.as_slice().len()).unwrap_or(i32::MAX);
    let number: i32 = sqlx::query_scalar("SELECT coalesce(max(number), 0) + 1 FROM draws WHERE waffle_id = $1")
        .bind(id)
        .fetch_one(&mut *change.transaction)
        .await?;
    let (round_at, round) = (
        chain.timetable().time_of(round),
        i64::try_from(round.get()).map_err(|e| StoreFailure::Broken(e.to_string()))?,
    );
    sqlx::query(
        "INSERT INTO draws (waffle_id, number, reason, locked_at, chain, round, round_at, entries, entries_count,
            entries_sha256, excluded, item_count, one_win_per_handle, alternates, prizes, clock)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)",
    )
    .bind(id)
    .bind(number)
    .bind(order.reason().map(Reason::as_str))
    .bind(at)
    .bind(chain.hash().to_string())
    .bind(round)
    .bind(round_at)
    .bind(entries.text())
    .bind(count)
    .bind(entries.sha256().to_string())
    .bind(excluded)
    .bind(item_count)
    .bind(order.one_win_per_handle())
    .bind(order.alternates())
    .bind(order.prizes())
    .bind(clock.as_str())
    .execute(&mut *change.transaction)
    .await?;
    let lock = "UPDATE waffles
        SET draw_round_at = $2, draw_round = $3, draw_number = $4, draw_entries = $5, draw_chain = $6 WHERE id = $1";
    sqlx::query(lock)
        .bind(id)
        .bind(round_at)
        .bind(round)
        .bind(number)
        .bind(count)
        .bind(chain.hash().to_string())
        .execute(&mut *change.transaction)
        .await?;
    reading::one(&mut change.transaction, id, number)
        .await?
        .ok_or_else(|| StoreFailure::Broken("a draw is gone".into()))
}

/// Voids a draw, up to five seconds before its round appears, by the clock of this service and by what the relays
/// reported.
pub async fn void(
    pool: &PgPool,
    (id, number): (Uuid, i32),
    reason: &Reason,
    heard: Heard,
    author: &Author,
    now: impl Fn() -> DateTime<Utc>,
) -> Result<Voided, StoreFailure> {
    let Some(mut change) = WaffleChange::begin(pool, id, author, now()).await? else { return Ok(Voided::NotFound) };
    let at = now();
    change.at = at;
    let draw = reading::one(&mut change.transaction, id, number).await.map_err(StoreFailure::before_commit)?;
    let Some(draw) = draw else { return Ok(Voided::NotFound) };
    let too_late = if heard.too_late(draw.round_at, at) { Err(Refusal::TooLateToVoid) } else { Ok(()) };
    if let Err(refused) = state(&draw).void(draw.round_at, at).and(too_late) {
        change.unchanged().await?;
        return Ok(Voided::Refused(refused));
    }
    let clock = match heard.check() {
        ClockCheck::Checked => draw.clock.clone(),
        unchecked @ ClockCheck::Unchecked => unchecked.as_str().to_owned(),
    };
    let draw = Draw { state: DrawState::Void.as_str().into(), voided_at: Some(at), clock, ..draw };
    sqlx::query("UPDATE draws SET state = 'void', voided_at = $3, clock = $4 WHERE waffle_id = $1 AND number = $2")
        .bind(id)
        .bind(number)
        .bind(at)
        .bind(&draw.clock)
        .execute(&mut *change.transaction)
        .await
        .map_err(|e| StoreFailure::of_statement(&e).before_commit())?;
    unlock(&mut change).await.map_err(StoreFailure::before_commit)?;
    let entry = entry("voided", at, &draw, Some(reason.as_str().to_owned()));
    add_to_ledger(&mut change, &entry).await.map_err(StoreFailure::before_commit)?;
    let detail = format!("{}: draw {number}: {}", slug(&change), reason.as_str());
    change.audit(AuditAction::VoidDraw, &detail).await.map_err(StoreFailure::before_commit)?;
    let (seq, slug) = (change.next_seq(), slug(&change));
    change.message(Message::DrawVoided { seq, slug, waffle_id: id, draw: Box::new(draw.clone()) });
    let seq = change.commit().await?;
    Ok(Voided::Done(Box::new(DrawChanged { draw, seq })))
}

/// Decides a draw with its round, and sets the winners as [`winners::set`](crate::winners::set) does. The audit log
/// names the account that submitted the round, but no one as the one who set the winners.
pub async fn decide(
    pool: &PgPool,
    id: Uuid,
    number: i32,
    round: &VerifiedRound,
    handed_in_by: Option<&Author>,
    at: DateTime<Utc>,
) -> Result<Decided, StoreFailure> {
    let Some(mut change) = WaffleChange::begin(pool, id, handed_in_by, at).await? else { return Ok(Decided::NotFound) };
    let draw = reading::one(&mut change.transaction, id, number).await.map_err(StoreFailure::before_commit)?;
    let Some(draw) = draw else { return Ok(Decided::NotFound) };
    if let Err(refused) = state(&draw).draw(draw.round_at, at) {
        change.unchanged().await?;
        return Ok(Decided::Refused(refused));
    }
    let locked = reading::locked(&mut change.transaction, id, number).await.map_err(StoreFailure::before_commit)?;
    let result = match locked.decide(round) {
        Ok(result) => result,
        Err(other) => return Ok(Decided::OtherRound(other)),
    };
    unlock(&mut change).await.map_err(StoreFailure::before_commit)?;
    if handed_in_by.is_some() {
        let detail = format!("{}: draw {number}, round {}", slug(&change), round.round());
        change.audit(AuditAction::HandInRound, &detail).await.map_err(StoreFailure::before_commit)?;
    }
    let numbers = result.numbers();
    let wanted = numbers.iter().copied().map(i64::from).collect();
    let operation = match change.listed.waffle.status {
        WaffleStatus::Active => WinnerOperation::Set(wanted),
        WaffleStatus::Completed => WinnerOperation::Change(wanted),
    };
    change.by_nobody();
    let lot = Lot { number, private_chain: draw.private_chain };
    let origin = (WinnersOrigin::Draw(lot), draw.prizes.clone());
    if let WinnersSet::Invalid(invalid) = winners::draw(&mut change, &operation, origin, at).await? {
        return Err(StoreFailure::Broken(format!("a draw's winners are refused: {invalid:?}")));
    }
    let draw = Draw {
        state: DrawState::Drawn.as_str().into(),
        signature: Some(result.signature.to_string()),
        randomness: Some(result.randomness.to_string()),
        winning_social_handles: result.handles(),
        alternate_spot_numbers: result.alternate_numbers(),
        alternate_social_handles: result.alternate_handles(),
        winning_spot_numbers: numbers,
        drawn_at: Some(at),
        ..draw
    };
    write(&mut change, &draw).await.map_err(StoreFailure::before_commit)?;
    let entry = entry("drawn", at, &draw, None);
    add_to_ledger(&mut change, &entry).await.map_err(StoreFailure::before_commit)?;
    let seq = change.commit().await?;
    Ok(Decided::Done(Box::new(DrawChanged { draw, seq })))
}

async fn write(change: &mut WaffleChange<'_>, draw: &Draw) -> Result<(), StoreFailure> {
    sqlx::query(
        "UPDATE draws SET state = 'drawn', signature = $3, randomness = $4, winning_spot_numbers = $5,
            winning_social_handles = $6, drawn_at = $7, alternate_spot_numbers = $8, alternate_social_handles = $9
         WHERE waffle_id = $1 AND number = $2",
    )
    .bind(change.listed.waffle.id)
    .bind(draw.number)
    .bind(&draw.signature)
    .bind(&draw.randomness)
    .bind(&draw.winning_spot_numbers)
    .bind(&draw.winning_social_handles)
    .bind(draw.drawn_at)
    .bind(&draw.alternate_spot_numbers)
    .bind(&draw.alternate_social_handles)
    .execute(&mut *change.transaction)
    .await?;
    Ok(())
}

/// Lets the entries change again.
async fn unlock(change: &mut WaffleChange<'_>) -> Result<(), StoreFailure> {
    change.listed.waffle.draw.locked = None;
    let unlock = "UPDATE waffles SET draw_round_at = NULL, draw_round = NULL, draw_number = NULL, draw_entries = NULL,
        draw_chain = NULL WHERE id = $1";
    sqlx::query(unlock).bind(change.listed.waffle.id).execute(&mut *change.transaction).await?;
    Ok(())
}

pub(crate) fn entry(kind: &str, at: DateTime<Utc>, draw: &Draw, reason: Option<String>) -> LedgerEntry {
    LedgerEntry {
        kind: kind.into(),
        at,
        number: Some(draw.number),
        winning_spot_numbers: draw.winning_spot_numbers.clone(),
        winning_social_handles: draw.winning_social_handles.clone(),
        reason,
    }
}

fn state(draw: &Draw) -> DrawState {
    match (draw.drawn_at, draw.voided_at) {
        (Some(_), _) => DrawState::Drawn,
        (None, Some(_)) => DrawState::Void,
        (None, None) => DrawState::Locked,
    }
}

fn slug(change: &WaffleChange<'_>) -> String {
    change.listed.waffle.slug.clone()
}
