//! The registry: every handle that ever claimed a spot.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sqlx::postgres::PgConnectOptions;
use utoipa::{IntoParams, ToSchema};
use waffle_domain::account::Account;
use waffle_domain::handle::Handle;
use waffle_domain::invalid::Invalid;
use waffle_domain::paging::Paging;
use waffle_domain::role::Permission;

use crate::failure::StoreFailure;
use crate::pools::{PgPool, acquire};
use crate::table::{Table, part_of_handle};
use crate::watched_session::WatchedSession;

/// Enters handles that claimed but are missing here, each as first seen at its earliest claim. Returns how many. A
/// repeat changes nothing, and several servers may do this at the same time.
pub async fn backfill(database: &PgConnectOptions) -> Result<u64, StoreFailure> {
    // Not from the pool: reading all holdings may take longer than the time limits of requests allow.
    let mut session = WatchedSession::open(database).await?;
    // Sorted as in claims, so that the two never deadlock.
    let statement = sqlx::query(
        "INSERT INTO buyers (handle, created_at, updated_at)
         SELECT h.handle, min(h.first_claimed_at), max(h.last_claimed_at)
         FROM holdings h
         WHERE NOT EXISTS (SELECT FROM buyers b WHERE b.handle = h.handle)
         GROUP BY h.handle ORDER BY h.handle
         ON CONFLICT (handle) DO NOTHING",
    );
    let entered = session.watch(database).over(statement.execute(&mut session.connection)).await??;
    Ok(entered.rows_affected())
}

row! {
    /// A handle that claimed.
    #[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
    #[schema(as = User)]
    pub struct KnownBuyer {
        #[schema(example = "anna")]
        pub handle: String,
        /// The time of the first claim.
        pub created_at: DateTime<Utc>,
        /// The time of the newest claim.
        pub updated_at: DateTime<Utc>,
    }
}

/// The handles that contain a text.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct KnownBuyers {
    /// A part of the handle.
    #[param(format = "text", example = "ann")]
    search: String,
    /// The same, by another name.
    #[param(format = "text")]
    q: String,
    /// From 1; a page past the end is empty.
    #[param(format = "page", example = "1")]
    page: String,
    /// Rows of a page: 25 unless asked otherwise; more than 100 are 100.
    #[param(format = "page", example = "25")]
    per_page: String,
}

impl Table for KnownBuyers {
    type Row = KnownBuyer;
    type Filter = String;

    const PERMISSION: Permission = Permission::ReadUsers;
    const PAGE: [&'static str; 2] = ["Users", "A page of the registry."];
    const ROWS: [&'static str; 2] = ["users", ""];
    const THINGS: &'static str = "handles";

    fn filter(&self, _: &Account) -> Result<String, Invalid> {
        part_of_handle(if self.search.is_empty() { &self.q } else { &self.search })
    }

    fn paging(&self) -> [&str; 2] {
        [&self.page, &self.per_page]
    }

    /// Newest first; `_` and `%` are plain characters.
    async fn read(pool: &PgPool, part: &String, paging: Paging) -> Result<(Vec<KnownBuyer>, i64), StoreFailure> {
        let mut connection = acquire(pool).await?;
        let total = sqlx::query_scalar(
            "SELECT count(*) FROM known_buyers
             WHERE created_at IS NOT NULL AND (strpos(handle, $1) > 0 OR $1 = '')",
        )
        .bind(part)
        .fetch_one(&mut *connection)
        .await?;
        let buyers = sqlx::query_as(
            // The time of the last claim is looked up only for the handles on the page.
            "SELECT b.handle, b.created_at, greatest(b.updated_at, h.last_claimed_at) AS updated_at
             FROM (
                SELECT * FROM known_buyers WHERE created_at IS NOT NULL AND (strpos(handle, $1) > 0 OR $1 = '')
                ORDER BY created_at DESC, handle LIMIT $2 OFFSET $3
             ) b
             LEFT JOIN LATERAL (
                SELECT max(h.last_claimed_at) AS last_claimed_at FROM holdings h WHERE h.handle = b.handle
             ) h ON true
             ORDER BY b.created_at DESC, b.handle",
        )
        .bind(part)
        .bind(i64::from(paging.per_page()))
        .bind(paging.offset());
        Ok((buyers.fetch_all(&mut *connection).await?, total))
    }

    /// Handles need no encoding. A term that would need it matches no handle, so there are no other pages to link to.
    fn kept(&self, part: &String) -> String {
        Handle::parse(part).map_or_else(|_| String::new(), |part| format!("search={part}&"))
    }
}
