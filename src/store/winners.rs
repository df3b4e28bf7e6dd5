//! The draw: setting, changing and clearing winners.

use chrono::{DateTime, Utc};
use sqlx::postgres::PgPool;
use uuid::Uuid;
use waffle_domain::audit::AuditAction;
use waffle_domain::event::SpotChanged;
use waffle_domain::invalid::Invalid;
use waffle_domain::spot::SpotStatus;
use waffle_domain::waffle::WaffleStatus;
use waffle_domain::winners::{Draw, clear};
use waffle_wire::draw::LedgerEntry;
use waffle_wire::event::EventBody;
use waffle_wire::message::Message;
use waffle_wire::spot::Spot;

use crate::draw_ledger::add_to_ledger;
use crate::failure::StoreFailure;
use crate::loading::board;
use crate::waffle_change::WaffleChange;
use waffle_domain::author::Author;

/// A change of the winners.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WinnerOperation {
    /// Draws these numbers and completes the waffle.
    Set(Vec<i64>),
    /// Draws these numbers instead of the previous ones.
    Change(Vec<i64>),
    /// Takes the draw back and makes the waffle active again.
    Clear,
}

/// The outcome of a change of the winners.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WinnersSet {
    /// Done; holds the newest sequence number.
    Done(i64),
    /// There is no such waffle.
    NotFound,
    /// The waffle is already completed.
    NotActive,
    /// The waffle is not completed.
    NotCompleted,
    /// The numbers are invalid.
    Invalid(Invalid),
}

/// Sets, changes or clears winners in one transaction, with its events in order and one audit record.
pub async fn set(
    pool: &PgPool,
    id: Uuid,
    operation: &WinnerOperation,
    author: &Author,
    at: DateTime<Utc>,
) -> Result<WinnersSet, StoreFailure> {
    let Some(mut change) = WaffleChange::begin(pool, id, author, at).await? else { return Ok(WinnersSet::NotFound) };
    change.not_locked()?;
    match draw(&mut change, operation, None, at).await? {
        WinnersSet::Done(_) => {}
        refused => return Ok(refused),
    }
    let waffle = &change.listed.waffle;
    let kind = match operation {
        WinnerOperation::Set(_) => "set_by_hand",
        WinnerOperation::Change(_) => "changed_by_hand",
        WinnerOperation::Clear => "cleared",
    };
    let entry = LedgerEntry {
        kind: kind.into(),
        at,
        number: None,
        winning_spot_numbers: waffle.winning_spot_numbers.clone(),
        winning_social_handles: waffle.winning_social_handles.clone(),
        reason: None,
    };
    add_to_ledger(&mut change, &entry).await.map_err(StoreFailure::before_commit)?;
    Ok(WinnersSet::Done(change.commit().await?))
}

/// Sets, changes or clears winners as part of a change. They are from a draw of this number, or were picked by hand.
pub(crate) async fn draw(
    change: &mut WaffleChange<'_>,
    operation: &WinnerOperation,
    won_by: Option<i32>,
    at: DateTime<Utc>,
) -> Result<WinnersSet, StoreFailure> {
    let completed = change.listed.waffle.status == WaffleStatus::Completed;
    match operation {
        WinnerOperation::Set(_) if completed => return Ok(WinnersSet::NotActive),
        WinnerOperation::Change(_) | WinnerOperation::Clear if !completed => return Ok(WinnersSet::NotCompleted),
        _ => {}
    }
    let id = change.listed.waffle.id;
    let board = board(&mut change.transaction, id).await.map_err(StoreFailure::before_commit)?;
    let drawn = match operation {
        WinnerOperation::Clear => Ok((clear(&board), Vec::new(), Vec::new())),
        WinnerOperation::Set(numbers) | WinnerOperation::Change(numbers) => {
            Draw::parse(numbers, change.listed.waffle.item_count)
                .and_then(|draw| Ok((draw.on(&board)?, draw.numbers().to_vec(), draw.handles(&board))))
        }
    };
    let (spots, numbers, handles) = match drawn {
        Ok(drawn) => drawn,
        Err(invalid) => return Ok(WinnersSet::Invalid(invalid)),
    };
    let waffle = &mut change.listed.waffle;
    (waffle.winning_spot_numbers, waffle.winning_social_handles) = (numbers, handles);
    waffle.draw.won_by = won_by;
    (waffle.status, waffle.completed_at) = match operation {
        WinnerOperation::Set(_) => (WaffleStatus::Completed, Some(at)),
        WinnerOperation::Change(_) => (waffle.status, waffle.completed_at),
        WinnerOperation::Clear => (WaffleStatus::Active, None),
    };
    write(change, &spots).await.map_err(StoreFailure::before_commit)?;
    record(change, operation).await.map_err(StoreFailure::before_commit)?;
    add_events(change, operation, spots);
    Ok(WinnersSet::Done(change.next_seq() - 1))
}

