//! Draws that can be checked (`migrations/0006_draws.sql`): locking, voiding and deciding them.

pub mod reading;
pub mod replace;

use crate::pools::PgPool;
use chrono::{DateTime, Utc};
use uuid::Uuid;
use waffle_domain::audit::AuditAction;
use waffle_domain::author::{Author, By};
use waffle_domain::draw::beacon::{Chain, VerifiedRound};
use waffle_domain::draw::clock::{ClockCheck, Heard};
use waffle_domain::draw::entries::Entries;
use waffle_domain::draw::how_won::{Lot, WinnersOrigin};
use waffle_domain::draw::lock_order::LockOrder;
use waffle_domain::draw::locked::NotDecided;
use waffle_domain::draw::reason::Reason;
use waffle_domain::draw::round::Round;
use waffle_domain::draw::state_and_deadlines::DrawState;
use waffle_domain::refusal::Refusal;
use waffle_domain::waffle::WaffleStatus;
use waffle_domain::wire::draw::{Draw, LedgerEntry};
use waffle_domain::wire::message::Message;

use crate::draw_ledger::add_to_ledger;
use crate::failure::StoreFailure;
use crate::loading::board;
use crate::waffle_change::{WaffleChange, change_waffle};
use crate::winners::{self, WinnerOperation};

/// A locked draw whose round has appeared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DueDraw {
    pub waffle_id: Uuid,
    pub number: i32,
    pub round: Round,
}

/// Refuses if a waffle's row does not allow a draw to be locked, whatever its spots and the time.
pub async fn check_lockable(pool: &PgPool, id: Uuid, order: &LockOrder, by: By<'_>) -> Result<(), StoreFailure> {
    change_waffle(pool, id, by, async |change| lockable(change, order)).await.map(drop)
}

fn lockable(change: &WaffleChange<'_>, order: &LockOrder) -> Result<(), StoreFailure> {
    if change.listed.waffle.archived {
        return Err(Refusal::WaffleArchived.into());
    }
    change.not_locked()?;
    order.check_reason(&change.listed.waffle.draw)?;
    Ok(order.check_prizes(winners_wanted(change))?)
}

fn winners_wanted(change: &WaffleChange<'_>) -> usize {
    usize::try_from(change.listed.waffle.item_count).unwrap_or_default()
}

/// Locks the entries of a draw: fixes them, and the round that will decide. Its delay begins once nothing can change
/// the entries any more, so waiting for other transactions does not shorten it; the newest round that the relays
/// reported before must leave time for the round that is chosen then. Returns the waffle's newest sequence number, too,
/// as the functions below do.
pub async fn lock(
    pool: &PgPool,
    id: Uuid,
    order: &LockOrder,
    (chain, heard): (&Chain, Heard),
    author: &Author,
    now: impl Fn() -> DateTime<Utc>,
) -> Result<(Draw, i64), StoreFailure> {
    let locked = change_waffle(pool, id, author.at(now()), async |change| {
        lockable(change, order)?;
        let at = now();
        change.at = at;
        let board = board(change.transaction, id).await?;
        let entries = order.entries(&board, winners_wanted(change)).map_err(Refusal::from)?;
        let round = order.round(chain.timetable(), at);
        if heard.too_late(chain.timetable().time_of(round), at) {
            return Err(Refusal::TooLateToLock.into());
        }
        let chosen = (chain, round, heard.check());
        let draw = insert(change, order, (&entries, &order.excluded(&board)), chosen, at).await?;
        add_to_ledger(change, &entry("locked", at, &draw, draw.reason.clone())).await?;
        let detail = format!("{}: draw {}, {} entries, round {round}", slug(change), draw.number, draw.entries_count);
        change.audit(AuditAction::LockDraw, &detail).await?;
        let (seq, slug) = (change.next_seq(), slug(change));
        change.message(Message::DrawLocked { seq, slug, waffle_id: id, draw: Box::new(draw.clone()) });
        Ok(draw)
    });
    locked.await
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
    reading::one(change.transaction, id, number).await?.ok_or_else(|| StoreFailure::Broken("a draw is gone".into()))
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
) -> Result<(Draw, i64), StoreFailure> {
    let voided = change_waffle(pool, id, author.at(now()), async |change| {
        let at = now();
        change.at = at;
        let draw = reading::one(change.transaction, id, number).await?.ok_or(Refusal::NoDraw)?;
        let too_late = if heard.too_late(draw.round_at, at) { Err(Refusal::TooLateToVoid) } else { Ok(()) };
        state(&draw).void(draw.round_at, at).and(too_late)?;
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
            .await?;
        unlock(change).await?;
        add_to_ledger(change, &entry("voided", at, &draw, Some(reason.as_str().to_owned()))).await?;
        let detail = format!("{}: draw {number}: {}", slug(change), reason.as_str());
        change.audit(AuditAction::VoidDraw, &detail).await?;
        let (seq, slug) = (change.next_seq(), slug(change));
        change.message(Message::DrawVoided { seq, slug, waffle_id: id, draw: Box::new(draw.clone()) });
        Ok(draw)
    });
    voided.await
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
) -> Result<(Draw, i64), StoreFailure> {
    let decided = change_waffle(pool, id, (handed_in_by, at), async |change| {
        let draw = reading::one(change.transaction, id, number).await?.ok_or(Refusal::NoDraw)?;
        state(&draw).draw(draw.round_at, at)?;
        let locked = reading::locked(change.transaction, id, number).await?;
        let other = |other: NotDecided| Refusal::OtherChain { sentence: other.sentence().into() };
        let result = locked.decide(round).map_err(other)?;
        unlock(change).await?;
        if handed_in_by.is_some() {
            let detail = format!("{}: draw {number}, round {}", slug(change), round.round());
            change.audit(AuditAction::HandInRound, &detail).await?;
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
        winners::draw(change, &operation, origin, at).await.map_err(broken_if_refused)?;
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
        write(change, &draw).await?;
        add_to_ledger(change, &entry("drawn", at, &draw, None)).await?;
        Ok(draw)
    });
    decided.await
}

/// The winners of a draw can't be refused.
fn broken_if_refused(failure: StoreFailure) -> StoreFailure {
    match failure {
        StoreFailure::Refused(refusal) => StoreFailure::Broken(format!("a draw's winners are refused: {refusal:?}")),
        other => other,
    }
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
