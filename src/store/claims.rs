//! The sale of spots: commits a batch of claims in one call of `claim_spots` (`functions/claim_spots.sql`).

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde_json::{Map, Value};
use sqlx::Row;
use sqlx::postgres::PgRow;
use uuid::Uuid;
use waffle_domain::author::Author;
use waffle_domain::claim::{Granted, Source};
use waffle_domain::draw::digest::sha256;
use waffle_domain::handle::Handle;
use waffle_domain::refusal::Refusal;

use crate::failure::StoreFailure;
use crate::functions::bind_author;
use crate::ledger_session::LedgerSession;

/// Which of some keys have been used, and whether a standby says so.
pub(crate) const USED_KEYS: &str =
    "SELECT pg_is_in_recovery(), array(SELECT key FROM idempotency_keys WHERE key = ANY ($1))";

/// How `claim_spots` finds rows, without locks, to be planned by the doctor: it can't see the plans inside a function.
pub(crate) const LOOK_UPS: &str = "SELECT w.place, p.place, h.place, b.handle
    FROM unnest($1::uuid[], $2::integer[], $3::text[]) AS c (waffle_id, number, handle)
    LEFT JOIN LATERAL (SELECT o.ctid AS place FROM waffles o WHERE o.id = c.waffle_id LIMIT 1) w ON true
    LEFT JOIN LATERAL (
        SELECT o.ctid AS place FROM spots o WHERE o.waffle_id = c.waffle_id AND o.number = c.number LIMIT 1
    ) p ON true
    LEFT JOIN LATERAL (
        SELECT o.ctid AS place FROM holdings o WHERE o.handle = c.handle AND o.waffle_id = c.waffle_id LIMIT 1
    ) h ON true
    LEFT JOIN LATERAL (SELECT o.handle FROM blocked_handles o WHERE o.handle = c.handle LIMIT 1) b ON true";

/// A claim whose spots have been chosen, ready for the database to judge.
#[derive(Debug, Clone)]
pub struct Order {
    /// The id of the request, stored with its events.
    pub id: Uuid,
    pub waffle_id: Uuid,
    pub handle: Handle,
    /// The spots, granted all or none. Empty if a random claim found none free.
    pub numbers: Vec<i32>,
    /// How many spots a random claim requested.
    pub requested: Option<u64>,
    /// The client's idempotency key and the fingerprint of its request.
    pub key: Option<(String, String)>,
    /// The admin who assigns the spots; none if a buyer claims.
    pub assigned_by: Option<Author>,
    /// Where the claim came from.
    pub source: Option<Source>,
}

/// The database's verdict on one claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The spots belong to the claimant now.
    Granted {
        granted: Granted,
        /// When they must be paid, if there is a deadline.
        pay_by: Option<DateTime<Utc>>,
    },
    /// The key was already used for the same request, whose answer this is.
    Replayed {
        granted: Granted,
        /// A sequence number up to which the log includes what was granted.
        by_seq: i64,
    },
    /// Nothing was claimed.
    Refused(Refusal),
    /// Another transaction has locked the waffle, or another claim of the same handle was judged in the same call;
    /// nothing was claimed. Try again.
    Busy,
}

/// Judges each claim of a batch on its own, and commits those granted, all or none. No two claims may share a spot or a
/// key, and an assignment by an admin comes alone. Returns a verdict for each, in the same order.
pub async fn commit(
    session: &mut LedgerSession,
    orders: &[Order],
    at: DateTime<Utc>,
) -> Result<Vec<Verdict>, StoreFailure> {
    commit_waiting(session, orders, at, None).await
}