async fn write(change: &mut WaffleChange<'_>, spots: &[SpotChanged]) -> Result<(), StoreFailure> {
    sqlx::query(
        "UPDATE spots p SET status = c.status \
         FROM unnest($2::bigint[], $3::text[]) AS c (id, status) WHERE p.id = c.id AND p.waffle_id = $1",
    )
    .bind(change.listed.waffle.id)
    .bind(spots.iter().map(|spot| spot.spot_id).collect::<Vec<_>>())
    .bind(spots.iter().map(|spot| spot.to.as_str()).collect::<Vec<_>>())
    .execute(&mut *change.transaction)
    .await?;
    sqlx::query(
        "UPDATE holdings h SET paid = h.paid + c.paid, won = h.won + c.won, lost = h.lost + c.lost
         FROM (
            SELECT s.handle, sum((s.new = 'paid')::integer - (s.old = 'paid')::integer) AS paid,
                sum((s.new = 'winner')::integer - (s.old = 'winner')::integer) AS won,
                sum((s.new = 'loser')::integer - (s.old = 'loser')::integer) AS lost
            FROM unnest($2::text[], $3::text[], $4::text[]) AS s (handle, old, new) GROUP BY s.handle
         ) c
         CROSS JOIN LATERAL (
            SELECT o.ctid AS place FROM holdings o WHERE o.handle = c.handle AND o.waffle_id = $1 LIMIT 1
         ) l
         WHERE h.ctid = l.place",
    )
    .bind(change.listed.waffle.id)
    .bind(spots.iter().map(|spot| spot.handle.as_str()).collect::<Vec<_>>())
    .bind(spots.iter().map(|spot| spot.from.as_str()).collect::<Vec<_>>())
    .bind(spots.iter().map(|spot| spot.to.as_str()).collect::<Vec<_>>())
    .execute(&mut *change.transaction)
    .await?;
    let waffle = &change.listed.waffle;
    sqlx::query(
        // The winners are drawn from all spots that are paid at this moment.
        "UPDATE waffles SET status = $2, completed_at = $3, winning_spot_numbers = $4, winning_social_handles = $5,
            drawn_count = CASE $2 WHEN 'completed' THEN paid_count ELSE 0 END, winners_by_draw = $6
         WHERE id = $1",
    )
    .bind(waffle.id)
    .bind(waffle.status.as_str())
    .bind(waffle.completed_at)
    .bind(&waffle.winning_spot_numbers)
    .bind(&waffle.winning_social_handles)
    .bind(waffle.draw.won_by)
    .execute(&mut *change.transaction)
    .await?;
    Ok(())
}

async fn record(change: &mut WaffleChange<'_>, operation: &WinnerOperation) -> Result<(), StoreFailure> {
    let action = match operation {
        WinnerOperation::Set(_) => AuditAction::SetWinner,
        WinnerOperation::Change(_) => AuditAction::ChangeWinner,
        WinnerOperation::Clear => AuditAction::ClearWinner,
    };
    let waffle = &change.listed.waffle;
    let winners = waffle.winning_spot_numbers.iter().zip(&waffle.winning_social_handles);
    let winners: Vec<String> = winners.map(|(number, handle)| format!("{number} ({handle})")).collect();
    let detail = match winners.as_slice() {
        [] => waffle.slug.clone(),
        winners => format!("{}: spots {}", waffle.slug, winners.join(", ")),
    };
    change.audit(action, &detail).await
}

/// Adds the events for the watchers: one update for each changed spot, then the draw itself.
fn add_events(change: &mut WaffleChange<'_>, operation: &WinnerOperation, spots: Vec<SpotChanged>) {
    let waffle = &change.listed.waffle;
    let (waffle_id, slug) = (waffle.id, waffle.slug.clone());
    let winning_spot_numbers = waffle.winning_spot_numbers.clone();
    let winning_social_handles = waffle.winning_social_handles.clone();
    let won = |number: &i32| spots.iter().find(|spot| spot.number == *number && spot.to == SpotStatus::Winner);
    let winners: Vec<_> = winning_spot_numbers.iter().filter_map(won).cloned().collect();
    for spot in spots {
        change.event(EventBody::Spot(spot));
    }
    if matches!(operation, WinnerOperation::Set(_)) {
        for winner in winners {
            change.message(Message::Winner {
                seq: change.next_seq(),
                slug: slug.clone(),
                spot: Spot::after(&winner),
                social_handle: winner.handle,
                waffle_id,
            });
        }
    }
    let seq = change.next_seq();
    change.message(match operation {
        WinnerOperation::Set(_) => {
            Message::WaffleCompleted { seq, slug, waffle_id, winning_social_handles, winning_spot_numbers }
        }
        WinnerOperation::Change(_) => {
            Message::WinnerChanged { seq, slug, waffle_id, winning_social_handles, winning_spot_numbers }
        }
        WinnerOperation::Clear => Message::WinnerCleared { seq, slug, waffle_id },
    });
}
