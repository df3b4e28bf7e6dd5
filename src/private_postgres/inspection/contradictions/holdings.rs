//! What handles hold in a waffle, counted from its spots and its log, against what is noted of it.

use std::collections::BTreeMap;

use sqlx::FromRow;
use sqlx::postgres::PgConnection;
use sqlx::types::chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{Event, Spot};

#[derive(Debug, PartialEq, Eq, FromRow)]
struct Holding {
    handle: String,
    pending: i32,
    paid: i32,
    won: i32,
    lost: i32,
    first_claimed_at: DateTime<Utc>,
    last_claimed_at: DateTime<Utc>,
}

/// Looks for holdings that are missing, wrong or too many. Whoever ever claimed a spot has one.
pub(super) async fn contradictions(
    connection: &mut PgConnection,
    waffle_id: Uuid,
    spots: &[Spot],
    log: &[Event],
) -> Result<Vec<String>, sqlx::Error> {
    let noted: Vec<Holding> =
        sqlx::query_as("SELECT * FROM holdings WHERE waffle_id = $1 ORDER BY handle COLLATE \"C\"")
            .bind(waffle_id)
            .fetch_all(connection)
            .await?;
    let counted = count(spots, log);
    if noted == counted {
        return Ok(Vec::new());
    }
    let missing = counted.iter().filter(|holding| !noted.contains(holding)).map(|h| format!("not noted: {h:?}"));
    let wrong = noted.iter().filter(|holding| !counted.contains(holding)).map(|h| format!("wrongly noted: {h:?}"));
    Ok(missing.chain(wrong).collect())
}

fn count(spots: &[Spot], log: &[Event]) -> Vec<Holding> {
    let mut holdings: BTreeMap<String, Holding> = BTreeMap::new();
    for event in log.iter().filter(|event| event.from_status.as_deref() == Some("available")) {
        let Some(handle) = event.social_handle.clone() else { continue };
        let holding = holdings.entry(handle.clone()).or_insert_with(|| Holding {
            handle,
            pending: 0,
            paid: 0,
            won: 0,
            lost: 0,
            first_claimed_at: event.at,
            last_claimed_at: event.at,
        });
        holding.last_claimed_at = holding.last_claimed_at.max(event.at);
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
