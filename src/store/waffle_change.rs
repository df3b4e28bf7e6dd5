//! A change of a waffle as a whole. It first locks the row, as every change does, then writes the events and the audit
//! record, and commits everything together.

use crate::pools::PgPool;
use chrono::{DateTime, Utc};
use sqlx::AssertSqlSafe;
use sqlx::postgres::PgConnection;
use uuid::Uuid;
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_domain::author::Author;
use waffle_domain::refusal::Refusal;
use waffle_domain::wire::event::EventBody;
use waffle_domain::wire::message::Message;

use crate::audit;
use crate::events::payload;
use crate::failure::StoreFailure;
use crate::transaction::committed_as;
use crate::waffles::{COLUMNS, ListedWaffle};

/// A change only looks up the rows of one waffle, so it uses indexes whatever the planner estimates.
const BEGIN: &str = "BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL jit = off";

/// Changes a waffle in one transaction. Returns the outcome of the work and the waffle's newest sequence number. What a
/// round decides has no author.
///
/// Without an event, an earlier request may have made the change, and lost its answer while it waited for standbys: the
/// commit waits for them too, as the lock is in the WAL.
pub(crate) async fn change_waffle<'a, T>(
    pool: &PgPool,
    id: Uuid,
    by: impl Into<(Option<&'a Author>, DateTime<Utc>)>,
    work: impl AsyncFnOnce(&mut WaffleChange<'_>) -> Result<T, StoreFailure>,
) -> Result<(T, i64), StoreFailure> {
    let (author, at) = by.into();
    committed_as(BEGIN, pool, async |transaction| {
        let sql = AssertSqlSafe(format!("SELECT {COLUMNS} FROM waffles w WHERE w.id = $1 FOR NO KEY UPDATE"));
        let listed: Option<ListedWaffle> = sqlx::query_as(sql).bind(id).fetch_optional(&mut *transaction).await?;
        let listed = listed.ok_or(Refusal::NoWaffle)?;
        let mut change = WaffleChange { transaction, listed, author, at, events: Vec::new() };
        let done = work(&mut change).await?;
        Ok((done, change.append().await?))
    })
    .await
}

/// A change in progress.
pub(crate) struct WaffleChange<'a> {
    pub(crate) transaction: &'a mut PgConnection,
    /// The waffle under its lock, as the change will leave it.
    pub(crate) listed: ListedWaffle,
    author: Option<&'a Author>,
    /// The time of the events and of the audit record.
    pub(crate) at: DateTime<Utc>,
    events: Vec<EventBody>,
}

impl WaffleChange<'_> {
    /// Refuses while a draw of the waffle is locked.
    pub(crate) fn not_locked(&self) -> Result<(), Refusal> {
        let locked = self.listed.waffle.draw.locked;
        locked.map_or(Ok(()), |locked| Err(Refusal::DrawLocked { round_at: locked.round_at }))
    }

    /// From here on, changes have no author.
    pub(crate) fn by_nobody(&mut self) {
        self.author = None;
    }

    /// Adds an event after the previous ones.
    pub(crate) fn event(&mut self, body: EventBody) {
        self.events.push(body);
    }

    /// Returns the sequence number of the event that will be added next.
    pub(crate) fn next_seq(&self) -> i64 {
        self.listed.last_seq.saturating_add_unsigned(self.events.len() as u64 + 1)
    }

    /// Adds an event of the waffle itself: the message for its watchers, which must carry [`Self::next_seq`].
    pub(crate) fn message(&mut self, message: Message) {
        self.event(EventBody::Waffle(Box::new(message)));
    }

    /// Adds an event that shows the waffle as it is now.
    pub(crate) fn updated(&mut self) {
        self.message(Message::WaffleUpdated { seq: self.next_seq(), waffle: self.listed.summary() });
    }

    /// Writes the audit record.
    pub(crate) async fn audit(&mut self, action: AuditAction, detail: &str) -> Result<(), StoreFailure> {
        let id = self.listed.waffle.id.to_string();
        let entity = (EntityType::Waffle, id.as_str());
        audit::of_actor(self.transaction, (self.author, self.at), action, entity, detail).await
    }

    /// Appends the events, and returns the waffle's newest sequence number.
    async fn append(self) -> Result<i64, StoreFailure> {
        if self.events.is_empty() {
            return Ok(self.listed.last_seq);
        }
        let (mut payloads, mut spots) = (Vec::new(), Vec::new());
        for event in &self.events {
            let (payload, spot) = match event {
                EventBody::Spot(change) => (None, Some(change)),
                EventBody::Waffle(message) => (Some(payload(message)?), None),
            };
            payloads.push(payload);
            spots.push(spot);
        }
        sqlx::query(
            "INSERT INTO events (waffle_id, seq, at, kind, change_id, spot_id, spot_number, from_status, to_status,
                social_handle, admin_id, payload)
             SELECT $1, $2 + e.place, $3, coalesce(e.payload::json ->> 'type', 'spot_update'), $4, e.spot_id,
                e.spot_number, e.from_status, e.to_status, e.handle, $5, e.payload
             FROM unnest($6::text[], $7::bigint[], $8::integer[], $9::text[], $10::text[], $11::text[])
                WITH ORDINALITY AS e (payload, spot_id, spot_number, from_status, to_status, handle, place)",
        )
        .bind(self.listed.waffle.id)
        .bind(self.listed.last_seq)
        .bind(self.at)
        .bind(Uuid::now_v7())
        .bind(self.author.map(|author| author.account_id))
        .bind(&payloads)
        .bind(spots.iter().map(|spot| spot.map(|spot| spot.spot_id)).collect::<Vec<_>>())
        .bind(spots.iter().map(|spot| spot.map(|spot| spot.number)).collect::<Vec<_>>())
        .bind(spots.iter().map(|spot| spot.map(|spot| spot.from.as_str())).collect::<Vec<_>>())
        .bind(spots.iter().map(|spot| spot.map(|spot| spot.to.as_str())).collect::<Vec<_>>())
        .bind(spots.iter().map(|spot| spot.map(|spot| spot.handle.as_str())).collect::<Vec<_>>())
        .execute(&mut *self.transaction)
        .await?;
        let seq = sqlx::query_scalar("UPDATE waffles SET last_seq = last_seq + $2 WHERE id = $1 RETURNING last_seq")
            .bind(self.listed.waffle.id)
            .bind(i64::try_from(self.events.len()).unwrap_or_default())
            .fetch_one(&mut *self.transaction)
            .await?;
        Ok(seq)
    }
}
