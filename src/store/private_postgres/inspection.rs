//! What tests of every layer do to a test database: look for contradictions, and take its guards away.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, PgConnection, Row};
use uuid::Uuid;
use waffle_domain::board::Board;
use waffle_domain::spot::{Spot, SpotState};
use waffle_wire::event::EventBody;

use super::Error;
use crate::connect;
use crate::events;
use crate::failure::Failure;
use crate::waffles::{self, WaffleRef};

/// The conditions of `claim_spots` that keep a spot from being sold twice, and what they are without it.
const GUARDS: [(&str, &str); 3] = [
    ("WHERE p.status <> 'available' -- guard: judge", "WHERE false"),
    ("AND p.status = 'available' -- guard: update", ""),
    ("IF changed_count IS DISTINCT FROM expected THEN -- guard: count", "IF false THEN"),
];

/// How often a condition is looked at that a test waits for.
const LOOK: Duration = Duration::from_millis(5);

/// Holds a lock until it is dropped, released or committed.
#[derive(Debug)]
pub struct Lock {
    connection: PgConnection,
}

impl Lock {
    /// Lets go.
    pub async fn release(mut self) -> Result<(), Error> {
        sqlx::raw_sql("ROLLBACK").execute(&mut self.connection).await?;
        Ok(())
    }

    /// Lets the row go, changed as it was.
    pub async fn commit(mut self) -> Result<(), Error> {
        sqlx::raw_sql("COMMIT").execute(&mut self.connection).await?;
        Ok(())
    }
}

/// Looks for contradictions between a waffle's spots, its counters and its log; a sound waffle has none.
///
/// The log is played on an empty board, which must come out as the spots are.
pub async fn contradictions(database: &PgConnectOptions, waffle_id: Uuid) -> Result<Vec<String>, Failure> {
    let pool = connect::pool(database, 1);
    let Some(listed) = waffles::describe(&pool, waffle_id).await? else { return Ok(vec!["no waffle".into()]) };
    let Some(loaded) = waffles::load(&pool, &WaffleRef::Id(waffle_id)).await? else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    if listed.counts != loaded.board.counts() {
        found.push(format!("counters say {:?}, the spots {:?}", listed.counts, loaded.board.counts()));
    }
    let log = events::after(&pool, waffle_id, 0, i64::MAX).await?;
    for (event, seq) in log.iter().zip(1_i64..) {
        if event.seq != seq {
            found.push(format!("event {} stands where {seq} belongs", event.seq));
        }
    }
    if log.last().map_or(0, |event| event.seq) != loaded.last_seq {
        found.push(format!("the log does not end with {}", loaded.last_seq));
    }
    let empty = loaded.board.spots().map(|s| Spot { state: SpotState::Available, ..s.clone() }).collect();
    let Some(mut board) = Board::new(empty) else { return Ok(vec!["the board has holes".into()]) };
    for event in &log {
        if let EventBody::Spot(change) = &event.body
            && let Err(mismatch) = board.apply(change, event.at)
        {
            found.push(format!("event {}: {mismatch}", event.seq));
        }
    }
    let differ = board.spots().zip(loaded.board.spots()).filter(|(played, spot)| played != spot);
    found.extend(differ.map(|(played, spot)| format!("the log makes {played:?}, the table has {spot:?}")));
    Ok(found)
}

/// Takes the guards out of `claim_spots`: the negative control of every test that says no spot is sold twice.
pub async fn remove_claim_guards(database: &PgConnectOptions) -> Result<(), Error> {
    let mut connection = database.connect().await?;
    let query = sqlx::query_scalar("SELECT pg_get_functiondef('claim_spots'::regproc)");
    let mut definition: String = query.fetch_one(&mut connection).await?;
    for (guard, without) in GUARDS {
        let Some((before, after)) = definition.split_once(guard) else {
            return Err(Error::NoGuard(guard));
        };
        definition = format!("{before}{without}{after}");
    }
    sqlx::raw_sql(AssertSqlSafe(definition)).execute(&mut connection).await?;
    // It would stop an oversell when the board is full, as a last net.
    let net = "ALTER TABLE waffles DROP CONSTRAINT waffles_counts_add_up";
    sqlx::raw_sql(net).execute(&mut connection).await?;
    Ok(())
}

