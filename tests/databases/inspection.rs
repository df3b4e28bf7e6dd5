//! What tests of every layer do to a test database: look for contradictions, hold locks, remove guards.

mod checksums;
mod contradictions;
mod guards;
mod log;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, PgConnection, Row};
use uuid::Uuid;

use crate::TestDatabaseError;
pub use checksums::checksums;
pub use contradictions::contradictions;
pub use guards::{GUARDS, Removed, remove_claim_guards, remove_guard};
pub use log::{Logged, hasten_deadlines, keep_times, log, now};

/// How often to check a condition that a test waits for.
const LOOK: Duration = Duration::from_millis(5);

/// Holds a lock until it is dropped, released or committed.
#[derive(Debug)]
pub struct Lock {
    connection: PgConnection,
}

impl Lock {
    /// Releases the lock and rolls back.
    pub async fn release(mut self) -> Result<(), TestDatabaseError> {
        sqlx::raw_sql("ROLLBACK").execute(&mut self.connection).await?;
        Ok(())
    }

    /// Releases the lock and commits.
    pub async fn commit(mut self) -> Result<(), TestDatabaseError> {
        sqlx::raw_sql("COMMIT").execute(&mut self.connection).await?;
        Ok(())
    }
}

/// Locks a waffle's row, like a hanging transaction.
pub async fn lock_waffle(database: &PgConnectOptions, waffle_id: Uuid) -> Result<Lock, TestDatabaseError> {
    let mut connection = database.connect().await?;
    sqlx::raw_sql("BEGIN").execute(&mut connection).await?;
    let query = sqlx::query("SELECT FROM waffles WHERE id = $1 FOR NO KEY UPDATE").bind(waffle_id);
    query.execute(&mut connection).await?;
    Ok(Lock { connection })
}

/// Locks a buyer's row and everything that the buyer holds or might hold in today's waffles, like a hanging
/// transaction. An unknown buyer stays unknown, and can't be entered in the meantime.
pub async fn lock_buyer(database: &PgConnectOptions, handle: &str) -> Result<Lock, TestDatabaseError> {
    let mut connection = database.connect().await?;
    sqlx::raw_sql("BEGIN").execute(&mut connection).await?;
    let query = sqlx::query(
        "INSERT INTO buyers (handle, created_at, updated_at) VALUES ($1, now(), now())
         ON CONFLICT (handle) DO UPDATE SET updated_at = buyers.updated_at",
    );
    query.bind(handle).execute(&mut connection).await?;
    let query = sqlx::query(
        "INSERT INTO holdings AS h (waffle_id, first_claimed_at, last_claimed_at, pending, paid, won, lost, handle)
         SELECT id, now(), now(), 0, 0, 0, 0, $1 FROM waffles
         ON CONFLICT (handle, waffle_id) DO UPDATE SET pending = h.pending",
    );
    query.bind(handle).execute(&mut connection).await?;
    Ok(Lock { connection })
}

/// Locks a whole table, even against readers.
pub async fn lock_table(database: &PgConnectOptions, table: &str) -> Result<Lock, TestDatabaseError> {
    let mut connection = database.connect().await?;
    let statements = format!("BEGIN; LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE");
    sqlx::raw_sql(AssertSqlSafe(statements)).execute(&mut connection).await?;
    Ok(Lock { connection })
}

/// Gives an account the lowest role, in a transaction that is not committed yet.
pub async fn lower_account(database: &PgConnectOptions, username: &str) -> Result<Lock, TestDatabaseError> {
    let mut connection = database.connect().await?;
    sqlx::raw_sql("BEGIN").execute(&mut connection).await?;
    let query = sqlx::query("UPDATE admins SET role = 'waffle_manager' WHERE username = $1").bind(username);
    query.execute(&mut connection).await?;
    Ok(Lock { connection })
}

/// Waits until a number of sessions wait for a lock, ten seconds at most.
pub async fn until_waiting(database: &PgConnectOptions, sessions: i64) -> Result<(), TestDatabaseError> {
    let mut connection = database.connect().await?;
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(10) {
        let waiting: i64 = sqlx::query_scalar(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        )
        .fetch_one(&mut connection)
        .await?;
        if waiting >= sessions {
            return Ok(());
        }
        tokio::time::sleep(LOOK).await;
    }
    Err(sqlx::Error::PoolTimedOut.into())
}

/// Terminates every other session of the database, and returns how many there were: first those that wait for a lock,
/// lest they get it when its holder ends.
pub async fn end_sessions(database: &PgConnectOptions) -> Result<i64, TestDatabaseError> {
    let mut connection = database.connect().await?;
    let query = sqlx::query_scalar(
        "SELECT count(pg_terminate_backend(pid)) FROM (
            SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
            ORDER BY wait_event_type IS DISTINCT FROM 'Lock' OFFSET 0
         ) AS others",
    );
    Ok(query.fetch_one(&mut connection).await?)
}

