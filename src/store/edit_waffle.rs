//! Editing, archiving and deleting a waffle.

use chrono::{DateTime, Utc};
use sqlx::AssertSqlSafe;
use sqlx::postgres::PgPool;
use uuid::Uuid;
use waffle_domain::audit::AuditAction;
use waffle_domain::role::Permission;
use waffle_domain::waffle_fields::WaffleEdit;
use waffle_domain::wire::message::Message;

use crate::accounts::still_may;
use crate::failure::StoreFailure;
use crate::payment_methods::can_be_chosen;
use crate::waffle_change::WaffleChange;
use crate::waffles::{SET_BY_SELLERS, bind, choose_methods, payment, places_from};
use waffle_domain::author::Author;

/// The outcome of an edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edited {
    /// Done, or there was nothing to change; holds the newest sequence number.
    Done(i64),
    /// There is no such waffle.
    NotFound,
    /// The winners are drawn, so their number can't change any more.
    AlreadyDrawn,
}

/// Edits a waffle, all or nothing, with one event and one audit record, or neither when nothing changes.
pub async fn edit(
    pool: &PgPool,
    id: Uuid,
    edit: WaffleEdit,
    author: &Author,
    at: DateTime<Utc>,
) -> Result<Edited, StoreFailure> {
    let Some(mut change) = WaffleChange::begin(pool, id, author, at).await? else { return Ok(Edited::NotFound) };
    (change.listed.waffle.payment_methods, _) =
        payment(&mut change.transaction, id).await.map_err(StoreFailure::before_commit)?;
    let chosen_before = change.listed.waffle.payment_methods.clone();
    let Ok(changed) = edit.apply(&mut change.listed.waffle) else { return Ok(Edited::AlreadyDrawn) };
    if changed.is_empty() {
        return Ok(Edited::Done(change.unchanged().await?));
    }
    if changed.contains(&"item_count") {
        change.not_locked()?;
    }
    // A method that was chosen before may stay even if it has been deactivated since.
    let mut chosen_anew = change.listed.waffle.payment_methods.clone();
    chosen_anew.retain(|method| !chosen_before.contains(method));
    can_be_chosen(&mut change.transaction, &chosen_anew).await.map_err(StoreFailure::before_commit)?;
    write(&mut change, changed.contains(&"payment_methods")).await.map_err(StoreFailure::before_commit)?;
    let detail = format!("{}: {}", change.listed.waffle.slug, changed.join(", "));
    change.audit(AuditAction::UpdateWaffle, &detail).await.map_err(StoreFailure::before_commit)?;
    change.updated();
    Ok(Edited::Done(change.commit().await?))
}

async fn write(change: &mut WaffleChange<'_>, methods_changed: bool) -> Result<(), StoreFailure> {
    let waffle = &change.listed.waffle;
    let sql = format!("UPDATE waffles SET ({SET_BY_SELLERS}) = ROW ({}) WHERE id = $1", places_from(2));
    let update = sqlx::query(AssertSqlSafe(sql)).bind(waffle.id);
    bind(update, waffle).execute(&mut *change.transaction).await?;
    if methods_changed {
        sqlx::query("DELETE FROM waffle_payment_methods WHERE waffle_id = $1")
            .bind(waffle.id)
            .execute(&mut *change.transaction)
            .await?;
        choose_methods(&mut change.transaction, waffle.id, &waffle.payment_methods).await?;
    }
    Ok(())
}

/// Archives or unarchives a waffle, and returns its newest sequence number; none when there is no such waffle.
/// Repeating it changes nothing, and writes no audit record.
pub async fn archive(
    pool: &PgPool,
    id: Uuid,
    archived: bool,
    author: &Author,
    at: DateTime<Utc>,
) -> Result<Option<i64>, StoreFailure> {
    let Some(mut change) = WaffleChange::begin(pool, id, author, at).await? else { return Ok(None) };
    if change.listed.waffle.archived == archived {
        return Ok(Some(change.unchanged().await?));
    }
    change.not_locked()?;
    change.listed.waffle.archived = archived;
    sqlx::query("UPDATE waffles SET archived = $2 WHERE id = $1")
        .bind(id)
        .bind(archived)
        .execute(&mut *change.transaction)
        .await
        .map_err(|e| StoreFailure::of_statement(&e).before_commit())?;
    let slug = change.listed.waffle.slug.clone();
    if archived {
        change.audit(AuditAction::ArchiveWaffle, &slug).await.map_err(StoreFailure::before_commit)?;
        change.message(Message::WaffleArchived { seq: change.next_seq(), slug, waffle_id: id });
    } else {
        change.audit(AuditAction::UnarchiveWaffle, &slug).await.map_err(StoreFailure::before_commit)?;
        change.updated();
    }
    Ok(Some(change.commit().await?))
}

