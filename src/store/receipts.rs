//! What became of the spots of a claim, and what buyers say about paying for them.

use chrono::{DateTime, Utc};
use sqlx::postgres::PgRow;
use sqlx::{FromRow, Row};
use uuid::Uuid;
use waffle_domain::handle::Handle;
use waffle_domain::payment_note::{SaysPaid, kept_until};
use waffle_domain::receipt::Receipt;
use waffle_domain::spot::SpotStatus;

use crate::failure::StoreFailure;
use crate::pools::{PgPool, acquire};
use crate::row_reader::parsed;

row! {
    /// A spot that a claim was granted, as it is now.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct ClaimedSpot {
        pub spot_id: i64,
        pub number: i32 as "spot_number",
        /// The spot's status, no matter who holds it.
        pub status: SpotStatus = parsed,
        /// When it was claimed.
        pub claimed_at: DateTime<Utc> as "at",
        /// When it must be paid, if it is still the buyer's.
        pub pay_by: Option<DateTime<Utc>>,
        /// Whether the buyer still holds it.
        pub yours: bool,
    }
}

/// A claim as it is now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimNow {
    /// The handle that claimed, or the one that it has been merged into since.
    pub handle: Handle,
    /// Ascending by number.
    pub spots: Vec<ClaimedSpot>,
    pub says_paid: Option<SaysPaid>,
}

/// Reads what became of a claim; none if its waffle is gone, or the log has another claim at its sequence numbers.
pub async fn read(pool: &PgPool, receipt: &Receipt) -> Result<Option<ClaimNow>, StoreFailure> {
    let rows = sqlx::query(
        "SELECT e.spot_id, e.spot_number, e.at, e.social_handle, p.status, p.claimed_by_handle,
            CASE WHEN p.claim_seq = e.seq THEN p.pay_by END AS pay_by, (p.claim_seq = e.seq) IS TRUE AS yours
         FROM events e CROSS JOIN LATERAL (SELECT o.* FROM spots o WHERE o.id = e.spot_id LIMIT 1) p
         WHERE e.waffle_id = $1 AND e.seq BETWEEN $2 AND $3 AND e.from_status = 'available' ORDER BY e.seq",
    )
    .bind(receipt.waffle_id)
    .bind(receipt.first_seq)
    .bind(receipt.last_seq())
    .fetch_all(pool)
    .await?;
    let spots = rows.iter().map(ClaimedSpot::from_row).collect::<Result<Vec<_>, _>>()?;
    let Some(first) = rows.first() else { return Ok(None) };
    let claimed_by: Handle = parsed(first, "social_handle")?;
    // Looked for in all of them: after a takeover by a standby that lacked the claim, the first event may be from a
    // smaller claim of the same buyer, and the others from other buyers.
    let is_theirs = |row: &PgRow| row.try_get::<&str, _>("social_handle").is_ok_and(|by| by == claimed_by.as_str());
    let is_whole = usize::try_from(receipt.spots) == Ok(rows.len()) && rows.iter().all(is_theirs);
    if !is_whole || !receipt.is_of(&claimed_by) {
        return Ok(None);
    }
    let mine = rows.iter().zip(&spots).find(|(_, spot)| spot.yours);
    let handle = match mine {
        Some((row, _)) => parsed(row, "claimed_by_handle")?,
        None => claimed_by,
    };
    let note = sqlx::query("SELECT at, note, kept_until FROM payment_notes WHERE waffle_id = $1 AND first_seq = $2");
    let note = note.bind(receipt.waffle_id).bind(receipt.first_seq).try_map(|row| says_paid(&row));
    let mut says_paid = note.fetch_optional(pool).await?;
    if let Some(said) = &mut says_paid {
        said.kept_until = spots.iter().filter_map(|spot| kept_until(spot.pay_by, said.kept_until)).min();
    }
    Ok(Some(ClaimNow { handle, spots, says_paid }))
}

/// Notes that a buyer says to have paid, or with no note takes that back, in one call of `say_paid`
/// (`functions/say_paid.sql`). Returns the waffle's newest sequence number; none if it is gone. Repeating it changes
/// nothing.
pub async fn say_paid(
    pool: &PgPool,
    receipt: &Receipt,
    note: Option<&str>,
    at: DateTime<Utc>,
) -> Result<Option<i64>, StoreFailure> {
    let mut connection = acquire(pool).await?;
    let said = sqlx::query_scalar(
        "SELECT say_paid(
            change => $1, in_waffle => $2, claim_first_seq => $3, claim_spots => $4, said => $5, now_at => $6
         )",
    )
    .bind(Uuid::now_v7())
    .bind(receipt.waffle_id)
    .bind(receipt.first_seq)
    .bind(receipt.spots)
    .bind(note)
    .bind(at);
    Ok(said.fetch_one(&mut *connection).await?)
}

/// Lists the buyers of a waffle who say that they paid, with the newest note of each. A handle counts as long as it
/// holds a spot of the claim.
pub async fn all_who_say_paid(pool: &PgPool, waffle_id: Uuid) -> Result<Vec<(Handle, SaysPaid)>, StoreFailure> {
    let said = sqlx::query(
        "SELECT DISTINCT ON (p.claimed_by_handle) p.claimed_by_handle, n.at, n.note,
            min(greatest(p.pay_by, n.kept_until)) FILTER (WHERE p.pay_by IS NOT NULL AND n.kept_until IS NOT NULL)
                OVER (PARTITION BY p.claimed_by_handle) AS kept_until
         FROM spots p CROSS JOIN LATERAL (
            SELECT m.* FROM payment_notes m
            WHERE m.waffle_id = $1 AND m.first_seq <= p.claim_seq ORDER BY m.first_seq DESC LIMIT 1
         ) n
         WHERE p.waffle_id = $1 AND p.claim_seq < n.first_seq + n.spots
            AND EXISTS (SELECT FROM payment_notes m WHERE m.waffle_id = $1)
         ORDER BY p.claimed_by_handle, n.at DESC",
    )
    .bind(waffle_id)
    .try_map(|row| Ok((parsed(&row, "claimed_by_handle")?, says_paid(&row)?)));
    Ok(said.fetch_all(pool).await?)
}

reader! {
    fn says_paid(row) -> SaysPaid { at, note, kept_until }
}