/// Ends the sessions in which servers wait for each other's hints; returns how many there were.
pub async fn end_listeners(database: &PgConnectOptions) -> Result<i64, TestDatabaseError> {
    let mut connection = database.connect().await?;
    let query = sqlx::query_scalar(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
         WHERE datname = current_database() AND query LIKE 'LISTEN %'",
    );
    Ok(query.fetch_one(&mut connection).await?)
}

/// Reads the numbers of a waffle's taken spots with their handles.
pub async fn owners(database: &PgConnectOptions, waffle_id: Uuid) -> Result<BTreeMap<i32, String>, TestDatabaseError> {
    let mut connection = database.connect().await?;
    let query =
        sqlx::query("SELECT number, claimed_by_handle FROM spots WHERE waffle_id = $1 AND status <> 'available'");
    let rows = query.bind(waffle_id).fetch_all(&mut connection).await?;
    Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
}

/// A hash of no password.
pub const HASH: &str = "$2b$04$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZabcde";

/// Adds a super admin, who may do everything but has no password to sign in with.
pub async fn add_super_admin(database: &PgConnectOptions, id: Uuid, username: &str) -> Result<(), TestDatabaseError> {
    add_account(database, id, username, "super_admin").await
}

/// Adds an account with this role, and [`HASH`].
pub async fn add_account(
    database: &PgConnectOptions,
    id: Uuid,
    username: &str,
    role: &str,
) -> Result<(), TestDatabaseError> {
    let sql = "INSERT INTO admins (id, username, email, role, password_hash, created_at)
               VALUES ($1, $2, $2 || '@example.org', $3, $4, now())";
    let query = sqlx::query(sql).bind(id).bind(username).bind(role).bind(HASH);
    query.execute(&mut database.connect().await?).await?;
    Ok(())
}

/// Deletes a waffle without any server's knowledge.
pub async fn delete_waffle(database: &PgConnectOptions, waffle_id: Uuid) -> Result<(), TestDatabaseError> {
    let mut connection = database.connect().await?;
    sqlx::query("DELETE FROM waffles WHERE id = $1").bind(waffle_id).execute(&mut connection).await?;
    Ok(())
}

/// Adds waffles named `sown-1`, `sown-2`, … with from `least` to `most` spots each, of which `anna` has claimed the
/// first: event 1 of their logs. Returns their ids.
pub async fn sow_waffles(
    database: &PgConnectOptions,
    count: i32,
    least: i32,
    most: i32,
) -> Result<Vec<Uuid>, TestDatabaseError> {
    let mut connection = database.connect().await?;
    let sown = sqlx::query_scalar(
        "INSERT INTO waffles (id, slug, title, social_media_links, total_spots, spot_price, item_count, last_seq,
                              available_count, pending_count, created_at)
         SELECT gen_random_uuid(), 'sown-' || n, 'Sown ' || n, '{}', spots, 2500, 1, 1, spots - 1, 1, now()
         FROM (SELECT n, $2 + n * 37 % ($3 - $2 + 1) AS spots FROM generate_series(1, $1) AS n) AS sown
         RETURNING id",
    );
    let ids: Vec<Uuid> = sown.bind(count).bind(least).bind(most).fetch_all(&mut connection).await?;
    let spots = sqlx::query(
        "WITH sown AS (
            INSERT INTO spots (waffle_id, number, status, claimed_by_handle, claimed_at)
            SELECT w.id, n, CASE n WHEN 1 THEN 'pending' ELSE 'available' END, CASE n WHEN 1 THEN 'anna' END,
                CASE n WHEN 1 THEN now() END
            FROM waffles w CROSS JOIN LATERAL generate_series(1, w.total_spots) AS n WHERE w.id = ANY ($1)
            RETURNING id, waffle_id, number
         ), held AS (
            INSERT INTO holdings (waffle_id, first_claimed_at, last_claimed_at, pending, paid, won, lost, handle)
            SELECT waffle_id, now(), now(), 1, 0, 0, 0, 'anna' FROM sown WHERE number = 1
         )
         INSERT INTO events (waffle_id, seq, at, kind, spot_id, spot_number, from_status, to_status, social_handle)
         SELECT waffle_id, 1, now(), 'spot_update', id, 1, 'available', 'pending', 'anna' FROM sown WHERE number = 1",
    );
    spots.bind(&ids).execute(&mut connection).await?;
    let buyer = "INSERT INTO buyers VALUES ('anna', now(), now()) ON CONFLICT DO NOTHING";
    sqlx::raw_sql(buyer).execute(&mut connection).await?;
    sqlx::raw_sql("ANALYZE").execute(&mut connection).await?;
    Ok(ids)
}
