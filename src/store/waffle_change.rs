//! A change of a waffle as a whole. It first locks the row, as every change does, then writes the events and the audit
//! record, and commits everything together.

use chrono::{DateTime, Utc};
use sqlx::postgres::{PgPool, Postgres};
use sqlx::{AssertSqlSafe, Transaction};
use uuid::Uuid;
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_domain::author::Author;
use waffle_domain::refusal::Refusal;
use waffle_domain::wire::event::EventBody;
use waffle_domain::wire::message::Message;

use crate::audit;
use crate::events::payload;
use crate::failure::StoreFailure;
use crate::waffles::{COLUMNS, ListedWaffle};

/// A change only looks up the rows of one waffle, so it uses indexes whatever the planner estimates.
const BEGIN: &str = "BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL jit = off";

/// Changes a waffle in one transaction. Returns the outcome of the work and the waffle's newest sequence number.
///
/// Without an event, an earlier request may have made the change, and lost its answer while it waited for standbys: the
/// commit waits for them too, as the lock is in the WAL.
pub(crate) async fn change_waffle<'a, T>(
    pool: &PgPool,
    id: Uuid,
    by: impl Into<(Option<&'a Author>, DateTime<Utc>)>,
    work: impl AsyncFnOnce(&mut WaffleChange<'a>) -> Result<T, StoreFailure>,
) -> Result<(T, i64), StoreFailure> {
    let mut change = WaffleChange::begin(pool, id, by).await?;
    match work(&mut change).await {
        Ok(done) => Ok((done, change.commit().await?)),
        Err(failure) => Err(change.give_up(failure).await),
    }
}

/// A change in progress; dropping it undoes everything.
pub(crate) struct WaffleChange<'a> {
    pub(crate) transaction: Transaction<'static, Postgres>,
    pub(crate) listed: ListedWaffle,
    author: Option<&'a Author>,
    pub(crate) at: DateTime<Utc>,
    events: Vec<EventBody>,
    maybe_done: bool,
}

impl<'a> WaffleChange<'a> {
    /// Locks a waffle's row. A change that a round decides has no author.
    pub(crate) async fn begin(
        pool: &PgPool,
        id: Uuid,
        by: impl Into<(Option<&'a Author>, DateTime<Utc>)>,
    ) -> Result<Self, StoreFailure> {
        let mut transaction = pool.begin_with(BEGIN).await.map_err(StoreFailure::nothing_done)?;
        let sql = AssertSqlSafe(format!("SELECT {COLUMNS} FROM waffles w WHERE w.id = $1 FOR NO KEY UPDATE"));
        let listed: Option<ListedWaffle> =
            sqlx::query_as(sql).bind(id).fetch_optional(&mut *transaction).await.map_err(StoreFailure::nothing_done)?;
        let (listed, (author, at)) = (listed.ok_or(Refusal::NoWaffle)?, by.into());
        Ok(Self { transaction, listed, author, at, events: Vec::new(), maybe_done: false })
    }

    /// Refuses while a draw of the waffle is locked.
    pub(crate) fn not_locked(&self) -> Result<(), Refusal> {
        let locked = self.listed.waffle.draw.locked;
        locked.map_or(Ok(()), |locked| Err(Refusal::DrawLocked { round_at: locked.round_at }))
    }

    /// Refuses because it may be done already, by an earlier request that lost its answer while it waited for standbys:
    /// this answer waits for them too, as the lock is in the WAL and is committed. Only before anything is written.
    pub(crate) fn maybe_done(&mut self, refusal: Refusal) -> StoreFailure {
        self.maybe_done = true;
        refusal.into()
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
        audit::of_actor(&mut self.transaction, (self.author, self.at), action, entity, detail).await
    }

    /// Undoes everything because of a failure, and returns it.
    pub(crate) async fn give_up(self, failure: StoreFailure) -> StoreFailure {
        if self.maybe_done
            && matches!(failure, StoreFailure::Refused(_))
            && let Err(lost) = self.transaction.commit().await
        {
            return lost.into();
        }
        failure.before_commit()
    }

    /// Appends the events, commits, and returns the waffle's newest sequence number.
    async fn commit(mut self) -> Result<i64, StoreFailure> {
        let seq = if self.events.is_empty() {
            self.listed.last_seq
        } else {
            self.append().await.map_err(StoreFailure::before_commit)?
        };
        self.transaction.commit().await?;
        Ok(seq)
    }

    async fn append(&mut self) -> Result<i64, StoreFailure> {
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
