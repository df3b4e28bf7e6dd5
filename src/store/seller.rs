//! The seller as buyers see them: two rows of the settings' table (`migrations/0011_seller.sql`).

use crate::pools::PgPool;
use sqlx::postgres::PgConnection;
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_domain::author::By;
use waffle_domain::photo::PhotoHash;
use waffle_domain::role::Permission;
use waffle_domain::seller::{Seller, SellerEdit};

use crate::accounts::still_may;
use crate::audit;
use crate::failure::StoreFailure;
use crate::photos::KEEP_FOR_NOW;
use crate::settings::{lock, put};
use crate::transaction::committed;

const NAME: &str = "seller_name";
const PICTURE: &str = "seller_picture";

/// Reads what buyers see of the seller.
pub async fn read(pool: &PgPool) -> Result<Seller, StoreFailure> {
    let mut conn = pool.acquire().await.map_err(StoreFailure::nothing_done)?;
    read_in(&mut conn).await.map_err(StoreFailure::before_commit)
}

/// Edits the seller, with one audit entry for each of name and picture that becomes different. Returns the seller as
/// edited. Refuses an author who has lost the permission, and a photo that is not kept.
pub async fn edit(pool: &PgPool, edit: &SellerEdit, by: By<'_>) -> Result<Seller, StoreFailure> {
    committed(pool, async |conn| {
        still_may(conn, by, Permission::ManageSettings).await?;
        lock(conn).await?;
        let before = read_in(conn).await?;
        let after = edit.applied(&before);
        if let Some(hidden) = before.picture.filter(|_| after.picture != before.picture) {
            sqlx::query(KEEP_FOR_NOW).bind(hidden.as_bytes().as_slice()).execute(&mut *conn).await?;
        }
        for ((key, old), (_, new)) in rows(&before).into_iter().zip(rows(&after)) {
            if old == new {
                continue;
            }
            put(conn, key, new.as_deref()).await?;
            let [old, new] = [&old, &new].map(|text| text.as_deref().unwrap_or("none"));
            let detail = format!("{key}: {old} → {new}");
            audit::of_actor(conn, by, AuditAction::UpdateSetting, (EntityType::Settings, key), &detail).await?;
        }
        Ok(after)
    })
    .await
}

/// The value of each row; none without a row.
fn rows(seller: &Seller) -> [(&'static str, Option<String>); 2] {
    [(NAME, seller.name.clone()), (PICTURE, seller.picture.map(|picture| picture.to_string()))]
}

async fn read_in(conn: &mut PgConnection) -> Result<Seller, StoreFailure> {
    let rows: Vec<(String, String)> = sqlx::query_as("SELECT key, value FROM settings WHERE key IN ($1, $2)")
        .bind(NAME)
        .bind(PICTURE)
        .fetch_all(conn)
        .await?;
    let value = |key: &str| rows.iter().find(|(other, _)| other == key).map(|(_, value)| value.as_str());
    Ok(Seller { name: value(NAME).map(str::to_owned), picture: value(PICTURE).and_then(PhotoHash::parse) })
}
