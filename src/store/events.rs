//! The event log: change feed, replay for watchers, and activity list.

use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnection, PgPool, PgRow, Postgres};
use sqlx::{FromRow, Row};
use uuid::Uuid;
use waffle_domain::event::SpotChanged;
use waffle_domain::handle::Handle;
use waffle_domain::spot::SpotStatus;
use waffle_domain::wire::activity::ActivityEntry;
use waffle_domain::wire::event::{Event, EventBody, Mark};
use waffle_domain::wire::message::Message;

use crate::connect::LedgerSession;
use crate::failure::StoreFailure;

const COLUMNS: &str = "seq, at, change_id, spot_id, spot_number, from_status, to_status, social_handle, pay_by, \
    payload";

/// Reads up to `limit` events after a sequence number, in order.
pub async fn after(pool: &PgPool, waffle_id: Uuid, seq: i64, limit: i64) -> Result<Vec<Event>, StoreFailure> {
    let sql = format!("SELECT {COLUMNS} FROM events WHERE waffle_id = $1 AND seq > $2 ORDER BY seq LIMIT $3");
    let rows: Vec<EventRow> =
        sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(waffle_id).bind(seq).bind(limit).fetch_all(pool).await?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}

/// Reads up to `limit` events after a sequence number for each of several waffles; those of a waffle are in order.
pub async fn after_each(pool: &PgPool, known: &[(Uuid, i64)], limit: i64) -> Result<Vec<(Uuid, Event)>, StoreFailure> {
    let (ids, seqs): (Vec<Uuid>, Vec<i64>) = known.iter().copied().unzip();
    let sql = format!(
        "SELECT known.id AS waffle_id, e.* FROM unnest($1::uuid[], $2::bigint[]) AS known (id, seq)
         CROSS JOIN LATERAL (
            SELECT {COLUMNS} FROM events WHERE waffle_id = known.id AND events.seq > known.seq \
            ORDER BY events.seq LIMIT $3
         ) e ORDER BY known.id, e.seq"
    );
    let query = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(ids).bind(seqs).bind(limit);
    let event = |row: &PgRow| Ok::<_, sqlx::Error>((row.try_get("waffle_id")?, EventRow::from_row(row)?.0));
    Ok(query.fetch_all(pool).await?.iter().map(event).collect::<Result<_, _>>()?)
}

/// Finds the events that the given changes caused, among those after a mark, in order; among all if the log has been
/// set back since. This shows what happened when the answer to a commit was lost, but must not be acknowledged yet: see
/// [`wait_for_standbys`](crate::connect::wait_for_standbys).
pub async fn of_changes(
    session: &mut LedgerSession,
    waffle_id: Uuid,
    after: Mark,
    changes: &[Uuid],
) -> Result<Vec<Event>, StoreFailure> {
    find(&mut session.connection, waffle_id, after, changes).await
}

/// Finds the events that one change caused, as [`of_changes`] does. Also returns the connection: a wait for standbys on
/// another one would prove nothing, since that may lead to a server that has taken over in the meantime.
pub async fn of_change(
    pool: &PgPool,
    waffle_id: Uuid,
    after: Mark,
    change: Uuid,
) -> Result<(Vec<Event>, PoolConnection<Postgres>), StoreFailure> {
    let mut connection = pool.acquire().await.map_err(|e| StoreFailure::of_connecting(&e))?;
    let found = find(&mut connection, waffle_id, after, &[change]).await?;
    Ok((found, connection))
}

async fn find(
    connection: &mut PgConnection,
    waffle_id: Uuid,
    after: Mark,
    changes: &[Uuid],
) -> Result<Vec<Event>, StoreFailure> {
    let sql = format!(
        "SELECT {COLUMNS} FROM events WHERE waffle_id = $1 AND change_id = ANY ($4) AND seq > coalesce((
            SELECT k.seq FROM events k WHERE k.waffle_id = $1 AND k.seq = $2 AND k.change_id IS NOT DISTINCT FROM $3
         ), 0) ORDER BY seq"
    );
    let query = sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(waffle_id).bind(after.seq).bind(after.change_id);
    let rows: Vec<EventRow> = query.bind(changes).fetch_all(connection).await?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}

row! {
    /// How a waffle's log compares with a mark.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct Compared {
        pub waffle_id: Uuid,
        /// The number of the newest event.
        pub newest: i64,
        /// Whether the log continues from the mark. Otherwise it was set back.
        pub goes_on: bool,
    }
}