/// Locks a waffle's row, as a transaction would that hangs.
pub async fn lock_waffle(database: &PgConnectOptions, waffle_id: Uuid) -> Result<Lock, Error> {
    let mut connection = database.connect().await?;
    sqlx::raw_sql("BEGIN").execute(&mut connection).await?;
    let query = sqlx::query("SELECT FROM waffles WHERE id = $1 FOR NO KEY UPDATE").bind(waffle_id);
    query.execute(&mut connection).await?;
    Ok(Lock { connection })
}

/// Locks a handle's row in the registry, as a transaction would that hangs.
pub async fn lock_buyer(database: &PgConnectOptions, handle: &str) -> Result<Lock, Error> {
    let mut connection = database.connect().await?;
    sqlx::raw_sql("BEGIN").execute(&mut connection).await?;
    let query = sqlx::query("SELECT FROM buyers WHERE handle = $1 FOR UPDATE").bind(handle);
    query.execute(&mut connection).await?;
    Ok(Lock { connection })
}

/// Locks a whole table, for readers too.
pub async fn lock_table(database: &PgConnectOptions, table: &str) -> Result<Lock, Error> {
    let mut connection = database.connect().await?;
    let statements = format!("BEGIN; LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE");
    sqlx::raw_sql(AssertSqlSafe(statements)).execute(&mut connection).await?;
    Ok(Lock { connection })
}

/// Gives an account the lowest role, in a transaction that is still to be committed.
pub async fn lower_account(database: &PgConnectOptions, username: &str) -> Result<Lock, Error> {
    let mut connection = database.connect().await?;
    sqlx::raw_sql("BEGIN").execute(&mut connection).await?;
    let query = sqlx::query("UPDATE admins SET role = 'waffle_manager' WHERE username = $1").bind(username);
    query.execute(&mut connection).await?;
    Ok(Lock { connection })
}

/// Waits until so many sessions of a database wait for a lock, ten seconds at most.
pub async fn until_waiting(database: &PgConnectOptions, sessions: i64) -> Result<(), Error> {
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

/// Ends every other session of a database, by surprise; answers how many there were.
pub async fn end_sessions(database: &PgConnectOptions) -> Result<i64, Error> {
    let mut connection = database.connect().await?;
    let query = sqlx::query_scalar(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
    Ok(query.fetch_one(&mut connection).await?)
}

/// Lists the numbers of a waffle's taken spots with their handles, as the table has them.
pub async fn owners(database: &PgConnectOptions, waffle_id: Uuid) -> Result<BTreeMap<i32, String>, Error> {
    let mut connection = database.connect().await?;
    let query =
        sqlx::query("SELECT number, claimed_by_handle FROM spots WHERE waffle_id = $1 AND status <> 'available'");
    let rows = query.bind(waffle_id).fetch_all(&mut connection).await?;
    Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
}

/// Gives an id the account of a super admin, who may do everything, with a password that nobody has.
pub async fn add_super_admin(database: &PgConnectOptions, id: Uuid, username: &str) -> Result<(), Error> {
    let mut connection = database.connect().await?;
    let sql = "INSERT INTO admins (id, username, email, role, password_hash, created_at)
               VALUES ($1, $2, $2 || '@example.org', 'super_admin', '$2b$04$' || repeat('.', 53), now())";
    sqlx::query(sql).bind(id).bind(username).execute(&mut connection).await?;
    Ok(())
}

/// Deletes a waffle by hand.
pub async fn delete_waffle(database: &PgConnectOptions, waffle_id: Uuid) -> Result<(), Error> {
    let mut connection = database.connect().await?;
    sqlx::query("DELETE FROM waffles WHERE id = $1").bind(waffle_id).execute(&mut connection).await?;
    Ok(())
}