/// Deletes what handles hold in a waffle. The handles come from the log, which names each one that ever held a spot.
const DELETE_HOLDINGS: &str = "
    DELETE FROM holdings h
    USING (SELECT DISTINCT social_handle AS handle FROM events WHERE waffle_id = $1 AND kind = 'spot_update') e
    CROSS JOIN LATERAL (
        SELECT o.ctid AS place FROM holdings o WHERE o.handle = e.handle AND o.waffle_id = $1 LIMIT 1
    ) l
    WHERE h.ctid = l.place
    RETURNING h.handle, h.first_claimed_at, h.last_claimed_at";

/// Reserves the slug of a waffle whose draws or winners may have been seen, so that no other waffle gets it.
const SPEND_SLUG: &str = "
    INSERT INTO spent_slugs (slug) SELECT w.slug FROM waffles w
    WHERE w.id = $1 AND EXISTS (SELECT FROM draw_ledger l WHERE l.waffle_id = w.id)";

/// Notes in the registry that this was the last claim of some buyers, and the first one of those that were merged away.
/// Rows are locked in order, so that two deletions don't deadlock. Claims of new handles wait for these rows, so this
/// comes last.
const NOTE_LAST_CLAIMS: &str = "
    WITH locked AS (
        SELECT g.*
        FROM unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) AS g (handle, first_claimed_at, last_claimed_at)
        JOIN buyers b ON b.handle = g.handle
        ORDER BY b.handle FOR NO KEY UPDATE OF b
    )
    UPDATE buyers b
    SET created_at = coalesce(b.created_at, l.first_claimed_at), updated_at = greatest(b.updated_at, l.last_claimed_at)
    FROM locked l
    WHERE b.handle = l.handle AND (b.created_at IS NULL OR b.updated_at < l.last_claimed_at)";

/// Deletes a waffle with its spots, holdings, payment notes and events, and returns whether it existed. Fails with
/// [`StoreFailure::NotAllowed`] when the author has lost the permission, which may happen while the password is
/// checked.
pub async fn delete(pool: &PgPool, id: Uuid, author: &Author, at: DateTime<Utc>) -> Result<bool, StoreFailure> {
    let Some(mut change) = WaffleChange::begin(pool, id, author, at).await? else { return Ok(false) };
    still_may(&mut change.transaction, author, Permission::DeleteWaffles).await.map_err(StoreFailure::before_commit)?;
    change.not_locked()?;
    let detail = {
        let (waffle, counts) = (&change.listed.waffle, change.listed.counts);
        format!("{} “{}”: {} spots, {} claimed", waffle.slug, waffle.title, waffle.total_spots, counts.claimed())
    };
    change.audit(AuditAction::DeleteWaffle, &detail).await.map_err(StoreFailure::before_commit)?;
    let gone: Vec<(String, DateTime<Utc>, DateTime<Utc>)> = sqlx::query_as(DELETE_HOLDINGS)
        .bind(id)
        .fetch_all(&mut *change.transaction)
        .await
        .map_err(|e| StoreFailure::of_statement(&e).before_commit())?;
    for statement in [
        SPEND_SLUG,
        "DELETE FROM payment_notes WHERE waffle_id = $1",
        "DELETE FROM events WHERE waffle_id = $1",
        "DELETE FROM waffles WHERE id = $1",
    ] {
        sqlx::query(statement)
            .bind(id)
            .execute(&mut *change.transaction)
            .await
            .map_err(|e| StoreFailure::of_statement(&e).before_commit())?;
    }
    let gone = gone.into_iter().map(|(handle, first, last)| (handle, (first, last)));
    let (handles, (first, last)): (Vec<_>, (Vec<_>, Vec<_>)) = gone.unzip();
    sqlx::query(NOTE_LAST_CLAIMS)
        .bind(handles)
        .bind(first)
        .bind(last)
        .execute(&mut *change.transaction)
        .await
        .map_err(|e| StoreFailure::of_statement(&e).before_commit())?;
    change.transaction.commit().await?;
    Ok(true)
}
