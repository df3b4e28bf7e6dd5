//! The ledger of what happened to a waffle's winners. Entries are only added.

use waffle_domain::wire::draw::LedgerEntry;

use crate::failure::StoreFailure;
use crate::waffle_change::WaffleChange;

/// Adds an entry to the waffle's ledger.
pub(crate) async fn add_to_ledger(change: &mut WaffleChange<'_>, entry: &LedgerEntry) -> Result<(), StoreFailure> {
    sqlx::query(
        "INSERT INTO draw_ledger (waffle_id, place, kind, at, number, winning_spot_numbers, winning_social_handles,
            reason)
         SELECT $1, coalesce(max(place), 0) + 1, $2, $3, $4, $5, $6, $7 FROM draw_ledger WHERE waffle_id = $1",
    )
    .bind(change.listed.waffle.id)
    .bind(&entry.kind)
    .bind(entry.at)
    .bind(entry.number)
    .bind(&entry.winning_spot_numbers)
    .bind(&entry.winning_social_handles)
    .bind(&entry.reason)
    .execute(&mut *change.transaction)
    .await?;
    Ok(())
}
