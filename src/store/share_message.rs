//! A waffle's own share message.

use chrono::{DateTime, Utc};
use sqlx::postgres::PgPool;
use uuid::Uuid;
use waffle_domain::audit::AuditAction;

use crate::failure::StoreFailure;
use crate::waffle_change::WaffleChange;
use waffle_domain::author::Author;

/// The outcome of saving a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageSaved {
    /// Done, or there was nothing to change; holds the waffle's newest sequence number.
    Done(i64),
    /// There is no such waffle.
    NotFound,
    /// There is no such template.
    UnknownTemplate,
}

/// Saves a waffle's message and the template it was made from, with one event and one audit record, or neither when
/// nothing changes.
pub async fn save(
    pool: &PgPool,
    waffle_id: Uuid,
    template_id: Uuid,
    message: &str,
    author: &Author,
    at: DateTime<Utc>,
) -> Result<MessageSaved, StoreFailure> {
    let Some(mut change) = WaffleChange::begin(pool, waffle_id, author, at).await? else {
        return Ok(MessageSaved::NotFound);
    };
    let waffle = &change.listed.waffle;
    if waffle.share_message.as_deref() == Some(message) && waffle.share_template_id == Some(template_id) {
        return Ok(MessageSaved::Done(change.unchanged().await?));
    }
    // Locked, so that deleting the template waits, and then finds this waffle among its users.
    let template = sqlx::query("SELECT FROM share_templates WHERE id = $1 FOR KEY SHARE")
        .bind(template_id)
        .fetch_optional(&mut *change.transaction)
        .await
        .map_err(|e| StoreFailure::of_statement(&e).before_commit())?;
    if template.is_none() {
        return Ok(MessageSaved::UnknownTemplate);
    }
    sqlx::query("UPDATE waffles SET share_message = $2, share_template_id = $3 WHERE id = $1")
        .bind(waffle_id)
        .bind(message)
        .bind(template_id)
        .execute(&mut *change.transaction)
        .await
        .map_err(|e| StoreFailure::of_statement(&e).before_commit())?;
    let slug = change.listed.waffle.slug.clone();
    change.audit(AuditAction::UpdateShareMessage, &slug).await.map_err(StoreFailure::before_commit)?;
    change.updated();
    Ok(MessageSaved::Done(change.commit().await?))
}

/// Writes the audit record for redrawn share cards, and returns whether the waffle exists.
pub async fn record_regeneration(
    pool: &PgPool,
    waffle_id: Uuid,
    author: &Author,
    at: DateTime<Utc>,
) -> Result<bool, StoreFailure> {
    let Some(mut change) = WaffleChange::begin(pool, waffle_id, author, at).await? else { return Ok(false) };
    let slug = change.listed.waffle.slug.clone();
    change.audit(AuditAction::RegenerateCard, &slug).await.map_err(StoreFailure::before_commit)?;
    change.commit().await?;
    Ok(true)
}
