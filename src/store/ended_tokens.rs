//! Tokens that were logged out before they expired.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

/// Ends a token for good, on every server. Ending it again changes nothing.
pub async fn end(conn: &mut PgConnection, jti: Uuid, expires_at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query("INSERT INTO ended_tokens (jti, expires_at) VALUES ($1, $2) ON CONFLICT (jti) DO NOTHING")
        .bind(jti)
        .bind(expires_at)
        .execute(conn)
        .await?;
    Ok(())
}