/// Compares the logs of waffles with marks; deleted waffles are missing in the result.
pub async fn compare(pool: &PgPool, known: &[(Uuid, Mark)]) -> Result<Vec<Compared>, StoreFailure> {
    let (ids, marks): (Vec<Uuid>, Vec<Mark>) = known.iter().copied().unzip();
    let compare = sqlx::query_as(
        "SELECT w.id AS waffle_id, w.last_seq AS newest,
            m.seq = 0 OR pg_is_in_recovery() OR (e.seq IS NOT NULL AND e.change_id IS NOT DISTINCT FROM m.change_id)
                AS goes_on
         FROM unnest($1::uuid[], $2::bigint[], $3::uuid[]) AS m (id, seq, change_id)
         CROSS JOIN LATERAL (SELECT o.id, o.last_seq FROM waffles o WHERE o.id = m.id LIMIT 1) w
         LEFT JOIN LATERAL (
            SELECT o.seq, o.change_id FROM events o WHERE o.waffle_id = m.id AND o.seq = m.seq LIMIT 1
         ) e ON true",
    )
    .bind(ids)
    .bind(marks.iter().map(|mark| mark.seq).collect::<Vec<_>>())
    .bind(marks.iter().map(|mark| mark.change_id).collect::<Vec<_>>());
    Ok(compare.fetch_all(pool).await?)
}

struct EventRow(Event);

impl FromRow<'_, PgRow> for EventRow {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        let body = match row.try_get("payload")? {
            None => EventBody::Spot(SpotChanged {
                spot_id: row.try_get("spot_id")?,
                number: row.try_get("spot_number")?,
                from: status(row, "from_status")?,
                to: status(row, "to_status")?,
                handle: handle(row, "social_handle")?,
                pay_by: row.try_get("pay_by")?,
            }),
            Some(payload) => EventBody::Waffle(Box::new(message(payload)?)),
        };
        Ok(Self(Event { seq: row.try_get("seq")?, at: row.try_get("at")?, change_id: row.try_get("change_id")?, body }))
    }
}

/// Writes the payload column: the message as watchers receive it.
pub(crate) fn payload(message: &Message) -> Result<String, StoreFailure> {
    serde_json::to_string(message).map_err(|e| StoreFailure::Broken(e.to_string()))
}

/// Reads the payload column.
fn message(payload: &str) -> Result<Message, sqlx::Error> {
    serde_json::from_str(payload).map_err(|e| sqlx::Error::Decode(Box::new(e)))
}

/// Which of a waffle's transitions are listed.
#[derive(Debug, Clone)]
pub struct ActivityPart {
    /// Only those before this sequence number.
    pub before: i64,
    /// At most this many.
    pub limit: i64,
    /// Only those of a spot.
    pub spot: Option<i32>,
    /// Only those of a handle.
    pub handle: Option<Handle>,
}

/// Lists a waffle's transitions, newest first. A moved deadline is not a transition.
pub async fn activity(pool: &PgPool, waffle_id: Uuid, part: &ActivityPart) -> Result<Vec<ActivityEntry>, StoreFailure> {
    let rows = sqlx::query(
        "SELECT e.seq, e.at, e.spot_number, e.from_status, e.to_status, e.social_handle, e.reason, a.username
         FROM (
            SELECT * FROM events
            WHERE waffle_id = $1 AND seq < $2 AND kind = 'spot_update'
                AND (from_status <> to_status OR reason IS NOT NULL)
                AND ($4::integer IS NULL OR spot_number = $4) AND ($5::text IS NULL OR social_handle = $5)
            ORDER BY seq DESC LIMIT $3
         ) e
         LEFT JOIN admins a ON a.id = e.admin_id ORDER BY e.seq DESC",
    )
    .bind(waffle_id)
    .bind(part.before)
    .bind(part.limit)
    .bind(part.spot)
    .bind(part.handle.as_ref().map(Handle::as_str))
    .fetch_all(pool)
    .await?;
    let entry = |row: &PgRow| -> Result<ActivityEntry, sqlx::Error> {
        let reason: Option<&str> = row.try_get("reason")?;
        Ok(ActivityEntry {
            seq: row.try_get("seq")?,
            at: row.try_get("at")?,
            spot_number: row.try_get("spot_number")?,
            from_status: status(row, "from_status")?,
            to_status: status(row, "to_status")?,
            social_handle: row.try_get("social_handle")?,
            admin_username: row.try_get("username")?,
            reason: reason.map(str::parse).transpose().map_err(|e: String| sqlx::Error::Decode(e.into()))?,
        })
    };
    Ok(rows.iter().map(entry).collect::<Result<_, _>>()?)
}

/// Reads a status column.
pub(crate) fn status(row: &PgRow, column: &str) -> Result<SpotStatus, sqlx::Error> {
    let text: &str = row.try_get(column)?;
    text.parse().map_err(|e: String| sqlx::Error::Decode(e.into()))
}

/// Reads a handle column; the database holds normalized handles only.
pub(crate) fn handle(row: &PgRow, column: &str) -> Result<Handle, sqlx::Error> {
    let text: &str = row.try_get(column)?;
    Handle::parse(text).map_err(|e| sqlx::Error::Decode(Box::new(e)))
}
