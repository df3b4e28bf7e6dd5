//! Creates a waffle with its spots.

use crate::pools::PgPool;
use sqlx::AssertSqlSafe;
use sqlx::postgres::PgConnection;
use uuid::Uuid;
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_domain::slug::{Slug, SlugPrefix};
use waffle_domain::waffle_fields::NewWaffle;

use crate::audit;
use crate::failure::StoreFailure;
use crate::payment_methods::can_be_chosen;
use crate::photos::show;
use crate::transaction::committed;
use crate::waffles::{SET_BY_SELLERS, bind, choose_methods, places_from};
use waffle_domain::author::By;

/// How many slugs are tried. Far fewer waffles share a title.
const TRIES: u32 = 10_000;

/// Creates a waffle, its spots 1..N and the audit entry in one transaction. Returns its slug.
///
/// Behind the prefix, it is the first free one of `slug`, `slug-2`, `slug-3`, …: inserting the row reserves it, so
/// that two servers can't use the same one. Slugs of deleted waffles that had a ledger are not free.
pub async fn create(
    pool: &PgPool,
    id: Uuid,
    prefix: &SlugPrefix,
    new: &NewWaffle,
    by: By<'_>,
) -> Result<Slug, StoreFailure> {
    committed(pool, async |conn| {
        let slug = insert(conn, id, &Slug::of(&new.title).behind(prefix), new, by).await?;
        sqlx::query("INSERT INTO spots (waffle_id, number) SELECT $1, n FROM generate_series(1, $2) AS n")
            .bind(id)
            .bind(new.total_spots)
            .execute(&mut *conn)
            .await?;
        if new.image_url.is_some() {
            show(conn, id, new.image_url.as_deref(), new.origin.as_deref()).await?;
        }
        can_be_chosen(conn, &new.payment_methods).await?;
        choose_methods(conn, id, &new.payment_methods).await?;
        let detail = format!("{slug}: {} spots", new.total_spots);
        audit::of_actor(conn, by, AuditAction::CreateWaffle, (EntityType::Waffle, id), &detail).await?;
        Ok(slug)
    })
    .await
}

async fn insert(
    connection: &mut PgConnection,
    id: Uuid,
    base: &Slug,
    new: &NewWaffle,
    by: By<'_>,
) -> Result<Slug, StoreFailure> {
    let stem = base.as_str().get(..70).unwrap_or(base.as_str()).trim_end_matches('-');
    let used = "SELECT slug FROM waffles WHERE slug LIKE $1 || '%'
        UNION ALL SELECT slug FROM spent_slugs WHERE slug LIKE $1 || '%'";
    let used: Vec<String> = sqlx::query_scalar(used).bind(stem).fetch_all(&mut *connection).await?;
    for slug in (1..=TRIES).map(|n| base.variant(n)).filter(|slug| used.iter().all(|u| u != slug.as_str())) {
        let sql = format!(
            "INSERT INTO waffles (id, slug, total_spots, available_count, created_by, created_at, share_message,
                share_template_id, {SET_BY_SELLERS})
             VALUES ($1, $2, $3, $3, $4, $5, $6, $7, {}) ON CONFLICT (slug) DO NOTHING",
            places_from(8),
        );
        let insert = sqlx::query(AssertSqlSafe(sql))
            .bind(id)
            .bind(slug.as_str())
            .bind(new.total_spots)
            .bind(by.author.account_id)
            .bind(by.at)
            .bind(new.share_message(&slug))
            .bind(new.share_template_id);
        let inserted = bind(insert, new).execute(&mut *connection).await?;
        if inserted.rows_affected() == 0 {
            continue;
        }
        // The waffle that used it may have been created and deleted since the slugs were read.
        let taken_back = "DELETE FROM waffles w USING spent_slugs s WHERE w.id = $1 AND s.slug = w.slug";
        if sqlx::query(taken_back).bind(id).execute(&mut *connection).await?.rows_affected() == 0 {
            return Ok(slug);
        }
    }
    Err(StoreFailure::Aborted(format!("no free name for {base}")))
}