/// Does the same; with a time to wait, for claims on a single waffle: it waits for its row as other transactions do,
/// but no longer than that. After that it fails with [`StoreFailure::Locked`], and nothing was done.
pub async fn commit_waiting(
    session: &mut LedgerSession,
    orders: &[Order],
    at: DateTime<Utc>,
    wait: Option<Duration>,
) -> Result<Vec<Verdict>, StoreFailure> {
    let (mut wanted_claims, mut wanted_numbers) = (Vec::new(), Vec::new());
    let (mut waffle_ids, mut claim_waffles, mut known) = (Vec::new(), Vec::new(), HashMap::new());
    for (order, claim) in orders.iter().zip(1_i32..) {
        wanted_claims.extend(order.numbers.iter().map(|_| claim));
        wanted_numbers.extend_from_slice(&order.numbers);
        let place = *known.entry(order.waffle_id).or_insert_with(|| {
            waffle_ids.push(order.waffle_id);
            waffle_ids.len() - 1
        });
        claim_waffles.push(place);
    }
    let assigned_by = orders.first().and_then(|order| order.assigned_by.as_ref());
    let call = sqlx::query(
        "SELECT * FROM claim_spots(
            ids => $1, waffle_ids => $2, claim_waffles => $3, handles => $4, keys => $5, fingerprints => $6,
            requested_counts => $7, sources => $8, wanted_counts => $9, wanted_claims => $10, wanted_numbers => $11,
            now_at => $12, wait_ms => $13, author => ROW($14, $15, $16)
         )",
    )
    .bind(orders.iter().map(|o| o.id).collect::<Vec<_>>())
    .bind(waffle_ids)
    .bind(claim_waffles.iter().map(|place| i32::try_from(place + 1).unwrap_or(i32::MAX)).collect::<Vec<_>>())
    .bind(orders.iter().map(|o| o.handle.as_str()).collect::<Vec<_>>())
    .bind(orders.iter().map(|o| o.key.as_ref().map(|k| stored(&k.0))).collect::<Vec<_>>())
    .bind(orders.iter().map(|o| o.key.as_ref().map(|k| stored(&k.1))).collect::<Vec<_>>())
    .bind(orders.iter().map(|o| o.requested.map(|n| i64::try_from(n).unwrap_or(i64::MAX))).collect::<Vec<_>>())
    .bind(orders.iter().map(|o| o.source.as_ref().map(|source| &source.0[..])).collect::<Vec<_>>())
    .bind(orders.iter().map(|o| i32::try_from(o.numbers.len()).unwrap_or(i32::MAX)).collect::<Vec<_>>())
    .bind(wanted_claims)
    .bind(wanted_numbers)
    .bind(at)
    .bind(wait.and_then(|wait| i32::try_from(wait.as_millis()).ok()));
    let rows = bind_author(call, assigned_by).fetch_all(&mut session.connection).await?;
    // The batch is already committed, so an unreadable answer counts as a lost one.
    read(&rows, orders, &claim_waffles).map_err(|failure| StoreFailure::Lost(failure.to_string()))
}

/// Returns for each key whether something was granted under it, expired or not. A standby may lack some grants, so the
/// answer must not come from one.
pub async fn used_keys(session: &mut LedgerSession, keys: &[&str]) -> Result<Vec<bool>, StoreFailure> {
    let hashes: Vec<_> = keys.iter().map(|key| stored(key)).collect();
    let (is_standby, used): (bool, Vec<Vec<u8>>) =
        sqlx::query_as(USED_KEYS).bind(&hashes).fetch_one(&mut session.connection).await?;
    if is_standby {
        return Err(StoreFailure::Unreachable("this is a standby".into()));
    }
    let used: HashSet<Vec<u8>> = used.into_iter().collect();
    Ok(hashes.iter().map(|hash| used.contains(hash)).collect())
}

/// Returns what is stored of a key, or of a fingerprint.
fn stored(text: &str) -> Vec<u8> {
    sha256(text.as_bytes()).as_bytes()[..16].to_vec()
}

