//! Merging handles, a few waffles at a time: calls of `merge_users` (`functions/merge_users.sql`).

use std::ops::AddAssign;

use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::{FromRow, Row};
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_domain::author::By;
use waffle_domain::handle::Handle;
use waffle_domain::refusal::Refusal;

use crate::failure::StoreFailure;
use crate::functions::bind_author;
use crate::pools::wait_for_standbys;
use crate::pools::{PgPool, acquire};

/// The most spots that the waffles of one part may have: as many as the largest waffle.
const MOST_SPOTS: i64 = 10_000;
/// The most waffles of one part, since claims on all of them wait for it.
const MOST_WAFFLES: usize = 50;

row! {
    /// The counts of what moved to the other handle, or would move.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
    #[schema(as = MergedUsers)]
    pub struct MergeCounts {
        #[schema(example = 7)]
        pub spots: i64,
        /// On how many waffles.
        #[schema(example = 3)]
        pub waffles: i64,
        /// How many of the spots are winners.
        #[schema(example = 1)]
        pub wins: i64,
    }
}

impl MergeCounts {
    /// Counts what a handle holds.
    pub fn of(held: &[Held]) -> Self {
        let mut counts = Self::default();
        for Held { spots, wins, .. } in held {
            counts += Self { spots: *spots, waffles: i64::from(*spots > 0), wins: *wins };
        }
        counts
    }
}

impl AddAssign for MergeCounts {
    fn add_assign(&mut self, more: Self) {
        self.spots += more.spots;
        self.waffles += more.waffles;
        self.wins += more.wins;
    }
}

row! {
    /// What a handle holds on a waffle; nothing if it has released everything.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Held {
        pub waffle_id: Uuid,
        /// How many spots the waffle has, which is the cost of finding the handle's.
        pub total_spots: i64,
        pub spots: i64,
        pub wins: i64,
        /// When the round of a locked draw appears, if some of the spots may be among its entries.
        pub round_at: Option<DateTime<Utc>>,
    }
}

/// Reads what a handle holds, waffle by waffle.
pub async fn held(pool: &PgPool, handle: &Handle) -> Result<Vec<Held>, StoreFailure> {
    let held = sqlx::query_as(
        "SELECT h.waffle_id, w.total_spots::bigint, s.spots::bigint, h.won::bigint AS wins,
            CASE WHEN s.spots > 0 THEN w.draw_round_at END AS round_at
         FROM holdings h JOIN waffles w ON w.id = h.waffle_id
         CROSS JOIN LATERAL (SELECT spots_held(h) AS spots) s
         WHERE h.handle = $1 ORDER BY h.waffle_id",
    );
    Ok(held.bind(handle.as_str()).fetch_all(pool).await?)
}

/// Splits the waffles into parts, each for one call of [`merge`]: one part at least, for the registry.
pub fn parts(held: &[Held]) -> Vec<Vec<Uuid>> {
    let (mut parts, mut spots) = (vec![Vec::new()], 0);
    for Held { waffle_id, total_spots, .. } in held {
        spots += total_spots;
        match parts.last_mut() {
            Some(part) if spots <= MOST_SPOTS && part.len() < MOST_WAFFLES => part.push(*waffle_id),
            _ => {
                parts.push(vec![*waffle_id]);
                spots = *total_spots;
            }
        }
    }
    parts
}

/// Gives what one handle has on some waffles to another, with one event for each spot and one audit record: on those
/// that no other transaction has locked, or on the first if all are locked. The last part, once everything is done,
/// removes the handle from the registry. Returns the waffles that are done, too: not those that another transaction had
/// locked. Refused if one of them has a locked draw.
pub async fn merge(
    pool: &PgPool,
    [old, new]: [&Handle; 2],
    part: &[Uuid],
    is_last: bool,
    by: By<'_>,
) -> Result<(MergeCounts, Vec<Uuid>), StoreFailure> {
    let mut connection = acquire(pool).await?;
    let call = sqlx::query(
        "SELECT * FROM merge_users(
            change => $1, old_handle => $2, new_handle => $3, in_waffles => $4, is_last => $5, now_at => $6,
            author => ROW($7, $8, $9)
         )",
    )
    .bind(Uuid::now_v7())
    .bind(old.as_str())
    .bind(new.as_str())
    .bind(part)
    .bind(is_last)
    .bind(by.at);
    let row = bind_author(call, Some(by.author)).fetch_one(&mut *connection).await?;
    if let Some(round_at) = row.try_get("round_at")? {
        return Err(Refusal::DrawLocked { round_at }.into());
    }
    if is_last {
        // An earlier request may have done everything, and lost its answer while it waited for standbys.
        wait_for_standbys(&mut connection).await?;
    }
    Ok((MergeCounts::from_row(&row)?, row.try_get("done")?))
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::{Held, parts};

    #[test]
    fn parts_have_as_many_spots_as_the_largest_waffle_at_most_and_every_waffle_once() {
        let sizes = |all: &[i64]| -> Vec<usize> {
            let held: Vec<Held> = all
                .iter()
                .map(|total_spots| Held {
                    waffle_id: Uuid::new_v4(),
                    total_spots: *total_spots,
                    spots: 1,
                    wins: 0,
                    round_at: None,
                })
                .collect();
            let parts = parts(&held);
            assert_eq!(parts.concat(), held.iter().map(|held| held.waffle_id).collect::<Vec<_>>());
            parts.iter().map(Vec::len).collect()
        };
        assert_eq!(sizes(&[]), [0]);
        assert_eq!(sizes(&[10_000]), [1]);
        assert_eq!(sizes(&[2; 50]), [50]);
        assert_eq!(sizes(&[2; 51]), [50, 1]);
        assert_eq!(sizes(&[5_000, 5_000]), [2]);
        assert_eq!(sizes(&[5_000, 5_001, 4_999, 2]), [1, 2, 1]);
        assert_eq!(sizes(&[10_000, 10_000, 2]), [1, 1, 1]);
    }
}
