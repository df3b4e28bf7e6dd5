//! The event log: change feed and replay for watchers.

use sqlx::Row;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnection, PgRow, Postgres};
use uuid::Uuid;
use waffle_domain::event::SpotChanged;
use waffle_domain::wire::event::{Event, EventBody, Mark};
use waffle_domain::wire::message::Message;

use crate::failure::StoreFailure;
use crate::ledger_session::LedgerSession;
use crate::pools::{PgPool, acquire};
use crate::row_reader::parsed;

const COLUMNS: &str = "seq, at, change_id, spot_id, spot_number, from_status, to_status, social_handle, pay_by, \
    payload";

/// The statement of [`after`].
pub(crate) fn after_statement() -> String {
    format!("SELECT {COLUMNS} FROM events WHERE waffle_id = $1 AND seq > $2 ORDER BY seq LIMIT $3")
}

/// Reads up to `limit` events after a sequence number, in order.
pub async fn after(pool: &PgPool, waffle_id: Uuid, seq: i64, limit: i64) -> Result<Vec<Event>, StoreFailure> {
    let events = sqlx::query(sqlx::AssertSqlSafe(after_statement())).bind(waffle_id).bind(seq).bind(limit);
    Ok(events.try_map(|row| event(&row)).fetch_all(pool).await?)
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
    let events = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(ids).bind(seqs).bind(limit);
    Ok(events.try_map(|row| Ok((row.try_get("waffle_id")?, event(&row)?))).fetch_all(pool).await?)
}

/// Finds the events that the given changes caused, among those after a mark, in order; among all if the log has been
/// set back since. This shows what happened when the answer to a commit was lost, but must not be acknowledged yet: see
/// [`wait_for_standbys`](crate::pools::wait_for_standbys).
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
    let mut connection = acquire(pool).await?;
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
    let events = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(waffle_id).bind(after.seq).bind(after.change_id);
    Ok(events.bind(changes).try_map(|row| event(&row)).fetch_all(connection).await?)
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

reader! {
    fn event(row) -> Event { seq, at, change_id; body: body(row)? }
}

reader! {
    /// Reads the columns of a spot's event.
    pub(crate) fn spot_changed(row) -> SpotChanged {
        spot_id, number as "spot_number", from as "from_status" = parsed, to as "to_status" = parsed,
        handle as "social_handle" = parsed, pay_by,
    }
}

fn body(row: &PgRow) -> Result<EventBody, sqlx::Error> {
    Ok(match row.try_get("payload")? {
        None => EventBody::Spot(spot_changed(row)?),
        Some(payload) => EventBody::Waffle(Box::new(message(payload)?)),
    })
}

/// Writes the payload column: the message as watchers receive it.
pub(crate) fn payload(message: &Message) -> Result<String, StoreFailure> {
    serde_json::to_string(message).map_err(|e| StoreFailure::Broken(e.to_string()))
}

/// Reads the payload column.
fn message(payload: &str) -> Result<Message, sqlx::Error> {
    serde_json::from_str(payload).map_err(|e| sqlx::Error::Decode(Box::new(e)))
}
