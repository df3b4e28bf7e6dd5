//! A shop with two years of sales.

use chrono::{DateTime, TimeDelta, Utc};
use waffle_store::pools::PgPool;

const WAFFLES: &str = "
    INSERT INTO waffles (id, slug, title, social_media_links, status, total_spots, spot_price, item_count,
        winning_spot_numbers, winning_social_handles, available_count, created_at, completed_at)
    SELECT md5(n::text)::uuid, 'waffle-' || n, 'Waffle ' || n, '{}',
        CASE WHEN n % 4 > 0 THEN 'completed' ELSE 'active' END, 1000,
        500 + n % 40 * 100, 1, '{}', '{}', 1000, $1 + n * interval '17 hours',
        CASE WHEN n % 4 > 0 THEN $1 + n * interval '17 hours' + interval '4 days' END
    FROM generate_series($2, $3) n";

/// Claims, pays and draws the new waffles. A winning number marks those that are done.
const LIFE: [&str; 4] = [
    "INSERT INTO spots (waffle_id, number)
     SELECT w.id, n FROM waffles w, generate_series(1, 1000) n WHERE w.winning_spot_numbers = '{}'",
    "UPDATE spots s
     SET status = 'pending', claimed_by_handle = 'buyer' || floor(50000 * power(random(), 2))::integer,
        claimed_at = w.created_at + random() * interval '2 days'
     FROM waffles w
     WHERE w.id = s.waffle_id AND w.winning_spot_numbers = '{}' AND (random() < 0.95 OR s.number = 7)",
    "UPDATE spots s
     SET status = CASE WHEN w.status = 'active' THEN 'paid' WHEN s.number = 7 THEN 'winner' ELSE 'loser' END,
        paid_at = s.claimed_at + random() * interval '1 day'
     FROM waffles w
     WHERE w.id = s.waffle_id AND w.winning_spot_numbers = '{}' AND s.status = 'pending'
        AND (random() < 0.9 OR s.number = 7)",
    "UPDATE waffles w SET winning_spot_numbers = '{7}', winning_social_handles = ARRAY[s.claimed_by_handle]
     FROM spots s WHERE s.waffle_id = w.id AND s.number = 7 AND w.winning_spot_numbers = '{}'",
];

const HOLDINGS: &str = "
    INSERT INTO holdings (waffle_id, first_claimed_at, last_claimed_at, pending, paid, won, lost, handle)
    SELECT s.waffle_id, min(s.claimed_at), max(s.claimed_at), count(*) FILTER (WHERE s.status = 'pending'),
       count(*) FILTER (WHERE s.status = 'paid'), count(*) FILTER (WHERE s.status = 'winner'),
       count(*) FILTER (WHERE s.status = 'loser'), s.claimed_by_handle
    FROM spots s WHERE s.claimed_by_handle IS NOT NULL GROUP BY s.waffle_id, s.claimed_by_handle";

/// The time of the reports, when the last waffle has just been created.
pub(crate) fn end() -> DateTime<Utc> {
    start() + TimeDelta::hours(17 * 1_000)
}

fn start() -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::days(365 * 55)
}

/// Fills the database and returns the number of spots.
pub(crate) async fn write(pool: &PgPool) -> Result<i64, sqlx::Error> {
    let mut connection = pool.acquire().await?;
    sqlx::raw_sql("SELECT setseed(0.42)").execute(&mut *connection).await?;
    // Vacuums in between, as autovacuum would over two years.
    for first in (1..=1_000).step_by(20) {
        sqlx::query(WAFFLES).bind(start()).bind(first).bind(first + 19).execute(&mut *connection).await?;
        for statement in LIFE {
            sqlx::query(statement).execute(&mut *connection).await?;
        }
        if first % 100 == 1 {
            sqlx::raw_sql("VACUUM spots").execute(&mut *connection).await?;
        }
    }
    // Active waffles have no winners; the numbers only marked them as done.
    sqlx::raw_sql(
        "UPDATE waffles SET winning_spot_numbers = '{}', winning_social_handles = '{}' WHERE status = 'active'",
    )
    .execute(&mut *connection)
    .await?;
    sqlx::raw_sql(HOLDINGS).execute(&mut *connection).await?;
    for statement in ["VACUUM ANALYZE spots", "VACUUM ANALYZE waffles", "VACUUM ANALYZE holdings"] {
        sqlx::raw_sql(statement).execute(&mut *connection).await?;
    }
    sqlx::query_scalar("SELECT count(*) FROM spots").fetch_one(&mut *connection).await
}
