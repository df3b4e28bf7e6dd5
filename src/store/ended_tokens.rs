//! Tokens revoked before they expired, by signing out.

use chrono::{DateTime, Utc};
use sqlx::postgres::PgPool;
use uuid::Uuid;

use crate::failure::StoreFailure;

/// Revokes a token on every server. A repeat changes nothing.
pub async fn end(pool: &PgPool, jti: Uuid, expires_at: DateTime<Utc>) -> Result<(), StoreFailure> {
    sqlx::query("INSERT INTO ended_tokens (jti, expires_at) VALUES ($1, $2) ON CONFLICT (jti) DO NOTHING")
        .bind(jti)
        .bind(expires_at)
        .execute(pool)
        .await?;
    Ok(())
}
