//! The templates of share messages.

use crate::pools::PgPool;
use sqlx::postgres::PgConnection;
use uuid::Uuid;
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_domain::author::By;
use waffle_domain::refusal::Refusal;
use waffle_domain::share::{NewShareTemplate, ShareTemplate, ShareTemplateEdit};

use crate::announcements::note;
use crate::audit;
use crate::failure::StoreFailure;
use crate::transaction::committed;

const USERS: &str = "SELECT id FROM waffles WHERE share_template_id = $1";

/// Lists all templates, oldest first.
pub async fn list(pool: &PgPool) -> Result<Vec<ShareTemplate>, StoreFailure> {
    let sql = format!("SELECT {COLUMNS} FROM share_templates ORDER BY created_at, id");
    Ok(sqlx::query(sqlx::AssertSqlSafe(sql)).try_map(|row| template(&row)).fetch_all(pool).await?)
}

/// Finds a template.
pub async fn find(pool: &PgPool, id: Uuid) -> Result<Option<ShareTemplate>, StoreFailure> {
    let sql = format!("SELECT {COLUMNS} FROM share_templates WHERE id = $1");
    Ok(sqlx::query(sqlx::AssertSqlSafe(sql)).bind(id).try_map(|row| template(&row)).fetch_optional(pool).await?)
}

/// Creates a template.
pub async fn create(
    pool: &PgPool,
    id: Uuid,
    new: &NewShareTemplate,
    by: By<'_>,
) -> Result<ShareTemplate, StoreFailure> {
    committed(pool, async |conn| {
        sqlx::query("INSERT INTO share_templates (id, name, body, created_at, updated_at) VALUES ($1, $2, $3, $4, $4)")
            .bind(id)
            .bind(&new.name)
            .bind(&new.body)
            .bind(by.at)
            .execute(&mut *conn)
            .await?;
        audited(conn, AuditAction::CreateShareTemplate, id, &new.name, by).await
    })
    .await?;
    let (name, body) = (new.name.clone(), new.body.clone());
    Ok(ShareTemplate { id, name, body, default: false, ours: false, created_at: by.at, updated_at: by.at })
}

/// Changes a template, with an audit entry if anything is different.
pub async fn update(
    pool: &PgPool,
    id: Uuid,
    edit: ShareTemplateEdit,
    by: By<'_>,
) -> Result<ShareTemplate, StoreFailure> {
    // Also if nothing changes: an earlier request may have made the change, and lost its answer while it waited for
    // standbys.
    committed(pool, async |conn| {
        let mut template = lock(conn, id).await?;
        let changed = edit.apply(&mut template);
        if changed.is_empty() {
            return Ok(template);
        }
        template.updated_at = by.at;
        sqlx::query("UPDATE share_templates SET name = $2, body = $3, updated_at = $4 WHERE id = $1")
            .bind(id)
            .bind(&template.name)
            .bind(&template.body)
            .bind(by.at)
            .execute(&mut *conn)
            .await?;
        let detail = format!("{}: {}", template.name, changed.join(", "));
        audited(conn, AuditAction::UpdateShareTemplate, id, &detail, by).await?;
        Ok(template)
    })
    .await
}

/// Makes a template the default, with an audit entry unless it already is.
pub async fn make_default(pool: &PgPool, id: Uuid, by: By<'_>) -> Result<ShareTemplate, StoreFailure> {
    committed(pool, async |conn| {
        let mut template = lock(conn, id).await?;
        if !template.default {
            set_default(conn, id).await?;
            template.default = true;
            audited(conn, AuditAction::SetDefaultShareTemplate, id, &template.name, by).await?;
        }
        Ok(template)
    })
    .await
}

/// Deletes a template, unless it is the last. If it was the default, the oldest other one becomes it. Returns the
/// waffles that chose it: they keep their text, and still have to announce the change.
pub async fn delete(pool: &PgPool, id: Uuid, by: By<'_>) -> Result<Vec<Uuid>, StoreFailure> {
    committed(pool, async |conn| {
        // The lock makes waffles that choose the template wait.
        let mut others = lock_all(conn).await?;
        let place = others.iter().position(|template| template.id == id).ok_or(Refusal::NoShareTemplate)?;
        let template = others.remove(place);
        let oldest = others.iter().min_by_key(|other| (other.created_at, other.id)).ok_or(Refusal::LastTemplate)?;
        sqlx::query("DELETE FROM share_templates WHERE id = $1").bind(id).execute(&mut *conn).await?;
        if template.default {
            set_default(conn, oldest.id).await?;
        }
        audited(conn, AuditAction::DeleteShareTemplate, id, &template.name, by).await?;
        note(conn, USERS, id, by.author).await
    })
    .await
}

/// Locks all templates, in the order of their ids: there are few, and the choice of the default concerns all of them.
async fn lock_all(conn: &mut PgConnection) -> Result<Vec<ShareTemplate>, StoreFailure> {
    let sql = format!("SELECT {COLUMNS} FROM share_templates ORDER BY id FOR UPDATE");
    Ok(sqlx::query(sqlx::AssertSqlSafe(sql)).try_map(|row| template(&row)).fetch_all(conn).await?)
}

async fn lock(conn: &mut PgConnection, id: Uuid) -> Result<ShareTemplate, StoreFailure> {
    let found = lock_all(conn).await?.into_iter().find(|template| template.id == id);
    Ok(found.ok_or(Refusal::NoShareTemplate)?)
}

/// Uses two statements, because the unique index never allows two defaults, not even within a statement.
async fn set_default(conn: &mut PgConnection, id: Uuid) -> Result<(), StoreFailure> {
    sqlx::query("UPDATE share_templates SET is_default = false WHERE is_default").execute(&mut *conn).await?;
    sqlx::query("UPDATE share_templates SET is_default = true WHERE id = $1").bind(id).execute(conn).await?;
    Ok(())
}

async fn audited(
    conn: &mut PgConnection,
    action: AuditAction,
    id: Uuid,
    detail: &str,
    by: By<'_>,
) -> Result<(), StoreFailure> {
    audit::of_actor(conn, by, action, (EntityType::Settings, id), detail).await
}

reader! {
    const COLUMNS;
    fn template(row) -> ShareTemplate {
        id, name, body, default as "is_default", ours as "is_ours", created_at, updated_at,
    }
}
