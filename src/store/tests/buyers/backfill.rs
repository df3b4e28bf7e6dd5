//! Entering missing buyers at the start.

use chrono::{DateTime, Utc};
use waffle_store::buyers::known_buyers::backfill;
use waffle_store::pools::PgPool;
use waffle_test_databases::TestDatabase;

/// Holdings of handles that are not among the buyers, except for one; one holds nothing any more.
const HOLDINGS: &str = "
    INSERT INTO holdings (handle, waffle_id, pending, paid, won, lost, first_claimed_at, last_claimed_at)
    SELECT h.handle, gen_random_uuid(), h.pending, 0, 0, 0, h.first, h.last FROM (VALUES
        ('anna', 1, '2026-03-02T00:00:00Z'::timestamptz, '2026-03-02T00:00:00Z'::timestamptz),
        ('anna', 0, '2026-03-01T00:00:00Z', '2026-03-01T00:00:00Z'),
        ('ben', 0, '2026-03-03T00:00:00Z', '2026-03-03T00:00:00Z'),
        ('carl', 1, '2026-03-04T00:00:00Z', '2026-03-04T00:00:00Z')
    ) h (handle, pending, first, last);
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
async fn handles_that_claimed_are_entered_once_with_their_earliest_claim() {
    let (database, pool) = TestDatabase::with_pool(1).await.unwrap();
    sqlx::raw_sql(HOLDINGS).execute(&pool).await.unwrap();
    let options = database.connect_options();
    let (one, other) = tokio::join!(backfill(&options), backfill(&options));
    assert_eq!(one.unwrap() + other.unwrap(), 2, "of servers that start at once, one enters each");
    let expected = [("anna", "03-01", "03-02"), ("ben", "03-03", "03-03"), ("carl", "01-01", "01-02")];
    let expected = expected.map(|(handle, created, updated)| (handle.into(), created.into(), updated.into()));
    assert_eq!(registry(&pool).await, expected);
    assert_eq!(backfill(&options).await.unwrap(), 0);
    assert_eq!(registry(&pool).await, expected, "a repeat changes nothing");
}
