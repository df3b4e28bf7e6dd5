//! The registry: every handle that ever claimed a spot.

use chrono::{DateTime, Utc};
use sqlx::postgres::PgPool;
use sqlx::{FromRow, Row};
use waffle_domain::paging::Paging;

use crate::failure::Failure;

/// A handle, when it was first seen, and when it last claimed.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct Registered {
    pub handle: String,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// Reads a page of the handles that contain a text, and how many there are in all. Newest first; `_` and `%` are no
/// wildcards; a page past the end is empty.
pub async fn search(pool: &PgPool, part: &str, paging: Paging) -> Result<(Vec<Registered>, i64), Failure> {
    let mut connection = pool.acquire().await.map_err(|e| Failure::of_connecting(&e))?;
    let total = sqlx::query("SELECT count(*) AS total FROM buyers WHERE strpos(handle, $1) > 0 OR $1 = ''")
        .bind(part)
        .fetch_one(&mut *connection)
        .await?
        .try_get("total")?;
    let rows = sqlx::query_as(
        "SELECT handle, created_at, updated_at FROM buyers WHERE strpos(handle, $1) > 0 OR $1 = ''
         ORDER BY created_at DESC, handle LIMIT $2 OFFSET $3",
    )
    .bind(part)
    .bind(i64::from(paging.per_page()))
    .bind(paging.offset())
    .fetch_all(&mut *connection)
    .await?;
    Ok((rows, total))
}

#[cfg(test)]
mod tests {
    use waffle_domain::paging::{PageSize, Paging};
    use waffle_private_postgres::TestDatabase;

    use super::search;

    #[tokio::test]
    async fn handles_are_found_by_any_part_of_them_and_nothing_is_a_wildcard() {
        let database = TestDatabase::create().await.unwrap();
        let pool = database.pool(1).await.unwrap();
        sqlx::query(
            "INSERT INTO buyers (handle, created_at, updated_at)
             SELECT handle, '2026-06-01T12:00:00Z'::timestamptz + place * interval '1 minute', '2026-06-02T12:00:00Z'
             FROM unnest(ARRAY['anna', 'hanna_b', 'bob', 'a.nn.a', 'xanna-b']) WITH ORDINALITY AS rows (handle, place)",
        )
        .execute(&pool)
        .await
        .unwrap();
        let found = async |part: &str, page: &str, per_page: &str| {
            let paging = Paging::parse(page, per_page, PageSize { default: 25, most: 100 }).unwrap();
            let (rows, total) = search(&pool, part, paging).await.unwrap();
            (rows.into_iter().map(|row| row.handle).collect::<Vec<_>>().join(" "), total)
        };
        assert_eq!(found("", "", "").await, ("xanna-b a.nn.a bob hanna_b anna".to_owned(), 5));
        assert_eq!(found("anna", "", "").await, ("xanna-b hanna_b anna".to_owned(), 3));
        assert_eq!(found("a_b", "", "").await, ("hanna_b".to_owned(), 1));
        assert_eq!(found(".", "", "").await, ("a.nn.a".to_owned(), 1));
        assert_eq!(found("anna", "2", "2").await, ("anna".to_owned(), 3));
        assert_eq!(found("anna", "3", "2").await, (String::new(), 3));
        assert_eq!(found("anna", "99999999999", "2").await, (String::new(), 3));
    }
}
