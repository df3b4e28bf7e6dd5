//! The spots that handles hold in a waffle, counted from its spots and its log, and compared with the recorded
//! holdings.

use std::collections::BTreeMap;

use sqlx::Row;
use sqlx::postgres::{PgConnection, PgRow};
use sqlx::types::chrono::{DateTime, Utc};
use uuid::Uuid;

use super::Spot;
use crate::inspection::Logged;

#[derive(Debug, Clone, PartialEq, Eq)]
struct Holding {
    handle: String,
    pending: i32,
    paid: i32,
    won: i32,
    lost: i32,
    first_claimed_at: DateTime<Utc>,
    last_claimed_at: DateTime<Utc>,
}

impl Holding {
    fn is_of_some(&self) -> bool {
        self.pending + self.paid + self.won + self.lost > 0
    }

    /// Whether a recorded holding matches `counted`. A merge loses the time of a first claim if the handle no longer
    /// held anything then.
    fn notes(&self, counted: &Self) -> bool {
        let first_claimed_at = counted.first_claimed_at;
        self.first_claimed_at >= first_claimed_at
            && *self == Self { first_claimed_at: self.first_claimed_at, ..counted.clone() }
    }
}

/// Looks for holdings that are missing, wrong or superfluous. A handle with a spot has one, and a handle that had one
/// may.
pub(super) async fn contradictions(
    connection: &mut PgConnection,
    waffle_id: Uuid,
    spots: &[Spot],
    log: &[Logged],
) -> Result<Vec<String>, sqlx::Error> {
    let noted = sqlx::query("SELECT * FROM holdings WHERE waffle_id = $1 ORDER BY handle COLLATE \"C\"");
    let read = |row: PgRow| {
        Ok(Holding {
            handle: row.try_get("handle")?,
            pending: row.try_get("pending")?,
            paid: row.try_get("paid")?,
            won: row.try_get("won")?,
            lost: row.try_get("lost")?,
            first_claimed_at: row.try_get("first_claimed_at")?,
            last_claimed_at: row.try_get("last_claimed_at")?,
        })
    };
    let noted: Vec<Holding> = noted.bind(waffle_id).try_map(read).fetch_all(connection).await?;
    let counted = count(spots, log);
    let missing = counted.iter().filter(|of| of.is_of_some() && !noted.iter().any(|holding| holding.notes(of)));
    let wrong = noted.iter().filter(|holding| !counted.iter().any(|of| holding.notes(of)));
    let missing = missing.map(|holding| format!("not noted: {holding:?}"));
    Ok(missing.chain(wrong.map(|holding| format!("wrongly noted: {holding:?}"))).collect())
}

fn count(spots: &[Spot], log: &[Logged]) -> Vec<Holding> {
    let mut holdings: BTreeMap<String, Holding> = BTreeMap::new();
    // The holder of each spot, and since when.
    let mut held: BTreeMap<i64, (String, DateTime<Utc>)> = BTreeMap::new();
    for event in log {
        let (Some(spot_id), Some(handle)) = (event.spot_id, event.social_handle.clone()) else { continue };
        if event.from_status.as_deref() == Some("available") {
            note(&mut holdings, &handle, event.at, event.at);
            held.insert(spot_id, (handle, event.at));
            continue;
        }
        let Some((holder, since)) = held.get_mut(&spot_id) else { continue };
        match event.reason.as_deref() {
            Some("renamed") => note(&mut holdings, &handle, *since, *since),
            // Everything that the handle had moves to the other one, the time of its first claim included.
            Some("merged") => {
                if let Some(old) = holdings.remove(holder) {
                    note(&mut holdings, &handle, old.first_claimed_at, old.last_claimed_at);
                }
            }
            _ => {}
        }
        *holder = handle;
    }
    for spot in spots {
        // A spot whose handle never claimed contradicts the log, which is reported as such.
        let Some(holding) = spot.claimed_by_handle.as_ref().and_then(|handle| holdings.get_mut(handle)) else {
            continue;
        };
        match spot.status.as_str() {
            "pending" => holding.pending += 1,
            "paid" => holding.paid += 1,
            "winner" => holding.won += 1,
            "loser" => holding.lost += 1,
            _ => {}
        }
    }
    holdings.into_values().collect()
}

fn note(holdings: &mut BTreeMap<String, Holding>, handle: &str, first: DateTime<Utc>, last: DateTime<Utc>) {
    let holding = holdings.entry(handle.to_owned()).or_insert_with(|| Holding {
        handle: handle.to_owned(),
        pending: 0,
        paid: 0,
        won: 0,
        lost: 0,
        first_claimed_at: first,
        last_claimed_at: last,
    });
    holding.first_claimed_at = holding.first_claimed_at.min(first);
    holding.last_claimed_at = holding.last_claimed_at.max(last);
}
