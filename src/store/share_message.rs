//! A waffle's own share message.

use crate::pools::PgPool;
use uuid::Uuid;
use waffle_domain::audit::AuditAction;
use waffle_domain::author::By;
use waffle_domain::share::unknown_template;

use crate::failure::StoreFailure;
use crate::waffle_change::change_waffle;

/// Saves a waffle's message and the template it was made from, with one event and one audit record, or neither when
/// nothing changes. Returns the waffle's newest sequence number.
pub async fn save(
    pool: &PgPool,
    waffle_id: Uuid,
    template_id: Uuid,
    message: &str,
    by: By<'_>,
) -> Result<i64, StoreFailure> {
    let saved = change_waffle(pool, waffle_id, by, async |change| {
        let waffle = &change.listed.waffle;
        if waffle.share_message.as_deref() == Some(message) && waffle.share_template_id == Some(template_id) {
            return Ok(());
        }
        // Locked, so that deleting the template waits, and then finds this waffle among its users.
        let template = sqlx::query("SELECT FROM share_templates WHERE id = $1 FOR KEY SHARE").bind(template_id);
        if template.fetch_optional(&mut *change.transaction).await?.is_none() {
            return Err(unknown_template().into());
        }
        sqlx::query("UPDATE waffles SET share_message = $2, share_template_id = $3 WHERE id = $1")
            .bind(waffle_id)
            .bind(message)
            .bind(template_id)
            .execute(&mut *change.transaction)
            .await?;
        let slug = change.listed.waffle.slug.clone();
        change.audit(AuditAction::UpdateShareMessage, &slug).await?;
        change.updated();
        Ok(())
    });
    Ok(saved.await?.1)
}

/// Writes the audit record for redrawn share cards.
pub async fn record_regeneration(pool: &PgPool, waffle_id: Uuid, by: By<'_>) -> Result<(), StoreFailure> {
    let recorded = change_waffle(pool, waffle_id, by, async |change| {
        let slug = change.listed.waffle.slug.clone();
        change.audit(AuditAction::RegenerateCard, &slug).await
    });
    recorded.await.map(drop)
}
