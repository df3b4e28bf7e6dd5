//! Editing, archiving and deleting a waffle.

use crate::pools::PgPool;
use chrono::{DateTime, Utc};
use sqlx::AssertSqlSafe;
use uuid::Uuid;
use waffle_domain::audit::AuditAction;
use waffle_domain::role::Permission;
use waffle_domain::waffle_fields::WaffleEdit;
use waffle_domain::wire::message::Message;

use crate::accounts::still_may;
use crate::failure::StoreFailure;
use crate::payment_methods::can_be_chosen;
use crate::photos::{NOTE_UNSHOWN, show};
use crate::waffle_change::{WaffleChange, change_waffle};
use crate::waffles::{SET_BY_SELLERS, bind, choose_methods, payment, places_from};
use waffle_domain::author::By;

/// Edits a waffle, all or nothing, with one event and one audit record, or neither when nothing changes. Returns the
/// waffle's newest sequence number.
pub async fn edit(pool: &PgPool, id: Uuid, edit: WaffleEdit, by: By<'_>) -> Result<i64, StoreFailure> {
    let edited = change_waffle(pool, id, by, async |change| {
        (change.listed.waffle.payment_methods, _) = payment(change.transaction, id).await?;
        let chosen_before = change.listed.waffle.payment_methods.clone();
        let origin = edit.origin.clone();
        let changed = edit.apply(&mut change.listed.waffle)?;
        if changed.is_empty() {
            return Ok(());
        }
        if changed.contains(&"item_count") {
            change.not_locked()?;
        }
        // A method that was chosen before may stay even if it has been deactivated since.
        let mut chosen_anew = change.listed.waffle.payment_methods.clone();
        chosen_anew.retain(|method| !chosen_before.contains(method));
        can_be_chosen(change.transaction, &chosen_anew).await?;
        if changed.contains(&"image_url") {
            sqlx::query(NOTE_UNSHOWN).bind(id).execute(&mut *change.transaction).await?;
            let waffle = &mut change.listed.waffle;
            waffle.photo = show(change.transaction, id, waffle.image_url.as_deref(), origin.as_deref()).await?;
        }
        write(change, changed.contains(&"payment_methods")).await?;
        let detail = format!("{}: {}", change.listed.waffle.slug, changed.join(", "));
        change.audit(AuditAction::UpdateWaffle, &detail).await?;
        change.updated();
        Ok(())
    });
    Ok(edited.await?.1)
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
        choose_methods(change.transaction, waffle.id, &waffle.payment_methods).await?;
    }
    Ok(())
}

/// Archives or unarchives a waffle, and returns its newest sequence number. Repeating it changes nothing, and writes no
/// audit record.
pub async fn archive(pool: &PgPool, id: Uuid, archived: bool, by: By<'_>) -> Result<i64, StoreFailure> {
    let done = change_waffle(pool, id, by, async |change| {
        if change.listed.waffle.archived == archived {
            return Ok(());
        }
        change.not_locked()?;
        change.listed.waffle.archived = archived;
        let update = sqlx::query("UPDATE waffles SET archived = $2 WHERE id = $1").bind(id).bind(archived);
        update.execute(&mut *change.transaction).await?;
        let slug = change.listed.waffle.slug.clone();
        if archived {
            change.audit(AuditAction::ArchiveWaffle, &slug).await?;
            change.message(Message::WaffleArchived { seq: change.next_seq(), slug, waffle_id: id });
        } else {
            change.audit(AuditAction::UnarchiveWaffle, &slug).await?;
            change.updated();
        }
        Ok(())
    });
    Ok(done.await?.1)
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

/// Deletes a waffle with its spots, holdings, payment notes, refused claims and events. Refuses an author who has lost
/// the permission, which may happen while the password is checked.
pub async fn delete(pool: &PgPool, id: Uuid, by: By<'_>) -> Result<(), StoreFailure> {
    let deleted = change_waffle(pool, id, by, async |change| {
        still_may(change.transaction, by, Permission::DeleteWaffles).await?;
        change.not_locked()?;
        let (waffle, counts) = (&change.listed.waffle, change.listed.counts);
        let claimed = counts.claimed();
        let detail = format!("{} “{}”: {} spots, {claimed} claimed", waffle.slug, waffle.title, waffle.total_spots);
        change.audit(AuditAction::DeleteWaffle, &detail).await?;
        let gone: Vec<(String, DateTime<Utc>, DateTime<Utc>)> =
            sqlx::query_as(DELETE_HOLDINGS).bind(id).fetch_all(&mut *change.transaction).await?;
        for statement in [
            SPEND_SLUG,
            NOTE_UNSHOWN,
            "DELETE FROM payment_notes WHERE waffle_id = $1",
            "DELETE FROM refused_claims WHERE waffle_id = $1",
            "DELETE FROM events WHERE waffle_id = $1",
            "DELETE FROM waffles WHERE id = $1",
        ] {
            sqlx::query(statement).bind(id).execute(&mut *change.transaction).await?;
        }
        let gone = gone.into_iter().map(|(handle, first, last)| (handle, (first, last)));
        let (handles, (first, last)): (Vec<_>, (Vec<_>, Vec<_>)) = gone.unzip();
        let note = sqlx::query(NOTE_LAST_CLAIMS).bind(handles).bind(first).bind(last);
        note.execute(&mut *change.transaction).await?;
        Ok(())
    });
    deleted.await.map(drop)
}
