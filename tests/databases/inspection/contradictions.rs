//! Replays a waffle's log by separate rules: if it shared code with the server, it would share its mistakes.

mod holdings;

use std::collections::BTreeMap;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgRow};
use sqlx::types::chrono::{DateTime, Utc};
use sqlx::{ConnectOptions, Row};
use uuid::Uuid;

use super::log::{Logged, read};
use crate::TestDatabaseError;

/// How many spots are available, how many pending, and how many paid, won or lost.
type Counts = (i64, i64, i64);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Spot {
    id: i64,
    number: i32,
    status: String,
    claimed_by_handle: Option<String>,
    claimed_at: Option<DateTime<Utc>>,
    paid_at: Option<DateTime<Utc>>,
}

/// Looks for contradictions between a waffle's spots, its counters, what handles hold, and its log; a sound waffle has
/// none.
///
/// Replays the log on an empty board, which must end up like the spots.
pub async fn contradictions(database: &PgConnectOptions, waffle_id: Uuid) -> Result<Vec<String>, TestDatabaseError> {
    let mut connection = database.connect().await?;
    // All statements must see the same snapshot.
    sqlx::raw_sql("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").execute(&mut connection).await?;
    let Some((last_seq, counters)) = waffle(&mut connection, waffle_id).await? else {
        return Ok(vec!["no waffle".into()]);
    };
    let spot = |row: PgRow| {
        Ok(Spot {
            id: row.try_get("id")?,
            number: row.try_get("number")?,
            status: row.try_get("status")?,
            claimed_by_handle: row.try_get("claimed_by_handle")?,
            claimed_at: row.try_get("claimed_at")?,
            paid_at: row.try_get("paid_at")?,
        })
    };
    let spots = sqlx::query("SELECT * FROM spots WHERE waffle_id = $1 ORDER BY number").bind(waffle_id);
    let spots: Vec<Spot> = spots.try_map(spot).fetch_all(&mut connection).await?;
    let log = read(&mut connection, waffle_id).await?;

    let mut found = Vec::new();
    if !spots.iter().map(|spot| spot.number).eq(1..=i32::try_from(spots.len()).unwrap_or_default()) {
        found.push("the board has holes".into());
    }
    if counters != count(&spots) {
        found.push(format!("counters say {counters:?}, the spots {:?}", count(&spots)));
    }
    for (event, seq) in log.iter().zip(1_i64..) {
        if event.seq != seq {
            found.push(format!("event {} stands where {seq} belongs", event.seq));
        }
    }
    if log.last().map_or(0, |event| event.seq) != last_seq {
        found.push(format!("the log does not end with {last_seq}"));
    }
    let mut board: BTreeMap<i32, Spot> = spots.iter().map(|spot| (spot.number, emptied(spot))).collect();
    for event in &log {
        if let Some(number) = event.spot_number
            && board.get_mut(&number).is_none_or(|spot| play(event, spot).is_none())
        {
            found.push(format!("event {} does not fit spot {number}", event.seq));
        }
    }
    let differ = board.values().zip(&spots).filter(|(played, spot)| played != spot);
    found.extend(differ.map(|(played, spot)| format!("the log makes {played:?}, the table has {spot:?}")));
    found.extend(holdings::contradictions(&mut connection, waffle_id, &spots, &log).await?);
    Ok(found)
}

async fn waffle(connection: &mut PgConnection, id: Uuid) -> Result<Option<(i64, Counts)>, sqlx::Error> {
    let sql = "SELECT last_seq, available_count::bigint, pending_count::bigint, paid_count::bigint
               FROM waffles WHERE id = $1";
    let row: Option<(i64, i64, i64, i64)> = sqlx::query_as(sql).bind(id).fetch_optional(connection).await?;
    Ok(row.map(|(last_seq, available, pending, paid)| (last_seq, (available, pending, paid))))
}

fn count(spots: &[Spot]) -> Counts {
    spots.iter().fold((0, 0, 0), |(available, pending, paid), spot| match spot.status.as_str() {
        "available" => (available + 1, pending, paid),
        "pending" => (available, pending + 1, paid),
        _ => (available, pending, paid + 1),
    })
}

fn emptied(spot: &Spot) -> Spot {
    Spot { status: "available".into(), claimed_by_handle: None, claimed_at: None, paid_at: None, ..*spot }
}

/// Applies an event to its spot; `None` if it does not fit.
fn play(event: &Logged, spot: &mut Spot) -> Option<()> {
    let (from, to, handle) = (event.from_status.as_ref()?, event.to_status.as_ref()?, event.social_handle.as_ref()?);
    let handed_on = from == to && matches!(event.reason.as_deref(), Some("renamed" | "merged"));
    let same_holder = handed_on || spot.claimed_by_handle.as_ref().is_none_or(|holder| holder == handle);
    if event.spot_id != Some(spot.id) || *from != spot.status || !same_holder {
        return None;
    }
    match (from.as_str(), to.as_str()) {
        ("available", "pending") => {
            spot.claimed_by_handle = Some(handle.clone());
            spot.claimed_at = Some(event.at);
        }
        (from, to) if from == to && from != "available" => spot.claimed_by_handle = Some(handle.clone()),
        ("paid", "pending") => spot.paid_at = None,
        ("pending", "paid") => spot.paid_at = Some(event.at),
        ("pending" | "paid", "available") => *spot = emptied(spot),
        ("paid" | "winner" | "loser", "paid" | "winner" | "loser") => {}
        _ => return None,
    }
    spot.status.clone_from(to);
    Some(())
}
