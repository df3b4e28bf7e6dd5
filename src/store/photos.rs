//! Photos of waffles and of the seller (`migrations/0009_photos.sql`).

use std::time::Duration;

use crate::pools::PgPool;
use sqlx::postgres::PgConnection;
use uuid::Uuid;
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_domain::author::By;
use waffle_domain::photo::{MOST_A_DAY, Photo, PhotoHash};
use waffle_domain::role::Permission;

use crate::accounts::still_may;
use crate::audit;
use crate::failure::{PHOTO_KEPT, StoreFailure};
use crate::transaction::committed;

/// Says that a waffle ceases to show its photo. Another one may still show it.
pub(crate) const NOTE_UNSHOWN: &str =
    "UPDATE photos p SET unshown_since = now() FROM waffles w WHERE w.id = $1 AND p.hash = w.photo";

/// Keeps a photo for a day from now: it is uploaded again, or the seller ceases to show it.
pub(crate) const KEEP_FOR_NOW: &str = "UPDATE photos SET unshown_since = now() WHERE hash = $1";

/// Makes the picture of a waffle refer to the photo that its address is of, if that is kept, and returns which one it
/// is. Refuses an address at the service's origin whose photo is gone; other hosts may have such addresses too.
pub(crate) async fn show(
    conn: &mut PgConnection,
    waffle_id: Uuid,
    address: Option<&str>,
    origin: Option<&str>,
) -> Result<Option<PhotoHash>, StoreFailure> {
    let hash = address.and_then(PhotoHash::in_address);
    // The lock is the one that a reference takes: it waits for a purge that is deleting the photo.
    let show = "UPDATE waffles SET photo = (SELECT p.hash FROM photos p WHERE p.hash = $2 FOR KEY SHARE)
        WHERE id = $1 RETURNING photo IS NOT NULL";
    let show = sqlx::query_scalar(show).bind(waffle_id).bind(hash.as_ref().map(|hash| hash.as_bytes().as_slice()));
    let is_kept: bool = show.fetch_one(conn).await?;
    let is_ours = address.zip(origin).is_some_and(|(address, origin)| PhotoHash::at_origin(address, origin).is_some());
    if is_ours && !is_kept {
        return Err(StoreFailure::Constraint(PHOTO_KEPT.to_owned()));
    }
    Ok(hash.filter(|_| is_kept))
}

/// Keeps a photo for a day, or for as long as a waffle or the seller shows it. One that is kept already counts as
/// uploaded again, but not twice, and adds no audit record. Refuses an author who has lost the permission.
pub async fn keep(pool: &PgPool, photo: &Photo, by: By<'_>) -> Result<(), StoreFailure> {
    committed(pool, async |conn| {
        still_may(conn, by, Permission::ManageWaffles).await?;
        if !insert(conn, photo, by).await? {
            return Ok(());
        }
        let Photo { hash, jpeg, width, height } = photo;
        let detail = format!("{width} × {height} pixels, {} bytes", jpeg.len());
        audit::of_actor(conn, by, AuditAction::UploadPhoto, (EntityType::Settings, hash), &detail).await
    })
    .await
}

/// Returns whether the photo is new.
async fn insert(conn: &mut PgConnection, photo: &Photo, by: By<'_>) -> Result<bool, StoreFailure> {
    let hash = photo.hash.as_bytes().as_slice();
    if sqlx::query(KEEP_FOR_NOW).bind(hash).execute(&mut *conn).await?.rows_affected() > 0 {
        return Ok(false);
    }
    let insert = "INSERT INTO photos (hash, jpeg, width, height, account_id) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (hash) DO NOTHING";
    let insert = sqlx::query(insert)
        .bind(hash)
        .bind(&photo.jpeg)
        .bind(i64::from(photo.width))
        .bind(i64::from(photo.height))
        .bind(by.author.account_id);
    Ok(insert.execute(conn).await?.rows_affected() > 0)
}

/// How long an account has to wait before it may upload again, if it has uploaded as many photos as it may in a day.
pub async fn wait(pool: &PgPool, account_id: Uuid) -> Result<Option<Duration>, StoreFailure> {
    let wait = "SELECT ceil(extract(epoch FROM created_at + interval '24 hours' - now()))::bigint FROM photos
        WHERE account_id = $1 AND created_at > now() - interval '24 hours'
        ORDER BY created_at DESC OFFSET $2 LIMIT 1";
    let wait: Option<i64> = sqlx::query_scalar(wait).bind(account_id).bind(MOST_A_DAY - 1).fetch_optional(pool).await?;
    Ok(wait.map(|seconds| Duration::from_secs(seconds.unsigned_abs())))
}

/// Reads a photo's JPEG.
pub async fn read(pool: &PgPool, hash: PhotoHash) -> Result<Option<Vec<u8>>, StoreFailure> {
    let jpeg = sqlx::query_scalar("SELECT jpeg FROM photos WHERE hash = $1").bind(hash.as_bytes().as_slice());
    Ok(jpeg.fetch_optional(pool).await?)
}
