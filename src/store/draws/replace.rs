//! Replacing one winner of a draw by the next alternate.

use sqlx::postgres::PgConnection;
use uuid::Uuid;
use waffle_domain::audit::AuditAction;
use waffle_domain::author::By;
use waffle_domain::draw::how_won::WinnersOrigin;
use waffle_domain::draw::reason::Reason;
use waffle_domain::draw::replacement::{Alternate, Replacement, Standing};
use waffle_domain::refusal::Refusal;
use waffle_domain::waffle::Waffle;
use waffle_domain::winners;
use waffle_domain::wire::draw::{Draw, LedgerEntry};
use waffle_domain::wire::event::EventBody;
use waffle_domain::wire::message::Message;

use crate::draw_ledger::add_to_ledger;
use crate::draws::{entry, reading};
use crate::failure::StoreFailure;
use crate::loading::board;
use crate::pools::{PgPool, acquire};
use crate::waffle_change::{WaffleChange, change_waffle};
use crate::winners::{winners_now, write};

/// Takes a winner of a draw back and lets the next alternate win in that place, in one transaction, with its events in
/// order and one audit record. All other spots stay as they are. Returns the waffle's newest sequence number, too.
pub async fn replace(
    pool: &PgPool,
    (id, number): (Uuid, i32),
    spot: i64,
    reason: &Reason,
    by: By<'_>,
) -> Result<(Replacement, i64), StoreFailure> {
    let replaced = change_waffle(pool, id, by, async |change| {
        change.not_locked()?;
        let draw = reading::one(change.transaction, id, number).await?.ok_or(Refusal::NoDraw)?;
        let lot = change.listed.waffle.draw.won.and_then(WinnersOrigin::lot).filter(|lot| lot.number == number);
        let lot = lot.ok_or(Refusal::DrawNotStanding)?;
        let alternates = alternates(change.transaction, id, &draw).await?;
        let standing = standing(&change.listed.waffle, &draw, &alternates);
        let (replacement, public_reason) = (standing.replace(spot)?, standing.public_reason(reason));
        change.listed.waffle.draw.won = Some(WinnersOrigin::DrawReplaced(lot));
        put(change, replacement).await?;
        let waffle = &change.listed.waffle;
        let Replacement { next, out, .. } = replacement;
        let detail = format!("{}: draw {number}, spot {next} instead of {out}: {}", waffle.slug, reason.as_str());
        let entry = LedgerEntry {
            winning_spot_numbers: waffle.winning_spot_numbers.clone(),
            winning_social_handles: waffle.winning_social_handles.clone(),
            ..entry("replaced", by.at, &draw, Some(public_reason))
        };
        add_to_ledger(change, &entry).await?;
        // The draw's page shows the alternate's old handle, and no merge has noted the new one in the ledger, since it
        // had won nothing.
        if let Some(renamed) = alternates.list.iter().find(|it| it.number == next).and_then(Alternate::renamed) {
            let entry = LedgerEntry { kind: "renamed".into(), reason: Some(renamed), ..entry };
            add_to_ledger(change, &entry).await?;
        }
        change.audit(AuditAction::ReplaceWinner, &detail).await?;
        Ok(replacement)
    });
    replaced.await
}

/// Lists the spots of a draw's alternates that may still win, in order; none if its result has been cleared or
/// replaced.
pub async fn left(pool: &PgPool, waffle: &Waffle, draw: &Draw) -> Result<Vec<i32>, StoreFailure> {
    let stands = waffle.draw.locked.is_none() && waffle.draw.won.and_then(WinnersOrigin::draw) == Some(draw.number);
    if !stands || draw.alternate_spot_numbers.is_empty() {
        return Ok(Vec::new());
    }
    let mut connection = acquire(pool).await?;
    let alternates = alternates(&mut connection, waffle.id, draw).await?;
    Ok(standing(waffle, draw, &alternates).left().map(|alternate| alternate.number).collect())
}

/// The alternates of a draw, with their current handles, and how many of them have been used.
struct Alternates {
    list: Vec<Alternate>,
    used: usize,
}

fn standing<'a>(waffle: &'a Waffle, draw: &Draw, alternates: &'a Alternates) -> Standing<'a> {
    Standing {
        winners: &waffle.winning_spot_numbers,
        handles: &waffle.winning_social_handles,
        alternates: &alternates.list,
        used: alternates.used,
        one_win_per_handle: draw.one_win_per_handle,
    }
}

/// Reads who holds the alternates' spots, and finds the last alternate that won according to the ledger: all up to that
/// one have been used, including those that were passed over. A draw's result is set only once, so the ledger has every
/// use of it.
async fn alternates(connection: &mut PgConnection, id: Uuid, draw: &Draw) -> Result<Alternates, StoreFailure> {
    let numbers = &draw.alternate_spot_numbers;
    let stepped_in = "SELECT coalesce(max(array_position($3::integer[], won)), 0)
        FROM draw_ledger l CROSS JOIN unnest(l.winning_spot_numbers) won
        WHERE l.waffle_id = $1 AND l.number = $2 AND l.kind = 'replaced'";
    let used: i32 =
        sqlx::query_scalar(stepped_in).bind(id).bind(draw.number).bind(numbers).fetch_one(&mut *connection).await?;
    let holders = "SELECT number, claimed_by_handle FROM spots
        WHERE waffle_id = $1 AND number = ANY ($2) AND claimed_by_handle IS NOT NULL";
    let holders: Vec<(i32, String)> = sqlx::query_as(holders).bind(id).bind(numbers).fetch_all(connection).await?;
    let alternate = |(number, drawn_as): (&i32, &String)| {
        // No one holds it if the result has just been cleared: then no alternate can win.
        let handle = holders.iter().find(|(of, _)| of == number).map_or(drawn_as, |(_, handle)| handle);
        Alternate { number: *number, drawn_as: drawn_as.clone(), handle: handle.clone() }
    };
    let list = numbers.iter().zip(&draw.alternate_social_handles).map(alternate).collect();
    Ok(Alternates { list, used: usize::try_from(used).unwrap_or_default() })
}

/// Writes the replacement and adds its events: one update for each of the two spots, then the winners as they are now.
async fn put(change: &mut WaffleChange<'_>, replacement: Replacement) -> Result<(), StoreFailure> {
    let Replacement { place, out, next } = replacement;
    let board = board(change.transaction, change.listed.waffle.id).await?;
    let (spots, waffle) = (winners::replace(&board, out, next), &mut change.listed.waffle);
    let handle = board.spot(next).and_then(|spot| spot.handle());
    let (Some(number), Some(name), Some(handle)) =
        (waffle.winning_spot_numbers.get_mut(place), waffle.winning_social_handles.get_mut(place), handle)
    else {
        return Err(StoreFailure::Broken(format!("nobody holds the alternate's spot {next}")));
    };
    (*number, *name) = (next, handle.to_string());
    write(change, &spots).await?;
    for spot in spots {
        change.event(EventBody::Spot(spot));
    }
    let now = winners_now(change);
    change.message(Message::WinnerChanged(now));
    Ok(())
}
