//! What became of the spots of a claim, and buyers who say that they paid for them.

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::Row;
use sqlx::postgres::{PgPool, PgRow};
use uuid::Uuid;
use waffle_domain::handle::Handle;
use waffle_domain::receipt::Receipt;
use waffle_domain::spot::SpotStatus;

use crate::events::{handle, status};
use crate::failure::StoreFailure;
use crate::waffle_change::WaffleChange;

/// Watchers are sent the waffle when somebody says that he paid, at most this often.
const TOLD_EVERY: TimeDelta = TimeDelta::seconds(1);
/// How many of the newest events are looked through for that.
const LOOKED_BACK: i64 = 200;

/// A spot that a claim was granted, as it is now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedSpot {
    pub spot_id: i64,
    pub number: i32,
    /// The spot's status, whoever holds it.
    pub status: SpotStatus,
    /// When it was claimed.
    pub claimed_at: DateTime<Utc>,
    /// By when it is to be paid, if it is still the buyer's.
    pub pay_by: Option<DateTime<Utc>>,
    /// Whether the buyer still holds it.
    pub yours: bool,
}

/// That a buyer said that he paid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SaysPaid {
    pub at: DateTime<Utc>,
    /// What he added; may be empty.
    pub note: String,
}

/// A claim as it is now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimNow {
    /// Who claimed, or what his handle was merged into since.
    pub handle: Handle,
    /// Ascending by number.
    pub spots: Vec<ClaimedSpot>,
    pub says_paid: Option<SaysPaid>,
}

/// Reads what became of a claim; none if its waffle is gone.
pub async fn read(pool: &PgPool, receipt: &Receipt) -> Result<Option<ClaimNow>, StoreFailure> {
    let rows = sqlx::query(
        "SELECT e.spot_id, e.spot_number, e.at, e.social_handle, p.status, p.claimed_by_handle, p.pay_by,
            (p.claim_seq = e.seq) IS TRUE AS yours
         FROM events e CROSS JOIN LATERAL (SELECT o.* FROM spots o WHERE o.id = e.spot_id LIMIT 1) p
         WHERE e.waffle_id = $1 AND e.seq BETWEEN $2 AND $3 AND e.from_status = 'available' ORDER BY e.seq",
    )
    .bind(receipt.waffle_id)
    .bind(receipt.first_seq)
    .bind(receipt.last_seq())
    .fetch_all(pool)
    .await?;
    let spot = |row: &PgRow| -> Result<ClaimedSpot, sqlx::Error> {
        let yours = row.try_get("yours")?;
        Ok(ClaimedSpot {
            spot_id: row.try_get("spot_id")?,
            number: row.try_get("spot_number")?,
            status: status(row, "status")?,
            claimed_at: row.try_get("at")?,
            pay_by: if yours { row.try_get("pay_by")? } else { None },
            yours,
        })
    };
    let spots = rows.iter().map(spot).collect::<Result<Vec<_>, _>>()?;
    let Some(first) = rows.first() else { return Ok(None) };
    let mine = rows.iter().zip(&spots).find(|(_, spot)| spot.yours);
    let handle = match mine {
        Some((row, _)) => handle(row, "claimed_by_handle")?,
        None => handle(first, "social_handle")?,
    };
    let says_paid: Option<(DateTime<Utc>, String)> =
        sqlx::query_as("SELECT at, note FROM payment_notes WHERE waffle_id = $1 AND first_seq = $2")
            .bind(receipt.waffle_id)
            .bind(receipt.first_seq)
            .fetch_optional(pool)
            .await?;
    Ok(Some(ClaimNow { handle, spots, says_paid: says_paid.map(|(at, note)| SaysPaid { at, note }) }))
}

