//! A waffle's log as the database has it, with the times by its own clock.

use sqlx::postgres::{PgConnectOptions, PgConnection, PgRow};
use sqlx::types::chrono::{DateTime, Utc};
use sqlx::{ConnectOptions, Row};
use uuid::Uuid;

use super::guards::rewrite;
use crate::TestDatabaseError;

/// An event; the optional columns are those of changes of spots, but for the payload.
#[derive(Clone, Debug, Default)]
pub struct Logged {
    pub seq: i64,
    /// When it happened, by the clock of the server that wrote it.
    pub at: DateTime<Utc>,
    pub kind: String,
    /// The request that the event belongs to.
    pub change_id: Option<Uuid>,
    pub spot_id: Option<i64>,
    pub spot_number: Option<i32>,
    pub from_status: Option<String>,
    pub to_status: Option<String>,
    pub social_handle: Option<String>,
    pub pay_by: Option<DateTime<Utc>>,
    pub reason: Option<String>,
    pub source: Option<Vec<u8>>,
    /// The message to watchers, unless the event is of a spot.
    pub payload: Option<String>,
    /// The time at which the rules were judged, by the database's clock.
    pub judged_at: DateTime<Utc>,
    /// When it was written, by the same clock.
    pub written_at: DateTime<Utc>,
}

/// Makes the log keep the times of the database's clock, which the rules use.
pub async fn keep_times(database: &PgConnectOptions) -> Result<(), TestDatabaseError> {
    let mut connection = database.connect().await?;
    let keep = "ALTER TABLE events ADD COLUMN judged_at timestamptz NOT NULL DEFAULT now(),
                ADD COLUMN written_at timestamptz NOT NULL DEFAULT clock_timestamp()";
    sqlx::raw_sql(keep).execute(&mut connection).await?;
    Ok(())
}

/// Makes a minute of time to pay last only this many milliseconds.
pub async fn hasten_deadlines(database: &PgConnectOptions, minute: u32) -> Result<(), TestDatabaseError> {
    let mut connection = database.connect().await?;
    for function in ["claim_spots", "change_spots"] {
        rewrite(&mut connection, function, "* interval '1 minute'", &format!("* interval '{minute} ms'")).await?;
    }
    let (usual, hasty) = ("interval '15 minutes'", format!("interval '{} ms'", 15 * minute));
    rewrite(&mut connection, "change_spots", usual, &hasty).await?;
    Ok(())
}

/// Returns the time of the database's clock.
pub async fn now(database: &PgConnectOptions) -> Result<DateTime<Utc>, TestDatabaseError> {
    Ok(sqlx::query_scalar("SELECT clock_timestamp()").fetch_one(&mut database.connect().await?).await?)
}

/// Reads the log. Without [`keep_times`], it has no times by the database's clock: they are those of 1970.
pub async fn log(database: &PgConnectOptions, waffle_id: Uuid) -> Result<Vec<Logged>, TestDatabaseError> {
    Ok(read(&mut database.connect().await?, waffle_id).await?)
}

/// Reads the log as a transaction sees it.
pub(super) async fn read(connection: &mut PgConnection, waffle_id: Uuid) -> Result<Vec<Logged>, sqlx::Error> {
    let log = sqlx::query("SELECT * FROM events WHERE waffle_id = $1 ORDER BY seq").bind(waffle_id);
    let read = |row: PgRow| {
        Ok(Logged {
            seq: row.try_get("seq")?,
            at: row.try_get("at")?,
            kind: row.try_get("kind")?,
            change_id: row.try_get("change_id")?,
            spot_id: row.try_get("spot_id")?,
            spot_number: row.try_get("spot_number")?,
            from_status: row.try_get("from_status")?,
            to_status: row.try_get("to_status")?,
            social_handle: row.try_get("social_handle")?,
            pay_by: row.try_get("pay_by")?,
            reason: row.try_get("reason")?,
            source: row.try_get("source")?,
            payload: row.try_get("payload")?,
            judged_at: row.try_get("judged_at").unwrap_or_default(),
            written_at: row.try_get("written_at").unwrap_or_default(),
        })
    };
    log.try_map(read).fetch_all(connection).await
}
