//! Entering missing buyers at the start.

use chrono::{DateTime, Utc};
use sqlx::PgPool;
use waffle_private_postgres::TestDatabase;
use waffle_store::buyers::backfill;

/// Spots held by handles that are not among the buyers, except for one.
const SPOTS: &str = "
    INSERT INTO waffles (id, slug, title, social_media_links, total_spots, spot_price, item_count, available_count,
        pending_count, created_at)
    VALUES ('00000000-0000-0000-0000-000000000001', 'box', 'Box', '{}', 5, 100, 1, 1, 4, now());
    INSERT INTO spots (waffle_id, number, status, claimed_by_handle, claimed_at)
    SELECT '00000000-0000-0000-0000-000000000001', s.* FROM (VALUES
        (1, 'pending', 'anna', '2026-03-02T00:00:00Z'::timestamptz), (2, 'pending', 'anna', '2026-03-01T00:00:00Z'),
        (3, 'pending', 'ben', '2026-03-03T00:00:00Z'), (4, 'pending', 'carl', '2026-03-04T00:00:00Z'),
        (5, 'available', NULL, NULL)
    ) s;
    INSERT INTO buyers VALUES ('carl', '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z')";

async fn registry(pool: &PgPool) -> Vec<(String, String, String)> {
    let rows: Vec<(String, DateTime<Utc>, DateTime<Utc>)> =
        sqlx::query_as("SELECT * FROM buyers ORDER BY handle").fetch_all(pool).await.unwrap();
    rows.into_iter().map(|(handle, created, updated)| (handle, day(created), day(updated))).collect()
}

fn day(at: DateTime<Utc>) -> String {
    at.format("%m-%d").to_string()
}

#[tokio::test]
async fn handles_on_spots_are_entered_once_with_their_earliest_claim() {
    let database = TestDatabase::create().await.unwrap();
    let pool = database.pool(1).await.unwrap();
    sqlx::raw_sql(SPOTS).execute(&pool).await.unwrap();
    let options = database.connect_options();
    let (one, other) = tokio::join!(backfill(&options), backfill(&options));
    assert_eq!(one.unwrap() + other.unwrap(), 2, "of servers that start at once, one enters each");
    let expected = [("anna", "03-01", "03-02"), ("ben", "03-03", "03-03"), ("carl", "01-01", "01-02")];
    let expected = expected.map(|(handle, created, updated)| (handle.into(), created.into(), updated.into()));
    assert_eq!(registry(&pool).await, expected);
    assert_eq!(backfill(&options).await.unwrap(), 0);
    assert_eq!(registry(&pool).await, expected, "a repeat changes nothing");
}