/// Notes that a buyer says that he paid, or with no note takes that back. Returns the waffle's newest sequence number;
/// none if it is gone. Repeating it changes nothing.
pub async fn say_paid(
    pool: &PgPool,
    receipt: &Receipt,
    note: Option<&str>,
    at: DateTime<Utc>,
) -> Result<Option<i64>, StoreFailure> {
    let Some(mut change) = WaffleChange::begin(pool, receipt.waffle_id, None, at).await? else { return Ok(None) };
    let changed = if let Some(note) = note {
        let add = "INSERT INTO payment_notes AS old (waffle_id, first_seq, spots, at, note)
            VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (waffle_id, first_seq) DO UPDATE SET at = excluded.at, note = excluded.note
            WHERE old.note <> excluded.note";
        let add = sqlx::query(add).bind(receipt.waffle_id).bind(receipt.first_seq).bind(receipt.spots).bind(at);
        add.bind(note).execute(&mut *change.transaction).await
    } else {
        // From now on its spots can expire again.
        let remove = "WITH gone AS (
                DELETE FROM payment_notes WHERE waffle_id = $1 AND first_seq = $2 RETURNING waffle_id
            )
            UPDATE waffles w
            SET next_pay_by = least(w.next_pay_by, (
                SELECT min(p.pay_by) FROM spots p WHERE p.waffle_id = $1 AND p.claim_seq BETWEEN $2 AND $3
            ))
            FROM gone WHERE w.id = gone.waffle_id";
        let remove = sqlx::query(remove).bind(receipt.waffle_id).bind(receipt.first_seq).bind(receipt.last_seq());
        remove.execute(&mut *change.transaction).await
    };
    let changed = changed.map_err(|e| StoreFailure::of_statement(&e).before_commit())?;
    if changed.rows_affected() == 0 {
        return Ok(Some(change.unchanged().await?));
    }
    if told_lately(&mut change).await.map_err(StoreFailure::before_commit)? {
        let owe = sqlx::query("INSERT INTO owed_announcements (waffle_id) VALUES ($1)").bind(receipt.waffle_id);
        let owed = owe.execute(&mut *change.transaction).await;
        owed.map_err(|e| StoreFailure::of_statement(&e).before_commit())?;
    } else {
        change.updated();
    }
    change.commit().await.map(Some)
}

/// Whether watchers were sent the waffle within the last second. To send all of it to all of them is too much for every
/// note of every buyer: those of one second are told by one announcement.
async fn told_lately(change: &mut WaffleChange<'_>) -> Result<bool, StoreFailure> {
    let lately = "SELECT EXISTS (
            SELECT FROM events e
            WHERE e.waffle_id = $1 AND e.seq > $2 AND e.kind = 'waffle_updated' AND e.at > $3
        )";
    let lately = sqlx::query_scalar(lately)
        .bind(change.listed.waffle.id)
        .bind(change.listed.last_seq - LOOKED_BACK)
        .bind(change.at - TOLD_EVERY);
    Ok(lately.fetch_one(&mut *change.transaction).await?)
}

/// Lists whose buyers say that they paid, with the newest of what each said. A handle counts as long as it holds a spot
/// of the claim.
pub async fn all_who_say_paid(pool: &PgPool, waffle_id: Uuid) -> Result<Vec<(Handle, SaysPaid)>, StoreFailure> {
    let rows = sqlx::query(
        "SELECT DISTINCT ON (p.claimed_by_handle) p.claimed_by_handle, n.at, n.note
         FROM spots p CROSS JOIN LATERAL (
            SELECT m.* FROM payment_notes m
            WHERE m.waffle_id = $1 AND m.first_seq <= p.claim_seq ORDER BY m.first_seq DESC LIMIT 1
         ) n
         WHERE p.waffle_id = $1 AND p.claim_seq < n.first_seq + n.spots
            AND EXISTS (SELECT FROM payment_notes m WHERE m.waffle_id = $1)
         ORDER BY p.claimed_by_handle, n.at DESC",
    )
    .bind(waffle_id)
    .fetch_all(pool)
    .await?;
    let one = |row: &PgRow| -> Result<_, sqlx::Error> {
        Ok((handle(row, "claimed_by_handle")?, SaysPaid { at: row.try_get("at")?, note: row.try_get("note")? }))
    };
    Ok(rows.iter().map(one).collect::<Result<_, _>>()?)
}
