//! Looks up which of the waffles and spots in audit entries still exist, so that pages can link to them.

use crate::pools::PgPool;
use uuid::Uuid;

use crate::failure::StoreFailure;

row! {
    /// A spot with its waffle.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct PlacedSpot {
        pub id: i64,
        pub waffle_id: Uuid,
    }
}

/// Returns which of these waffles and spots exist.
pub async fn still_there(
    pool: &PgPool,
    waffles: &[Uuid],
    spots: &[i64],
) -> Result<(Vec<Uuid>, Vec<PlacedSpot>), StoreFailure> {
    let waffles =
        sqlx::query_scalar("SELECT id FROM waffles WHERE id = ANY ($1)").bind(waffles).fetch_all(pool).await?;
    let spots =
        sqlx::query_as("SELECT id, waffle_id FROM spots WHERE id = ANY ($1)").bind(spots).fetch_all(pool).await?;
    Ok((waffles, spots))
}
