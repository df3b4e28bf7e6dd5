//! The draw: setting, changing and clearing winners.

use crate::pools::PgPool;
use chrono::{DateTime, Utc};
use uuid::Uuid;
use waffle_domain::audit::AuditAction;
use waffle_domain::author::By;
use waffle_domain::draw::how_won::WinnersOrigin;
use waffle_domain::draw::reason::Reason;
use waffle_domain::event::SpotChanged;
use waffle_domain::refusal::Refusal;
use waffle_domain::spot::SpotStatus;
use waffle_domain::waffle::WaffleStatus;
use waffle_domain::winners::{Draw, clear};
use waffle_domain::wire::draw::LedgerEntry;
use waffle_domain::wire::event::EventBody;
use waffle_domain::wire::message::{Message, WinnersNow};
use waffle_domain::wire::spot::Spot;

use crate::draw_ledger::add_to_ledger;
use crate::failure::StoreFailure;
use crate::loading::board;
use crate::waffle_change::{WaffleChange, change_waffle};

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

/// Sets, changes or clears winners in one transaction, with its events in order and one audit record. The reason is
/// public. Returns the waffle's newest sequence number.
pub async fn set(
    pool: &PgPool,
    id: Uuid,
    (operation, reason): (&WinnerOperation, Option<&Reason>),
    by: By<'_>,
) -> Result<i64, StoreFailure> {
    let set = change_waffle(pool, id, by, async |change| {
        change.not_locked()?;
        draw(change, operation, (WinnersOrigin::Hand, None), by.at).await?;
        let waffle = &change.listed.waffle;
        let kind = match operation {
            WinnerOperation::Set(_) => "set_by_hand",
            WinnerOperation::Change(_) => "changed_by_hand",
            WinnerOperation::Clear => "cleared",
        };
        let entry = LedgerEntry {
            kind: kind.into(),
            at: by.at,
            number: None,
            winning_spot_numbers: waffle.winning_spot_numbers.clone(),
            winning_social_handles: waffle.winning_social_handles.clone(),
            reason: reason.map(|reason| reason.as_str().to_owned()),
        };
        add_to_ledger(change, &entry).await
    });
    Ok(set.await?.1)
}

/// Sets, changes or clears winners as part of a change, which says where they come from, and names their prizes if
/// there are any.
pub(crate) async fn draw(
    change: &mut WaffleChange<'_>,
    operation: &WinnerOperation,
    (origin, prizes): (WinnersOrigin, Option<Vec<String>>),
    at: DateTime<Utc>,
) -> Result<(), StoreFailure> {
    let completed = change.listed.waffle.status == WaffleStatus::Completed;
    match operation {
        WinnerOperation::Set(_) if completed => return Err(Refusal::DrawnAlready.into()),
        WinnerOperation::Change(_) | WinnerOperation::Clear if !completed => {
            return Err(Refusal::WaffleNotCompleted.into());
        }
        _ => {}
    }
    let board = board(change.transaction, change.listed.waffle.id).await?;
    let (spots, numbers, handles) = match operation {
        WinnerOperation::Clear => (clear(&board), Vec::new(), Vec::new()),
        WinnerOperation::Set(numbers) | WinnerOperation::Change(numbers) => {
            let draw = Draw::parse(numbers, change.listed.waffle.item_count)?;
            (draw.on(&board)?, draw.numbers().to_vec(), draw.handles(&board))
        }
    };
    let waffle = &mut change.listed.waffle;
    (waffle.winning_spot_numbers, waffle.winning_social_handles) = (numbers, handles);
    waffle.winning_prizes = prizes;
    (waffle.status, waffle.completed_at, waffle.draw.won) = match operation {
        WinnerOperation::Set(_) => (WaffleStatus::Completed, Some(at), Some(origin)),
        WinnerOperation::Change(_) => (waffle.status, waffle.completed_at, Some(origin)),
        WinnerOperation::Clear => (WaffleStatus::Active, None, None),
    };
    waffle.draw.draws_before += i32::from(completed);
    write(change, &spots).await?;
    record(change, operation).await?;
    add_events(change, operation, spots);
    Ok(())
}

/// Writes changed spots, the holdings of their handles, and the waffle's winners.
pub(crate) async fn write(change: &mut WaffleChange<'_>, spots: &[SpotChanged]) -> Result<(), StoreFailure> {
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
        // The winners are drawn from all spots that are paid at this moment. An alternate that replaces a winner comes
        // from the same ones.
        "UPDATE waffles SET status = $2, completed_at = $3, winning_spot_numbers = $4, winning_social_handles = $5,
            winning_prizes = $6, winners_by_draw = $7, winners_replaced = $8, draws_before = $9,
            winners_private_chain = $10,
            drawn_count = CASE WHEN $8 THEN drawn_count WHEN $2 = 'completed' THEN paid_count ELSE 0 END
         WHERE id = $1",
    )
    .bind(waffle.id)
    .bind(waffle.status.as_str())
    .bind(waffle.completed_at)
    .bind(&waffle.winning_spot_numbers)
    .bind(&waffle.winning_social_handles)
    .bind(&waffle.winning_prizes)
    .bind(waffle.draw.won.and_then(WinnersOrigin::draw))
    .bind(matches!(waffle.draw.won, Some(WinnersOrigin::DrawReplaced(_))))
    .bind(waffle.draw.draws_before)
    .bind(waffle.draw.won.is_some_and(WinnersOrigin::is_private))
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
    let won = |number: &i32| spots.iter().find(|spot| spot.number == *number && spot.to == SpotStatus::Winner);
    let winners: Vec<_> = waffle.winning_spot_numbers.iter().filter_map(won).cloned().collect();
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
    let now = winners_now(change);
    change.message(match operation {
        WinnerOperation::Set(_) => Message::WaffleCompleted(now),
        WinnerOperation::Change(_) => Message::WinnerChanged(now),
        WinnerOperation::Clear => Message::WinnerCleared { seq: now.seq, slug, waffle_id },
    });
}

/// The message about the winners that watchers receive with the next event.
pub(crate) fn winners_now(change: &WaffleChange<'_>) -> WinnersNow {
    let waffle = &change.listed.waffle;
    WinnersNow {
        seq: change.next_seq(),
        slug: waffle.slug.clone(),
        waffle_id: waffle.id,
        winning_social_handles: waffle.winning_social_handles.clone(),
        winning_spot_numbers: waffle.winning_spot_numbers.clone(),
        winning_prizes: waffle.winning_prizes.clone(),
        won_by: waffle.draw.won.map(WinnersOrigin::won_by),
        draws_before: waffle.draw.draws_before,
        private_chain: waffle.draw.won.is_some_and(WinnersOrigin::is_private),
    }
}