/// Reads what was granted and what is taken, each reported by one row, and the rows of other claims that were not
/// granted.
fn read(rows: &[PgRow], orders: &[Order], claim_waffles: &[usize]) -> Result<Vec<Verdict>, StoreFailure> {
    let nothing = |order: &Order| Granted {
        spots: Vec::with_capacity(order.numbers.len()),
        handle: order.handle.clone(),
        requested: order.requested,
        first_seq: None,
        replayed: false,
    };
    let mut verdicts: Vec<_> =
        orders.iter().map(|order| Verdict::Granted { granted: nothing(order), pay_by: None }).collect();
    for row in rows {
        let claims: Vec<i32> = row.try_get("claims")?;
        let indexes = claims.iter().map(|claim| usize::try_from(claim - 1).unwrap_or(usize::MAX));
        let name: &str = row.try_get("verdict")?;
        if name == "granted" {
            let ids: Vec<i64> = row.try_get("spot_ids")?;
            let numbers: Vec<i32> = row.try_get("spot_numbers")?;
            let seqs: Vec<i64> = row.try_get("seqs")?;
            let deadlines: Vec<Option<DateTime<Utc>>> = row.try_get("deadlines")?;
            for (((index, id), number), seq) in indexes.zip(ids).zip(numbers).zip(seqs) {
                if let Some(Verdict::Granted { granted, pay_by }) = verdicts.get_mut(index) {
                    granted.spots.push((id, number));
                    granted.first_seq.get_or_insert(seq);
                    *pay_by = claim_waffles.get(index).and_then(|waffle| deadlines.get(*waffle).copied().flatten());
                }
            }
        } else if name == "spots_taken" {
            let numbers: Vec<i32> = row.try_get("spot_numbers")?;
            for (index, number) in indexes.zip(numbers) {
                match verdicts.get_mut(index) {
                    Some(Verdict::Refused(Refusal::SpotsTaken { taken })) => taken.push(number),
                    Some(verdict) => *verdict = Verdict::Refused(Refusal::SpotsTaken { taken: vec![number] }),
                    None => {}
                }
            }
        } else {
            for index in indexes {
                if let (Some(order), Some(slot)) = (orders.get(index), verdicts.get_mut(index)) {
                    *slot = refusal(name, row, order)?;
                }
            }
        }
    }
    let whole = |(order, verdict): (&Order, &Verdict)| match verdict {
        Verdict::Granted { granted, .. } => granted.spots.len() == order.numbers.len(),
        _ => true,
    };
    if orders.iter().zip(&verdicts).all(whole) {
        Ok(verdicts)
    } else {
        Err(StoreFailure::Broken("claim_spots left a claim unanswered".into()))
    }
}

/// Reads the verdict on a claim that was refused for a reason other than taken spots.
fn refusal(name: &str, row: &PgRow, order: &Order) -> Result<Verdict, StoreFailure> {
    let detail = row.try_get::<Option<Value>, _>("detail")?.unwrap_or_default();
    if name == "replayed" {
        let ids: Vec<i64> = row.try_get("spot_ids")?;
        let numbers: Vec<i32> = row.try_get("spot_numbers")?;
        let granted = Granted {
            spots: ids.into_iter().zip(numbers).collect(),
            handle: order.handle.clone(),
            requested: detail["requested"].as_u64(),
            first_seq: row.try_get::<Vec<Option<i64>>, _>("seqs")?.first().copied().flatten(),
            replayed: true,
        };
        // None if the waffle was deleted, along with its log.
        return Ok(Verdict::Replayed { granted, by_seq: detail["by_seq"].as_i64().unwrap_or_default() });
    }
    if name == "busy" {
        return Ok(Verdict::Busy);
    }
    let mut refusal = if let Value::Object(detail) = detail { detail } else { Map::new() };
    refusal.insert("code".to_owned(), name.into());
    serde_json::from_value(refusal.into())
        .map(Verdict::Refused)
        .map_err(|error| StoreFailure::Broken(format!("claim_spots gave the verdict {name}: {error}")))
}
