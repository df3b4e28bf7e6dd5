//! Merging handles: one call of `merge_users` (`migrations/0004_change_spots.sql`).

use chrono::{DateTime, Utc};
use ipnetwork::IpNetwork;
use sqlx::Row;
use sqlx::postgres::PgPool;
use uuid::Uuid;
use waffle_domain::author::Author;
use waffle_domain::handle::Handle;

use crate::failure::StoreFailure;

/// What becomes another handle's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MergeCounts {
    pub spots: i64,
    /// How many waffles they are spread over.
    pub waffles: i64,
    /// How many of the spots are winners.
    pub wins: i64,
}

/// The outcome of a merge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Merged {
    Done {
        counts: MergeCounts,
        /// The waffles in whose logs it stands.
        waffles: Vec<Uuid>,
    },
    /// One of the waffles has a draw that is locked until its round appears; nothing was changed.
    Locked(DateTime<Utc>),
}

/// Makes everything of one handle another's, with one event for each spot and one audit record. A dry run only counts.
pub async fn merge(
    pool: &PgPool,
    old: &Handle,
    new: &Handle,
    dry_run: bool,
    author: &Author,
    at: DateTime<Utc>,
) -> Result<Merged, StoreFailure> {
    let mut connection = pool.acquire().await.map_err(|e| StoreFailure::of_connecting(&e))?;
    let row = sqlx::query("SELECT * FROM merge_users($1, $2, $3, $4, $5, $6, $7, $8)")
        .bind(Uuid::now_v7())
        .bind(old.as_str())
        .bind(new.as_str())
        .bind(dry_run)
        .bind(author.account_id)
        .bind(&author.username)
        .bind(author.ip_address.map(IpNetwork::from))
        .bind(at)
        .fetch_one(&mut *connection)
        .await?;
    if let Some(round_at) = row.try_get("round_at")? {
        return Ok(Merged::Locked(round_at));
    }
    let counts =
        MergeCounts { spots: row.try_get("spots")?, waffles: row.try_get("waffles")?, wins: row.try_get("wins")? };
    Ok(Merged::Done { counts, waffles: row.try_get("changed_waffles")? })
}
